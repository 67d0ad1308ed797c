"""What one chunk of an audit comes to: numbers that add up, and the first violations."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.chances import chances, limits_large
from fairtray.audit.draws import DrawSums, sum_draws
from fairtray.audit.exact import SampleDeals
from fairtray.audit.games import sample_of
from fairtray.audit.players import POLICIES
from fairtray.audit.probes import Prober, ProbeSums
from fairtray.audit.replays import asks_until
from fairtray.audit.request import Chunk
from fairtray.audit.sample import Sample
from fairtray.audit.verify import CP_SAT, ArrayEngine, Checks, verify
from fairtray.claims import answer_claims, deal_claims, draw_claims
from fairtray.core.board import Board
from fairtray.core.shapes import Shape
from fairtray.dealers.session import Ask
from fairtray.dealers.sources import DealerSource
from fairtray.game import Position
from fairtray.rulesets.model import Ruleset
from fairtray.runs import Progress, no_progress

I64 = NDArray[np.int64]

_FAULTS_KEPT = 5
"""Bad lines of a file of deals that a report quotes."""

EVIDENCE_CHUNKS = 80
"""Chunks whose draws are summed up and whose dealer is asked again: the first 200,000 deals.
They show a shape that comes a tenth too often; more would cost more than the deals."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A deal that breaks a claim.

    Attributes:
        claim: the claim's id.
        board: the board it was dealt on.
        tray: the pieces.
        chunk: where it came up: chunk, game within the chunk, deal within the game.
        game: see ``chunk``.
        turn: see ``chunk``.
        score: points before the deal; this and the next two -1 where they are not known.
        seed: the seed of the game.
        line: the line of the file, for recorded deals.
        asks: what the dealer was told in this game, up to this deal; empty where no seed
            begins the game again.
    """

    claim: str
    board: Board
    tray: tuple[Shape, ...]
    chunk: int
    game: int
    turn: int
    score: int
    seed: int
    line: int
    asks: tuple[Ask, ...] = ()

    def position(self, ruleset: Ruleset) -> Position:
        """Return it as a position."""
        return Position(ruleset, self.board, self.tray, score=max(self.score, 0))


@dataclass(slots=True)
class Evidence:
    """Sums over some chunks.

    Attributes:
        draws: of each draw claim that is checked.
        probes: of each answer claim that is checked, where the dealer can be asked.
    """

    draws: dict[str, DrawSums]
    probes: dict[str, ProbeSums]

    def add(self, other: Evidence, keep: int) -> None:
        """Add the sums of a later chunk."""
        for name, draws in other.draws.items():
            if name in self.draws:
                self.draws[name].add(draws)
            else:
                self.draws[name] = draws
        for name, probes in other.probes.items():
            if name in self.probes:
                self.probes[name].add(probes, keep)
            else:
                self.probes[name] = probes


def no_evidence() -> Evidence:
    """Return the sums over no chunk."""
    return Evidence({}, {})


@dataclass(slots=True)
class Summary:
    """The sums over some chunks.

    Attributes:
        deals: deals made.
        games: games begun.
        declined: deals that the dealer could not make and said so.
        fallback: deals that the dealer made although all its tries had failed.
        fill: int64 (C + 1,): deals by filled cells of the board.
        placeable: int64 (C + 1,): placeable deals by filled cells.
        orders: int64 (n! + 1,): deals by the number of orders in which they are placeable.
        shapes: int64 (S,): how often each shape was dealt.
        outside: pieces dealt that are outside the catalogue.
        policies: int64 (P,): deals by player.
        broken: violations by claim, all exact claims whether claimed or not.
        first: the first violations of each claim.
        checks: confirmed answers.
        dealer: what the dealer calls itself.
        skipped: lines of a file of deals that could not be read.
        faults: what was wrong with the first of them.
        evidence: of the claims that no single deal can break.
    """

    deals: int
    games: int
    declined: int
    fallback: int
    fill: I64
    placeable: I64
    orders: I64
    shapes: I64
    outside: int
    policies: I64
    broken: dict[str, int]
    checks: Checks
    evidence: Evidence
    first: dict[str, list[Violation]] = field(default_factory=dict)
    dealer: str = ""
    skipped: int = 0
    faults: tuple[str, ...] = ()

    def add(self, other: Summary, keep: int) -> None:
        """Add the sums of a later chunk."""
        self.deals += other.deals
        self.games += other.games
        self.declined += other.declined
        self.fallback += other.fallback
        self.fill += other.fill
        self.placeable += other.placeable
        self.orders += other.orders
        self.shapes += other.shapes
        self.outside += other.outside
        self.policies += other.policies
        for claim, count in other.broken.items():
            self.broken[claim] = self.broken.get(claim, 0) + count
            self.first[claim] = (self.first.get(claim, []) + other.first[claim])[:keep]
        self.checks += other.checks
        self.evidence.add(other.evidence, keep)
        self.dealer = self.dealer or other.dealer
        self.skipped += other.skipped
        self.faults = (self.faults + other.faults)[:_FAULTS_KEPT]


def empty(ruleset: Ruleset) -> Summary:
    """Return the sums over no chunk."""
    cells = ruleset.grid.size + 1
    return Summary(
        deals=0,
        games=0,
        declined=0,
        fallback=0,
        fill=np.zeros(cells, dtype=np.int64),
        placeable=np.zeros(cells, dtype=np.int64),
        orders=np.zeros(math.factorial(ruleset.tray_size) + 1, dtype=np.int64),
        shapes=np.zeros(len(ruleset.shapes), dtype=np.int64),
        outside=0,
        policies=np.zeros(len(POLICIES), dtype=np.int64),
        broken={claim.name: 0 for claim in deal_claims()},
        checks=Checks(),
        evidence=no_evidence(),
        first={claim.name: [] for claim in deal_claims()},
    )


def run_chunk(chunk: Chunk, progress: Progress = no_progress) -> Summary:
    """Make the deals of a chunk, verify every answer about them, and sum up.

    Args:
        chunk: the chunk.
        progress: told of deals that are done: all of them at the end, or some at a time where
            CP-SAT decides every deal, which takes seconds.

    Raises:
        DealerError: the dealer failed.
        InternalFault: two engines disagree.
    """
    request, ruleset = chunk.request, chunk.request.ruleset
    sample = sample_of(chunk)
    engine = ArrayEngine(ruleset, ruleset.shapes)
    checks = verify(ruleset, engine, sample, request.verify, progress)
    summary = empty(ruleset)
    fill = np.bitwise_count(sample.boards).sum(axis=1).astype(np.int64)
    summary.deals = len(fill)
    summary.games = sample.games
    summary.dealer = sample.dealer
    summary.skipped = sample.skipped
    summary.faults = sample.faults
    summary.outside = len(sample.outside)
    summary.declined = sample.declined
    summary.fallback = int(sample.fallback.sum())
    summary.fill += np.bincount(fill, minlength=len(summary.fill))
    summary.placeable += np.bincount(fill[sample.orders > 0], minlength=len(summary.fill))
    summary.orders += np.bincount(sample.orders, minlength=len(summary.orders))
    summary.shapes += _counted(sample.trays, len(summary.shapes))
    summary.policies += _counted(sample.policy, len(summary.policies))
    summary.checks = checks
    summary.evidence = gather_evidence(chunk, sample)
    deals = SampleDeals(ruleset, sample)
    # Each claim that can be checked, and those with parameters that are.
    claims = {claim.name: claim for claim in (*deal_claims(), *deal_claims(request.claims))}
    for name, claim in claims.items():
        rows = np.flatnonzero(claim.broken(deals))
        summary.broken[name] = len(rows)
        summary.first[name] = [
            Violation(
                claim=name,
                board=sample.board(ruleset, row),
                tray=sample.tray(ruleset, row),
                chunk=chunk.number,
                game=int(sample.game[row]),
                turn=int(sample.turn[row]),
                score=int(sample.score[row]),
                seed=int(sample.seed[row]),
                line=int(sample.line[row]),
                asks=asks_until(ruleset, sample, row) if sample.seed[row] >= 0 else (),
            )
            for row in rows[: request.keep].tolist()
        ]
    if request.verify != CP_SAT:
        progress(summary.deals)
    return summary


def _counted(values: I64, kinds: int) -> I64:
    """Return int64 (kinds,): how often each value occurs; negative ones do not count."""
    return np.bincount(values[values >= 0], minlength=kinds)


def gather_evidence(chunk: Chunk, sample: Sample) -> Evidence:
    """Return what a chunk says about the claims that are checked.

    Raises:
        DealerError: the dealer failed when it was asked again.
    """
    ruleset, claims = chunk.request.ruleset, chunk.request.claims
    evidence = no_evidence()
    if chunk.number >= EVIDENCE_CHUNKS or not len(sample.trays):
        return evidence
    limited = limits_large(claims)
    for claim in draw_claims(claims):
        each = chances(ruleset, sample, claim, limited=limited)
        evidence.draws[claim.name] = sum_draws(ruleset, sample, each)
    if answer_claims(claims) and isinstance(chunk.source, DealerSource):
        evidence.probes = Prober(chunk, sample, chunk.source).run()
    return evidence
