"""Runs an audit: cuts it into chunks, has them done, adds them up, shrinks the counterexamples."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from fairtray.audit import summary_json
from fairtray.audit.counterexamples import (
    Counterexample,
    counterexamples_of,
    shrink_counterexamples,
)
from fairtray.audit.players import openings, policy_number
from fairtray.audit.recorded import RecordedSource
from fairtray.audit.request import DEFAULT_ALPHA, DEFAULT_COUNT, AuditRequest, Chunk
from fairtray.audit.summary import Summary, empty, run_chunk
from fairtray.audit.verify import CP_SAT, level_named
from fairtray.core.errors import Fault, InputError
from fairtray.dealers.sources import BuiltinSource, CallableSource, DealerSource, dealer_crash
from fairtray.rulesets.model import identity_of
from fairtray.runs import Plan as RunPlan
from fairtray.runs import Progress, Workers, no_progress
from fairtray.runs import run as run_plan

__all__ = [
    "CHUNK_DEALS",
    "DEFAULT_ALPHA",
    "DEFAULT_COUNT",
    "MAX_COUNT",
    "AuditResult",
    "Plan",
    "run",
]

CHUNK_DEALS = 2_500
"""Deals of a chunk. Part of what an audit's answer depends on: never a function of the
machine or the number of workers."""

MAX_COUNT = 10**12

_DEALS_WORTH_A_WORKER = 50_000
"""Below this many deals for each worker, starting processes costs more than it saves."""

_LIVE_DEALS_WORTH_A_WORKER = 10_000
"""The same for a dealer that no kernel can call."""


@dataclass(frozen=True, slots=True)
class Plan(AuditRequest, RunPlan[Chunk, Summary, Summary]):
    """An audit to be made: the request, in chunks of ``CHUNK_DEALS`` deals."""

    kind: ClassVar[str] = "audit"

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
        """Whether the deals were made long ago, so that no game is played."""
        return isinstance(self.source, RecordedSource)

    @property
    def requested(self) -> int | None:
        """How many deals are requested; None for all of a file."""
        return None if self.recorded and self.count == MAX_COUNT else self.count

    def identity(self) -> dict[str, Any]:
        return {
            **identity_of(self.ruleset),
            "dealer": self.source.identity(),
            "claims": list(self.claims),
            "count": self.count,
            "seed": self.seed,
            "policy": self.policy,
            "keep": self.keep,
            "alpha": self.alpha,
            "verify": self.verify,
            "chunk_deals": CHUNK_DEALS,
        }

    def chunks(self) -> Iterator[Chunk]:
        if isinstance(self.source, RecordedSource):
            for number, batch in enumerate(self.source.batches(self, CHUNK_DEALS)):
                yield Chunk(self, batch, number, len(batch.deals))
        elif isinstance(self.source, DealerSource):
            for number, start in enumerate(range(0, self.count, CHUNK_DEALS)):
                yield Chunk(self, self.source, number, min(CHUNK_DEALS, self.count - start))

    def do(self, chunk: Chunk, progress: Progress = no_progress, /) -> Summary:
        return run_chunk(chunk, progress)

    def encode(self, result: Summary) -> Any:
        return summary_json.to_json(result)

    def decode(self, value: Any) -> Summary:
        return summary_json.from_json(self.ruleset, value)

    def total(self) -> Summary:
        return empty(self.ruleset)

    def merge(self, total: Summary, result: Summary) -> None:
        total.add(result, self.keep)

    def worthwhile(self) -> int:
        if self.verify == CP_SAT and not self.recorded:
            return self.count // CHUNK_DEALS
        if isinstance(self.source, BuiltinSource):
            return self.count // _DEALS_WORTH_A_WORKER
        if isinstance(self.source, RecordedSource):
            return min(self.count, self.source.likely_deals()) // _DEALS_WORTH_A_WORKER
        return self.count // _LIVE_DEALS_WORTH_A_WORKER

    @property
    def isolated(self) -> bool:
        return isinstance(self.source, CallableSource)

    def crash(self) -> Exception | None:
        return dealer_crash(self.source)


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What an audit came to.

    Attributes:
        plan: what was to be done.
        summary: the sums over all finished chunks.
        partial: whether it was interrupted before the end.
        seconds: how long it took.
        facts: who did it: ``workers`` and more, for the ``run`` section of the report.
        examples: the counterexamples, shrunk unless it was interrupted.
    """

    plan: Plan
    summary: Summary
    partial: bool
    seconds: float
    facts: dict[str, Any]
    examples: tuple[Counterexample, ...] = ()


def run(
    plan: Plan, workers: Workers | int | None = None, progress: Progress = no_progress
) -> AuditResult:
    """Make an audit.

    Args:
        plan: what to do.
        workers: who does the chunks: open workers, or a number of processes; None for as
            many as pay off. The answer does not depend on it.
        progress: told of finished deals.

    Returns:
        The result; a partial one when interrupted by the keyboard.

    Raises:
        DealerError: the dealer failed.
        InternalFault: two engines of ours disagree.
    """
    start = time.perf_counter()
    done = run_plan(plan, workers, progress)
    partial, examples = done.partial, None
    if not partial:
        try:
            examples = shrink_counterexamples(plan.ruleset, plan.source, plan.claims, done.total)
        except KeyboardInterrupt:
            partial = True
    if examples is None:
        examples = counterexamples_of(plan.ruleset, plan.claims, done.total)
    seconds = time.perf_counter() - start
    return AuditResult(plan, done.total, partial, seconds, done.facts, tuple(examples))
