"""Blokus: the most that one colour can still place while the others pass.

Notation as in :mod:`fairtray.engines.kernels.blokus`. What is asked for is a *set* of placements
that hangs together by corners; in which order they were found does not matter, and the
cells of the colour alone say which pieces are on the board. So a state is known by those
cells, and the memory of states needs nothing else.

Values: ``4 * cells + rank``; rank 0 while a piece is left, 1 when all are placed, 2 when
all are and the single cell can have been the last. A single cell that is the last one is
no state of its own: every state looks whether it could be put on top.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import inner, jit, wrapping_mul
from fairtray.engines.kernels.bits import (
    clear_lowest,
    is_zero,
    load,
    lowest,
    popcount,
    shl,
    store,
)
from fairtray.engines.kernels.blokus import (
    beside,
    corner_cells,
    diagonal,
    fit_set,
    free_cells,
    generate,
    piece_of,
    prepare,
)

MAX_DEPTH = 22
"""Levels of a search: 21 pieces and the root."""

SINGLE = 0
"""The single cell's index among the pieces and, having one orientation, among those."""

EXHAUSTED, LIMITED = 1, 0

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_32 = np.uint64(32)


@inner
def most_cells(area):
    """Return the most cells that pieces can cover in a connected part of so many cells.

    Pieces of one colour never touch along a side, so of m pieces in one connected part
    each but one needs a separating cell, and a cell has no more than four neighbours:
    (m - 1) / 3 of them, rounded up, stay empty. And m pieces cover 5 m at most.
    """
    best = min(area, 5)
    pieces = 2
    while 5 * (pieces - 1) < area:
        best = max(best, min(5 * pieces, area - (pieces + 1) // 3))
        pieces += 1
    return best


@inner
def room(t, cells):
    """Return the most cells that pieces can cover inside ``cells``, part by part."""
    total = 0
    while not is_zero(cells):
        part = cells ^ clear_lowest(cells)
        grown = part | (beside(t, part) & cells)
        while not is_zero(grown ^ part):
            part = grown
            grown = part | (beside(t, part) & cells)
        total += most_cells(popcount(part))
        cells = cells ^ part
    return total


@inner
def reachable(t, free, corners, hand, ready):
    """Return (pieces, cells) that the colour could still place, each taken by itself.

    A placement is within reach when it covers a corner cell, or a cell at the corner of
    a placement within reach. That later pieces get into each other's way is not looked
    at, so nothing that can be placed is left out.
    """
    pieces = 0
    cells = free ^ free
    growing = True
    while growing:
        prepare(t, free, corners, ready)
        pieces = 0
        cells = free ^ free
        for piece in range(t.weights.shape[0]):
            if (hand >> piece) & 1:
                for form in range(t.forms[piece], t.forms[piece + 1]):
                    fit = fit_set(t, form, ready)
                    if not is_zero(fit):
                        pieces |= 1 << piece
                        for i in range(t.sizes[form]):
                            cells = cells | shl(fit, t.shifts[t.parts[form, i]])
        more = corners | (diagonal(t, cells) & free)
        growing = not is_zero(more ^ corners)
        corners = more
    return pieces, cells


@inner
def weight(t, hand):
    """Return the number of cells of the pieces in a hand."""
    total = 0
    for piece in range(t.weights.shape[0]):
        if (hand >> piece) & 1:
            total += t.weights[piece]
    return total


@inner
def upper(t, free, corners, hand, placed, ready):
    """Return an upper bound of the value of any state that can come of this one."""
    pieces, cells = reachable(t, free, corners, hand, ready)
    needed = weight(t, pieces)
    fits = min(needed, room(t, cells)) if pieces != 0 else 0
    if pieces == hand and fits == needed:
        return 4 * (placed + fits) + (2 if hand & 1 else 1)
    return 4 * (placed + fits)


@inner
def value(hand, placed, single):
    """Return the value of a state; ``single``: whether the single cell can be put on top."""
    if hand == 0:
        return 4 * placed + 1
    if single:
        return 4 * (placed + 1) + (2 if hand == 1 else 0)
    return 4 * placed


@inner
def single_fits(hand, corners):
    """Return whether the single cell is held and has a place."""
    return hand & 1 == 1 and not is_zero(corners)


@inner
def hashed(words):
    """Return a number of 32 bits in which every bit of some words has a say, int64."""
    mixed = np.uint64(0)
    for w in range(words.shape[0]):
        # Multiplying by the golden ratio spreads each word (Knuth, TAOCP 6.4).
        mixed = wrapping_mul(mixed ^ words[w], _GOLDEN)
        mixed = mixed ^ (mixed >> _32)
    return np.int64(mixed >> _32)


@inner
def remember(t, own, memory):
    """Return whether a state is new; it is then noted, as long as the memory has room.

    ``memory`` is uint64 (size + 1, W), size a power of two, all zero at the start (no
    state is empty but the first, which is never looked up); the last row counts.
    """
    size = memory.shape[0] - 1
    store(memory, size, own)
    at = hashed(memory[size]) & (size - 1)
    for _ in range(16):
        known = load(memory, at, t.lanes)
        if is_zero(known):
            store(memory, at, own)
            return True
        if is_zero(known ^ own):
            return False
        at = (at + 1) & (size - 1)
    return True


@jit
def bound(t, own_row, occupied_row, hand, colour):
    """Return the upper bound of a position's value; ``*_row`` are uint64 (1, W)."""
    ready = np.empty((2 * t.shifts.shape[0], len(t.lanes)), np.uint64)
    own = load(own_row, 0, t.lanes)
    free = free_cells(t, own, load(occupied_row, 0, t.lanes))
    corners = corner_cells(t, own, free, colour)
    return upper(t, free, corners, hand, 0, ready)


@jit
def depth_first(t, own_row, others_row, hand, colour, best, limit, memory, line):
    """Search all states for a better value than ``best``.

    Args:
        own_row: uint64 (1, W): the cells of the colour.
        others_row: uint64 (1, W): the cells of all other colours.
        hand: what it holds.
        colour: the colour, for its start cell.
        best: the value to beat.
        limit: states after which to stop.
        memory: see :func:`remember`.
        line: int64 (MAX_DEPTH,): out: the placements of the best line, -1 after its end;
            untouched when nothing beats ``best``.

    Returns:
        (value of the best line, ``EXHAUSTED`` or ``LIMITED``, states looked at).
    """
    ready = np.empty((2 * t.shifts.shape[0], len(t.lanes)), np.uint64)
    found = np.empty((MAX_DEPTH, t.sizes.shape[0] * t.cells), np.int64)
    left = np.zeros(MAX_DEPTH, np.int64)
    hands = np.zeros(MAX_DEPTH, np.int64)
    placed = np.zeros(MAX_DEPTH, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    owns = np.empty((MAX_DEPTH, len(t.lanes)), np.uint64)
    others = load(others_row, 0, t.lanes)
    states = 0
    hands[0] = hand
    store(owns, 0, load(own_row, 0, t.lanes))
    entering = True
    k = 0
    while k >= 0:
        own = load(owns, k, t.lanes)
        if entering:
            entering = False
            left[k] = 0
            states += 1
            free = free_cells(t, own, others | own)
            corners = corner_cells(t, own, free, colour)
            single = single_fits(hands[k], corners)
            reached = value(hands[k], placed[k], single)
            if reached > best:
                best = reached
                for i in range(k):
                    line[i] = path[i]
                line[k] = -1
                if single:
                    line[k] = SINGLE * t.cells + lowest(corners)
                    line[k + 1] = -1
            if states > limit:
                return best, LIMITED, states
            if upper(t, free, corners, hands[k], placed[k], ready) > best:
                left[k] = generate(t, own, others | own, hands[k], colour, ready, found[k])
        if left[k] == 0:
            k -= 1
            continue
        # From the end, where the large pieces are: they find room early or never.
        left[k] -= 1
        path[k] = found[k, left[k]]
        form, anchor = divmod(path[k], t.cells)
        after = own | shl(load(t.masks, form, t.lanes), anchor)
        if not remember(t, after, memory):
            continue
        piece = piece_of(t, form)
        store(owns, k + 1, after)
        hands[k + 1] = hands[k] & ~(1 << piece)
        placed[k + 1] = placed[k] + t.weights[piece]
        entering = True
        k += 1
    return best, EXHAUSTED, states
