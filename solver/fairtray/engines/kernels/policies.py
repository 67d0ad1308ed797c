"""Players that put the pieces on the board, so that a dealer meets all kinds of boards.

Every player picks one placement at a time from all (piece, anchor) pairs that are
legal, the random numbers being its own and never the dealer's.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import jit
from fairtray.engines.kernels.best import move_score
from fairtray.engines.kernels.bits import (
    clear_lowest,
    is_zero,
    load,
    lowest,
    popcount,
    shl,
    shr,
    store,
)
from fairtray.engines.kernels.deal import placeable
from fairtray.engines.kernels.rng import below
from fairtray.engines.kernels.search import MAX, fit_set, full_lines, touched_full_lines

RANDOM, GREEDY, CROWDING, TIDY, SHUFFLED = 0, 1, 2, 3, 4
PURE_POLICIES = 4
"""The first four; SHUFFLED takes another of them for each tray."""

_CANDIDATES = 16
"""Placements that the crowding player looks at before it picks one."""


@jit
def after_placement(t, shape, anchor, board, has_full):
    """Return (board after the clears, lines cleared) of one placement."""
    filled = board | shl(load(t.masks, shape, t.lanes), anchor)
    if has_full:
        cells, lines = full_lines(t, filled)
    else:
        cells, lines = touched_full_lines(t, shape, anchor, filled)
    return filled ^ (filled & cells), lines


@jit
def _edges(t, g, board):
    """Return the sides between a filled and an empty cell, the walls counting as filled."""
    full = load(t.full, 0, t.lanes)
    right = load(g.has_right, 0, t.lanes)
    below_ = load(g.has_below, 0, t.lanes)
    count = popcount((board ^ shr(board, 1)) & right)
    count += popcount((board ^ shr(board, g.cols)) & below_)
    empty = full ^ board
    for side in range(4):
        count += popcount(empty & load(g.walls, side, t.lanes))
    return count


@jit
def _nth(fit, index):
    """Return the index-th lowest cell of a board."""
    for _ in range(index):
        fit = clear_lowest(fit)
    return lowest(fit)


@jit
def _any_placement(t, pieces, n, board, fits, rng):
    """Return a uniformly drawn (piece, anchor) of all legal ones, or (-1, -1)."""
    empty = load(t.full, 0, t.lanes) ^ board
    total = 0
    for i in range(n):
        fit = fit_set(t, pieces[i], empty)
        store(fits, i, fit)
        total += popcount(fit)
    if total == 0:
        return -1, -1
    index = below(rng, total)
    for i in range(n):
        fit = load(fits, i, t.lanes)
        here = popcount(fit)
        if index < here:
            return i, _nth(fit, index)
        index -= here
    return -1, -1


@jit
def _best_placement(t, sc, g, tidy, pieces, n, board, combo, since, has_full, rng):
    """Return the (piece, anchor) with the highest value, ties drawn evenly, or (-1, -1).

    The value is the points of the move; for the tidy player it is minus the edges after
    the move and minus twice the filled cells, without which it would never clear.
    """
    empty = load(t.full, 0, t.lanes) ^ board
    best = np.int64(0)
    piece, where, ties = -1, -1, 0
    for i in range(n):
        fit = fit_set(t, pieces[i], empty)
        while not is_zero(fit):
            anchor = lowest(fit)
            fit = clear_lowest(fit)
            after, lines = after_placement(t, pieces[i], anchor, board, has_full)
            if tidy:
                value = -_edges(t, g, after) - 2 * popcount(after)
            else:
                value, _, _ = move_score(
                    sc, t.sizes[pieces[i]], lines, combo, since, is_zero(after)
                )
            if ties == 0 or value > best:
                best, piece, where, ties = value, i, anchor, 1
            elif value == best:
                ties += 1
                if below(rng, ties) == 0:
                    piece, where = i, anchor
    return piece, where


@jit
def _crowding_placement(t, ws, pieces, n, board, has_full, fits, rest, rng):
    """Return a (piece, anchor) that keeps the others placeable and clears the least.

    Of some drawn candidates, those after which the rest of the tray can still be placed
    come first, then those that clear fewer lines: so the board gets as full as a game
    can survive. (-1, -1) when nothing fits.
    """
    best_piece, best_anchor, best_rank = -1, -1, np.int64(1 << 30)
    for _ in range(_CANDIDATES):
        piece, anchor = _any_placement(t, pieces, n, board, fits, rng)
        if piece < 0:
            return piece, anchor
        after, lines = after_placement(t, pieces[piece], anchor, board, has_full)
        rank = np.int64(lines)
        if rank < best_rank:
            left = 0
            for i in range(n):
                if i != piece:
                    rest[left] = pieces[i]
                    left += 1
            if not placeable(t, ws, rest, left, after):
                rank += 1000
        if rank < best_rank:
            best_piece, best_anchor, best_rank = piece, anchor, rank
            if rank == 0:
                break
    return best_piece, best_anchor


@jit
def choose(t, sc, g, ws, policy, pieces, n, board, combo, since, has_full, fits, rest, rng):
    """Return the (index into pieces, anchor) that a player picks; (-1, -1) if nothing fits.

    Args:
        policy: RANDOM, GREEDY, CROWDING or TIDY.
        pieces: int64 (>= n,): shapes left in the tray.
        n: how many.
        has_full: whether the board has a full line.
        fits: uint64 (MAX, W) scratch.
        rest: int64 (MAX,) scratch.
        rng: uint64 (4,): the player's generator.
    """
    if policy == RANDOM:
        return _any_placement(t, pieces, n, board, fits, rng)
    if policy == CROWDING:
        return _crowding_placement(t, ws, pieces, n, board, has_full, fits, rest, rng)
    return _best_placement(t, sc, g, policy == TIDY, pieces, n, board, combo, since, has_full, rng)


@jit
def play_many(t, sc, g, ws, policy, pieces, tray_size, rng, scores, placed):
    """Play the same sequence again and again from the start board, until nothing fits.

    Args:
        policy: RANDOM, GREEDY, CROWDING or TIDY.
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
