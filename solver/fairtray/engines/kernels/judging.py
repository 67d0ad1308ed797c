"""How good a board is to live on, as sums of whole numbers.

:func:`judge` adds up what :class:`Judge` says of how many places each shape has, how many
cells each line lacks, and every 4x4 window of the board. The rows, columns and corners just
outside count as filled, so that one table of windows serves boards of any size.
:func:`by_hand` is the reference that it is compared with.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairtray.engines.kernels._jit import inner
from fairtray.engines.kernels.bits import load, low_word, popcount, shl, shr
from fairtray.engines.kernels.promise import edges
from fairtray.engines.kernels.search import fit_set

WINDOW = 4
"""Rows and columns of a window."""

# The hand-made value: for an empty cell, an edge, a hole, and a line by the cells it lacks.
HAND_EMPTY, HAND_EDGE, HAND_HOLE = 8, 4, 12
HAND_LINE = (0, 24, 12, 6)


class Judge(NamedTuple):
    """The weights by which a board is judged; more is better.

    Attributes:
        windows: int32 (65536,): by the window's cells, bit 4 * row + column.
        fits: int32 (S, F + 1): for a shape with that many places; the last for all more.
        lines: int32 (K + 1,): for a line that lacks so many cells; the last for all more.
        rows: rows of the board.
        cols: columns of the board.
    """

    windows: Any
    fits: Any
    lines: Any
    rows: int
    cols: int


@inner
def pad(ev, board, padded):
    """Write the board's rows with walls around them; bit 0 is the wall on the left."""
    walls = np.int64(1) | (np.int64(1) << (ev.cols + 1))
    cells = (np.int64(1) << ev.cols) - 1
    padded[0] = (np.int64(1) << (ev.cols + 2)) - 1
    padded[ev.rows + 1] = padded[0]
    for row in range(ev.rows):
        padded[row + 1] = walls | ((low_word(board) & cells) << 1)
        board = shr(board, ev.cols)


@inner
def judge(t, ev, padded, board):
    """Return how good a board is."""
    empty = load(t.full, 0, t.lanes) ^ board
    most = ev.fits.shape[1] - 1
    total = np.int64(0)
    for shape in range(t.sizes.shape[0]):
        total += ev.fits[shape, min(popcount(fit_set(t, shape, empty)), most)]
    most = ev.lines.shape[0] - 1
    for i in range(t.lines.shape[0]):
        total += ev.lines[min(popcount(load(t.lines, i, t.lanes) & empty), most)]
    pad(ev, board, padded)
    for col in range(ev.cols + 3 - WINDOW):
        window = np.int64(0)
        for row in range(WINDOW - 1):
            window = (window >> 4) | (((padded[row] >> col) & 15) << 12)
        for row in range(WINDOW - 1, ev.rows + 2):
            window = (window >> 4) | (((padded[row] >> col) & 15) << 12)
            total += ev.windows[window]
    return total


@inner
def by_hand(t, g, board):
    """Return the hand-made value of a board: room, few edges, no holes, lines near full."""
    empty = load(t.full, 0, t.lanes) ^ board
    open_ = (empty & shr(empty, 1) & load(g.has_right, 0, t.lanes)) | (
        empty & shr(empty, g.cols) & load(g.has_below, 0, t.lanes)
    )
    beside = open_ | (shl(empty & load(g.has_right, 0, t.lanes), 1) & empty)
    beside = beside | (shl(empty & load(g.has_below, 0, t.lanes), g.cols) & empty)
    value = HAND_EMPTY * popcount(empty) - HAND_EDGE * edges(t, g, board)
    value -= HAND_HOLE * popcount(empty ^ (empty & beside))
    for i in range(t.lines.shape[0]):
        lacking = popcount(load(t.lines, i, t.lanes) & empty)
        if lacking < len(HAND_LINE):
            value += HAND_LINE[lacking]
    return value
