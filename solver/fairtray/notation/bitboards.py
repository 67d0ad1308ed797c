"""Boards and pieces as hexadecimal bitboards, row by row.

The digits read as the picture does: the highest bit is the top left cell, the bits go on
to the right and then down, the lowest bit is the bottom right cell. There are exactly as
many digits as the cells need, leading zeros included, so that a lost digit shows.
"""

from __future__ import annotations

import re

from fairtray.core.board import Board, Grid
from fairtray.core.errors import Fault, NotationError, echo

PREFIX = "0x"

_HEX = re.compile(r"0[xX]([0-9a-fA-F]+)")


def is_meant(text: str) -> bool:
    """Return whether a text is meant as a hexadecimal number, as it begins like one."""
    return text[:2].lower() == PREFIX


def digits(grid: Grid) -> int:
    """Return how many hexadecimal digits the cells of a grid take."""
    return -(-grid.size // 4)


def write(board: Board, grid: Grid) -> str:
    """Return a board as a hexadecimal bitboard."""
    # The package's boards have the top left cell lowest, so the bits are turned round.
    value = int(f"{board:0{grid.size}b}"[::-1], 2)
    return f"{PREFIX}{value:0{digits(grid)}x}"


def read(text: str, grid: Grid) -> Board:
    """Return the board that a hexadecimal bitboard stands for.

    Raises:
        NotationError: a character that is no digit, too few or too many digits, or a bit
            beyond the first cell.
    """
    size = f"{grid.rows}x{grid.cols}"
    understood = f"{echo(text)}, read as a hexadecimal bitboard of {size} cells,"
    found = _HEX.fullmatch(text)
    if found is None:
        raise NotationError(Fault("", f"{understood} has other characters", "use 0-9 and a-f"))
    needed = digits(grid)
    given = len(found[1])
    if given != needed:
        raise NotationError(
            Fault("", f"{understood} takes {needed} digits, not {given}", "count them")
        )
    value = int(found[1], 16)
    if value > grid.full:
        raise NotationError(
            Fault("", f"{understood} has a bit above the top left cell", "leave that bit 0")
        )
    return int(f"{value:0{grid.size}b}"[::-1], 2)
