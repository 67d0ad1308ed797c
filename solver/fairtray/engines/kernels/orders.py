"""How far each order of a tray's pieces comes, and how nearly the next piece fits there."""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import jit
from fairtray.engines.kernels.bits import (
    clear_lowest,
    contains,
    is_zero,
    item,
    load,
    lowest,
    popcount,
    shl,
    store,
)
from fairtray.engines.kernels.search import (
    MAX,
    SCRATCH_ROWS,
    fit_set,
    full_lines,
    pack,
    place_in_order,
)


@jit
def longest(t, orders, start, placed):
    """Find how many pieces of each order can be placed one after the other, at best.

    Args:
        orders: int64 (M, n): shapes in the order in which they are placed, n up to 5.
        start: uint64 (1, W): the board; may have full lines.
        placed: int64 (M,): out: the largest k such that the first k pieces can be placed.
    """
    full = load(t.full, 0, t.lanes)
    board = load(start, 0, t.lanes)
    has_full = False
    for i in range(t.lines.shape[0]):
        if contains(board, load(t.lines, i, t.lanes)):
            has_full = True
    reach = np.empty((MAX, t.lines.shape[0]), np.int64)
    scratch = np.empty((SCRATCH_ROWS, len(t.lanes)), np.uint64)
    anchors = np.empty(MAX, np.int64)
    for i in range(orders.shape[0]):
        order = orders[i]
        first = fit_set(t, item(order, 0), full ^ board)
        placed[i] = 0
        if is_zero(first):
            continue
        placed[i] = 1
        for k in range(2, orders.shape[1] + 1):
            if not (
                pack(t, order, k, full ^ board, first, scratch, anchors)
                or place_in_order(t, order, k, board, has_full, reach, scratch, anchors)
            ):
                break
            placed[i] = k


@jit
def nearest(t, order, n, start, most, anchors):
    """Find where least is in the way of a piece that fits nowhere after those before it.

    The placements of the pieces before it are walked in lexicographic order.

    Args:
        order: int64 (>= n,): shapes in the order in which they are placed.
        n: pieces, 1 to MAX_PIECES: the last one is the piece that fits nowhere.
        start: uint64 (1, W): the board; may have full lines.
        most: boards to look at; what comes after is left out.
        anchors: int64 (>= n,): out: the anchors of all n, the lexicographically smallest of
            those with the fewest cells in the way.

    Returns:
        How many cells are in the way; -1 when there is no place at all.
    """
    full = load(t.full, 0, t.lanes)
    boards = np.empty((MAX, len(t.lanes)), np.uint64)
    fits = np.empty((MAX, len(t.lanes)), np.uint64)
    tried = np.zeros(MAX, np.int64)
    fewest = -1
    seen = 0
    store(boards, 0, load(start, 0, t.lanes))
    k = 0
    entering = True
    while k >= 0:
        board = load(boards, k, t.lanes)
        shape = item(order, k)
        if k == n - 1:
            seen += 1
            places = load(t.anchors, shape, t.lanes)
            while not is_zero(places):
                anchor = lowest(places)
                places = clear_lowest(places)
                in_the_way = popcount(shl(load(t.masks, shape, t.lanes), anchor) & board)
                if fewest < 0 or in_the_way < fewest:
                    fewest = in_the_way
                    for i in range(k):
                        anchors[i] = tried[i]
                    anchors[k] = anchor
            if seen >= most:
                break
            entering = False
            k -= 1
            continue
        if entering:
            store(fits, k, fit_set(t, shape, full ^ board))
            entering = False
        fit = load(fits, k, t.lanes)
        if is_zero(fit):
            k -= 1
            continue
        anchor = lowest(fit)
        store(fits, k, clear_lowest(fit))
        tried[k] = anchor
        filled = board | shl(load(t.masks, shape, t.lanes), anchor)
        cells, _ = full_lines(t, filled)
        k += 1
        entering = True
        store(boards, k, filled ^ (filled & cells))
    return fewest
