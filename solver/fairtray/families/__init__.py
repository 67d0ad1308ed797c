"""Families of games, and how the family of an input is found.

The registry holds facts only. A family's own modules are imported when it is asked something, so
that a command about one family pays nothing for the others.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fairtray.core import jsontext
from fairtray.core.errors import NotationError
from fairtray.families.family import Family, RequestError

__all__ = [
    "REGISTRY",
    "Family",
    "Registration",
    "choices",
    "families",
    "of_input",
    "of_ruleset",
    "refuse_foreign",
]


@dataclass(frozen=True, slots=True)
class Registration:
    """A family as the registry has it: enough to recognise its inputs without importing it.

    Attributes:
        path: its class, as ``module:name``.
        names: what files and ``--ruleset`` may call its games. The first family needs none:
            what nobody else claims is its own.
        suffixes: endings of files that are its own.
        signature: a regular expression that its texts begin with, where they are not JSON.
        options: options that not all families have, each with the values that it may take;
            none for any value.
    """

    path: str
    names: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    signature: str | None = None
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def claims(self, name: str, text: str) -> bool:
        """Return whether an input is this family's, judged by its name and what it says itself."""
        if name.endswith(self.suffixes) and self.suffixes:
            return True
        text = text.lstrip("\ufeff \t\r\n")
        if self.signature is not None and re.match(self.signature, text):
            return True
        # Most texts are told apart by this alone, without reading them as JSON twice.
        if not any(f'"{name}"' in text for name in self.names):
            return False
        try:
            value = jsontext.loads(text)
        except NotationError:
            return False
        return isinstance(value, Mapping) and value.get("ruleset") in self.names

    def family(self) -> Family:
        """Return the family, imported now."""
        return _family(self.path)


REGISTRY: list[Registration] = [
    Registration(
        "fairtray.families.block.family:BlockGames",
        options={
            "board": (),
            "explain": (),
            "max_nodes": (),
            "objective": ("score", "survival", "balanced"),
            "proof": (),
            "top": (),
            "width": (),
        },
    ),
    Registration(
        "fairtray.families.blokus.family:Blokus",
        names=("blokus", "duo", "blokus-duo"),
        suffixes=(".blksgf",),
        signature=r"\(\s*;",
        options={
            "number": (),
            "objective": ("score", "next"),
            "people": (),
            "scoring": ("advanced", "standard"),
            "to": ("blksgf",),
        },
    ),
]
"""One entry a family. The first is the one that an input belongs to unless another claims it."""


@functools.cache
def _family(path: str) -> Family:
    module, _, name = path.partition(":")
    found: Any = getattr(importlib.import_module(module), name)()
    if not isinstance(found, Family):
        raise TypeError(f"{path} is not a family of games")
    return found


def families() -> Iterator[Family]:
    """Yield all families, each imported now."""
    return (registration.family() for registration in REGISTRY)


def of_ruleset(spec: str | None) -> Family:
    """Return the family of a game's name, of a path, or of ``-``; the first one for None."""
    found = next((entry for entry in REGISTRY if spec in entry.names), REGISTRY[0])
    return found.family()


def of_input(name: str, text: str, spec: str | None = None) -> Family:
    """Return the family of a position or a game.

    Args:
        name: the file's name; empty for none.
        text: what it says.
        spec: the ruleset to use instead of the text's; None for the text's own.
    """
    if spec is not None:
        return of_ruleset(spec)
    found = next((entry for entry in REGISTRY[1:] if entry.claims(name, text)), REGISTRY[0])
    return found.family()


def choices(option: str) -> tuple[str, ...]:
    """Return the values that an option may take in any family."""
    values = (value for entry in REGISTRY for value in entry.options.get(option, ()))
    return tuple(dict.fromkeys(values))


def refuse_foreign(family: Family, given: Mapping[str, object]) -> None:
    """Refuse options that only other families have.

    Args:
        family: whose input it is.
        given: the options that were set on purpose, and their values. What no family lists
            as its own is everybody's.

    Raises:
        RequestError: it has no such option, or the option no such value.
    """
    for option, value in given.items():
        having = [entry for entry in REGISTRY if _takes(entry, option, value)]
        listing = [entry for entry in REGISTRY if option in entry.options]
        if listing and family not in [entry.family() for entry in having]:
            titles = " and ".join(entry.family().title for entry in having)
            # Where the family has the option, but not with this value, the value is named.
            said = f"{value} " if family in [entry.family() for entry in listing] else ""
            raise RequestError(option, f"{said}is for {titles} only, and this is {family.one}")


def _takes(entry: Registration, option: str, value: object) -> bool:
    values = entry.options.get(option)
    return values is not None and (not values or value in values)
