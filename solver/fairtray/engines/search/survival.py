"""Which way to end a tray leaves most room for what may follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from fairtray.engines.kernels import outcomes as kernel
from fairtray.engines.kernels.deal import Workspace, workspace
from fairtray.engines.kernels.search import fit_counts
from fairtray.engines.search.following import SEED, Following, following
from fairtray.engines.search.outcomes import Outcome, Outcomes
from fairtray.engines.search.prepare import board_words, tables_of
from fairtray.engines.tables import I64, U64, Tables
from fairtray.rulesets.model import Ruleset

Objective = Literal["survival", "balanced"]

BUDGET = 600_000
"""Trays that are tried, over all boards, before the choice is made from a sample.

A second on the crowded boards of a 10x10 game, where trays take longest to try; a count,
because the answer must not depend on the machine.
"""

SAMPLED_BOARDS = 1_500
SAMPLED_TRAYS = 256
FINALISTS = 24
"""Boards that the sample leaves; those are compared by all trays."""

_FACTOR_BITS = 22
"""Points beyond this are compared without their lowest bits: the product with the weights,
which add up to 40 bits, has to fit."""

_SCOUTS = 12
"""Boards that are tried with every tray first: a good one lets most others be left early."""


@dataclass(frozen=True, slots=True)
class Survival:
    """The outcome chosen.

    Attributes:
        outcome: the outcome.
        rank: its rank by points.
        placeable: the weight of the trays that can be placed completely after it.
        total: the weight of all trays that may follow.
        trays: how many different trays those are.
        all_trays: whether they are all possible ones, not a sample.
        exact: whether no outcome is better (by those trays).
        boards: outcomes that were compared; all of them when ``exact``.
        tried: trays that were tried on a board, over all boards.
    """

    outcome: Outcome
    rank: int
    placeable: int
    total: int
    trays: int
    all_trays: bool
    exact: bool
    boards: int
    tried: int

    @property
    def share(self) -> float:
        """The chance that a tray can be placed."""
        return self.placeable / self.total


def survivors(ruleset: Ruleset, board: int, likely: Following | None = None) -> int:
    """Return the weight of the trays that can be placed completely on a board.

    Raises:
        InputError: the ruleset has no catalogue.
    """
    likely = likely or following(ruleset)
    return likely.total - int(_Bench(ruleset, likely).failing(board_words(ruleset, board))[0])


def choose(outcomes: Outcomes, objective: Objective, budget: int = BUDGET) -> Survival:
    """Return the outcome after which most trays can be placed, or the balanced one.

    ``survival`` takes the highest chance that the next tray can be placed completely;
    ``balanced`` the highest product of that chance and the line's points (0 points count
    as 1). Of equals the one with the better rank by points.

    All outcomes are compared by all trays where at most ``budget`` trays have to be tried
    for it. Else ``SAMPLED_TRAYS`` trays drawn with a fixed seed are tried on the
    ``SAMPLED_BOARDS`` on which most shapes fit, and the ``FINALISTS`` best of those are
    compared by all trays. The share of the chosen one is by all trays in any case.

    Args:
        outcomes: the outcomes of a position whose pieces can all be placed.
        objective: what is best.
        budget: trays to try, over all boards, before the sample decides.

    Raises:
        InputError: the ruleset has no catalogue.
    """
    ruleset = outcomes.position.ruleset
    likely = following(ruleset)
    bench = _Bench(ruleset, likely)
    boards, total = outcomes.boards, likely.total
    factors = np.ones(len(outcomes), dtype=np.int64)
    scaled = 0
    if objective == "balanced":
        scaled = max(0, int(outcomes.points.max()).bit_length() - _FACTOR_BITS)
        factors = np.maximum(outcomes.points >> scaled, 1)
    promising = bench.promising(boards)
    scouts = np.unique(np.concatenate([promising[:_SCOUTS], np.arange(min(4, len(boards)))]))
    values = factors[scouts] * (total - bench.failing(boards[scouts]))
    bench.hardest_first()
    chosen, tried = bench.choose(boards, factors, int(values.max()) - 1, budget)
    tried += len(scouts) * len(likely.trays)
    exact = chosen >= 0 and not scaled
    compared = len(outcomes)
    if chosen < 0:
        rows = np.sort(promising[:SAMPLED_BOARDS])
        compared = len(rows)
        sample = _Bench(ruleset, _sampled(likely))
        values = factors[rows] * (sample.total - sample.failing(boards[rows]))
        rows = np.sort(rows[np.argsort(-values, kind="stable")[:FINALISTS]])
        tried += compared * len(sample.trays)
        row, more = bench.choose(boards[rows], factors[rows], -1, None)
        chosen, tried = int(rows[row]), tried + more
    placeable = total - int(bench.failing(boards[chosen : chosen + 1])[0])
    return Survival(
        outcomes.outcome(chosen),
        chosen,
        placeable,
        total,
        len(likely.trays),
        likely.exact,
        exact,
        compared,
        tried + len(likely.trays),
    )


class _Bench:
    """Boards on one side, trays on the other, and the scratch to try them on each other."""

    def __init__(self, ruleset: Ruleset, likely: Following) -> None:
        self.tables: Tables = tables_of(ruleset, ruleset.shapes)
        self.space: Workspace = workspace(self.tables)
        self.trays, self.weights, self.total = likely.trays, likely.weights, likely.total
        self.failed: I64 = np.zeros(len(self.trays), dtype=np.int64)

    def failing(self, boards: U64) -> I64:
        """Return int64 (N,): the weight of the trays that cannot be placed on each board."""
        fails = np.zeros(len(boards), dtype=np.int64)
        kernel.failures(
            self.tables, self.space, boards, self.trays, self.weights, fails, self.failed
        )
        return fails

    def hardest_first(self) -> None:
        """Put the trays first that failed most often, then those with most cells."""
        cells = self.tables.sizes[self.trays].sum(axis=1)
        order = np.lexsort((-cells, -self.failed))
        self.trays, self.weights = self.trays[order], self.weights[order]

    def promising(self, boards: U64) -> I64:
        """Return the rows of all boards, those first on which most shapes fit."""
        fits = np.zeros((len(boards), len(self.tables.sizes)), dtype=np.int64)
        fit_counts(self.tables, boards, fits)
        # A shape with one place left is nearly lost: the first few places count most.
        few = np.minimum(fits, 6).sum(axis=1)
        return np.lexsort((np.arange(len(boards)), -fits.sum(axis=1), -few)).astype(np.int64)

    def choose(self, boards: U64, factors: I64, least: int, budget: int | None) -> tuple[int, int]:
        """Return (row of the best board, trays tried).

        The row is negative when the budget is used up, or no board is better than ``least``.
        """
        if budget is None:
            budget = len(boards) * len(self.trays)
        row, tried = kernel.choose_board(
            self.tables,
            self.space,
            boards,
            factors,
            self.trays,
            self.weights,
            self.total,
            least,
            budget,
        )
        return int(row), int(tried)


def _sampled(likely: Following) -> Following:
    """Return a sample of the trays, drawn with their weights and the fixed seed."""
    source = np.random.SFC64(np.random.SeedSequence(SEED))
    sums = np.cumsum(likely.weights)
    drawn = [int(source.random_raw()) % int(sums[-1]) for _ in range(SAMPLED_TRAYS)]
    rows, counts = np.unique(np.searchsorted(sums, drawn, side="right"), return_counts=True)
    return Following(likely.trays[rows], counts.astype(np.int64), exact=False)
