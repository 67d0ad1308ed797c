"""Learns the weights of :class:`fairtray.engines.kernels.judging.Judge` from games.

What is learned is E[g**T]: T the deals until one cannot be placed, 0 < g < 1. Its log-odds are
a sum of weights, one for each feature of the board. Temporal-difference learning (Sutton
1988) of the boards between the deals, each step divided by the root of the weight's summed
square gradients (Duchi, Hazan and Singer 2011). The chance that the next tray cannot be
placed is not taken from the one that came but counted over many, which says far more.

Only ``tune_survival.py`` uses it; nothing here decides a move.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numba
import numpy as np

from fairtray.engines.kernels.bits import load, popcount, store
from fairtray.engines.kernels.deal import deal, placeable
from fairtray.engines.kernels.judging import WINDOW, judge, pad
from fairtray.engines.kernels.lookahead import SURVIVAL, plan_surely
from fairtray.engines.kernels.policies import after_placement
from fairtray.engines.kernels.search import MAX, fit_set, full_lines

DISCOUNT, STEP, SCALE, BIAS = 0, 1, 2, 3
"""Entries of the float64 settings: g; how far weights are moved; units of a weight of one; the
log-odds of a board without weights."""

DEALS, GAMES, RISK = 0, 1, 2
"""Entries of the float64 sums: deals played, games ended, chances that were counted."""

_TINY = 1e-12

# Not cached on disk: nothing would drop the code when a kernel that it calls has changed.
_jit = numba.njit(nogil=True, error_model="numpy")


class LearnedWeights(NamedTuple):
    """Weights as they are learned: what a feature adds to the log-odds of living on.

    Attributes:
        kind: int32 (65536,): which windows are the same, turned and mirrored.
        members: int32 (N, 8): the windows of a kind, some of them repeated.
        windows: float64 (N, 2): weight, and the sum of its squared gradients.
        free: int64 (S,): which shapes are the same, turned and mirrored.
        fits: float64 (F, counts, 2): the same for shapes.
        lines: float64 (counts, 2): the same for lines.
    """

    kind: Any
    members: Any
    windows: Any
    free: Any
    fits: Any
    lines: Any


@_jit
def _chance(t, ev, settings, padded, board):
    """Return what is expected of a board."""
    z = settings[BIAS] - judge(t, ev, padded, board) / settings[SCALE]
    return 1.0 / (1.0 + math.exp(-z))


@_jit
def _moved(entry, gradient, settings):
    """Move a weight, and return it in whole units."""
    entry[1] += gradient * gradient
    entry[0] += settings[STEP] * gradient / math.sqrt(entry[1] + _TINY)
    return np.int32(round(entry[0] * settings[SCALE]))


@_jit
def _update(t, ev, le, settings, padded, board, target):
    """Move the weights of a board's features, so that it is expected to be nearer the target."""
    gradient = _chance(t, ev, settings, padded, board) - target
    empty = load(t.full, 0, t.lanes) ^ board
    most = ev.fits.shape[1] - 1
    shapes = t.sizes.shape[0]
    for shape in range(shapes):
        count = min(popcount(fit_set(t, shape, empty)), most)
        weight = _moved(le.fits[le.free[shape], count], gradient, settings)
        for other in range(shapes):
            if le.free[other] == le.free[shape]:
                ev.fits[other, count] = weight
    most = ev.lines.shape[0] - 1
    for i in range(t.lines.shape[0]):
        count = min(popcount(load(t.lines, i, t.lanes) & empty), most)
        ev.lines[count] = _moved(le.lines[count], gradient, settings)
    pad(ev, board, padded)
    for col in range(ev.cols + 3 - WINDOW):
        window = np.int64(0)
        for row in range(ev.rows + 2):
            window = (window >> 4) | (((padded[row] >> col) & 15) << 12)
            if row >= WINDOW - 1:
                kind = le.kind[window]
                weight = _moved(le.windows[kind], gradient, settings)
                for i in range(le.members.shape[1]):
                    ev.windows[le.members[kind, i]] = weight


@_jit
def learn(t, sc, d, g, ws, b, ev, le, settings, sums, width, samples, deals, boards, rng, other):
    """Play for some deals, and learn from each.

    Args:
        t: the tables of the whole catalogue.
        sc: the scoring.
        d: how the dealer draws; one that always deals.
        g: the grid's neighbourhoods.
        ws: scratch.
        b: where plans are made.
        ev: the weights that are played with, in whole units; changed.
        le: the same as they are learned; changed.
        settings: float64 (4,): DISCOUNT, STEP, SCALE, BIAS.
        sums: float64 (3,): DEALS, GAMES, RISK; changed.
        width: states of a level that live on.
        samples: trays by which the risk of each board is counted.
        deals: how many to play.
        boards: uint64 (1, W): the board of the game under way; changed.
        rng: uint64 (4,): the dealer's generator.
        other: uint64 (4,): that of the samples.
    """
    tray = np.zeros(MAX, np.int64)
    path = np.zeros((MAX, 2), np.int64)
    size = d.size
    board = load(boards, 0, t.lanes)
    for _ in range(deals):
        sums[DEALS] += 1
        deal(t, d, ws, board, rng, tray)
        placed, _, _ = plan_surely(
            t, sc, g, ev, b, ws, SURVIVAL, width, tray, size, board, 0, 0, path
        )
        if placed < size:
            sums[GAMES] += 1
            board = load(g.start, 0, t.lanes)
            continue
        before = board
        for i in range(size):
            _, lines = full_lines(t, board)
            board, _ = after_placement(t, tray[path[i, 0]], path[i, 1], board, lines > 0)
        failed = 0
        for _ in range(samples):
            deal(t, d, ws, before, other, tray)
            if not placeable(t, ws, tray, size, before):
                failed += 1
        risk = failed / samples
        sums[RISK] += risk
        after = _chance(t, ev, settings, b.padded, board)
        target = risk + (1.0 - risk) * settings[DISCOUNT] * after
        _update(t, ev, le, settings, b.padded, before, target)
    store(boards, 0, board)
