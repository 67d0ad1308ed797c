"""What an audit asks for, and the stretches of it that are done one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from fairtray.audit.players import DEFAULT_POLICY
from fairtray.audit.sample import Sample
from fairtray.audit.verify import DEFAULT_LEVEL
from fairtray.claims import claim_named, select
from fairtray.dealers.sources import DealerSource
from fairtray.rulesets.model import Ruleset

DEFAULT_COUNT = 10_000

DEFAULT_ALPHA = 1e-6
"""A false alarm in a million audits: eight tests fifty times a day at 0.01 would give 1 460
false alarms a year."""


class Source(Protocol):
    """Where an audit's deals come from."""

    @property
    def name(self) -> str:
        """What the report calls the dealer."""
        ...

    def identity(self) -> dict[str, Any]:
        """Return what decides the deals, as JSON values: names, and digests of files.

        Raises:
            InputError: nobody could get the same deals again.
        """
        ...


@runtime_checkable
class ChunkSource(Protocol):
    """Deals of one chunk that are there already."""

    def sample(self, chunk: Chunk) -> Sample:
        """Return the deals of the chunk."""
        ...


def claims_to_check(ruleset: Ruleset, names: tuple[str, ...], source: Source) -> tuple[str, ...]:
    """Return the claims to check, in the order of reports.

    Args:
        ruleset: the game.
        names: the claims to check; none for those of the ruleset that the source can judge.
        source: where the deals come from.

    Raises:
        InputError: no claim has such a name, or the ruleset has nothing that it could be about.
    """
    return select(ruleset, names, recorded=not isinstance(source, DealerSource))


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """What an audit is of.

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

    @property
    def outside(self) -> bool:
        """Whether a piece outside the catalogue is a finding, not a failure of the dealer."""
        return any(claim_named(name).judges_outside for name in self.claims)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of an audit; its deals depend on nothing else.

    Attributes:
        request: the audit.
        source: the dealer, or a batch of recorded deals.
        number: number of the chunk, from 0.
        size: deals to make.
    """

    request: AuditRequest
    source: DealerSource | ChunkSource
    number: int
    size: int
