"""Makes a corpus: boards of every kind, each decided by both engines."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from corpus_making.blocking import blocker, excluding
from corpus_making.climbing import WANTED, Tray, climb, dense
from fairtray.core.board import Board
from fairtray.core.errors import Fault, InputError, InternalFault
from fairtray.corpus.entry import KINDS, Entry
from fairtray.engines.proof.decide import count_orders
from fairtray.engines.search.decide import decide
from fairtray.game import Position
from fairtray.notation.writing import position_json
from fairtray.rulesets.model import Ruleset

DEFAULT_EACH = 50
"""Boards of each kind."""

_PATIENCE = 30
"""Tries in a row without a new board after which a kind is taken to have no more."""


def make(ruleset: Ruleset, each: int = DEFAULT_EACH, seed: int = 0) -> Iterator[Entry]:
    """Yield a corpus for a ruleset: up to ``each`` boards of each kind, no board twice.

    The same ruleset, numbers and version of OR-Tools give the same corpus.

    Args:
        ruleset: a ruleset with a catalogue and a line at least.
        each: boards of each kind; fewer where a kind has no more.
        seed: any whole number.

    Raises:
        InputError: a ruleset without catalogue or lines.
        InternalFault: the engines disagree.
    """
    if not ruleset.shapes or not ruleset.lines:
        raise InputError(
            Fault("ruleset", f"{ruleset.name} has no catalogue or no lines", "name one with both")
        )
    seen: set[Board] = set()
    for kind in KINDS:
        rng = random.Random(f"{ruleset.name}/{kind}/{seed}")
        made = failed = 0
        while made < each and failed < _PATIENCE:
            found = _one(ruleset, kind, rng)
            failed += 1
            if found is None or found[0] in seen:
                continue
            position = Position(ruleset, *found)
            name = f"{ruleset.name}/{kind}/{made + 1:03}"
            entry = Entry(name, kind, position, agreed_orders(position))
            if entry.serves:
                seen.add(found[0])
                made, failed = made + 1, 0
                yield entry


def agreed_orders(position: Position) -> int:
    """Return in how many orders a tray can be placed, by both engines.

    Raises:
        InternalFault: they disagree.
    """
    search, proof = decide(position).orders, count_orders(position)
    if search != proof:
        raise InternalFault(
            f"search counts {search} orders, CP-SAT {proof}", position_json(position)
        )
    return search


def drawn_tray(ruleset: Ruleset, rng: random.Random) -> Tray:
    """Return a random triple that the ruleset could deal, all pieces different if possible."""
    entries = ruleset.catalogue or ()
    size = ruleset.tray_size
    limit = size if ruleset.max_large is None else ruleset.max_large
    while True:
        drawn = rng.sample(entries, size) if len(entries) >= size else rng.choices(entries, k=size)
        if sum(entry.large for entry in drawn) <= limit:
            return tuple(entry.shape for entry in drawn)


def _one(ruleset: Ruleset, kind: str, rng: random.Random) -> tuple[Board, Tray] | None:
    """Return one try at a board of a kind."""
    tray = drawn_tray(ruleset, rng)
    if kind in WANTED:
        found = climb(ruleset, kind, lambda: drawn_tray(ruleset, rng), rng)
        return None if found is None else (found.board, found.tray)
    if kind == "dense":
        filled = dense(ruleset, tray, rng)
        return (filled.board, filled.tray) if filled.orders else None
    board = _CONSTRUCTIONS[kind](ruleset, tray, rng)
    return None if board is None else (board, tray)


def _blocked_catalogue(ruleset: Ruleset, _tray: Tray, rng: random.Random) -> Board | None:
    return blocker(ruleset, [shape for shape in ruleset.shapes if shape.size > 1], rng)


_CONSTRUCTIONS: dict[str, Callable[[Ruleset, Tray, random.Random], Board | None]] = {
    "blocks-one": lambda ruleset, tray, rng: blocker(ruleset, tray[:1], rng),
    "blocks-tray": blocker,
    "blocks-catalogue": _blocked_catalogue,
    "no-order": excluding,
}
