"""Placeable or not, in how many orders, with a witness; and the perft counts.

Notation: ``t`` are the :class:`fairtray.engines.tables.Tables`; ``pieces`` holds a shape
index for each of the n pieces, in slot order; ``scratch`` is a uint64 (3 * MAX, W)
array of the caller's, so that nothing is allocated inside a search.

The search rests on one fact. If the pieces have pairwise disjoint placements on the
cells that are empty at the start, they can be placed there in *every* order: clears
only ever empty cells. So first a packing is looked for, without orders and clears.
Only where none exists do the orders differ, and then a line has to clear before the
last piece is placed, which prunes the search for a single order hard.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import inlined, inner, jit
from fairtray.engines.kernels.bits import (
    above,
    clear_lowest,
    contains,
    is_zero,
    item,
    item2,
    load,
    lowest,
    meets,
    popcount,
    shl,
    shr,
    store,
)

MAX_PIECES = 5
"""The most pieces of one tray that the kernels search."""

MAX = MAX_PIECES + 1
SCRATCH_ROWS = 3 * MAX


@inlined
def fit_set(t, shape, empty):
    """Return all legal anchors of a shape at once: the AND of shifted empty-cell boards."""
    fit = load(t.anchors, shape, t.lanes)
    for i in range(item(t.sizes, shape)):
        fit = fit & shr(empty, item2(t.offsets, shape, i))
    return fit


@inlined
def full_lines(t, board):
    """Return (cells of all full lines, how many lines are full)."""
    cells = board ^ board
    count = 0
    for i in range(t.lines.shape[0]):
        line = load(t.lines, i, t.lanes)
        if contains(board, line):
            cells = cells | line
            count += 1
    return cells, count


@inlined
def touched_full_lines(t, shape, anchor, board):
    """Return the same for the lines that the placement touches.

    ``board`` has the placement on it already. On a board that had no full line
    before, no other line can be full.
    """
    cells = board ^ board
    count = 0
    at = shape * t.cells + anchor
    for i in range(item(t.touch_start, at), item(t.touch_start, at + 1)):
        line = load(t.lines, item(t.touch, i), t.lanes)
        if contains(board, line):
            cells = cells | line
            count += 1
    return cells, count


@inlined
def completable(t, board, reach):
    """Return whether a line lacks no more cells than ``reach[line]``: int64 (L,)."""
    for i in range(t.lines.shape[0]):
        line = load(t.lines, i, t.lanes)
        if popcount(line ^ (line & board)) <= item(reach, i):
            return True
    return False


@inlined
def lacking(t, board, most):
    """Return the cells that nearly full lines lack: lines that lack ``most[line]`` or fewer."""
    cells = board ^ board
    none = cells
    for i in range(t.lines.shape[0]):
        line = load(t.lines, i, t.lanes)
        missing = line ^ (line & board)
        cells = cells | (missing if popcount(missing) <= item(most, i) else none)
    return cells


@inlined
def pack(t, pieces, n, empty, first, scratch, anchors, nodes=None):
    """Find pairwise disjoint placements of all pieces on the empty cells.

    Args:
        pieces: int64 (>= n,): shapes, best with the fewest anchors first.
        n: number of pieces, at least 1.
        empty: the empty cells.
        first: the fit set of the first piece on them.
        scratch: uint64 (>= 2 * MAX, W), overwritten.
        anchors: int64 (>= n,): the anchors found, in the order of ``pieces``.
        nodes: int64 (1,): the placements tried are added to it. With None no code for it
            is compiled.

    Returns:
        Whether there are any.
    """
    full = load(t.full, 0, t.lanes)
    store(scratch, 0, empty)
    store(scratch, MAX, first)
    k = 0
    while k >= 0:
        fit = load(scratch, MAX + k, t.lanes)
        if is_zero(fit):
            k -= 1
            continue
        anchor = lowest(fit)
        anchors[k] = anchor
        if nodes is not None:
            nodes[0] += 1
        if k == n - 1:
            return True
        store(scratch, MAX + k, clear_lowest(fit))
        left = load(scratch, k, t.lanes) ^ shl(load(t.masks, item(pieces, k), t.lanes), anchor)
        after = fit_set(t, item(pieces, k + 1), left)
        if item(pieces, k + 1) == item(pieces, k):
            # Equal pieces are interchangeable: only ascending anchors.
            after = after & above(full, anchor)
        if is_zero(after):
            continue
        k += 1
        store(scratch, k, left)
        store(scratch, MAX + k, after)
    return False


@inner
def place_in_order(t, order, n, board, has_full, reach, scratch, anchors, nodes=None):
    """Find placements for one order of the pieces, of which no packing exists.

    Because no packing exists, some line must clear before the last placement. So the
    last but one must clear if none before did, and a path on which no line can be
    completed in time is left at once.

    Args:
        order: int64 (>= n,): shapes in the order in which they are placed.
        n: number of pieces, at least 2.
        has_full: whether the board has a full line already (the first placement clears it).
        reach: int64 (MAX, L) scratch.
        scratch: uint64 (SCRATCH_ROWS, W) scratch.
        anchors: int64 (>= n,): the anchors found, in the order of ``order``.
        nodes: as of :func:`pack`.

    Returns:
        Whether there are any.
    """
    full = load(t.full, 0, t.lanes)
    # reach[k, line]: most cells of the line that pieces k .. n-2 can fill together.
    for line in range(t.lines.shape[0]):
        reach[n - 2, line] = item2(t.cover, item(order, n - 2), line)
    for k in range(n - 3, -1, -1):
        for line in range(t.lines.shape[0]):
            reach[k, line] = reach[k + 1, line] + item2(t.cover, item(order, k), line)
    if not completable(t, board, reach[0]):
        return False
    store(scratch, 0, board)
    store(scratch, MAX, fit_set(t, item(order, 0), full ^ board))
    cleared = 0  # bit k: a line cleared before level k
    watched = 0  # bit k: at level k a placement may put every line out of reach
    entering = True
    k = 0
    while k >= 0:
        board = load(scratch, k, t.lanes)
        fit = load(scratch, MAX + k, t.lanes)
        clears_full = has_full and k == 0
        if entering:
            hot = full
            watched &= ~(1 << k)
            if (cleared >> k) & 1 == 0 and not clears_full:
                # A placement that completes a line covers one of these cells.
                hot = lacking(t, board, t.cover[item(order, k)])
                if k == n - 2:
                    if is_zero(hot):
                        fit = hot
                elif not completable(t, board, reach[k + 1]):
                    watched |= 1 << k
            store(scratch, 2 * MAX + k, hot)
            entering = False
        if is_zero(fit):
            k -= 1
            continue
        anchor = lowest(fit)
        anchors[k] = anchor
        if nodes is not None:
            nodes[0] += 1
        store(scratch, MAX + k, clear_lowest(fit))
        placed = shl(load(t.masks, item(order, k), t.lanes), anchor)
        after = board | placed
        clear = (cleared >> k) & 1 == 1
        if meets(load(scratch, 2 * MAX + k, t.lanes), placed):
            if clears_full:
                cells, lines = full_lines(t, after)
            else:
                cells, lines = touched_full_lines(t, item(order, k), anchor, after)
            clear = clear or lines > 0
            after = after ^ (after & cells)
        if not clear:
            if k == n - 2:
                continue
            if (watched >> k) & 1 and not completable(t, after, reach[k + 1]):
                continue
        next_fit = fit_set(t, item(order, k + 1), full ^ after)
        if is_zero(next_fit):
            continue
        if k == n - 2:
            anchors[k + 1] = lowest(next_fit)
            return True
        k += 1
        entering = True
        cleared &= ~(1 << k)
        if clear:
            cleared |= 1 << k
        store(scratch, k, after)
        store(scratch, MAX + k, next_fit)
    return False


@inlined
def _next_permutation(values, n):
    """Step to the next permutation in lexicographic order; False after the last."""
    i = n - 2
    while i >= 0 and values[i] >= values[i + 1]:
        i -= 1
    if i < 0:
        return False
    j = n - 1
    while values[j] <= values[i]:
        j -= 1
    values[i], values[j] = values[j], values[i]
    low, high = i + 1, n - 1
    while low < high:
        values[low], values[high] = values[high], values[low]
        low += 1
        high -= 1
    return True


@inlined
def _by_fits(t, pieces, n, board, work, fits, scratch):
    """Sort slots into ``work[0]`` by their number of anchors; return how many pieces fit.

    The fit set of slot i goes to ``scratch[2 * MAX + i]``.
    """
    empty = load(t.full, 0, t.lanes) ^ board
    fitting = 0
    for i in range(n):
        fit = fit_set(t, item(pieces, i), empty)
        store(scratch, 2 * MAX + i, fit)
        fits[i] = popcount(fit)
        if fits[i] > 0:
            fitting += 1
        j = i
        # Equal shapes end up side by side, which ``pack`` makes use of.
        while j > 0 and (
            fits[work[0, j - 1]] > fits[i]
            or (fits[work[0, j - 1]] == fits[i] and pieces[work[0, j - 1]] > pieces[i])
        ):
            work[0, j] = work[0, j - 1]
            j -= 1
        work[0, j] = i
    return fitting


@inlined
def decide(t, pieces, n, board, all_orders, fits, work, reach, scratch, witness, nodes=None):
    """Decide whether n pieces can all be placed in some order, clears between included.

    Args:
        pieces: int64 (>= n,): the shape of each piece, in slot order.
        n: number of pieces, 0 to MAX_PIECES.
        board: the filled cells; may have full lines.
        all_orders: whether to count all orders, or to stop at the first.
        fits: int64 (>= n,): out: how many anchors each piece has on the board as it is.
        work: int64 (5, MAX) scratch.
        reach: int64 (MAX, L) scratch.
        scratch: uint64 (SCRATCH_ROWS, W) scratch.
        witness: int64 (>= n, 2): out: (index of the piece, anchor) of each move, if any.
        nodes: as of :func:`pack`.

    Returns:
        In how many of the n! orders of the pieces all can be placed; with
        ``all_orders`` off, 0 or a positive number.
    """
    if n == 0:
        return 1
    full = load(t.full, 0, t.lanes)
    order, slots, shapes, anchors = work[1], work[2], work[3], work[4]
    fitting = _by_fits(t, pieces, n, board, work, fits, scratch)
    if fitting == 0:
        return 0
    if fitting == n:
        for i in range(n):
            shapes[i] = pieces[work[0, i]]
        first = load(scratch, 2 * MAX + work[0, 0], t.lanes)
        if pack(t, shapes, n, full ^ board, first, scratch, anchors, nodes):
            orders = 1
            for i in range(n):
                orders *= i + 1
                slot = work[0, i]
                witness[slot, 0] = slot
                witness[slot, 1] = anchors[i]
            return orders
    elif n == 1:
        return 0
    lines = 0
    for i in range(t.lines.shape[0]):
        if contains(board, load(t.lines, i, t.lanes)):
            lines += 1
    # Orders of slots whose pieces are equal are one and the same search: only those
    # with equal pieces in ascending slots are searched, each counting for all.
    same = 1
    for i in range(n):
        slots[i] = i
        equal = 1
        for j in range(i):
            if pieces[j] == pieces[i]:
                equal += 1
        same *= equal
    found = 0
    more = True
    while more:
        canonical = fits[slots[0]] > 0
        for i in range(n):
            for j in range(i):
                if slots[j] > slots[i] and pieces[slots[j]] == pieces[slots[i]]:
                    canonical = False
        if canonical:
            for i in range(n):
                order[i] = pieces[slots[i]]
            if place_in_order(t, order, n, board, lines > 0, reach, scratch, anchors, nodes):
                if found == 0:
                    for i in range(n):
                        witness[i, 0] = slots[i]
                        witness[i, 1] = anchors[i]
                    if not all_orders:
                        return same
                found += same
        more = _next_permutation(slots, n)
    return found


@inlined
def _unused(tray, pieces, slot_of):
    """Write the shapes left in a tray and their slots; return how many there are."""
    n = 0
    for slot in range(tray.shape[0]):
        if tray[slot] >= 0:
            pieces[n] = tray[slot]
            slot_of[n] = slot
            n += 1
    return n


@jit
def decide_many(t, boards, trays, orders, fits, witness):
    """Decide N positions.

    Args:
        boards: uint64 (N, W).
        trays: int64 (N, n): shape indices; -1 for a used slot.
        orders: int64 (N,): out: orders in which all pieces can be placed.
        fits: int64 (N, n): out: number of anchors of each slot's piece; 0 for a used slot.
        witness: int64 (N, n, 2): out: (slot, anchor) of each move; -1 where there is none.
    """
    work = np.empty((8, MAX), np.int64)
    moves = np.empty((MAX, 2), np.int64)
    reach = np.empty((MAX, t.lines.shape[0]), np.int64)
    scratch = np.empty((SCRATCH_ROWS, len(t.lanes)), np.uint64)
    pieces, slot_of, own_fits = work[5], work[6], work[7]
    for i in range(boards.shape[0]):
        fits[i] = 0
        witness[i] = -1
        n = _unused(trays[i], pieces, slot_of)
        board = load(boards, i, t.lanes)
        orders[i] = decide(t, pieces, n, board, True, own_fits, work, reach, scratch, moves)
        for j in range(n):
            fits[i, slot_of[j]] = own_fits[j]
            if orders[i] > 0:
                witness[i, j, 0] = slot_of[moves[j, 0]]
                witness[i, j, 1] = moves[j, 1]


@jit
def count_many(t, boards, trays, orders, nodes):
    """Decide N positions and count the placements that are tried.

    Args:
        boards: uint64 (N, W).
        trays: int64 (N, n): shape indices; -1 for a used slot.
        orders: int64 (N,): out: orders in which all pieces can be placed.
        nodes: int64 (1,): what is counted is added to it.
    """
    work = np.empty((8, MAX), np.int64)
    moves = np.empty((MAX, 2), np.int64)
    reach = np.empty((MAX, t.lines.shape[0]), np.int64)
    scratch = np.empty((SCRATCH_ROWS, len(t.lanes)), np.uint64)
    pieces, slot_of, own_fits = work[5], work[6], work[7]
    for i in range(boards.shape[0]):
        n = _unused(trays[i], pieces, slot_of)
        board = load(boards, i, t.lanes)
        orders[i] = decide(t, pieces, n, board, True, own_fits, work, reach, scratch, moves, nodes)


@jit
def fit_counts(t, boards, out):
    """Count the anchors of every shape on N boards into ``out``, int64 (N, S)."""
    full = load(t.full, 0, t.lanes)
    for i in range(boards.shape[0]):
        empty = full ^ load(boards, i, t.lanes)
        for s in range(t.sizes.shape[0]):
            out[i, s] = popcount(fit_set(t, s, empty))


@jit
def perft(t, pieces, n, start, counts, finals):
    """Count placement sequences by depth; slots are distinct and nothing is merged.

    Args:
        pieces: int64 (n,): shapes, in slot order.
        n: number of pieces, 1 to MAX_PIECES.
        start: uint64 (1, W): the board.
        counts: int64 (n,): out: sequences of 1, 2, … placements.
        finals: uint64 (F, W): out: the final boards, as many as there is room for.

    Returns:
        The number of sequences that place all pieces.
    """
    boards = np.empty((MAX, len(t.lanes)), np.uint64)
    fits = np.empty((MAX, len(t.lanes)), np.uint64)
    slot_at = np.full(MAX, -1, np.int64)
    return _walk(t, pieces, n, start, counts, finals, boards, fits, slot_at)


@inner
def _walk(t, pieces, n, start, counts, finals, boards, fits, slot_at):
    full = load(t.full, 0, t.lanes)
    board = load(start, 0, t.lanes)
    _, already_full = full_lines(t, board)
    counts[:] = 0
    leaves = 0
    store(boards, 0, board)
    store(fits, 0, board ^ board)
    used = 0
    k = 0
    while k >= 0:
        fit = load(fits, k, t.lanes)
        if is_zero(fit):
            slot = slot_at[k] + 1
            while slot < n and (used >> slot) & 1:
                slot += 1
            if slot == n:
                k -= 1
                if k >= 0:
                    used ^= 1 << slot_at[k]
                continue
            slot_at[k] = slot
            store(fits, k, fit_set(t, item(pieces, slot), full ^ load(boards, k, t.lanes)))
            continue
        store(fits, k, clear_lowest(fit))
        anchor = lowest(fit)
        shape = pieces[slot_at[k]]
        counts[k] += 1
        if k == n - 1 and finals.shape[0] <= leaves:
            leaves += 1
            continue
        filled = load(boards, k, t.lanes) | shl(load(t.masks, shape, t.lanes), anchor)
        if k == 0 and already_full > 0:
            cells, _ = full_lines(t, filled)
        else:
            cells, _ = touched_full_lines(t, shape, anchor, filled)
        after = filled ^ (filled & cells)
        if k == n - 1:
            store(finals, leaves, after)
            leaves += 1
            continue
        used ^= 1 << slot_at[k]
        k += 1
        slot_at[k] = -1
        store(boards, k, after)
        store(fits, k, after ^ after)
    return leaves
