"""Corpora as files: JSON Lines of positions, which ``fairtray check`` reads as they are."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from fairtray.core import jsontext
from fairtray.core.board import Board
from fairtray.core.errors import Fault, InputError
from fairtray.corpus.entry import Entry
from fairtray.notation import parse_json
from fairtray.notation.writing import position_json
from fairtray.rulesets.model import Ruleset
from fairtray.rulesets.registry import builtin, builtin_names

ENGINES = ("search", "cp-sat")

_CHECKOUT = Path(__file__).parents[3] / "fixtures" / "boards"


def line(entry: Entry) -> str:
    """Return an entry as a line of a corpus."""
    position = position_json(entry.position)
    return json.dumps(
        {
            "id": entry.id,
            "kind": entry.kind,
            "ruleset": position["ruleset"],
            "board": position["board"],
            "tray": position["tray"],
            "expect": {
                "placeable": entry.placeable,
                "orders": entry.orders,
                "engines": list(ENGINES),
            },
        },
        separators=(",", ":"),
    )


def read(lines: Iterable[str]) -> Iterator[Entry]:
    """Yield the entries of a corpus.

    Raises:
        InputError: a line that is not an entry.
    """
    for text in lines:
        document = jsontext.loads(text)
        yield Entry(
            document["id"],
            document["kind"],
            parse_json(text).position,
            document["expect"]["orders"],
        )


def corpus_names() -> tuple[str, ...]:
    """Return the names of the rulesets with a corpus of their own."""
    return tuple(name for name in builtin_names() if _file(name).is_file())


@functools.lru_cache(maxsize=16)
def corpus(name: str) -> tuple[Entry, ...]:
    """Return the corpus of a built-in ruleset; empty where it has none."""
    file = _file(name)
    if not file.is_file():
        return ()
    return tuple(read(file.read_text(encoding="utf-8").splitlines()))


def boards(ruleset: Ruleset) -> tuple[Board, ...]:
    """Return the boards of a ruleset's corpus, or of one with the same grid and lines.

    Raises:
        InputError: there is no such corpus.
    """
    name = _corpus_name(ruleset)
    if name is None:
        raise InputError(
            Fault(
                "policy corpus",
                f"no corpus has boards of {ruleset.name}'s size and lines",
                f"use another policy (there are corpora of {', '.join(corpus_names())})",
            )
        )
    return tuple(entry.position.board for entry in corpus(name))


def has_boards(ruleset: Ruleset) -> bool:
    """Return whether there is a corpus for a ruleset."""
    return _corpus_name(ruleset) is not None


def _corpus_name(ruleset: Ruleset) -> str | None:
    """Return the built-in ruleset whose corpus has boards for a ruleset, preferably itself."""
    own = [ruleset.name] if ruleset.name in builtin_names() else []
    for name in dict.fromkeys([*own, *builtin_names()]):
        rules = builtin(name)
        if (rules.grid, rules.lines) == (ruleset.grid, ruleset.lines) and _file(name).is_file():
            return name
    return None


def _file(name: str) -> Traversable:
    """Return where a corpus is: in the installed package, or in the checkout that is run.

    The originals are fixtures; a wheel holds them inside the package, an editable install
    runs from the checkout and finds them there.
    """
    installed = resources.files("fairtray.corpus") / "boards"
    folder: Traversable = installed if installed.is_dir() else _CHECKOUT
    return folder / f"{name}.jsonl"
