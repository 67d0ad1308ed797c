"""Blokus: what each legal move gains and takes, in corner cells.

Notation as in :mod:`fairtray.engines.kernels.blokus`.
"""

from __future__ import annotations

from fairtray.engines.kernels._jit import inner, jit
from fairtray.engines.kernels.bits import load, popcount, shl, store
from fairtray.engines.kernels.blokus import corner_cells, free_cells, occupied_by, piece_of


@inner
def corner_count(t, boards, hands, colour):
    """Return the number of corner cells of a colour; 0 when it holds nothing."""
    if hands[colour] == 0:
        return 0
    own = load(boards, colour, t.lanes)
    free = free_cells(t, own, occupied_by(t, boards))
    return popcount(corner_cells(t, own, free, colour))


@jit
def weigh(t, boards, hands, colour, placements, out):
    """Tell what each of M moves does to the corners of all colours.

    Args:
        t: the tables.
        boards: uint64 (N, W); changed and restored.
        hands: int64 (N,).
        colour: the colour to move.
        placements: int64 (M,): its moves.
        out: int64 (M, 2): out: the corner cells it gains, and those it takes from the
            others.
    """
    own = load(boards, colour, t.lanes)
    others_before = 0
    for c in range(boards.shape[0]):
        if c != colour:
            others_before += corner_count(t, boards, hands, c)
    own_before = corner_count(t, boards, hands, colour)
    held = hands[colour]
    for m in range(placements.shape[0]):
        form, anchor = divmod(placements[m], t.cells)
        store(boards, colour, own | shl(load(t.masks, form, t.lanes), anchor))
        hands[colour] = held & ~(1 << piece_of(t, form))
        out[m, 0] = corner_count(t, boards, hands, colour) - own_before
        out[m, 1] = others_before
        for c in range(boards.shape[0]):
            if c != colour:
                out[m, 1] -= corner_count(t, boards, hands, c)
    hands[colour] = held
    store(boards, colour, own)
