"""Finding and reading the configuration file: the nearest folder up that has one.

``fairtray.toml`` is one; so is a ``pyproject.toml`` with a table ``[tool.fairtray]``. Of
two in one folder the first counts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairtray.core.errors import Fault, InputError
from fairtray_cli.console import warn
from fairtray_cli.paths import from_here

OWN, SHARED = "fairtray.toml", "pyproject.toml"

_OURS = re.compile(rb"tool\s*\.\s*[\"']?fairtray\b")


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration file.

    Attributes:
        label: how messages call it: its path from here.
        folder: where its paths start.
        prefix: what stands before each key, ``tool.fairtray.`` or nothing.
        table: its keys.
    """

    label: str
    folder: Path
    prefix: str
    table: Mapping[str, Any]


def nearest(start: Path) -> ConfigFile | None:
    """Return the configuration file of the nearest folder, from ``start`` up; None if none.

    A file that belongs to somebody else is passed over with a warning, as an option may
    name a program to run: nobody can plant one in a folder that many may write to, such
    as ``/tmp``.

    Raises:
        InputError: the file is no TOML or cannot be read.
    """
    for folder in (start, *start.parents):
        for name in (OWN, SHARED):
            path = folder / name
            # Unlike Path.is_file it takes a folder that may not be searched for one without.
            if not os.path.isfile(path):  # noqa: PTH113
                continue
            if _foreign(path, start):
                warn([f"{from_here(path)} is passed over: it belongs to another user"])
                continue
            found = _own(path) if name == OWN else _shared(path)
            if found is not None:
                return found
    return None


def named(path: str) -> ConfigFile:
    """Return the configuration file of a path; ``-`` is standard input.

    Raises:
        InputError: the file is no configuration, no TOML or cannot be read.
    """
    if Path(path).name != SHARED:
        return _own(Path(path))
    found = _shared(Path(path))
    if found is None:
        raise InputError(Fault("", "has no table [tool.fairtray]", "add one"), path)
    return found


def _own(path: Path) -> ConfigFile:
    from fairtray.core.files import STDIN, label, read_text

    shown = STDIN if str(path) == STDIN else from_here(path.absolute())
    return ConfigFile(
        label(shown), path.absolute().parent, "", _toml(read_text(shown), label(shown))
    )


def _shared(path: Path) -> ConfigFile | None:
    from fairtray.core.files import read_text

    shown = from_here(path.absolute())
    try:
        data = path.read_bytes()
    except OSError:
        # Whether it speaks of fairtray cannot be known; most such files do not.
        data = b""
    if not _OURS.search(data) and b"fairtray" not in data:
        return None
    try:
        table = _toml(read_text(shown), shown)
    except InputError:
        # A broken file that only names fairtray, as a dependency, is not ours to judge.
        if not _OURS.search(data):
            return None
        raise
    tool = table.get("tool")
    if not isinstance(tool, Mapping) or "fairtray" not in tool:
        return None
    ours = tool["fairtray"]
    if not isinstance(ours, Mapping):
        raise InputError(Fault("tool.fairtray", "is no table", "write [tool.fairtray]"), shown)
    return ConfigFile(shown, path.absolute().parent, "tool.fairtray.", ours)


def _toml(text: str, source: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(Fault("", f"is not TOML: {error}", "mend it there"), source) from None


def _foreign(path: Path, start: Path) -> bool:
    """Return whether a file belongs neither to the user nor to root nor to who owns ``start``."""
    if not hasattr(os, "geteuid"):
        return False
    return path.stat().st_uid not in {os.geteuid(), 0, start.stat().st_uid}
