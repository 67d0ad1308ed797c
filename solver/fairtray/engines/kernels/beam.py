"""Beam search through a known sequence of trays: many good lines at once, level by level.

A level is one placement. A state is the board, the pieces left of its tray and the combo
counters; states of a level that agree in all of these are one, the one with the most
points. Of each level's states the ``width`` with the highest value live on, and among
equal values those that came first, so the same question has the same answer anywhere.

The value is the line points so far plus what the board promises, in ``SCALE``-ths of a
point (integers only). Cell points are left out: a line that places everything has them
all. The promise is that of :mod:`fairtray.engines.kernels.promise`.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import inner, jit
from fairtray.engines.kernels.best import move_score
from fairtray.engines.kernels.bits import clear_lowest, is_zero, load, lowest, shl, store
from fairtray.engines.kernels.promise import (
    MOST_LACKING,
    listed_target,
    near_targets,
    nearest_worth,
    plain_value,
    scaled,
    target_value,
)
from fairtray.engines.kernels.search import fit_set, full_lines, touched_full_lines
from fairtray.engines.kernels.states import COMBO, MOVE, PARENT, SINCE, USED, find, repeats

# Columns of the int64 record of a state.
VALUE, LINE_POINTS, POINTS = 0, 1, 2

_LEAST = np.int64(-(1 << 62))
_DIGIT = 12
_DIGITS = 1 << _DIGIT
_MIN_BUFFER = 1024


@inner
def copy_row(to, row, source, source_row):
    """Copy a row between two arrays (a slice assignment would allocate)."""
    for i in range(to.shape[1]):
        to[row, i] = source[source_row, i]


@inner
def _threshold(worth, n, keep, digits):
    """Return the keep-th highest value of n, and how many of its equals belong to the keep.

    Selection by counting, one digit of 12 bits at a time from the top.
    """
    low = worth[0, VALUE]
    high = low
    for i in range(n):
        low = min(low, worth[i, VALUE])
        high = max(high, worth[i, VALUE])
    shift = 0
    while (high - low) >> shift >= _DIGITS:
        shift += _DIGIT
    prefix = np.int64(0)
    left = keep
    while True:
        digits[:] = 0
        for i in range(n):
            digit = (worth[i, VALUE] - low) >> shift
            if digit >> _DIGIT == prefix:
                digits[digit & (_DIGITS - 1)] += 1
        digit = np.int64(_DIGITS - 1)
        while digits[digit] < left:
            left -= digits[digit]
            digit -= 1
        prefix = (prefix << _DIGIT) | digit
        if shift == 0:
            return low + prefix, left
        shift -= _DIGIT


@inner
def shrink(boards, worth, state, n, keep, digits):
    """Move the ``keep`` states of highest value to the front, in their order.

    Returns:
        The lowest value that was kept.
    """
    least, ties = _threshold(worth, n, keep, digits)
    kept = 0
    for i in range(n):
        value = worth[i, VALUE]
        if value < least or (value == least and ties == 0):
            continue
        if value == least:
            ties -= 1
        if kept != i:
            copy_row(boards, kept, boards, i)
            copy_row(worth, kept, worth, i)
            copy_row(state, kept, state, i)
        kept += 1
    return least


@inner
def enter(boards, state, n, table):
    """Enter n distinct states into the table."""
    table[:] = -1
    for row in range(n):
        at, _ = find(boards, state, row, table)
        table[at] = row


@jit
def beam(
    t, sc, g, ev, pieces, first, last, start, combo_at_start, since_at_start, width, by_line, moves
):
    """Look for the line of placements that earns most.

    Args:
        t: the tables of the shapes in the sequence.
        ev: :class:`fairtray.engines.kernels.promise.Promise`.
        pieces: int64 (N,): shapes, tray by tray.
        first: int64 (N,): by level, index of the first piece of the tray in play.
        last: int64 (N,): by level, one past the index of its last piece.
        start: uint64 (1, W): the board; may have full lines.
        combo_at_start: the combo counter.
        since_at_start: non-clearing moves since the last clear.
        width: states kept on each level.
        by_line: whether the states of a level are kept in the order of their lines, not of
            their values. Slower where states are dropped; where none is, the answer is
            the lexicographically smallest of the best lines.
        moves: int64 (N, 2): out: (index into pieces, anchor) of each move.

    Returns:
        (points, placements made, placements walked, whether states were dropped). Lines
        that place everything come first; where the beam finds none, the line with most
        points, then most pieces.
    """
    levels = len(pieces)
    words = len(t.lanes)
    full = load(t.full, 0, t.lanes)
    classes = ev.start.shape[1] - 1
    room = max(_MIN_BUFFER, 3 * width)
    boards = np.zeros((width, words), np.uint64)
    worth = np.zeros((width, 3), np.int64)
    state = np.zeros((width, 5), np.int32)
    # One row more than counts: a candidate is written before it is known to be new.
    new_boards = np.zeros((room + 1, words), np.uint64)
    new_worth = np.zeros((room + 1, 3), np.int64)
    new_state = np.zeros((room + 1, 5), np.int32)
    slots = 1
    while slots < 3 * room:
        slots *= 2
    table = np.full(slots, -1, np.int32)
    digits = np.zeros(_DIGITS, np.int64)
    parents = np.zeros((levels, width), np.int32)
    steps = np.zeros((levels, width), np.int32)
    near = np.zeros((classes, ev.longest, 2), np.int32)
    near_count = np.zeros(classes, np.int64)
    spare = np.zeros((ev.longest, 2), np.int32)
    ends = np.zeros(MOST_LACKING + 2, np.int64)
    store(boards, 0, load(start, 0, t.lanes))
    state[0, COMBO] = combo_at_start
    state[0, SINCE] = since_at_start
    _, lines_at_start = full_lines(t, load(start, 0, t.lanes))
    count = 1
    walked = 0
    dropped = False
    best_points, best_level, best_row = np.int64(0), -1, 0
    for level in range(levels):
        fresh = level == first[level]
        new = 0
        least = _LEAST
        table[:] = -1
        for row in range(count):
            board = load(boards, row, t.lanes)
            used = np.int64(0) if fresh else np.int64(state[row, USED])
            if classes > 0:
                near_targets(t, ev, level, board, near, near_count, spare, ends)
            for slot in range(last[level] - first[level]):
                if (used >> slot) & 1 or repeats(pieces, first[level], slot, used):
                    continue
                shape = pieces[first[level] + slot]
                size = t.sizes[shape]
                nearest = nearest_worth(ev, level, size, near, near_count)
                fit = fit_set(t, shape, full ^ board)
                while not is_zero(fit):
                    anchor = lowest(fit)
                    fit = clear_lowest(fit)
                    walked += 1
                    filled = board | shl(load(t.masks, shape, t.lanes), anchor)
                    if level == 0 and lines_at_start > 0:
                        cells, lines = full_lines(t, filled)
                    else:
                        cells, lines = touched_full_lines(t, shape, anchor, filled)
                    after = filled ^ (filled & cells)
                    gained, combo, since = move_score(
                        sc,
                        size,
                        lines,
                        np.int64(state[row, COMBO]),
                        np.int64(state[row, SINCE]),
                        is_zero(after),
                    )
                    line_points = worth[row, LINE_POINTS] + gained - sc.per_cell * size
                    value = line_points * ev.scale + plain_value(t, g, ev, level, after, combo)
                    if classes > 0:
                        if lines > 0:
                            if value + ev.most[level, min(combo, ev.top)] > least:
                                value += target_value(t, ev, level, after, combo)
                        elif value + scaled(ev, nearest, combo) > least:
                            target = listed_target(
                                t, ev, level, after, filled ^ board, size, near, near_count
                            )
                            value += scaled(ev, target, combo)
                    if value <= least:
                        continue
                    store(new_boards, new, after)
                    new_state[new, PARENT] = row
                    new_state[new, MOVE] = slot * t.cells + anchor
                    new_state[new, USED] = used | (1 << slot)
                    new_state[new, COMBO] = combo
                    new_state[new, SINCE] = since
                    new_worth[new, VALUE] = value
                    new_worth[new, LINE_POINTS] = line_points
                    new_worth[new, POINTS] = worth[row, POINTS] + gained
                    at, twin = find(new_boards, new_state, new, table)
                    if twin >= 0:
                        if line_points > new_worth[twin, LINE_POINTS]:
                            copy_row(new_worth, twin, new_worth, new)
                            copy_row(new_state, twin, new_state, new)
                        continue
                    table[at] = new
                    new += 1
                    if new == room:
                        dropped = True
                        least = shrink(new_boards, new_worth, new_state, new, width, digits)
                        new = width
                        enter(new_boards, new_state, new, table)
        if new == 0:
            break
        if new > width:
            dropped = True
            shrink(new_boards, new_worth, new_state, new, width, digits)
            new = width
        # The best first: they raise the bar early, and what is below it is dropped unseen.
        if by_line:
            rank = new_state[:new, PARENT] * np.int64(len(pieces) * t.cells) + new_state[:new, MOVE]
        else:
            rank = -new_worth[:new, VALUE]
        order = np.argsort(rank, kind="mergesort")
        count = new
        for row in range(count):
            source = order[row]
            copy_row(boards, row, new_boards, source)
            copy_row(worth, row, new_worth, source)
            copy_row(state, row, new_state, source)
            parents[level, row] = state[row, PARENT]
            steps[level, row] = state[row, MOVE]
            points = worth[row, POINTS]
            # A line that goes on has no fewer points than before, so >= prefers more pieces.
            if points > best_points or (
                best_level < level and (points == best_points or level == levels - 1)
            ):
                best_points, best_level, best_row = points, level, row
    placed = best_level + 1
    row = best_row
    for level in range(best_level, -1, -1):
        moves[level, 0] = first[level] + steps[level, row] // t.cells
        moves[level, 1] = steps[level, row] % t.cells
        row = parents[level, row]
    return best_points, placed, walked, dropped
