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
* *Last piece.* Its placements that touch no line in reach all earn the same: only the
  first of them is walked.
"""

from __future__ import annotations

import numpy as np

from fairtray.kernels._jit import jit
from fairtray.kernels.bits import (
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
from fairtray.kernels.search import MAX, fit_set, full_lines, touched_full_lines

NONE, STREAK, GRACE, ADDITIVE = 0, 1, 2, 3
"""Indices into ``COMBO_KINDS``."""

# Rows of the per-level state.
_SLOT, _ANCHOR, _LINES, _POINTS, _COMBO, _SINCE, _USED = 0, 1, 2, 3, 4, 5, 6
_ROWS = 7


@jit
def move_score(sc, size, lines, combo, since, board_empty):
    """Return (points, combo, moves since clear) of one move.

    Args:
        sc: :class:`fairtray.tables.ScoreTables`.
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


@jit
def _bound(t, sc, board, pieces, n, used, combo, reach):
    """Return the most points that the pieces left can still earn.

    Args:
        t: the tables.
        sc: the scoring.
        board: the filled cells.
        pieces: int64 (>= n,): shapes, in slot order.
        n: number of pieces.
        used: bit i: piece i is placed.
        combo: the counter.
        reach: int64 (2**n, L): by ``used``, how much of a line the pieces left can cover.
    """
    in_reach = 0
    cells = board ^ board
    for i in range(t.lines.shape[0]):
        line = load(t.lines, i, t.lanes)
        if popcount(line ^ (line & board)) <= reach[used, i]:
            in_reach += 1
            cells = cells | line
    most = 0
    counter = combo
    for i in range(n):
        if not (used >> i) & 1:
            counter += 1
    for i in range(n):
        if not (used >> i) & 1:
            most += sc.per_cell * t.sizes[pieces[i]]
            lines = min(in_reach, t.span[pieces[i]])
            if lines > 0:
                most += _most_for_lines(sc, lines, counter)
                # A filled cell outside every line in reach is never emptied.
                if contains(cells, board):
                    most += sc.perfect_clear
    return most


@jit
def _worth_walking(t, shape, fit, board, plain):
    """Reduce the last piece's anchors to those whose points can differ.

    Args:
        t: the tables.
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
def best(t, sc, pieces, n, start, combo, since, complete, moves):
    """Find the sequence of placements that earns most.

    Args:
        t: the tables.
        sc: the scoring.
        pieces: int64 (>= n,): shapes, in slot order.
        n: number of pieces, 1 to MAX_PIECES.
        start: uint64 (1, W): the board; may have full lines.
        combo: the counter at the start.
        since: non-clearing moves since the last clear at the start.
        complete: whether only sequences that place all pieces count (there must be one);
            otherwise more points win, then more pieces, over sequences of any length.
        moves: int64 (>= n, 2): out: (piece, anchor) of each move.

    Returns:
        (points, number of moves, placements walked).
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
    best_points = -1 if complete else 0
    best_placed = 0
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
        at_most = points + _bound(t, sc, after, pieces, n, used, combo, reach)
        # Not even an equal sum helps once as many pieces are placed as can be: all of
        # them, or all but one where not all can be placed together.
        if at_most < best_points or (at_most == best_points and (complete or best_placed >= n - 1)):
            continue
        k += 1
        store(boards, k, after)
        store(fits, k, after ^ after)
        level[_SLOT, k] = -1
        level[_USED, k] = used
        level[_POINTS, k] = points
        level[_COMBO, k] = combo
        level[_SINCE, k] = since
    return best_points, best_placed, walked


@jit
def _all_meet(t, shape, anchor, filled, earlier):
    """Return whether every full line that the placement touches holds a cell of ``earlier``."""
    at = shape * t.cells + anchor
    for i in range(t.touch_start[at], t.touch_start[at + 1]):
        line = load(t.lines, t.touch[i], t.lanes)
        if contains(filled, line) and not meets(line, earlier):
            return False
    return True
