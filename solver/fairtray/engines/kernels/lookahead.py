"""Players that plan a whole tray: the best of the boards it can end in, and the way there.

The plan is a search level by level, a level being one placement; states that agree in board,
pieces left and combo counters are one. Of each level's states the ``width`` best live on, so
that it is exact wherever there are no more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairtray.engines.kernels._jit import inner, jit
from fairtray.engines.kernels.beam import copy_row, enter, shrink
from fairtray.engines.kernels.best import move_score
from fairtray.engines.kernels.bits import clear_lowest, is_zero, load, lowest, shl, store
from fairtray.engines.kernels.deal import placeable
from fairtray.engines.kernels.judging import by_hand, judge
from fairtray.engines.kernels.search import fit_set, full_lines, touched_full_lines
from fairtray.engines.kernels.states import COMBO, SINCE, USED, find, repeats

SURVIVAL, SCORE, HAND = 0, 1, 2
"""What a plan is ranked by: the judge; points, then the judge; a hand-made value."""

PATH = 0
"""Column of a state: its moves so far, ``_STEP`` bits each, the latest lowest."""

VALUE, POINTS = 0, 1
"""Columns of a state's worth."""

_STEP = 12
_RANK = 32
_MOST_POINTS = np.int64(1 << 30)
"""More points are not distinguished, so that the rank by points and judge stays in 64 bits."""


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
def _rank(t, g, ev, b, style, board, points):
    if style == SURVIVAL:
        return judge(t, ev, b.padded, board)
    if style == SCORE:
        return (min(points, _MOST_POINTS) << _RANK) + judge(t, ev, b.padded, board)
    return by_hand(t, g, board) + points


@inner
def unfold(t, moves, placed, path):
    """Write out the moves of a state."""
    for level in range(placed - 1, -1, -1):
        step = moves & ((1 << _STEP) - 1)
        path[level, 0] = step // t.cells
        path[level, 1] = step % t.cells
        moves >>= _STEP


@jit
def plan(t, sc, g, ev, b, style, width, tray, n, board, combo, since, path):
    """Find the best board that a tray can end in, and the way there.

    Args:
        b: where the plan is made.
        style: SURVIVAL, SCORE or HAND.
        width: states of a level that live on.
        tray: int64 (>= n,): shapes, in slot order.
        n: how many.
        board: the filled cells; may have full lines.
        path: int64 (>= n, 2): out: (slot, anchor) of each move.

    Returns:
        (placed, count, best): how many pieces the plan places, fewer than n where the search
        finds no way to place all, then the best state of the last level that it reached; how
        many states there are of that level, in ``b.to_boards`` and its like; the highest value.
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
    reached = 0
    highest = np.int64(0)
    chosen = np.int64(0)
    for level in range(n):
        last = level == n - 1
        best_points = np.int64(-1)
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
                        shrink(b.to_boards, b.to_worth, b.to_state, new, width, b.digits)
                        new = width
                        enter(b.to_boards, b.to_state, new, b.table)
        if new == 0:
            break
        placed = level + 1
        reached = new
        highest = b.to_worth[0, VALUE]
        chosen = b.to_state[0, PATH]
        for row in range(1, new):
            if b.to_worth[row, VALUE] > highest:
                highest = b.to_worth[row, VALUE]
                chosen = b.to_state[row, PATH]
        if last:
            break
        if new > width:
            shrink(b.to_boards, b.to_worth, b.to_state, new, width, b.digits)
            new = width
        for row in range(new):
            copy_row(b.boards, row, b.to_boards, row)
            copy_row(b.state, row, b.to_state, row)
            copy_row(b.worth, row, b.to_worth, row)
        count = new
    unfold(t, chosen, placed, path)
    return placed, reached, highest


@jit
def plan_surely(t, sc, g, ev, b, ws, style, width, tray, n, board, combo, since, path):
    """The same, but a way to place all pieces is found wherever there is one."""
    placed, count, best = plan(t, sc, g, ev, b, style, width, tray, n, board, combo, since, path)
    if placed < n and placeable(t, ws, tray, n, board):
        for i in range(n):
            path[i, 0] = ws.witness[i, 0]
            path[i, 1] = ws.witness[i, 1]
        return n, 0, best
    return placed, count, best
