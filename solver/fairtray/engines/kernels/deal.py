"""The built-in dealers: what they draw, word by word.

``d`` are the :class:`fairtray.engines.tables.DealTables`; ``ws`` is a :class:`Workspace`. The
plain twins in ``fairtray.dealers`` make the same deals from the same words.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairtray.engines.kernels._jit import jit
from fairtray.engines.kernels.bits import is_zero, load
from fairtray.engines.kernels.rng import below
from fairtray.engines.kernels.search import MAX, SCRATCH_ROWS, decide, fit_set

DEALT, FALLBACK, DECLINED = 0, 1, 2
"""Outcomes of a deal: a tray that keeps the dealer's promise; one that does not, which the
rules of ``retry`` allow; nothing, because the promise cannot be kept."""

UNIFORM, WEIGHTED, RETRY, SEQUENTIAL_FIT, ANY_FIT = 0, 1, 2, 3, 4
"""Indices into ``DEALER_KINDS``."""


class Workspace(NamedTuple):
    """Arrays that the search writes into, made once for a whole run.

    Attributes:
        fits: int64 (MAX,).
        work: int64 (5, MAX).
        reach: int64 (MAX, L).
        scratch: uint64 (SCRATCH_ROWS, W).
        witness: int64 (MAX, 2).
        tried: int64 (S,).
    """

    fits: Any
    work: Any
    reach: Any
    scratch: Any
    witness: Any
    tried: Any


def workspace(tables: Any) -> Workspace:
    """Return a workspace for some tables."""
    return Workspace(
        fits=np.zeros(MAX, np.int64),
        work=np.zeros((5, MAX), np.int64),
        reach=np.zeros((MAX, len(tables.lines)), np.int64),
        scratch=np.zeros((SCRATCH_ROWS, len(tables.lanes)), np.uint64),
        witness=np.zeros((MAX, 2), np.int64),
        tried=np.zeros(len(tables.sizes), np.int64),
    )


@jit
def placeable(t, ws, pieces, n, board):
    """Return whether n pieces can all be placed in some order."""
    return (
        decide(t, pieces, n, board, False, ws.fits, ws.work, ws.reach, ws.scratch, ws.witness) > 0
    )


@jit
def _draw(d, rng):
    """Draw a shape with the catalogue's weights: the index whose running sum passes the draw."""
    x = below(rng, d.cumulative[-1])
    low, high = 0, d.cumulative.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if d.cumulative[middle] > x:
            high = middle
        else:
            low = middle + 1
    return low


@jit
def _drawable(d, shape):
    """Return whether a shape has a weight, so that it can be drawn at all."""
    return d.cumulative[shape] > (d.cumulative[shape - 1] if shape > 0 else 0)


@jit
def _draw_limited(d, rng, tray, tray_size):
    """Draw a shape; one that would exceed the limit of large shapes is drawn again."""
    large = 0
    for i in range(tray_size):
        large += d.large[tray[i]]
    shape = _draw(d, rng)
    while large + d.large[shape] > d.max_large:
        shape = _draw(d, rng)
    return shape


@jit
def _sequential_fit(t, d, ws, board, rng, tray):
    empty = load(t.full, 0, t.lanes) ^ board
    for k in range(d.size):
        large = 0
        for i in range(k):
            large += d.large[tray[i]]
        ws.tried[:] = 0
        untried = 0
        for shape in range(t.sizes.shape[0]):
            untried += _drawable(d, shape)
        while True:
            shape = _draw(d, rng)
            if ws.tried[shape]:
                continue
            tray[k] = shape
            # The shape must fit on the board as it stands, and not only be placeable with
            # the others: no clear may be needed before it is seen to fit.
            if (
                large + d.large[shape] <= d.max_large
                and not is_zero(fit_set(t, shape, empty))
                and placeable(t, ws, tray, k + 1, board)
            ):
                break
            ws.tried[shape] = 1
            untried -= 1
            if untried == 0:
                return DECLINED
    return DEALT


@jit
def _any_fit(t, d, ws, board, rng, tray):
    empty = load(t.full, 0, t.lanes) ^ board
    possible = False
    for shape in range(t.sizes.shape[0]):
        ws.tried[shape] = not is_zero(fit_set(t, shape, empty))
        if ws.tried[shape] and d.large[shape] <= d.max_large and _drawable(d, shape):
            possible = True
    if not possible:
        return DECLINED
    while True:
        fitting = 0
        for k in range(d.size):
            tray[k] = _draw_limited(d, rng, tray, k)
            fitting += ws.tried[tray[k]]
        if fitting > 0:
            return DEALT


@jit
def deal(t, d, ws, board, rng, tray):
    """Deal one tray.

    Args:
        rng: uint64 (4,): the dealer's generator.
        tray: int64 (MAX,): out: the shapes dealt.

    Returns:
        DEALT, FALLBACK or DECLINED.
    """
    if d.kind == SEQUENTIAL_FIT:
        return _sequential_fit(t, d, ws, board, rng, tray)
    if d.kind == ANY_FIT:
        return _any_fit(t, d, ws, board, rng, tray)
    if d.kind == RETRY:
        for _ in range(d.tries):
            for k in range(d.size):
                tray[k] = _draw_limited(d, rng, tray, k)
            if placeable(t, ws, tray, d.size, board):
                return DEALT
        return FALLBACK
    for k in range(d.size):
        tray[k] = _draw(d, rng)
    return DEALT


@jit
def deal_at(t, d, ws, boards, rng, tray):
    """Deal one tray for the board that row 0 of ``boards``, uint64 (1, W), holds."""
    return deal(t, d, ws, load(boards, 0, t.lanes), rng, tray)
