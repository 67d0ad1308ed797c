"""Whole games in one kernel: deal, decide, record, play, again."""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import jit
from fairtray.engines.kernels.best import move_score
from fairtray.engines.kernels.bits import is_zero, load, store
from fairtray.engines.kernels.deal import DECLINED, deal
from fairtray.engines.kernels.policies import PURE_POLICIES, SHUFFLED, after_placement, choose
from fairtray.engines.kernels.rng import below
from fairtray.engines.kernels.search import MAX, decide, full_lines

MIXED = 5
"""Each game goes to the player, the shuffled one included, that has had the fewest deals."""

# Columns of the int64 records.
GAME, TURN, POLICY, STATUS, ORDERS, SCORE, BEST = 0, 1, 2, 3, 4, 5, 6
FIELDS = 7

# Columns of the int64 counters of a game under way.
COMBO, SINCE, POINTS, STUCK = 0, 1, 2, 3
COUNTERS = 4


@jit
def _play_tray(t, sc, g, ws, hand, left, n, board, combo, since, fits, rest, rng):
    """Put the n pieces of a tray on the board one by one, as a player picks them.

    Args:
        hand: the player, one of the pure ones.
        left: int64 (>= n,): the pieces; changed.
        n: how many.
        fits: uint64 (MAX, W) scratch.
        rest: int64 (MAX,) scratch.
        rng: uint64 (4,): the player's generator.

    Returns:
        (board, combo, since, points earned, whether a piece was left that fits nowhere).
    """
    score = np.int64(0)
    while n > 0:
        _, lines = full_lines(t, board)
        has_full = lines > 0
        piece, anchor = choose(
            t, sc, g, ws, hand, left, n, board, combo, since, has_full, fits, rest, rng
        )
        if piece < 0:
            return board, combo, since, score, True
        shape = left[piece]
        board, lines = after_placement(t, shape, anchor, board, has_full)
        points, combo, since = move_score(sc, t.sizes[shape], lines, combo, since, is_zero(board))
        score += points
        for i in range(piece, n - 1):
            left[i] = left[i + 1]
        n -= 1
    return board, combo, since, score, False


@jit
def play_trays(t, sc, g, ws, players, boards, trays, counters, rngs):
    """Play one tray in each of N games, for dealers that no kernel can call.

    Args:
        players: int64 (N,): the player of each game, or SHUFFLED.
        boards: uint64 (N, W): the boards; changed.
        trays: int64 (N, size): catalogue indices of the pieces.
        counters: int64 (N, COUNTERS): COMBO and SINCE, changed; out: POINTS earned, and
            STUCK, 1 where a piece was left that fits nowhere.
        rngs: uint64 (N, 4): the generator of each game's player; changed.

    Returns:
        Nothing.
    """
    size = trays.shape[1]
    left = np.zeros(MAX, np.int64)
    rest = np.zeros(MAX, np.int64)
    fits = np.zeros((MAX, len(t.lanes)), np.uint64)
    for game in range(trays.shape[0]):
        rng = rngs[game]
        player = players[game]
        hand = below(rng, PURE_POLICIES) if player == SHUFFLED else player
        for i in range(size):
            left[i] = trays[game, i]
        combo, since = counters[game, COMBO], counters[game, SINCE]
        board = load(boards, game, t.lanes)
        board, combo, since, points, stuck = _play_tray(
            t, sc, g, ws, hand, left, size, board, combo, since, fits, rest, rng
        )
        store(boards, game, board)
        counters[game, COMBO] = combo
        counters[game, SINCE] = since
        counters[game, POINTS] = points
        counters[game, STUCK] = 1 if stuck else 0


@jit
def self_play(
    t,
    sc,
    d,
    g,
    ws,
    policy,
    longest,
    first,
    dealer_rng,
    player_rng,
    boards,
    trays,
    record,
    fits,
    witness,
):
    """Play games until every row of the output is filled; the last game may be cut short.

    Args:
        g: the grid's neighbourhoods, and the boards that games begin with in turn.
        policy: a player, SHUFFLED or MIXED.
        longest: deals after which a game is given up, so that new ones begin.
        first: which of the boards the first game begins with.
        dealer_rng: uint64 (4,): the dealer's generator.
        player_rng: uint64 (4,): the player's generator.
        boards: uint64 (N, W): out: the board each deal was made on.
        trays: int64 (N, size): out: the shapes dealt.
        record: int64 (N, FIELDS): out: GAME, TURN, POLICY, STATUS, ORDERS (in how many
            the tray is placeable), SCORE (before the deal), BEST (of the games before).
        fits: int64 (N, size): out: anchors of each piece on the board as dealt.
        witness: int64 (N, size, 2): out: (slot, anchor) of each move; -1 where there is none.

    Returns:
        (rows filled, deals that the dealer declined). Fewer rows than asked for when the
        dealer declines on every board that games begin with.
    """
    count, size = trays.shape
    tray = np.zeros(MAX, np.int64)
    left = np.zeros(MAX, np.int64)
    rest = np.zeros(MAX, np.int64)
    scratch_fits = np.zeros((MAX, len(t.lanes)), np.uint64)
    deals_of = np.zeros(SHUFFLED + 1, np.int64)
    declined = 0
    refused = 0
    starts = g.start.shape[0]
    game = -1
    row = 0
    over = True
    board = load(g.start, 0, t.lanes)
    turn, combo, since, score, best, player = 0, 0, 0, 0, 0, 0
    while row < count:
        if over:
            game += 1
            board = load(g.start, (first + game) % starts, t.lanes)
            turn, combo, since, score = 0, 0, 0, 0
            over = False
            player = policy
            if policy == MIXED:
                player = 0
                for other in range(1, SHUFFLED + 1):
                    if deals_of[other] < deals_of[player]:
                        player = other
        status = deal(t, d, ws, board, dealer_rng, tray)
        if status == DECLINED:
            declined += 1
            if turn == 0:
                refused += 1
                if refused == starts:
                    return row, declined
            best = max(best, score)
            over = True
            continue
        refused = 0
        hand = below(player_rng, PURE_POLICIES) if player == SHUFFLED else player
        deals_of[player] += 1
        orders = decide(
            t, tray, size, board, True, ws.fits, ws.work, ws.reach, ws.scratch, ws.witness
        )
        store(boards, row, board)
        record[row, GAME] = game
        record[row, TURN] = turn
        record[row, POLICY] = player
        record[row, STATUS] = status
        record[row, ORDERS] = orders
        record[row, SCORE] = score
        record[row, BEST] = best
        for i in range(size):
            trays[row, i] = tray[i]
            fits[row, i] = ws.fits[i]
            witness[row, i, 0] = ws.witness[i, 0] if orders > 0 else -1
            witness[row, i, 1] = ws.witness[i, 1] if orders > 0 else -1
        row += 1
        turn += 1
        for i in range(size):
            left[i] = tray[i]
        board, combo, since, points, stuck = _play_tray(
            t, sc, g, ws, hand, left, size, board, combo, since, scratch_fits, rest, player_rng
        )
        score += points
        over = stuck
        if turn >= longest:
            over = True
        if over:
            best = max(best, score)
    return row, declined
