"""Every board that a tray can end in, and how many of the trays that may follow fit there.

:func:`expand` makes the boards, each with its best line and the number of its lines, level
by level: a level is one placement, a state what :mod:`fairtray.engines.kernels.states` says.
States that several lines reach are expanded once. Each keeps the line with most points,
among equals the lexicographically smallest sequence of (slot, anchor): the states of a
level are expanded in the order of their lines, so the first of equals is that one.

:func:`failures` and :func:`choose_board` try trays on boards. Trays carry integer weights, so
that shares are sums without rounding.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import jit
from fairtray.engines.kernels.best import move_score
from fairtray.engines.kernels.bits import clear_lowest, is_zero, load, lowest, shl, store
from fairtray.engines.kernels.deal import placeable
from fairtray.engines.kernels.search import fit_set, full_lines, touched_full_lines
from fairtray.engines.kernels.states import COMBO, MOVE, PARENT, SINCE, USED, find, repeats

POINTS, WAYS, CHILDREN = 0, 1, 2
"""Columns of ``worth``: points of the best line; number of lines, slots distinct; number of
placements that are possible in the state."""


@jit
def expand(
    t, sc, pieces, boards, state, worth, full_at_start, to_boards, to_state, to_worth, table
):
    """Make every placement in every state of a level.

    Args:
        pieces: int64 (n,): shapes, in slot order.
        boards: uint64 (N, W): the states, in the order of their lines.
        state: int64 (N, 5): the same.
        worth: int64 (N, 3): the same; CHILDREN is filled in.
        full_at_start: whether the boards may have full lines.
        to_boards: uint64 (M + 1, W): out: the states of the next level.
        to_state: int64 (M + 1, 5): out.
        to_worth: int64 (M + 1, 3): out.
        table: int32 (T,), T a power of two above M: overwritten.

    Returns:
        The number of states of the next level; -1 when they are more than M.
    """
    full = load(t.full, 0, t.lanes)
    room = to_boards.shape[0] - 1
    table[:] = -1
    new = 0
    for row in range(boards.shape[0]):
        board = load(boards, row, t.lanes)
        used = state[row, USED]
        worth[row, CHILDREN] = 0
        for slot in range(len(pieces)):
            if (used >> slot) & 1 or repeats(pieces, 0, slot, used):
                continue
            shape = pieces[slot]
            # Of equal pieces only the first goes down; it stands for each of them.
            equal = 0
            for other in range(len(pieces)):
                if pieces[other] == shape and not (used >> other) & 1:
                    equal += 1
            fit = fit_set(t, shape, full ^ board)
            while not is_zero(fit):
                anchor = lowest(fit)
                fit = clear_lowest(fit)
                filled = board | shl(load(t.masks, shape, t.lanes), anchor)
                if full_at_start:
                    cells, lines = full_lines(t, filled)
                else:
                    cells, lines = touched_full_lines(t, shape, anchor, filled)
                after = filled ^ (filled & cells)
                gained, combo, since = move_score(
                    sc, t.sizes[shape], lines, state[row, COMBO], state[row, SINCE], is_zero(after)
                )
                worth[row, CHILDREN] += equal
                store(to_boards, new, after)
                to_state[new, PARENT] = row
                to_state[new, MOVE] = slot * t.cells + anchor
                to_state[new, USED] = used | (1 << slot)
                to_state[new, COMBO] = combo
                to_state[new, SINCE] = since
                points = worth[row, POINTS] + gained
                ways = worth[row, WAYS] * equal
                at, twin = find(to_boards, to_state, new, table)
                if twin >= 0:
                    to_worth[twin, WAYS] += ways
                    if points > to_worth[twin, POINTS]:
                        to_worth[twin, POINTS] = points
                        to_state[twin, PARENT] = row
                        to_state[twin, MOVE] = slot * t.cells + anchor
                    continue
                if new == room:
                    return -1
                to_worth[new, POINTS] = points
                to_worth[new, WAYS] = ways
                to_worth[new, CHILDREN] = 0
                table[at] = np.int32(new)
                new += 1
    return new


@jit
def failures(t, ws, boards, trays, weights, fails, failed):
    """Try every tray on N boards.

    Args:
        boards: uint64 (N, W).
        trays: int64 (M, n).
        weights: int64 (M,).
        fails: int64 (N,): out: the weight of the trays that cannot be placed.
        failed: int64 (M,): out: on how many boards each tray cannot be placed.
    """
    failed[:] = 0
    for row in range(boards.shape[0]):
        board = load(boards, row, t.lanes)
        fails[row] = 0
        for i in range(trays.shape[0]):
            if not placeable(t, ws, trays[i], trays.shape[1], board):
                fails[row] += weights[i]
                failed[i] += 1


@jit
def choose_board(t, ws, boards, factors, trays, weights, total, least, budget):
    """Find the first board with the highest value: its factor times the weight that survives.

    A board is left as soon as what fails on it shows that it cannot win; so trays that
    often fail are best put first.

    Args:
        boards: uint64 (N, W).
        factors: int64 (N,): at least 1.
        trays: int64 (M, n).
        weights: int64 (M,).
        total: the sum of the weights.
        least: only values above this one count.
        budget: trays to try at most.

    Returns:
        (row, trays tried); row is -1 when there is none, -2 when the budget is used up.
    """
    best = least
    chosen = -1
    tried = 0
    for row in range(boards.shape[0]):
        # factor * (total - fails) > best  <=>  fails < total - best // factor
        limit = total - best // factors[row] - 1
        if limit < 0:
            continue
        board = load(boards, row, t.lanes)
        fails = 0
        for i in range(trays.shape[0]):
            tried += 1
            if not placeable(t, ws, trays[i], trays.shape[1], board):
                fails += weights[i]
                if fails > limit:
                    break
        if fails <= limit:
            best = factors[row] * (total - fails)
            chosen = row
        if tried > budget:
            return -2, tried
    return chosen, tried
