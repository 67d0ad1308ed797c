"""Boards found by local search: few cells change at a time, the fast search judges.

What is looked for is rare among random boards but not among their neighbours. A board is
the harder the more places its pieces have while the verdict stays the same, for the
engines must refute or search through all of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fairtray.core.board import Board
from fairtray.core.shapes import Shape
from fairtray.corpus.entry import some_clear
from fairtray.engines.search.decide import decide_many
from fairtray.game import Position
from fairtray.rulesets.model import Ruleset

Tray = tuple[Shape, ...]

_NEIGHBOURS = 24
"""Boards that are looked at in each step."""

_STEPS = 40

_POOL = 4_000
"""Random boards that are tried for a start at a time."""

_POOLS = 10
"""Pools after which there is taken to be no start."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the search says of a board with a tray.

    Attributes:
        board: the board.
        tray: the pieces.
        orders: in how many orders all can be placed.
        packed: whether they all fit side by side without any clear.
        places: how many places each has on the board as it is.
    """

    board: Board
    tray: Tray
    orders: int
    packed: bool
    places: tuple[int, ...]


Wanted = Callable[[Ruleset, Judged], bool]


def _refused_with_clears(ruleset: Ruleset, found: Judged) -> bool:
    return (
        found.orders == 0
        and all(found.places)
        and some_clear(Position(ruleset, found.board, found.tray))
    )


WANTED: dict[str, Wanted] = {
    "no-order-clears": _refused_with_clears,
    "one-order": lambda _, found: found.orders == 1,
    "needs-clear": lambda _, found: found.orders > 0 and not found.packed,
}
"""What the kinds that are climbed for ask of a board."""


def judge(ruleset: Ruleset, found: Sequence[tuple[Board, Tray]]) -> list[Judged]:
    """Return what the search says of some boards."""
    grid = ruleset.grid
    index = {shape: i for i, shape in enumerate(ruleset.shapes)}
    boards = np.array([grid.to_words(board) for board, _ in found], dtype=np.uint64)
    trays = np.array([[index[shape] for shape in tray] for _, tray in found], dtype=np.int64)
    real = decide_many(ruleset, boards, trays)
    # Without lines there are no clears: what is left of the question is packing.
    packed = decide_many(replace(ruleset, lines=(), line_names=(), digest=""), boards, trays)
    return [
        Judged(board, tray, orders, sideways > 0, tuple(fits))
        for (board, tray), orders, sideways, fits in zip(
            found, real.orders.tolist(), packed.orders.tolist(), real.fits.tolist(), strict=True
        )
    ]


def climb(
    ruleset: Ruleset, kind: str, trays: Callable[[], Tray], rng: random.Random
) -> Judged | None:
    """Return a hard board of a kind; None where no start was found.

    Args:
        ruleset: a ruleset with a catalogue.
        kind: a key of ``WANTED``.
        trays: draws a tray.
        rng: all chance there is.
    """
    wanted = WANTED[kind]
    best = _start(ruleset, wanted, trays, rng)
    if best is None:
        return None
    for _ in range(_STEPS):
        near = [(_flipped(ruleset, best.board, rng), best.tray) for _ in range(_NEIGHBOURS)]
        for found in judge(ruleset, near):
            if sum(found.places) >= sum(best.places) and wanted(ruleset, found):
                best = found
    return best


def dense(ruleset: Ruleset, tray: Tray, rng: random.Random) -> Judged:
    """Return a board that is filled cell by cell while the tray stays placeable.

    It need not be the fullest: a cell that was in the way may later make a line clear.
    """
    board = 0
    cells = list(range(ruleset.grid.size))
    rng.shuffle(cells)
    best = judge(ruleset, [(board, tray)])[0]
    for cell in cells:
        fuller = best.board | 1 << cell
        if ruleset.full_lines(fuller):
            continue
        found = judge(ruleset, [(fuller, tray)])[0]
        if found.orders:
            best = found
    return best


def _start(
    ruleset: Ruleset, wanted: Wanted, trays: Callable[[], Tray], rng: random.Random
) -> Judged | None:
    for _ in range(_POOLS):
        pool = [(_random(ruleset, rng), trays()) for _ in range(_POOL)]
        good = [found for found in judge(ruleset, pool) if wanted(ruleset, found)]
        if good:
            return rng.choice(good)
    return None


def _random(ruleset: Ruleset, rng: random.Random) -> Board:
    density = rng.uniform(0.35, 0.75)
    board = sum(1 << cell for cell in range(ruleset.grid.size) if rng.random() < density)
    return _opened(ruleset, board, rng)


def _flipped(ruleset: Ruleset, board: Board, rng: random.Random) -> Board:
    for _ in range(rng.randint(1, 3)):
        board ^= 1 << rng.randrange(ruleset.grid.size)
    return _opened(ruleset, board, rng)


def _opened(ruleset: Ruleset, board: Board, rng: random.Random) -> Board:
    """Empty a cell of each line that is full."""
    for line in ruleset.lines:
        if board & line == line:
            cells = [cell for cell in range(ruleset.grid.size) if line >> cell & 1]
            board ^= 1 << rng.choice(cells)
    return board
