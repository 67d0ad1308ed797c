"""Finding and reading the configuration file: the one of the nearest folder up that has any.

``fairtray.toml`` is one; so is a ``pyproject.toml`` with a table ``[tool.fairtray]``. Of
two in one folder the first counts.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairtray.core.errors import Fault, InputError
from fairtray.core.files import STDIN, label, read_text
from fairtray_cli.console import warn
from fairtray_cli.options.types import from_here

OWN, SHARED = "fairtray.toml", "pyproject.toml"

_OUR_TABLE = re.compile(rb"tool\s*\.\s*[\"']?fairtray\b")


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration file.

    Attributes:
        label: what messages call it: its path from here.
        folder: where its paths start.
        prefix: what comes before each key, ``tool.fairtray.`` or nothing.
        table: its keys.
    """

    label: str
    folder: Path
    prefix: str
    table: Mapping[str, Any]


def nearest(start: Path) -> ConfigFile | None:
    """Return the configuration file of the nearest folder, from ``start`` up; None if none.

    An option may name a program to run, so a file that belongs to somebody else is ignored, with
    a warning: nobody can plant one in a folder that many may write to, such as ``/tmp``.

    Raises:
        InputError: the file is not TOML or cannot be read.
    """
    for folder in (start, *start.parents):
        for name in (OWN, SHARED):
            path = folder / name
            # Unlike Path.is_file it takes a folder that may not be searched for one without.
            if not os.path.isfile(path):  # noqa: PTH113
                continue
            if _is_foreign(path, start):
                warn([f"{from_here(path)} is ignored: it belongs to another user"])
                continue
            file = _read_own(path) if name == OWN else _read_shared(path)
            if file is not None:
                return file
    return None


def named(path: str) -> ConfigFile:
    """Return the configuration file of a path; ``-`` is standard input.

    Raises:
        InputError: the file is not a configuration or not TOML, or cannot be read.
    """
    if Path(path).name != SHARED:
        return _read_own(Path(path))
    file = _read_shared(Path(path))
    if file is None:
        raise InputError(Fault("", "has no table [tool.fairtray]", "add one"), path)
    return file


def _read_own(path: Path) -> ConfigFile:
    shown = STDIN if str(path) == STDIN else from_here(path.absolute())
    table = _toml(read_text(shown), label(shown))
    return ConfigFile(label(shown), path.absolute().parent, "", table)


def _read_shared(path: Path) -> ConfigFile | None:
    """Return the table of a ``pyproject.toml``; None where it has none."""
    shown = from_here(path.absolute())
    try:
        data = path.read_bytes()
    except OSError:
        # Whether it speaks of fairtray cannot be known; most such files do not.
        data = b""
    if b"fairtray" not in data:
        return None
    try:
        table = _toml(read_text(shown), shown)
    except InputError:
        # A broken file that only names fairtray, as a dependency, is not ours to judge.
        if not _OUR_TABLE.search(data):
            return None
        raise
    tool = table.get("tool")
    if not isinstance(tool, Mapping) or "fairtray" not in tool:
        return None
    ours = tool["fairtray"]
    if not isinstance(ours, Mapping):
        raise InputError(Fault("tool.fairtray", "is not a table", "write [tool.fairtray]"), shown)
    return ConfigFile(shown, path.absolute().parent, "tool.fairtray.", ours)


def _toml(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(Fault("", f"is not TOML: {error}", "fix it there"), source) from None


def _is_foreign(path: Path, start: Path) -> bool:
    """Return whether a file belongs neither to the user nor to root nor to who owns ``start``."""
    if not hasattr(os, "geteuid"):
        return False
    return path.stat().st_uid not in {os.geteuid(), 0, start.stat().st_uid}
