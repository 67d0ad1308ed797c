"""Which orders of a tray's pieces work, and at which piece, and where, the others fail."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from fairtray.core.errors import InternalFault
from fairtray.core.shapes import Shape
from fairtray.engines.kernels import orders as kernel
from fairtray.engines.search.prepare import board_words, tables_of, tray_of
from fairtray.game import Position

_MAX_BOARDS = 1 << 22
"""Boards on which a piece is tried to find where it comes nearest to fitting."""


@dataclass(frozen=True, slots=True)
class Miss:
    """The place at which a piece comes nearest to fitting, after the best that can go before.

    Attributes:
        before: the placements of the pieces before it, which are those that leave least in
            its way; of equals the smallest by (row, col) in turn. Only the first four
            million are looked at.
        place: the row and column of the piece itself.
        in_the_way: the filled cells there, as (row, col).
    """

    before: tuple[tuple[int, int], ...]
    place: tuple[int, int]
    in_the_way: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a tray's pieces; equal pieces are interchangeable.

    Attributes:
        shapes: the pieces in that order.
        placed: how many of them can be placed one after the other, at best, wherever each
            is put; as many as there are when the order works.
        miss: where the next piece comes nearest to fitting after those; None when the order
            works, when the piece is larger than the board, and where it was not looked for.
    """

    shapes: tuple[Shape, ...]
    placed: int
    miss: Miss | None = None

    @property
    def works(self) -> bool:
        """Whether all pieces can be placed in this order."""
        return self.placed == len(self.shapes)


def all_orders(position: Position, *, where: bool = False) -> tuple[Order, ...]:
    """Return every order of the pieces left, in the order of their slots.

    Args:
        position: the position.
        where: whether to look for the place at which each failing order comes nearest.

    Raises:
        PositionError: more than 5 pieces in the tray.
    """
    shapes, tray = tray_of(position)
    pieces = tray[list(position.slots)].tolist()
    if not pieces:
        return ()
    orders = list(dict.fromkeys(itertools.permutations(pieces)))
    placed = np.zeros(len(orders), dtype=np.int64)
    kernel.longest(
        tables_of(position.ruleset, shapes),
        np.array(orders, dtype=np.int64),
        board_words(position.ruleset, position.board),
        placed,
    )
    # Orders that fail alike at the same beginning have the same reason.
    misses: dict[tuple[int, ...], Miss | None] = {}
    for order, k in zip(orders, placed.tolist(), strict=True):
        if where and k < len(order) and order[: k + 1] not in misses:
            misses[order[: k + 1]] = _miss(position, shapes, order[: k + 1])
    return tuple(
        Order(tuple(shapes[i] for i in order), k, misses.get(order[: k + 1]))
        for order, k in zip(orders, placed.tolist(), strict=True)
    )


def _miss(position: Position, shapes: tuple[Shape, ...], beginning: tuple[int, ...]) -> Miss | None:
    """Return where the last piece of a beginning comes nearest to fitting."""
    ruleset = position.ruleset
    anchors = np.zeros(len(beginning), dtype=np.int64)
    fewest = kernel.nearest(
        tables_of(ruleset, shapes),
        np.array(beginning, dtype=np.int64),
        len(beginning),
        board_words(ruleset, position.board),
        _MAX_BOARDS,
        anchors,
    )
    if fewest < 0:
        return None
    grid = ruleset.grid
    *before, place = [divmod(anchor, grid.cols) for anchor in anchors.tolist()]
    board = position.board
    for i, (row, col) in zip(beginning, before, strict=False):
        board |= grid.placed(shapes[i], row, col)
        for line in [line for line in ruleset.lines if board & line == line]:
            board &= ~line
    blocked = grid.placed(shapes[beginning[-1]], *place) & board
    if blocked.bit_count() != fewest:
        raise InternalFault(f"{fewest} cells in the way are {blocked.bit_count()} in a replay")
    return Miss(tuple(before), place, tuple(grid.cells(blocked)))
