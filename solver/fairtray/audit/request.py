"""What an audit asks for, and the stretches of it that are done one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from fairtray.audit.sample import DEFAULT_POLICY, Sample
from fairtray.audit.verify import DEFAULT_LEVEL
from fairtray.rulesets.model import Ruleset

DEFAULT_COUNT = 10_000

DEFAULT_ALPHA = 1e-6
"""A false alarm in a million audits: eight tests fifty times a day at 0.01 would give 1 460
false alarms a year."""

OUTSIDE = "in-catalogue"
"""The claim that a piece outside the catalogue breaks; where it is not checked, such a
piece is a failure of the dealer."""


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
    """Where the deals of one chunk come from."""

    @property
    def name(self) -> str:
        """What the report calls the dealer."""
        ...

    def sample(self, chunk: Chunk) -> Sample:
        """Return the deals of a chunk.

        Raises:
            DealerError: the dealer failed.
        """
        ...


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
        return OUTSIDE in self.claims


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of an audit; its deals depend on nothing else.

    Attributes:
        request: the audit.
        source: where the deals of this stretch come from: the audit's own source, or a batch
            of recorded deals.
        number: number of the chunk, from 0.
        size: deals to make.
    """

    request: AuditRequest
    source: ChunkSource
    number: int
    size: int
