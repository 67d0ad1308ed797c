"""Many deals as arrays, with what the search says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fairtray.core.board import Board
from fairtray.core.shapes import Shape
from fairtray.engines.search.decide import Decisions, decide, decide_many
from fairtray.game import Position
from fairtray.rulesets.model import Ruleset

I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]

UNKNOWN = -1
"""Stands in a column for what is not known: a recorded deal may say little about its game."""


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


def decide_deals(
    ruleset: Ruleset, boards: U64, trays: I64, outside: Mapping[tuple[int, int], Shape]
) -> Decisions:
    """Return the answers for N deals.

    Args:
        ruleset: a ruleset with a catalogue.
        boards: uint64 (N, W).
        trays: int64 (N, n): catalogue indices; -1 for a piece outside of it.
        outside: those pieces, by (row, slot).
    """
    answers = decide_many(ruleset, boards, trays)
    columns = ruleset.grid.cols
    for row in sorted({row for row, _ in outside}):
        tray = tuple(
            outside[row, slot] if i < 0 else ruleset.shapes[i]
            for slot, i in enumerate(trays[row].tolist())
        )
        position = Position(ruleset, ruleset.grid.from_words(boards[row].tolist()), tray)
        answer = decide(position)
        answers.orders[row] = answer.orders
        answers.fits[row] = [sum(1 for _ in position.legal(shape)) for shape in tray]
        answers.witness[row] = -1
        for i, move in enumerate(answer.witness or ()):
            answers.witness[row, i] = move.slot, move.row * columns + move.col
    return answers
