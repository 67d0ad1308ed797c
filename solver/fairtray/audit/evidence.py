"""What a chunk tells of the claims that no single deal can break."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.audit.draws import DrawSums, sum_draws
from fairtray.audit.drawsets import MODELS, chances
from fairtray.audit.probes import PROBED, Prober, ProbeSums, no_probes
from fairtray.audit.sample import Sample
from fairtray.audit.source import Askable, ChunkJob
from fairtray.rulesets.model import Ruleset

CHUNKS = 80
"""Chunks whose draws are summed up and whose dealer is asked again: the first 200,000 deals.
They show a shape that comes a tenth too often; more would cost more than the deals."""


@dataclass(slots=True)
class Evidence:
    """Sums over some chunks.

    Attributes:
        draws: of each claim about chances that is checked.
        probes: of the claims that are decided by asking again.
    """

    draws: dict[str, DrawSums]
    probes: ProbeSums

    def add(self, other: Evidence, keep: int) -> None:
        """Add the sums of a later chunk."""
        for model, sums in other.draws.items():
            if model in self.draws:
                self.draws[model].add(sums)
            else:
                self.draws[model] = sums
        self.probes.add(other.probes, keep)


def no_evidence(ruleset: Ruleset) -> Evidence:
    """Return the sums over no chunk."""
    return Evidence({}, no_probes(ruleset))


def gather(job: ChunkJob, sample: Sample) -> Evidence:
    """Return what a chunk tells of the claims that are checked.

    Raises:
        DealerError: the dealer failed when it was asked again.
    """
    evidence = no_evidence(job.ruleset)
    if job.chunk >= CHUNKS or not len(sample.trays):
        return evidence
    limited = "large-limit" in job.claims
    for model in MODELS:
        if model in job.claims:
            says = chances(job.ruleset, sample, model, limited=limited)
            evidence.draws[model] = sum_draws(job.ruleset, sample, says)
    if set(PROBED) & set(job.claims) and isinstance(job.source, Askable):
        evidence.probes = Prober(job, sample, job.source).run()
    return evidence
