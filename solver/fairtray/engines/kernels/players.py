"""Plain players on a known sequence of trays: what a game scores without a plan."""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import jit
from fairtray.engines.kernels.best import move_score
from fairtray.engines.kernels.bits import is_zero, load
from fairtray.engines.kernels.policies import after_placement, choose
from fairtray.engines.kernels.search import MAX, full_lines


@jit
def play_many(t, sc, g, ws, policy, pieces, tray_size, rng, scores, placed):
    """Play the same sequence again and again from the start board, until nothing fits.

    Args:
        t: the tables of the whole catalogue.
        sc: the scoring.
        g: the grid's neighbourhoods.
        ws: scratch.
        policy: a player of :mod:`fairtray.engines.kernels.policies`.
        pieces: int64 (N,): shapes, tray by tray.
        tray_size: pieces of a tray, at most MAX.
        rng: uint64 (4,): the player's generator, advanced.
        scores: int64 (M,): out: the points of each play.
        placed: int64 (M,): out: the pieces that each play placed.
    """
    fits = np.zeros((MAX, len(t.lanes)), np.uint64)
    left = np.zeros(MAX, np.int64)
    rest = np.zeros(MAX, np.int64)
    for play in range(len(scores)):
        board = load(g.start, 0, t.lanes)
        _, lines = full_lines(t, board)
        has_full = lines > 0
        combo, since, score, done = 0, 0, 0, 0
        n = 0
        while done < len(pieces):
            if n == 0:
                n = min(tray_size, len(pieces) - done)
                for i in range(n):
                    left[i] = pieces[done + i]
            piece, anchor = choose(
                t, sc, g, ws, policy, left, n, board, combo, since, has_full, fits, rest, rng
            )
            if piece < 0:
                break
            shape = left[piece]
            board, lines = after_placement(t, shape, anchor, board, has_full)
            has_full = False
            points, combo, since = move_score(
                sc, t.sizes[shape], lines, combo, since, is_zero(board)
            )
            score += points
            done += 1
            n -= 1
            for i in range(piece, n):
                left[i] = left[i + 1]
        scores[play] = score
        placed[play] = done
