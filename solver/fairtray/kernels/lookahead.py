"""Players that plan a whole tray: the boards it can end in, and how good each of them is.

A board is judged by sums of integer weights (:class:`Judge`): how many places each shape
has, how many cells each line lacks, and every 4x4 window of the board. The rows, columns and
corners just outside count as filled, so that one table of windows serves boards of any size.

The plan is a search level by level, a level being one placement; states that agree in board,
pieces left and combo counters are one. Of each level's states the ``width`` best live on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairtray.kernels._jit import inner, jit
from fairtray.kernels.beam import _copy, _index, _shrink
from fairtray.kernels.best import move_score
from fairtray.kernels.bits import (
    clear_lowest,
    is_zero,
    load,
    low_word,
    lowest,
    popcount,
    shl,
    shr,
    store,
)
from fairtray.kernels.deal import placeable
from fairtray.kernels.promise import edges
from fairtray.kernels.search import fit_set, full_lines, touched_full_lines
from fairtray.kernels.states import COMBO, SINCE, USED, find, repeats

SURVIVAL, SCORE, HAND = 0, 1, 2
"""What a plan is ranked by: the judge; points, then the judge; a hand-made value."""

WINDOW = 4
"""Rows and columns of a window."""

PATH = 0
"""Column of a state: its moves so far, ``_STEP`` bits each, the latest lowest."""

VALUE, POINTS = 0, 1
"""Columns of a state's worth."""

_STEP = 12
_RANK = 32
_MOST_POINTS = np.int64(1 << 30)
"""More points are not told apart, so that the rank by points and judge stays in 64 bits."""

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


class Bench(NamedTuple):
    """Where plans are made.

    Attributes:
        boards: uint64 (R + 1, W): the states of a level.
        state: int64 (R + 1, 5).
        worth: int64 (R + 1, 2).
        to_boards: uint64 (R + 1, W): those of the next.
        to_state: int64 (R + 1, 5).
        to_worth: int64 (R + 1, 2).
        table: int32 (T,), T a power of two above R.
        digits: int64 (4096,).
        padded: int64 (rows + 2,).
    """

    boards: Any
    state: Any
    worth: Any
    to_boards: Any
    to_state: Any
    to_worth: Any
    table: Any
    digits: Any
    padded: Any


def bench(words: int, rows: int, room: int) -> Bench:
    """Return a bench for boards of some words and rows; ``room`` states at a time."""
    size = 1
    while size < 2 * room:
        size *= 2
    return Bench(
        boards=np.zeros((room + 1, words), np.uint64),
        state=np.zeros((room + 1, 5), np.int64),
        worth=np.zeros((room + 1, 2), np.int64),
        to_boards=np.zeros((room + 1, words), np.uint64),
        to_state=np.zeros((room + 1, 5), np.int64),
        to_worth=np.zeros((room + 1, 2), np.int64),
        table=np.full(size, -1, np.int32),
        digits=np.zeros(1 << 12, np.int64),
        padded=np.zeros(rows + 2, np.int64),
    )


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


@inner
def _rank(t, g, ev, b, style, board, points):
    if style == SURVIVAL:
        return judge(t, ev, b.padded, board)
    if style == SCORE:
        return (min(points, _MOST_POINTS) << _RANK) + judge(t, ev, b.padded, board)
    return by_hand(t, g, board) + points


@jit
def plan(t, sc, g, ev, b, style, width, tray, n, board, combo, since, path):
    """Find the best board that a tray can end in, and the way there.

    Args:
        t: the tables of the whole catalogue.
        sc: the scoring.
        g: the grid's neighbourhoods.
        ev: the judge.
        b: where the plan is made.
        style: SURVIVAL, SCORE or HAND.
        width: states of a level that live on.
        tray: int64 (>= n,): shapes, in slot order.
        n: how many.
        board: the filled cells; may have full lines.
        combo: the combo counter.
        since: non-clearing moves since the last clear.
        path: int64 (>= n, 2): out: (slot, anchor) of each move.

    Returns:
        How many pieces the plan places: fewer than n where the search finds no way to
        place all; then the best state of the last level that it reached.
    """
    full = load(t.full, 0, t.lanes)
    _, lines_at_start = full_lines(t, board)
    room = b.boards.shape[0] - 1
    store(b.boards, 0, board)
    b.state[0, PATH] = 0
    b.state[0, USED] = 0
    # Where points do not count, the counters do not tell states apart.
    b.state[0, COMBO] = combo if style != SURVIVAL else 0
    b.state[0, SINCE] = since if style != SURVIVAL else 0
    b.worth[0, POINTS] = 0
    count = 1
    placed = 0
    chosen = np.int64(0)
    for level in range(n):
        last = level == n - 1
        best_points = np.int64(-1)
        best = np.int64(0)
        new = 0
        b.table[:] = -1
        for row in range(count):
            board = load(b.boards, row, t.lanes)
            used = b.state[row, USED]
            for slot in range(n):
                if (used >> slot) & 1 or repeats(tray, 0, slot, used):
                    continue
                shape = tray[slot]
                fit = fit_set(t, shape, full ^ board)
                while not is_zero(fit):
                    anchor = lowest(fit)
                    fit = clear_lowest(fit)
                    filled = board | shl(load(t.masks, shape, t.lanes), anchor)
                    if level == 0 and lines_at_start > 0:
                        cells, lines = full_lines(t, filled)
                    else:
                        cells, lines = touched_full_lines(t, shape, anchor, filled)
                    after = filled ^ (filled & cells)
                    points, to_combo, to_since = np.int64(0), np.int64(0), np.int64(0)
                    if style != SURVIVAL:
                        points, to_combo, to_since = move_score(
                            sc,
                            t.sizes[shape],
                            lines,
                            b.state[row, COMBO],
                            b.state[row, SINCE],
                            is_zero(after),
                        )
                        points += b.worth[row, POINTS]
                        if last and style == SCORE and points < best_points:
                            continue
                        best_points = max(best_points, points)
                    store(b.to_boards, new, after)
                    b.to_state[new, PATH] = (b.state[row, PATH] << _STEP) | (
                        slot * t.cells + anchor
                    )
                    b.to_state[new, USED] = used | (1 << slot)
                    b.to_state[new, COMBO] = to_combo
                    b.to_state[new, SINCE] = to_since
                    b.to_worth[new, POINTS] = points
                    at, twin = find(b.to_boards, b.to_state, new, b.table)
                    if twin >= 0:
                        if points > b.to_worth[twin, POINTS]:
                            rise = min(points, _MOST_POINTS) - min(
                                b.to_worth[twin, POINTS], _MOST_POINTS
                            )
                            b.to_worth[twin, POINTS] = points
                            b.to_worth[twin, VALUE] += rise << _RANK if style == SCORE else rise
                            b.to_state[twin, PATH] = b.to_state[new, PATH]
                        continue
                    b.to_worth[new, VALUE] = _rank(t, g, ev, b, style, after, points)
                    b.table[at] = np.int32(new)
                    new += 1
                    if new == room:
                        _shrink(b.to_boards, b.to_worth, b.to_state, new, width, b.digits)
                        new = width
                        _index(b.to_boards, b.to_state, new, b.table)
        if new == 0:
            break
        placed = level + 1
        best = b.to_worth[0, VALUE]
        chosen = b.to_state[0, PATH]
        for row in range(1, new):
            if b.to_worth[row, VALUE] > best:
                best = b.to_worth[row, VALUE]
                chosen = b.to_state[row, PATH]
        if last:
            break
        if new > width:
            _shrink(b.to_boards, b.to_worth, b.to_state, new, width, b.digits)
            new = width
        for row in range(new):
            _copy(b.boards, row, b.to_boards, row)
            _copy(b.state, row, b.to_state, row)
            _copy(b.worth, row, b.to_worth, row)
        count = new
    for level in range(placed - 1, -1, -1):
        step = chosen & ((1 << _STEP) - 1)
        path[level, 0] = step // t.cells
        path[level, 1] = step % t.cells
        chosen >>= _STEP
    return placed


@jit
def plan_surely(t, sc, g, ev, b, ws, style, width, tray, n, board, combo, since, path):
    """The same, but a way to place all pieces is found wherever there is one."""
    placed = plan(t, sc, g, ev, b, style, width, tray, n, board, combo, since, path)
    if placed < n and placeable(t, ws, tray, n, board):
        for i in range(n):
            path[i, 0] = ws.witness[i, 0]
            path[i, 1] = ws.witness[i, 1]
        return n
    return placed
