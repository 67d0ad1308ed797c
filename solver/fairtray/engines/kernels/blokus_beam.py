"""Blokus: a good line of one colour while the others pass, the most promising states only.

Values and states are those of :mod:`fairtray.engines.kernels.blokus_search`.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import inner, jit
from fairtray.engines.kernels.bits import load, lowest, popcount, shl, store
from fairtray.engines.kernels.blokus import (
    corner_cells,
    fit_set,
    free_cells,
    generate,
    piece_of,
    prepare,
)
from fairtray.engines.kernels.blokus_search import (
    MAX_DEPTH,
    SINGLE,
    remember,
    single_fits,
    value,
    weight,
)

CELL, ENOUGH = 64, 256
"""How many moves more are worth a cell, and how many moves are as good as any number."""


@jit
def beam(t, own_row, others_row, hand, colour, width, goal, memory, line):
    """Look for a good line: at each number of pieces only the best states go on.

    Which are the best says :func:`promise`.

    Args:
        own_row: uint64 (1, W): the cells of the colour.
        others_row: uint64 (1, W): the cells of all other colours.
        hand: what it holds.
        colour: the colour, for its start cell.
        width: states that go on.
        goal: the value that ends the search, because nothing can be better.
        memory: see :func:`remember`.
        line: int64 (MAX_DEPTH,): out: the placements of the best line, -1 after its end.

    Returns:
        Its value.
    """
    ready = np.empty((2 * t.shifts.shape[0], len(t.lanes)), np.uint64)
    found = np.empty(t.sizes.shape[0] * t.cells, np.int64)
    owns = np.empty((2, width, len(t.lanes)), np.uint64)
    hands = np.zeros((2, width), np.int64)
    came = np.zeros((MAX_DEPTH, width), np.int64)
    moved = np.zeros((MAX_DEPTH, width), np.int64)
    promises = np.zeros(width, np.int64)
    others = load(others_row, 0, t.lanes)
    total = weight(t, hand)
    best = -1
    count = 1
    hands[0, 0] = hand
    store(owns[0], 0, load(own_row, 0, t.lanes))
    for depth in range(MAX_DEPTH):
        now, then = owns[depth & 1], owns[(depth + 1) & 1]
        kept = 0
        for i in range(count):
            own = load(now, i, t.lanes)
            held = hands[depth & 1, i]
            free = free_cells(t, own, others | own)
            corners = corner_cells(t, own, free, colour)
            single = single_fits(held, corners)
            reached = value(held, total - weight(t, held), single)
            if reached > best:
                best = reached
                line[depth] = SINGLE * t.cells + lowest(corners) if single else -1
                if single:
                    line[depth + 1] = -1
                state = i
                for level in range(depth, 0, -1):
                    line[level - 1] = moved[level, state]
                    state = came[level, state]
                if best >= goal:
                    return best
            if depth == MAX_DEPTH - 1:
                continue
            number = generate(t, own, others | own, held, colour, ready, found)
            for m in range(number):
                form, anchor = divmod(found[m], t.cells)
                after = own | shl(load(t.masks, form, t.lanes), anchor)
                if not remember(t, after, memory):
                    continue
                rest = held & ~(1 << piece_of(t, form))
                good = promise(t, after, others, rest, total, colour, ready)
                if kept == width and good <= promises[kept - 1]:
                    continue
                # Sorted in from below; of equal ones the first found stands first.
                at = kept if kept < width else width - 1
                kept = at + 1
                while at > 0 and promises[at - 1] < good:
                    promises[at] = promises[at - 1]
                    came[depth + 1, at] = came[depth + 1, at - 1]
                    moved[depth + 1, at] = moved[depth + 1, at - 1]
                    at -= 1
                promises[at] = good
                came[depth + 1, at] = i
                moved[depth + 1, at] = found[m]
        count = kept
        for j in range(count):
            i = came[depth + 1, j]
            form, anchor = divmod(moved[depth + 1, j], t.cells)
            mask = shl(load(t.masks, form, t.lanes), anchor)
            store(then, j, load(now, i, t.lanes) | mask)
            hands[(depth + 1) & 1, j] = hands[depth & 1, i] & ~(1 << piece_of(t, form))
    return best


@inner
def promise(t, own, others, hand, total, colour, ready):
    """Return how good a state looks: cells placed, none lost, many ways to go on, corners.

    A piece without any move is taken for lost. Moves count up to ``ENOUGH``, so that open
    boards are distinguished by the corner cells. Both numbers are the best of a few tried on
    positions of recorded and random games.
    """
    free = free_cells(t, own, others | own)
    corners = corner_cells(t, own, free, colour)
    prepare(t, free, corners, ready)
    lost = 0
    ways = 0
    for piece in range(t.weights.shape[0]):
        if (hand >> piece) & 1:
            before = ways
            for form in range(t.forms[piece], t.forms[piece + 1]):
                ways += popcount(fit_set(t, form, ready))
            if ways == before:
                lost += t.weights[piece]
    placed = total - weight(t, hand)
    return (CELL * (placed - 2 * lost) + min(ways, ENOUGH)) * CELL + popcount(corners)
