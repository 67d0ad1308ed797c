"""Whole games to their end, some deals at a time: deal, let a player place, again.

Each game has two generators of its own, the dealer's and the player's. Each deal draws from a
generator that three words of the dealer's begin: so the k-th deal of a game begins with the
same words whatever was drawn before it, and games of several dealers can be compared in pairs.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import jit
from fairtray.engines.kernels.ahead import plan_ahead
from fairtray.engines.kernels.best import move_score
from fairtray.engines.kernels.bits import is_zero, load, store
from fairtray.engines.kernels.deal import DECLINED, deal
from fairtray.engines.kernels.lookahead import plan, plan_surely
from fairtray.engines.kernels.policies import PURE_POLICIES, SHUFFLED, after_placement, choose
from fairtray.engines.kernels.rng import below, next_word
from fairtray.engines.kernels.search import MAX, full_lines

PLANNER, SURE_PLANNER, FAR_PLANNER = 5, 6, 7
"""Players beside those of :mod:`fairtray.engines.kernels.policies`: they plan a whole tray at
once. The sure one places all pieces wherever that can be done; the far one, too, and where it is in
danger it looks one tray further."""

DEALS, MOVES, POINTS, LINES, COMBO, SINCE, END, LOGGED = 0, 1, 2, 3, 4, 5, 6, 7
"""Entries of the int64 state of a game; LOGGED counts the deals in the log."""
FIELDS = 8

RUNNING, STUCK, CUT, REFUSED = 0, 1, 2, 3
"""How a game ended: not yet; no piece left fits; at the most moves; nothing was dealt."""

_WARM_UP = 12
_1 = np.uint64(1)


@jit
def begin_deal(rng, deal_rng):
    """Begin a deal's generator with three words, as PractRand begins an SFC64."""
    for i in range(3):
        deal_rng[i] = next_word(rng)
    deal_rng[3] = _1
    for _ in range(_WARM_UP):
        next_word(deal_rng)


@jit
def play(
    t,
    sc,
    d,
    g,
    ws,
    b,
    ev,
    ahead,
    player,
    style,
    width,
    boards,
    state,
    rng,
    player_rng,
    given,
    most_moves,
    deals,
    trays,
    steps,
):
    """Play on a game for some deals at most.

    Args:
        b: where plans are made.
        ahead: how far to look.
        player: a policy, PLANNER, SURE_PLANNER or FAR_PLANNER.
        style: for planners: what plans are ranked by.
        width: for planners: states of a level that live on.
        boards: uint64 (1, W): the board; changed.
        state: int64 (FIELDS,): the game so far; changed.
        rng: uint64 (4,): the dealer's generator; changed.
        player_rng: uint64 (4,): the player's; changed.
        given: int64 (n,): the tray to play, for dealers that no kernel can call; empty where
            the dealer is built in.
        most_moves: moves after which the game is cut.
        deals: how many deals to play at most.
        trays: int64 (D, size): out: the log of deals, as many as there is room for.
        steps: int64 (D, MAX, 2): out: (slot, anchor) of each move, -1 where there is none.
    """
    size = len(given) if len(given) > 0 else d.size
    tray = np.zeros(MAX, np.int64)
    left = np.zeros(MAX, np.int64)
    slots = np.zeros(MAX, np.int64)
    rest = np.zeros(MAX, np.int64)
    path = np.zeros((MAX, 2), np.int64)
    fits = np.zeros((MAX, len(t.lanes)), np.uint64)
    deal_rng = np.zeros(4, np.uint64)
    board = load(boards, 0, t.lanes)
    _, lines = full_lines(t, board)
    has_full = lines > 0
    combo, since = state[COMBO], state[SINCE]
    planner = player >= PLANNER
    for _ in range(deals):
        if state[END] != RUNNING:
            break
        if len(given) > 0:
            for i in range(size):
                tray[i] = given[i]
        else:
            begin_deal(rng, deal_rng)
            if deal(t, d, ws, board, deal_rng, tray) == DECLINED:
                state[END] = REFUSED
                break
        log = state[LOGGED]
        logs = log < trays.shape[0]
        if logs:
            for i in range(size):
                trays[log, i] = tray[i]
            state[LOGGED] += 1
        state[DEALS] += 1
        placed = 0
        if player == PLANNER:
            placed, _, _ = plan(
                t, sc, g, ev, b, style, width, tray, size, board, combo, since, path
            )
        elif player == SURE_PLANNER:
            placed, _, _ = plan_surely(
                t, sc, g, ev, b, ws, style, width, tray, size, board, combo, since, path
            )
        elif player == FAR_PLANNER:
            placed = plan_ahead(
                t, sc, g, ev, b, ws, ahead, width, tray, size, board, path, player_rng
            )
        hand = below(player_rng, PURE_POLICIES) if player == SHUFFLED else player
        for i in range(size):
            left[i] = tray[i]
            slots[i] = i
        for step in range(size):
            piece, anchor = -1, -1
            if not planner:
                n = size - step
                piece, anchor = choose(
                    t,
                    sc,
                    g,
                    ws,
                    hand,
                    left,
                    n,
                    board,
                    combo,
                    since,
                    has_full,
                    fits,
                    rest,
                    player_rng,
                )
                if piece >= 0:
                    slot = slots[piece]
                    for i in range(piece, n - 1):
                        left[i] = left[i + 1]
                        slots[i] = slots[i + 1]
                    piece = slot
            elif step < placed:
                piece, anchor = path[step, 0], path[step, 1]
            if piece < 0:
                state[END] = STUCK
                break
            board, lines = after_placement(t, tray[piece], anchor, board, has_full)
            has_full = False
            points, combo, since = move_score(
                sc, t.sizes[tray[piece]], lines, combo, since, is_zero(board)
            )
            if logs:
                steps[log, step, 0] = piece
                steps[log, step, 1] = anchor
            state[MOVES] += 1
            state[POINTS] += points
            state[LINES] += lines
            if state[MOVES] >= most_moves:
                state[END] = CUT
                break
    state[COMBO] = combo
    state[SINCE] = since
    store(boards, 0, board)
