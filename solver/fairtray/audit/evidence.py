"""What a chunk tells of the claims that no single deal can break."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.audit.chances import chances, limits_large
from fairtray.audit.draws import DrawSums, sum_draws
from fairtray.audit.probes import Prober, ProbeSums
from fairtray.audit.request import Chunk
from fairtray.audit.sample import Sample
from fairtray.audit.source import Askable
from fairtray.claims import answer_claims, draw_claims

CHUNKS = 80
"""Chunks whose draws are summed up and whose dealer is asked again: the first 200,000 deals.
They show a shape that comes a tenth too often; more would cost more than the deals."""


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


def gather(chunk: Chunk, sample: Sample) -> Evidence:
    """Return what a chunk tells of the claims that are checked.

    Raises:
        DealerError: the dealer failed when it was asked again.
    """
    ruleset, claims = chunk.request.ruleset, chunk.request.claims
    evidence = no_evidence()
    if chunk.number >= CHUNKS or not len(sample.trays):
        return evidence
    limited = limits_large(claims)
    for claim in draw_claims(claims):
        each = chances(ruleset, sample, claim, limited=limited)
        evidence.draws[claim.name] = sum_draws(ruleset, sample, each)
    if answer_claims(claims) and isinstance(chunk.source, Askable):
        evidence.probes = Prober(chunk, sample, chunk.source).run()
    return evidence
