"""Plans that look one tray further, where it matters.

What may follow a board is drawn, planned in its turn, and judged: the odds of a board are the
average of those of the boards that it leads to. All of it is whole numbers, so that the same
board is chosen on any machine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairtray.engines.kernels._jit import inner, jit
from fairtray.engines.kernels.beam import shrink
from fairtray.engines.kernels.bits import load, store
from fairtray.engines.kernels.deal import deal, placeable
from fairtray.engines.kernels.lookahead import PATH, SURVIVAL, VALUE, plan_surely, unfold

CERTAIN = 1 << 40
"""The odds of a board on which a tray cannot be placed."""


class Ahead(NamedTuple):
    """How a plan looks one tray further.

    Attributes:
        draw: how trays are drawn.
        bench: where the plans of those trays are made.
        width: states of a level that live on in those plans.
        deep: by how many trays each board is judged; not more than there are.
        zero: the value of a board that is as good as dead.
        step: by how much better a board of the next lower odds is.
        odds: int64 (N,): the odds, falling.
        boards: uint64 (M, W) scratch, M the boards that are looked at.
        paths: int64 (M,) scratch.
        trays: int64 (K, size) scratch, K the trays that tell whether there is danger.
        tray: int64 (MAX,) scratch.
        path: int64 (MAX, 2) scratch.
    """

    draw: Any
    bench: Any
    width: int
    deep: int
    zero: int
    step: int
    odds: Any
    boards: Any
    paths: Any
    trays: Any
    tray: Any
    path: Any


@inner
def _odds(ahead, value):
    """Return the odds that a board of some value dies soon, ``CERTAIN`` being a dead one's."""
    index = (value - ahead.zero) // ahead.step
    return ahead.odds[max(0, min(index, ahead.odds.shape[0] - 1))]


@jit
def plan_ahead(t, sc, g, ev, b, ws, ahead, width, tray, n, board, path, rng):
    """Plan for survival, and look one tray further where the best board is in danger.

    The best board is tried with the trays of ``ahead``, drawn anew. Where one of them cannot
    be placed, each of the best boards is followed by the same trays, planned by a narrower
    search, and the one after which the odds add up to least is taken.

    Args:
        b: where the plan is made.
        ahead: how far to look.
        width: states of a level that live on.
        tray: int64 (>= n,): shapes, in slot order.
        n: how many.
        board: the filled cells; may have full lines.
        path: int64 (>= n, 2): out: (slot, anchor) of each move.
        rng: uint64 (4,): the player's generator; changed.

    Returns:
        How many pieces the plan places.
    """
    placed, count, _ = plan_surely(t, sc, g, ev, b, ws, SURVIVAL, width, tray, n, board, 0, 0, path)
    if placed < n or count < 2:
        return placed
    rivals = min(count, ahead.paths.shape[0])
    if count > rivals:
        shrink(b.to_boards, b.to_worth, b.to_state, count, rivals, b.digits)
    first = 0
    for row in range(rivals):
        store(ahead.boards, row, load(b.to_boards, row, t.lanes))
        ahead.paths[row] = b.to_state[row, PATH]
        if b.to_worth[row, VALUE] > b.to_worth[first, VALUE]:
            first = row
    size = ahead.draw.size
    after = load(ahead.boards, first, t.lanes)
    danger = False
    for i in range(ahead.trays.shape[0]):
        deal(t, ahead.draw, ws, after, rng, ahead.tray)
        for k in range(size):
            ahead.trays[i, k] = ahead.tray[k]
        danger = danger or not placeable(t, ws, ahead.tray, size, after)
    if not danger:
        return placed
    least = np.int64(-1)
    for row in range(rivals):
        after = load(ahead.boards, row, t.lanes)
        total = np.int64(0)
        for i in range(ahead.deep):
            for k in range(size):
                ahead.tray[k] = ahead.trays[i, k]
            made, _, value = plan_surely(
                t,
                sc,
                g,
                ev,
                ahead.bench,
                ws,
                SURVIVAL,
                ahead.width,
                ahead.tray,
                size,
                after,
                0,
                0,
                ahead.path,
            )
            total += CERTAIN if made < size else _odds(ahead, value)
        if least < 0 or total < least:
            least = total
            unfold(t, ahead.paths[row], placed, path)
    return placed
