"""Blokus boards and moves as lines of text for a terminal.

Cells are called as players call them: a1 is the lower left corner.
"""

from __future__ import annotations

import string

from fairtray.core.board import Mask
from fairtray.families.blokus.position import Move, Position, cell_names
from fairtray.pictures.text import paint

COUNTED = "a1 is the lower left corner"

STYLES = {"B": "blue", "Y": "yellow", "R": "red", "G": "green"}
"""The terminal's colour for each letter."""


def board(position: Position, new: Mask = 0) -> list[str]:
    """Return the lines of a board with named rows and columns.

    Args:
        position: the position.
        new: cells to set off, by capital letters in reverse.
    """
    rules = position.variant
    grid = rules.grid
    starts = {start: i for i, start in enumerate(rules.starts) if not position.boards[i]}
    lines = []
    for r in range(grid.rows):
        cells = []
        for c in range(grid.cols):
            bit = grid.bit(r, c)
            owner = next((i for i, b in enumerate(position.boards) if b & bit), None)
            if owner is not None:
                letter = rules.colours[owner].letter
                cells.append(_painted(letter, letter, new=bool(new & bit)))
            elif (r, c) in starts:
                letter = rules.colours[starts[r, c]].letter
                cells.append(_painted("*", letter, new=False))
            else:
                cells.append(paint(".", "dim"))
        lines.append(f"{grid.rows - r:>3} {' '.join(cells)}")
    return [*lines, f"    {' '.join(string.ascii_lowercase[: grid.cols])}"]


def _painted(mark: str, letter: str, *, new: bool) -> str:
    return paint(mark, f"{STYLES[letter]} bold{' reverse' if new else ''}")


def move(position: Position, made: Move) -> str:
    """Return a move in words, such as ``blue I2 at a20 a19``."""
    name = position.variant.colours[made.colour].name
    return f"{name} {made.piece} at {cell_names(position.variant, made.mask)}"
