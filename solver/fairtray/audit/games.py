"""Games that players play against a dealer, and the deals that they see.

A chunk of them is a pure function of the audit and the chunk's number, so that an audit's answer
depends neither on the machine nor on how many workers shared it. Games against a built-in dealer
are made by a kernel alone. Against any other the kernels' players play, and the deals come from a
session; dealers that can answer for many games at once have ``SEATS`` games under way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.players import LONGEST_GAME, openings, policy_number
from fairtray.audit.request import Chunk, ChunkSource
from fairtray.audit.sample import UNKNOWN, Sample, decide_deals
from fairtray.claims.in_catalogue import InCatalogue
from fairtray.core.errors import DealerError
from fairtray.core.shapes import Shape
from fairtray.dealers.base import Words
from fairtray.dealers.session import Ask, Batching, Session
from fairtray.dealers.sources import BuiltinSource
from fairtray.engines import tables
from fairtray.engines.kernels import deal, policies, selfplay
from fairtray.engines.search.interruptible import interruptible
from fairtray.engines.search.prepare import score_of, tables_of
from fairtray.rulesets.model import DealerSpec, Ruleset

I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]

SEATS = 32
"""Games under way at once where the dealer can answer for many."""

_SEEDS_OF_A_CHUNK = 4096
"""More than the games that a chunk can begin, so that no two of an audit share a seed."""

_DEALER_STREAM, _KERNEL_PLAYER_STREAM = 0, 1
_SEED_STREAM, _PLAYER_STREAM = 2, 3


def sample_of(chunk: Chunk) -> Sample:
    """Return the deals of a chunk of an audit.

    Raises:
        DealerError: the dealer failed.
    """
    request, source = chunk.request, chunk.source
    if isinstance(source, ChunkSource):
        return source.sample(chunk)
    game = (request.policy, request.seed, chunk.number, chunk.size)
    if isinstance(source, BuiltinSource):
        return self_play(request.ruleset, source.spec, *game)
    first = first_seed(request.seed, chunk.number)
    with source.session(request.ruleset, first, f"chunk {chunk.number}") as session:
        return play(request.ruleset, session, *game, request.outside)


def self_play(
    ruleset: Ruleset, dealer: DealerSpec, policy: str, seed: int, chunk: int, size: int
) -> Sample:
    """Play games against a built-in dealer and return the deals they see.

    Args:
        ruleset: a ruleset with a catalogue.
        dealer: the dealer.
        policy: who plays.
        seed: the audit's seed.
        chunk: number of the chunk, from 0.
        size: deals to make.

    Raises:
        DealerError: the dealer declines on every board that games begin with.
        InputError: an unknown policy, or no corpus for the ruleset.
    """
    number = policy_number(policy)
    begun = openings(ruleset, policy, seed, chunk)
    shape_tables = tables_of(ruleset, ruleset.shapes)
    boards = np.zeros((size, ruleset.grid.words), dtype=np.uint64)
    trays = np.zeros((size, ruleset.tray_size), dtype=np.int64)
    record = np.zeros((size, selfplay.FIELDS), dtype=np.int64)
    fits = np.zeros((size, ruleset.tray_size), dtype=np.int64)
    witness = np.zeros((size, ruleset.tray_size, 2), dtype=np.int64)
    arguments = (
        shape_tables,
        score_of(ruleset),
        tables.deal(ruleset, dealer),
        tables.neighbours(ruleset, begun.boards),
        deal.workspace(shape_tables),
        number,
        begun.longest or LONGEST_GAME,
        begun.first,
        Words(seed, _DEALER_STREAM, chunk).state,
        Words(seed, _KERNEL_PLAYER_STREAM, chunk).state,
        boards,
        trays,
        record,
        fits,
        witness,
    )
    filled, declined = interruptible(lambda: selfplay.self_play(*arguments))
    if filled < size:
        raise DealerError(
            f"dealer {dealer.kind} cannot keep its promise on the board that games of "
            f"{ruleset.name} begin with: no shape of the catalogue will do; add a smaller shape"
        )
    return Sample(
        boards=boards,
        trays=trays,
        game=record[:, selfplay.GAME],
        turn=record[:, selfplay.TURN],
        policy=record[:, selfplay.POLICY],
        score=record[:, selfplay.SCORE],
        record=record[:, selfplay.BEST],
        seed=np.full(size, UNKNOWN, dtype=np.int64),
        line=np.full(size, UNKNOWN, dtype=np.int64),
        fallback=record[:, selfplay.STATUS] == deal.FALLBACK,
        orders=record[:, selfplay.ORDERS],
        fits=fits,
        witness=witness,
        games=int(record[-1, selfplay.GAME]) + 1,
        declined=int(declined),
        dealer=dealer.kind,
    )


def first_seed(seed: int, chunk: int) -> int:
    """Return the seed of a chunk's session; its game g has this plus 1 + g.

    Neighbouring games have neighbouring seeds, as the days of a calendar have: a dealer
    that draws tray k from seed + k is then seen to repeat itself. The numbers stay below
    2**31 for audits of some hundred million deals, for dealers in languages with small
    integers.
    """
    return Words(seed, _SEED_STREAM).below(2**30) + chunk * _SEEDS_OF_A_CHUNK


@dataclass(slots=True)
class _Seat:
    """One game under way.

    Attributes:
        game: its number within the chunk.
        seed: its seed.
        player: who plays.
        record: the best score of the games that ended before it began.
        turn: deals so far.
        score: points so far.
    """

    game: int
    seed: int
    player: int
    record: int
    turn: int = 0
    score: int = 0


@dataclass(slots=True)
class _Log:
    """The deals seen so far, one entry a deal."""

    boards: list[U64] = field(default_factory=list)
    facts: list[tuple[int, ...]] = field(default_factory=list)
    trays: list[tuple[Shape, ...]] = field(default_factory=list)


class _Games:
    """The games of one chunk.

    Args:
        ruleset: the game.
        policy: who plays.
        seed: the audit's seed.
        chunk: number of the chunk.
        seats: games under way at once.
    """

    def __init__(self, ruleset: Ruleset, policy: str, seed: int, chunk: int, seats: int) -> None:
        shape_tables = tables_of(ruleset, ruleset.shapes)
        self._begun = openings(ruleset, policy, seed, chunk)
        neighbours = tables.neighbours(ruleset, self._begun.boards)
        self._fixed = (shape_tables, score_of(ruleset), neighbours, deal.workspace(shape_tables))
        self._compiled = False
        self._starts = neighbours.start
        self._longest = self._begun.longest or LONGEST_GAME
        self._policy, self._seed, self._chunk = policy_number(policy), seed, chunk
        self._deals_of = [0] * (policies.SHUFFLED + 1)
        self._index = {shape: i for i, shape in enumerate(ruleset.shapes)}
        self.ruleset = ruleset
        self.begun = 0
        self.best = 0
        self.seats: list[_Seat | None] = [None] * seats
        self.boards = np.zeros((seats, ruleset.grid.words), dtype=np.uint64)
        self.counters = np.zeros((seats, selfplay.COUNTERS), dtype=np.int64)
        self.rngs = np.zeros((seats, 4), dtype=np.uint64)

    def filled(self, count: int) -> list[_Seat]:
        """Return the games in the first ``count`` seats, new ones begun in empty seats."""
        games = []
        for i in range(count):
            seat = self.seats[i]
            if seat is None:
                seat = self.seats[i] = self._begin(i)
            games.append(seat)
        return games

    def _begin(self, i: int) -> _Seat:
        game = self.begun
        self.begun += 1
        player = self._policy
        if player == selfplay.MIXED:
            player = self._deals_of.index(min(self._deals_of))
        self.boards[i] = self._starts[(self._begun.first + game) % len(self._starts)]
        self.counters[i] = 0
        self.rngs[i] = Words(self._seed, _PLAYER_STREAM, self._chunk, game).state
        seed = first_seed(self._seed, self._chunk) + 1 + game
        return _Seat(game, seed, player, self.best)

    def asks(self, seats: Sequence[_Seat]) -> list[Ask]:
        """Return what the dealer is told for the first games."""
        grid = self.ruleset.grid
        return [
            Ask(grid.from_words(self.boards[i].tolist()), seat.turn, seat.score, seat.record)
            for i, seat in enumerate(seats)
        ]

    def index(self, tray: Sequence[Shape]) -> list[int]:
        """Return the catalogue indices of some pieces, -1 for one outside of it."""
        return [self._index.get(shape, -1) for shape in tray]

    def play(self, seats: Sequence[_Seat], trays: I64) -> None:
        """Play the trays dealt in the first games, and empty the seats of games that end.

        A game in which a piece outside the catalogue was dealt ends there: no player
        knows how to place it.
        """
        for seat in seats:
            self._deals_of[seat.player] += 1
        rows = np.flatnonzero(np.all(trays >= 0, axis=1))
        boards, counters, rngs = self.boards[rows], self.counters[rows], self.rngs[rows]
        players = np.array([seats[i].player for i in rows.tolist()], dtype=np.int64)
        call = partial(
            selfplay.play_trays, *self._fixed, players, boards, trays[rows], counters, rngs
        )
        if self._compiled:
            call()
        else:
            # The first call may compile the kernel, which takes seconds.
            interruptible(call)
            self._compiled = True
        self.boards[rows], self.counters[rows], self.rngs[rows] = boards, counters, rngs
        over = np.ones(len(seats), dtype=np.bool_)
        over[rows] = counters[:, selfplay.STUCK] > 0
        points = np.zeros(len(seats), dtype=np.int64)
        points[rows] = counters[:, selfplay.POINTS]
        for i, seat in enumerate(seats):
            seat.turn += 1
            seat.score += int(points[i])
            if over[i] or seat.turn >= self._longest:
                self.best = max(self.best, seat.score)
                self.seats[i] = None


def play(
    ruleset: Ruleset,
    session: Session,
    policy: str,
    seed: int,
    chunk: int,
    size: int,
    outside: bool,
) -> Sample:
    """Play games against a dealer and return the deals they see, game by game.

    Args:
        ruleset: a ruleset with a catalogue.
        session: the dealer, begun with :func:`first_seed`.
        policy: who plays.
        seed: the audit's seed.
        chunk: number of the chunk, from 0.
        size: deals to make.
        outside: whether a piece outside the catalogue is part of the sample.

    Raises:
        DealerError: the dealer failed, or dealt a piece outside the catalogue where that
            is not part of the sample.
        InputError: an unknown policy.
    """
    many = session if isinstance(session, Batching) and session.batch else None
    games = _Games(ruleset, policy, seed, chunk, SEATS if many else 1)
    log = _Log()
    while len(log.trays) < size:
        seats = games.filled(min(len(games.seats), size - len(log.trays)))
        asks = games.asks(seats)
        if many:
            dealt = many.deal_games([(s.seed, ask) for s, ask in zip(seats, asks, strict=True)])
        else:
            if asks[0].turn == 0:
                session.new_game(seats[0].seed)
            dealt = [session.deal(asks[0])]
        trays = np.array([games.index(tray) for tray in dealt], dtype=np.int64)
        if not outside and np.any(trays < 0):
            row, slot = np.argwhere(trays < 0)[0].tolist()
            raise session.failure(
                f"dealt {dealt[row][slot].name}, which is not in the catalogue of {ruleset.name}",
                f"deal only shapes that init listed, or check --claim {InCatalogue.id}",
            )
        log.boards += [board.copy() for board in games.boards[: len(seats)]]
        log.facts += [(s.game, s.turn, s.player, s.score, s.record, s.seed) for s in seats]
        log.trays += dealt
        games.play(seats, trays)
    return _sample(games, log, session.name)


def _sample(games: _Games, log: _Log, dealer: str) -> Sample:
    facts = np.array(log.facts, dtype=np.int64)
    order = np.lexsort((facts[:, 1], facts[:, 0]))
    facts = facts[order]
    dealt = [log.trays[i] for i in order.tolist()]
    boards = np.array(log.boards, dtype=np.uint64)[order]
    trays = np.array([games.index(tray) for tray in dealt], dtype=np.int64)
    outside = {(row, slot): dealt[row][slot] for row, slot in np.argwhere(trays < 0).tolist()}
    answers = decide_deals(games.ruleset, boards, trays, outside)
    count = len(facts)
    game, turn, policy, score, record, seed = (np.ascontiguousarray(c) for c in facts.T)
    return Sample(
        boards=boards,
        trays=trays,
        game=game,
        turn=turn,
        policy=policy,
        score=score,
        record=record,
        seed=seed,
        line=np.full(count, UNKNOWN, dtype=np.int64),
        fallback=np.zeros(count, dtype=np.bool_),
        orders=answers.orders,
        fits=answers.fits,
        witness=answers.witness,
        games=games.begun,
        outside=outside,
        dealer=dealer,
    )
