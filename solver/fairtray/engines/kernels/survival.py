"""How many of the trays that may follow can be placed on a board, and where it is most.

``ws`` is a :class:`fairtray.engines.kernels.deal.Workspace`. Trays carry integer weights, so that
shares are sums without rounding.
"""

from __future__ import annotations

from fairtray.engines.kernels._jit import jit
from fairtray.engines.kernels.bits import load
from fairtray.engines.kernels.deal import placeable


@jit
def failures(t, ws, boards, trays, weights, fails, failed):
    """Try every tray on N boards.

    Args:
        t: the tables.
        ws: scratch.
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
def choose(t, ws, boards, factors, trays, weights, total, least, budget):
    """Find the first board with the highest value: its factor times the weight that survives.

    A board is left as soon as what fails on it shows that it cannot win; so trays that
    often fail are best put first.

    Args:
        t: the tables.
        ws: scratch.
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
