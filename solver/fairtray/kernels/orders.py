"""How far each order of a tray's pieces comes."""

from __future__ import annotations

import numpy as np

from fairtray.kernels._jit import jit
from fairtray.kernels.bits import contains, is_zero, item, load
from fairtray.kernels.search import MAX, SCRATCH_ROWS, fit_set, pack, place_in_order


@jit
def longest(t, orders, start, placed):
    """Find how many pieces of each order can be placed one after the other, at best.

    Args:
        t: the tables.
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
