"""Boards and shapes as lines for a terminal, coloured where that is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairtray.core.board import Board, Grid
from fairtray.core.errors import counted
from fairtray.core.shapes import Shape
from fairtray.pictures import text
from fairtray.pictures.text import COUNTED, side_by_side
from fairtray_cli.render.lines import finished

__all__ = ["COUNTED", "board", "counted", "drawing", "side_by_side", "tray"]


def board(grid: Grid, filled: Board, *, colour: bool) -> list[str]:
    """Return the lines of a board with numbered rows and columns."""
    return _all(text.board(grid, filled), colour=colour)


def tray(
    pieces: Sequence[Shape | None], captions: Sequence[str], width: int, *, colour: bool
) -> list[str]:
    """Return the lines of a tray: each slot's piece, with its slot number and a caption."""
    return _all(text.tray(pieces, captions, width), colour=colour)


def drawing(shape: Shape, *, colour: bool) -> list[str]:
    """Return the rows of a shape."""
    return _all(text.drawing(shape), colour=colour)


def _all(lines: Iterable[str], *, colour: bool) -> list[str]:
    return [finished(line, colour=colour) for line in lines]
