"""Emptying the fullest rows, as rescues and continues do."""

from __future__ import annotations

from fairtray.core.board import Board, Grid, Mask


def row_mask(grid: Grid, row: int) -> Mask:
    """Return the cells of a row."""
    return ((1 << grid.cols) - 1) << (row * grid.cols)


def fullest_row(grid: Grid, board: Board) -> int | None:
    """Return the row with most filled cells, of several the topmost; None on an empty board."""
    filled = [(board & row_mask(grid, row)).bit_count() for row in range(grid.rows)]
    most = max(filled)
    return filled.index(most) if most else None


def emptied(grid: Grid, board: Board, row: int) -> Board:
    """Return the board without the filled cells of a row."""
    return board & ~row_mask(grid, row)
