"""Why a piece does not fit: the place where least is in its way."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.core.board import Mask
from fairtray.core.shapes import Shape
from fairtray.game import Position


@dataclass(frozen=True, slots=True)
class BlockedPlace:
    """A place at which a piece does not fit.

    Attributes:
        row: row of the top-left corner of the piece's bounding box, from 0.
        col: its column.
        mask: the cells that the piece would cover.
        in_the_way: those of them that are filled.
    """

    row: int
    col: int
    mask: Mask
    in_the_way: Mask


def nearest_place(position: Position, shape: Shape) -> BlockedPlace | None:
    """Return the place where the fewest filled cells are in a piece's way.

    Of equal places the first in row-major order; None when the piece is larger than the board.
    """
    grid = position.ruleset.grid
    best: BlockedPlace | None = None
    for row, col in grid.anchors(shape):
        mask = grid.placed(shape, row, col)
        filled = mask & position.board
        if best is None or filled.bit_count() < best.in_the_way.bit_count():
            best = BlockedPlace(row, col, mask, filled)
    return best
