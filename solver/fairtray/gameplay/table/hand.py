"""The piece that a player holds over the board, and what placing it would do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from fairtray.core.board import Grid, Mask
from fairtray.core.shapes import Cell, Shape

PieceT = TypeVar("PieceT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Hand(Generic[PieceT]):
    """A piece held over the board, always entirely on it.

    Attributes:
        piece: which piece: its slot, or its name.
        shape: how it lies.
        row: row of the top-left corner of its bounding box, from 0.
        col: its column.
    """

    piece: PieceT
    shape: Shape
    row: int = 0
    col: int = 0

    @property
    def cells(self) -> list[Cell]:
        """The cells that it covers."""
        return [(self.row + r, self.col + c) for r, c in self.shape.cells]

    @property
    def middle(self) -> Cell:
        """The cell that its middle is over."""
        return self.row + self.shape.height // 2, self.col + self.shape.width // 2

    def at(self, grid: Grid, row: int, col: int) -> Hand[PieceT]:
        """Return it with that top-left corner, or as close as the board allows."""
        return replace(
            self,
            row=min(max(row, 0), grid.rows - self.shape.height),
            col=min(max(col, 0), grid.cols - self.shape.width),
        )

    def over(self, grid: Grid, cell: Cell) -> Hand[PieceT]:
        """Return it with its middle over a cell, or as close as the board allows."""
        return self.at(grid, cell[0] - self.shape.height // 2, cell[1] - self.shape.width // 2)

    def moved(self, grid: Grid, rows: int, cols: int) -> Hand[PieceT]:
        """Return it moved by some rows and columns; it stops at the edge."""
        return self.at(grid, self.row + rows, self.col + cols)

    def reshaped(self, grid: Grid, shape: Shape) -> Hand[PieceT]:
        """Return it lying in another way about the same middle."""
        return replace(self, shape=shape).over(grid, self.middle)


@dataclass(frozen=True, slots=True)
class Ghost(Generic[MoveT]):
    """What the board looks like with the piece in hand on it.

    Attributes:
        mask: the cells that the piece covers.
        blocked: those of them where it must not be.
        move: what placing it would do; None where the rules do not allow it.
        reason: why they do not; empty where they do.
    """

    mask: Mask
    blocked: Mask
    move: MoveT | None
    reason: str = ""
