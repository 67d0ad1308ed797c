"""The best-scoring order of placements of one tray, exhaustively.

Depth-first over (slot, anchor) in lexicographic order; an answer replaces the best so
far only when it is strictly better, so among equals the lexicographically smallest
sequence of (slot, row, col) wins, on every machine.

Three things keep it small, and none of them can lose that answer:

* *Commuting moves.* If a move clears nothing and the next one clears only lines that
  hold cells of the first, the two can be swapped: the first then clears nothing and the
  second the same lines, so board, points and combo come out equal. Only the
  lexicographically smaller of the two is walked. The same for equal pieces.
* *Bound.* A line can still be completed only if it lacks no more cells than the pieces
  left can cover of it (their largest overlaps added up). Clears only raise what a line
  lacks, so a line that is out of reach stays so. No move clears more lines than its
  shape spans, nor more than are in reach.
  All pieces left together lower what the lines lack by no more than their cells times the
  lines through one cell, which bounds how many lines they can clear in total: those that
  lack least. Of so many lines each earns at most what the best number of lines at once
  makes of one.
* *Last piece.* Its placements that touch no line in reach all earn the same: only the
  first of them is walked.

A search that is stopped goes no deeper, but looks at every branch that it has left open: the
largest of their bounds is a true upper bound of what it would have found.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import inner, jit
from fairtray.engines.kernels.bits import (
    above,
    clear_lowest,
    contains,
    is_zero,
    load,
    lowest,
    meets,
    popcount,
    shl,
    shr,
    store,
)
from fairtray.engines.kernels.search import MAX, fit_set, full_lines, touched_full_lines

NONE, STREAK, GRACE, ADDITIVE = 0, 1, 2, 3
"""Indices into ``COMBO_KINDS``."""

# Rows of the per-level state.
_SLOT, _ANCHOR, _LINES, _POINTS, _COMBO, _SINCE, _USED = 0, 1, 2, 3, 4, 5, 6
_ROWS = 7


@jit
def move_score(sc, size, lines, combo, since, board_empty):
    """Return (points, combo, moves since clear) of one move.

    Args:
        sc: :class:`fairtray.engines.tables.ScoreTables`.
        size: cells of the placed shape.
        lines: lines that the move cleared.
        combo: the counter before the move.
        since: non-clearing moves since the last clear before it.
        board_empty: whether no cell is left.
    """
    points = sc.per_cell * size
    if lines == 0:
        if combo == 0 or since + 1 >= sc.grace:
            return points, 0, 0
        return points, combo, since + 1
    base = sc.lines[lines]
    if sc.kind == NONE:
        combo = 0
    else:
        combo += 1
        if sc.kind == STREAK:
            base = base * sc.percents[min(combo, len(sc.percents)) - 1] // 100
        elif sc.kind == GRACE:
            base *= combo
        else:
            base += sc.bonus * (combo - 1)
    if board_empty:
        base += sc.perfect_clear
    return points + base, combo, 0


@jit
def _most_for_lines(sc, lines, combo):
    """Return the most that clearing up to ``lines`` > 0 lines can earn at a counter up to this."""
    most = sc.most_lines[lines]
    if sc.kind == STREAK:
        return most * sc.most_percent // 100
    if sc.kind == GRACE:
        return most * combo
    if sc.kind == ADDITIVE:
        return most + sc.bonus * (combo - 1)
    return most


@inner
def _most_by_the_line(sc, lines, combo):
    """Return the most that each of up to ``lines`` > 0 lines at once can earn, rounded up."""
    most = 0
    for count in range(1, lines + 1):
        most = max(most, -(-_most_for_lines(sc, count, combo) // count))
    return most


@jit
def _bound(t, sc, board, pieces, n, used, combo, reach, lacking):
    """Return the most points that the pieces left can still earn.

    Args:
        pieces: int64 (>= n,): shapes, in slot order.
        n: number of pieces.
        used: bit i: piece i is placed.
        combo: the counter.
        reach: int64 (2**n, L): by ``used``, how much of a line the pieces left can cover.
        lacking: int64 (t.shortest + 1,) scratch.
    """
    in_reach = 0
    cells = board ^ board
    lacking[:] = 0
    for i in range(t.lines.shape[0]):
        line = load(t.lines, i, t.lanes)
        lack = popcount(line ^ (line & board))
        if lack <= reach[used, i]:
            in_reach += 1
            cells = cells | line
            if lack <= t.shortest:
                lacking[lack] += 1
    counter = combo
    left = 0
    widest = 0
    for i in range(n):
        if not (used >> i) & 1:
            counter += 1
            left += t.sizes[pieces[i]]
            widest = max(widest, t.span[pieces[i]])
    most = sc.per_cell * left
    if in_reach == 0:
        return most
    # A filled cell outside every line in reach is never emptied.
    perfect = sc.perfect_clear if contains(cells, board) else 0
    each = 0
    clears = 0
    at_once = 0
    for i in range(n):
        if not (used >> i) & 1:
            lines = min(in_reach, t.span[pieces[i]])
            if lines > 0:
                each += _most_for_lines(sc, lines, counter)
                clears += 1
                at_once += lines
    # The most lines together: those that lack least, as long as the cells suffice. A line
    # can clear again, for as many cells as the shortest has.
    supply = left * t.sharing
    together = lacking[0]
    for lack in range(1, t.shortest + 1):
        afford = min(lacking[lack], supply // lack)
        together += afford
        supply -= afford * lack
    together += supply // t.shortest
    if together < at_once:
        each = min(each, together * _most_by_the_line(sc, min(in_reach, widest), counter))
    return most + each + perfect * clears


@jit
def _worth_walking(t, shape, fit, board, plain):
    """Reduce the last piece's anchors to those whose points can differ.

    Args:
        shape: the last piece.
        fit: its anchors.
        board: the filled cells, without a full line.
        plain: the anchors of which the first stands for all that clear nothing.
    """
    missing = board ^ board
    for i in range(t.lines.shape[0]):
        line = load(t.lines, i, t.lanes)
        lacking = line ^ (line & board)
        if popcount(lacking) <= t.cover[shape, i]:
            missing = missing | lacking
    # Anchors whose placement covers a missing cell: the smear of those cells downwards.
    chosen = plain ^ clear_lowest(plain)
    for i in range(t.sizes[shape]):
        chosen = chosen | (fit & shr(missing, t.offsets[shape, i]))
    return chosen


@jit
def _is_repeat(pieces, slot, before):
    """Return whether an equal piece in an earlier slot is still unplaced."""
    for i in range(slot):
        if pieces[i] == pieces[slot] and not (before >> i) & 1:
            return True
    return False


@jit
def best(t, sc, pieces, n, start, combo, since, complete, least, limit, stop, moves):
    """Find the sequence of placements that earns most.

    Args:
        pieces: int64 (>= n,): shapes, in slot order.
        n: number of pieces, 1 to MAX_PIECES.
        start: uint64 (1, W): the board; may have full lines.
        combo: the counter at the start.
        since: non-clearing moves since the last clear at the start.
        complete: whether only sequences that place all pieces count (there must be one);
            otherwise more points win, then more pieces, over sequences of any length.
        least: with ``complete``, points that some sequence is known to earn; 0 for none. They
            prune, and change no answer.
        limit: placements to walk before the search stops early.
        stop: int64 (1,): anything but 0 stops the search early; read while it runs.
        moves: int64 (>= n, 2): out: (piece, anchor) of each move.

    Returns:
        (points, number of moves, placements walked, upper bound of what any sequence that
        counts earns). The bound is the points unless the search stopped early; points are
        below ``least`` when it did so before it found any.
    """
    full = load(t.full, 0, t.lanes)
    board = load(start, 0, t.lanes)
    _, lines_at_start = full_lines(t, board)
    boards = np.empty((MAX, len(t.lanes)), np.uint64)
    fits = np.empty((MAX, len(t.lanes)), np.uint64)
    level = np.zeros((_ROWS, MAX), np.int64)
    reach = np.zeros((1 << n, t.lines.shape[0]), np.int64)
    for used in range(1 << n):
        for i in range(n):
            if not (used >> i) & 1:
                for line in range(t.lines.shape[0]):
                    reach[used, line] += t.cover[pieces[i], line]
    lacking = np.zeros(t.shortest + 1, np.int64)
    best_points = least - 1 if complete else 0
    best_placed = 0
    upper = 0
    stopping = False
    walked = 0
    store(boards, 0, board)
    store(fits, 0, board ^ board)
    level[_SLOT, 0] = -1
    level[_COMBO, 0] = combo
    level[_SINCE, 0] = since
    k = 0
    while k >= 0:
        fit = load(fits, k, t.lanes)
        board = load(boards, k, t.lanes)
        used = level[_USED, k]
        if is_zero(fit):
            slot = level[_SLOT, k] + 1
            while slot < n and ((used >> slot) & 1 or _is_repeat(pieces, slot, used)):
                slot += 1
            if slot == n:
                k -= 1
                continue
            level[_SLOT, k] = slot
            fit = fit_set(t, pieces[slot], full ^ board)
            if complete and k == n - 1 and k > 0:
                plain = fit
                if level[_LINES, k - 1] == 0:
                    if slot < level[_SLOT, k - 1]:
                        plain = fit ^ fit
                    elif pieces[slot] == pieces[level[_SLOT, k - 1]]:
                        plain = fit & above(full, level[_ANCHOR, k - 1])
                fit = _worth_walking(t, pieces[slot], fit, board, plain)
            store(fits, k, fit)
            continue
        anchor = lowest(fit)
        store(fits, k, clear_lowest(fit))
        slot = level[_SLOT, k]
        shape = pieces[slot]
        mask = shl(load(t.masks, shape, t.lanes), anchor)
        filled = board | mask
        if k == 0 and lines_at_start > 0:
            cells, lines = full_lines(t, filled)
        else:
            cells, lines = touched_full_lines(t, shape, anchor, filled)
        if k > 0 and level[_LINES, k - 1] == 0:
            previous = level[_SLOT, k - 1]
            swapped = slot < previous or (
                shape == pieces[previous] and anchor < level[_ANCHOR, k - 1]
            )
            if swapped:
                earlier = shl(load(t.masks, pieces[previous], t.lanes), level[_ANCHOR, k - 1])
                if lines == 0 or _all_meet(t, shape, anchor, filled, earlier):
                    continue
        walked += 1
        if walked >= limit or stop[0] != 0:
            stopping = True
        after = filled ^ (filled & cells)
        gained, combo, since = move_score(
            sc, t.sizes[shape], lines, level[_COMBO, k], level[_SINCE, k], is_zero(after)
        )
        points = level[_POINTS, k] + gained
        level[_ANCHOR, k] = anchor
        level[_LINES, k] = lines
        if (k == n - 1 or not complete) and (
            points > best_points or (points == best_points and k + 1 > best_placed)
        ):
            best_points = points
            best_placed = k + 1
            for i in range(k + 1):
                moves[i, 0] = level[_SLOT, i]
                moves[i, 1] = level[_ANCHOR, i]
        if k == n - 1:
            continue
        used |= 1 << slot
        at_most = points + _bound(t, sc, after, pieces, n, used, combo, reach, lacking)
        # Not even an equal sum helps once as many pieces are placed as can be: all of
        # them, or all but one where not all can be placed together.
        if at_most < best_points or (at_most == best_points and (complete or best_placed >= n - 1)):
            continue
        if stopping:
            upper = max(upper, at_most)
            continue
        k += 1
        store(boards, k, after)
        store(fits, k, after ^ after)
        level[_SLOT, k] = -1
        level[_USED, k] = used
        level[_POINTS, k] = points
        level[_COMBO, k] = combo
        level[_SINCE, k] = since
    return best_points, best_placed, walked, max(upper, best_points)


@jit
def _all_meet(t, shape, anchor, filled, earlier):
    """Return whether every full line that the placement touches holds a cell of ``earlier``."""
    at = shape * t.cells + anchor
    for i in range(t.touch_start[at], t.touch_start[at + 1]):
        line = load(t.lines, t.touch[i], t.lanes)
        if contains(filled, line) and not meets(line, earlier):
            return False
    return True
