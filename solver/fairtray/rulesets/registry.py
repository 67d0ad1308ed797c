"""Finding a ruleset: a built-in name, the path of a file, or an object written in place."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from fairtray.core.errors import Fault, NotationError, RulesetError, echo, nearest
from fairtray.core.files import read_text
from fairtray.rulesets import load
from fairtray.rulesets.model import Ruleset

DEFAULT = "bloky-8x8"
"""The ruleset where none is named."""

_ORDER = (
    "bloky-8x8",
    "block-knock",
    "block-puzzle-19",
    "eu-block-puzzle",
    "ten-ten",
    "woodoku",
    "block-blast",
)

_MAX_RULESET_BYTES = 1024 * 1024


def builtin_names() -> tuple[str, ...]:
    """Return the names of the built-in rulesets, the published games first."""
    return _ORDER


@functools.lru_cache(maxsize=64)
def builtin(name: str) -> Ruleset:
    """Return a built-in ruleset.

    Raises:
        RulesetError: no built-in ruleset has that name.
    """
    if name not in _ORDER:
        raise RulesetError(Fault("", f"no ruleset is called {echo(name)}", nearest(name, _ORDER)))
    file = resources.files("fairtray.rulesets") / "data" / f"{name}.toml"
    return load.from_toml(file.read_text(encoding="utf-8"), f"{name}.toml")


def get(spec: str | Mapping[str, Any], folder: Path | None = None) -> Ruleset:
    """Return the ruleset that ``spec`` names.

    Args:
        spec: a built-in name, the path of a ruleset file, or a mapping with its keys.
        folder: where a relative path starts, when the spec is in a file.

    Raises:
        RulesetError: unknown name, unreadable file, or faults in the ruleset.
    """
    if isinstance(spec, Mapping):
        return _own(load.from_mapping(spec))
    if not isinstance(spec, str):
        raise RulesetError(
            Fault("", f"{echo(spec)} is not a ruleset", "use a name, a path or an object")
        )
    if spec in _ORDER:
        return builtin(spec)
    path = _existing(Path(spec), folder)
    if not ("/" in spec or "\\" in spec or path.suffix == ".toml"):
        raise RulesetError(_unknown(spec, path))
    try:
        text = read_text(str(path), _MAX_RULESET_BYTES)
    except NotationError as error:
        raise RulesetError(error.faults, error.source) from None
    return from_toml(text, str(path))


def from_toml(text: str, source: str) -> Ruleset:
    """Return the user's own ruleset that a TOML text describes.

    Raises:
        RulesetError: with all faults that are in it.
    """
    return _own(load.from_toml(text, source), source)


def _own(ruleset: Ruleset, source: str = "") -> Ruleset:
    """Return a user's own ruleset, which may not pass for a built-in one.

    Reports and files that name the ruleset would speak of the wrong game.
    """
    if ruleset.name in _ORDER:
        true = builtin(ruleset.name)
        same_rules = ruleset.digest == true.digest
        if not same_rules or ruleset.modes_document() != true.modes_document():
            other = "modes" if same_rules else "rules"
            what = f"{echo(ruleset.name)} is built in, with other {other} than these"
            raise RulesetError(Fault("name", what, "choose another name"), source)
    return ruleset


def _existing(path: Path, folder: Path | None) -> Path:
    """Return the path as it starts in the folder, where there is such a file, or else here."""
    if folder is None or path.is_absolute():
        return path
    return folder / path if _is_there(folder / path) else path


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        # Longer than the system allows, or with characters that no file has in its name.
        return False


def _unknown(spec: str, path: Path) -> Fault:
    what = f"no ruleset is called {echo(spec)}"
    if spec and _is_there(path):
        return Fault("", what, f"a file of that name exists: write {echo(f'./{spec}')[1:-1]}")
    return Fault("", what, f"{nearest(spec, _ORDER)} (or the path of a .toml file)")
