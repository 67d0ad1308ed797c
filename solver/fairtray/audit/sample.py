"""A chunk of dealt positions, and how a built-in dealer makes one.

A chunk is a pure function of (ruleset, source, policy, seed, chunk number, size), so an
audit's answer depends neither on the machine nor on how many workers shared it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.openings import CORPUS, openings
from fairtray.core.board import Board
from fairtray.core.errors import DealerError, Fault, InputError, echo, nearest
from fairtray.core.shapes import Shape
from fairtray.dealers.base import Words
from fairtray.game import Position
from fairtray.rulesets.model import DealerSpec, Ruleset

I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]

POLICIES = ("random", "greedy", "crowding", "tidy", "shuffled", "mixed", CORPUS)
"""The players, by the numbers the kernels know them by; the last is ``mixed`` from elsewhere."""

DEFAULT_POLICY = "mixed"

UNKNOWN = -1
"""Stands in a column for what is not known: a recorded deal may tell little of its game."""

LONGEST_GAME = 60
"""Deals after which a game is given up, so that an audit sees many games."""

_DEALER_STREAM, _PLAYER_STREAM = 0, 1


def policy_number(name: str) -> int:
    """Return the number of a policy's player.

    Raises:
        InputError: no policy has that name.
    """
    if name not in POLICIES:
        raise InputError(Fault("", f"no policy is called {echo(name)}", nearest(name, POLICIES)))
    return POLICIES.index(DEFAULT_POLICY if name == CORPUS else name)


@dataclass(frozen=True, slots=True)
class Sample:
    """N deals of n pieces.

    Attributes:
        boards: uint64 (N, W): the board each deal was made on.
        trays: int64 (N, n): catalogue indices of the pieces; -1 for one outside of it.
        game: int64 (N,): number of the game within the chunk.
        turn: int64 (N,): number of the deal within the game, from 0.
        policy: int64 (N,): who played, an index into ``POLICIES``.
        score: int64 (N,): points before the deal.
        record: int64 (N,): the best score of the player's earlier games.
        seed: int64 (N,): the seed of the game, for a dealer that is told one.
        line: int64 (N,): the line of the file, for recorded deals.
        fallback: bool (N,): dealt although all tries of the dealer had failed.
        orders: int64 (N,): in how many orders the tray is placeable.
        fits: int64 (N, n): placements of each piece on the board as dealt.
        witness: int64 (N, n, 2): (slot, anchor) of each move of a play-through.
        games: games begun.
        declined: how often the dealer could not keep its promise and dealt nothing.
        outside: the pieces outside the catalogue, by (row, slot).
        dealer: what the dealer calls itself; empty when it does not say.
        skipped: lines of a file of deals that could not be read.
        faults: what was wrong with the first of them.

    In ``game`` to ``line``, ``UNKNOWN`` (-1) stands for what does not apply or is not known.
    """

    boards: U64
    trays: I64
    game: I64
    turn: I64
    policy: I64
    score: I64
    record: I64
    seed: I64
    line: I64
    fallback: NDArray[np.bool_]
    orders: I64
    fits: I64
    witness: I64
    games: int
    declined: int = 0
    outside: Mapping[tuple[int, int], Shape] = field(default_factory=dict)
    dealer: str = ""
    skipped: int = 0
    faults: tuple[str, ...] = ()

    @property
    def inside(self) -> NDArray[np.bool_]:
        """Bool (N,): which deals hold only pieces of the catalogue."""
        return np.asarray(np.all(self.trays >= 0, axis=1))

    def tray(self, ruleset: Ruleset, row: int) -> tuple[Shape, ...]:
        """Return the pieces of one deal."""
        return tuple(
            self.outside[row, slot] if i < 0 else ruleset.shapes[i]
            for slot, i in enumerate(self.trays[row].tolist())
        )

    def position(self, ruleset: Ruleset, row: int) -> Position:
        """Return one deal as a position."""
        return Position(ruleset, self.board(ruleset, row), self.tray(ruleset, row))

    def board(self, ruleset: Ruleset, row: int) -> Board:
        """Return the board of one deal."""
        return ruleset.grid.from_words(self.boards[row].tolist())


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
    from fairtray.engines import tables
    from fairtray.engines.kernels import deal as kernel_deal
    from fairtray.engines.kernels import selfplay as kernel
    from fairtray.engines.search.interruptible import interruptible
    from fairtray.engines.search.prepare import score_of, tables_of

    number = policy_number(policy)
    begun = openings(ruleset, policy, seed, chunk)
    shape_tables = tables_of(ruleset, ruleset.shapes)
    boards = np.zeros((size, ruleset.grid.words), dtype=np.uint64)
    trays = np.zeros((size, ruleset.tray_size), dtype=np.int64)
    record = np.zeros((size, kernel.FIELDS), dtype=np.int64)
    fits = np.zeros((size, ruleset.tray_size), dtype=np.int64)
    witness = np.zeros((size, ruleset.tray_size, 2), dtype=np.int64)
    arguments = (
        shape_tables,
        score_of(ruleset),
        tables.deal(ruleset, dealer),
        tables.neighbours(ruleset, begun.boards),
        kernel_deal.workspace(shape_tables),
        number,
        begun.longest or LONGEST_GAME,
        begun.first,
        Words(seed, _DEALER_STREAM, chunk).state,
        Words(seed, _PLAYER_STREAM, chunk).state,
        boards,
        trays,
        record,
        fits,
        witness,
    )
    filled, declined = interruptible(lambda: kernel.self_play(*arguments))
    if filled < size:
        raise DealerError(
            f"dealer {dealer.kind} cannot keep its promise on the board that games of "
            f"{ruleset.name} begin with: no shape of the catalogue will do; add a smaller shape"
        )
    return Sample(
        boards=boards,
        trays=trays,
        game=record[:, kernel.GAME],
        turn=record[:, kernel.TURN],
        policy=record[:, kernel.POLICY],
        score=record[:, kernel.SCORE],
        record=record[:, kernel.BEST],
        seed=np.full(size, UNKNOWN, dtype=np.int64),
        line=np.full(size, UNKNOWN, dtype=np.int64),
        fallback=record[:, kernel.STATUS] == kernel_deal.FALLBACK,
        orders=record[:, kernel.ORDERS],
        fits=fits,
        witness=witness,
        games=int(record[-1, kernel.GAME]) + 1,
        declined=int(declined),
        dealer=dealer.kind,
    )
