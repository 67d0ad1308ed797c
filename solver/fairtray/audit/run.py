"""Runs an audit: cuts it into chunks, has them done, adds them up in order."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from fairtray.audit.counterexamples import Counterexample, as_dealt, shrunk
from fairtray.audit.openings import openings
from fairtray.audit.recorded import RecordedSource
from fairtray.audit.sample import DEFAULT_POLICY, policy_number
from fairtray.audit.source import BuiltinSource, ChunkJob, ChunkSource, Source, died_with
from fairtray.audit.summary import Summary, empty, run_chunk
from fairtray.audit.verify import CP_SAT, DEFAULT_LEVEL, level_named
from fairtray.core.errors import Fault, InputError
from fairtray.rulesets.model import Ruleset
from fairtray.runs import Crew, Tick, quiet, usable_cores
from fairtray.runs.interrupts import held

CHUNK_DEALS = 2_500
"""Deals of a chunk. Part of what an audit's answer depends on: never a function of the
machine or the number of workers."""

DEFAULT_COUNT = 10_000

MAX_COUNT = 10**12

DEFAULT_ALPHA = 1e-6
"""A false alarm in a million audits: eight tests fifty times a day at 0.01 would give 1 460
false alarms a year."""

OUTSIDE = "in-catalogue"
"""The claim that a piece outside the catalogue breaks; where it is not checked, such a
piece is a failure of the dealer."""

_DEALS_WORTH_A_WORKER = 50_000
"""Below this many deals for each worker, starting processes costs more than it saves."""

_LIVE_DEALS_WORTH_A_WORKER = 10_000
"""The same for a dealer that no kernel can call."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An audit to be made.

    Attributes:
        ruleset: the game, with a catalogue.
        source: where the deals come from.
        claims: ids of the claims to check.
        count: deals to make; of recorded ones, to read at most.
        seed: any whole number from 0 on.
        policy: who plays.
        keep: violations of each claim to keep as positions.
        alpha: the probability of a false alarm, over all statistical claims together.
        verify: how far answers are verified.
    """

    ruleset: Ruleset
    source: Source
    claims: tuple[str, ...]
    count: int = DEFAULT_COUNT
    seed: int = 0
    policy: str = DEFAULT_POLICY
    keep: int = 3
    alpha: float = DEFAULT_ALPHA
    verify: str = DEFAULT_LEVEL

    def __post_init__(self) -> None:
        """Refuse numbers that no audit can be made of."""
        policy_number(self.policy)
        level_named(self.verify)
        openings(self.ruleset, self.policy, self.seed, 0)
        if not 1 <= self.count <= MAX_COUNT:
            raise InputError(Fault("count", f"{self.count} deals", f"ask for 1 to {MAX_COUNT}"))
        if self.seed < 0:
            raise InputError(Fault("seed", f"{self.seed} is negative", "use 0 or more"))
        if not 1e-30 <= self.alpha <= 0.1:
            raise InputError(Fault("alpha", f"{self.alpha}", "use 1e-30 to 0.1, as in 1e-6"))

    @property
    def recorded(self) -> bool:
        """Whether the deals were made long ago, so that nobody plays."""
        return isinstance(self.source, RecordedSource)

    @property
    def asked(self) -> int | None:
        """How many deals are asked for; None for all of a file."""
        return None if self.recorded and self.count == MAX_COUNT else self.count

    def jobs(self) -> Iterator[ChunkJob]:
        """Yield the chunks, in order."""
        outside = OUTSIDE in self.claims
        if isinstance(self.source, RecordedSource):
            batches = self.source.batches(self.ruleset, self.count, CHUNK_DEALS, outside)
            for chunk, batch in enumerate(batches):
                yield self._job(batch, chunk, len(batch.deals))
            return
        for chunk, start in enumerate(range(0, self.count, CHUNK_DEALS)):
            yield self._job(self.source, chunk, min(CHUNK_DEALS, self.count - start))

    def _job(self, source: ChunkSource, chunk: int, size: int) -> ChunkJob:
        return ChunkJob(
            ruleset=self.ruleset,
            source=source,
            policy=self.policy,
            seed=self.seed,
            chunk=chunk,
            size=size,
            keep=self.keep,
            outside=OUTSIDE in self.claims,
            claims=self.claims,
            verify=self.verify,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an audit came to.

    Attributes:
        plan: what was asked for.
        summary: the sums over all finished chunks.
        partial: whether it was interrupted before the end.
        seconds: how long it took.
        ran: by whom it was done: ``workers`` and more, for the ``run`` section.
        examples: the counterexamples that were kept, shrunk unless it was interrupted.
    """

    plan: Plan
    summary: Summary
    partial: bool
    seconds: float
    ran: dict[str, Any]
    examples: tuple[Counterexample, ...] = ()


def run(
    plan: Plan,
    workers: int | None = None,
    progress: Tick = quiet,
    *,
    crew: Crew[Summary] | None = None,
) -> Outcome:
    """Make an audit.

    Args:
        plan: what to do.
        workers: processes to share it among; None for as many as pay off. The answer does
            not depend on it.
        progress: told of finished deals.
        crew: those who do the chunks, in place of such processes.

    Returns:
        The outcome; a partial one when interrupted by the keyboard.

    Raises:
        DealerError: the dealer failed.
        InternalFault: two engines of ours disagree.
    """
    if crew is None:
        crew = Crew(workers or worthwhile(plan))
    summary = empty(plan.ruleset)
    partial = False
    start = time.perf_counter()
    try:
        for done in _finished(plan, crew, progress):
            # A half of it would be a wrong sum.
            with held():
                summary.add(done, plan.keep)
    except KeyboardInterrupt:
        partial = True
    try:
        found = shrunk(plan.ruleset, plan.source, plan.claims, summary) if not partial else None
    except KeyboardInterrupt:
        partial, found = True, None
    if found is None:
        found = as_dealt(plan.ruleset, plan.claims, summary)
    seconds = time.perf_counter() - start
    return Outcome(plan, summary, partial, seconds, crew.told(), tuple(found))


def worthwhile(plan: Plan) -> int:
    """Return how many of this machine's processors the work is worth."""
    return max(1, min(usable_cores(), _worth(plan)))


def _worth(plan: Plan) -> int:
    if plan.verify == CP_SAT and not plan.recorded:
        return plan.count // CHUNK_DEALS
    if isinstance(plan.source, BuiltinSource):
        return plan.count // _DEALS_WORTH_A_WORKER
    if isinstance(plan.source, RecordedSource):
        return min(plan.count, plan.source.likely_deals()) // _DEALS_WORTH_A_WORKER
    return plan.count // _LIVE_DEALS_WORTH_A_WORKER


def _finished(plan: Plan, crew: Crew[Summary], tick: Tick) -> Iterator[Summary]:
    """Yield the chunks' summaries in the order of the chunks."""
    try:
        yield from crew.results(run_chunk, plan.jobs(), tick)
    except BrokenProcessPool:
        error = died_with(plan.source)
        if error is None:
            raise
        raise error from None
