"""Counterexamples made as small as they can be: fewer filled cells, simpler pieces.

Delta debugging (Zeller and Hildebrandt 2002): parts are left out, large ones first, as long
as the rest still shows the fault, until no single part can be left out any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from fairtray.core.board import Board
from fairtray.core.shapes import Shape
from fairtray.dealers.session import Ask
from fairtray.game import Position

Part = TypeVar("Part")


def least(parts: Sequence[Part], shows: Callable[[Sequence[Part]], bool]) -> list[Part]:
    """Return a selection that still shows it and of which nothing can be left out.

    Args:
        parts: a selection that shows it.
        shows: whether a selection, in the same order, shows it.
    """
    remaining = list(parts)
    size = max(1, len(remaining) // 2)
    while remaining:
        start, smaller = 0, False
        while start < len(remaining):
            rest = remaining[:start] + remaining[start + size :]
            if shows(rest):
                remaining, smaller = rest, True
            else:
                start += size
        if size == 1 and not smaller:
            break
        size = max(1, size // 2)
    return remaining


def shrink_position(position: Position, shows: Callable[[Position], bool]) -> Position:
    """Return the smallest position reached that still shows it.

    Filled cells are only ever taken away, so that no line becomes full; pieces are
    replaced by catalogue shapes of fewer cells.

    Args:
        position: one that shows it.
        shows: whether a position shows it.
    """
    while True:
        before = position
        # Cells first: a small piece needs a fuller board to find no room than a large one.
        position = replace(position, board=shrink_board(position, shows), score=0)
        for slot in position.slots:
            position = _simpler_piece(position, slot, shows)
        if position == before:
            return position


def shrink_board(position: Position, shows: Callable[[Position], bool]) -> Board:
    """Return the board with as few filled cells as still show it."""
    grid = position.ruleset.grid

    def with_cells(cells: Sequence[tuple[int, int]]) -> Position:
        return replace(position, board=grid.mask(cells), score=0)

    cells = list(grid.cells(position.board))
    return grid.mask(least(cells, lambda some: shows(with_cells(some))))


def _simpler_piece(position: Position, slot: int, shows: Callable[[Position], bool]) -> Position:
    own = position.tray[slot]
    for shape in _simplest_first(position.ruleset.shapes):
        if own is None or shape.size >= own.size:
            break
        tray = tuple(shape if i == slot else s for i, s in enumerate(position.tray))
        simpler = replace(position, tray=tray)
        if shows(simpler):
            return simpler
    return position


def _simplest_first(shapes: Sequence[Shape]) -> list[Shape]:
    return sorted(shapes, key=lambda shape: shape.size)


def shrink_game(asks: Sequence[Ask], shows: Callable[[Sequence[Ask]], bool]) -> tuple[Ask, ...]:
    """Return the shortest game reached that still shows it in its last deal.

    Deals before the last are left out, then the score and the record are set to 0. The
    numbers of the turns stay as they were: for most dealers they decide the random numbers.

    Args:
        asks: what the dealer was told, the last of it where the fault shows.
        shows: whether a game shows it.
    """
    last = asks[-1]
    before = least(asks[:-1], lambda some: shows([*some, last]))
    for plainer in (replace(last, score=0, record=0), replace(last, record=0)):
        if plainer != last and shows([*before, plainer]):
            last = plainer
            break
    return (*before, last)
