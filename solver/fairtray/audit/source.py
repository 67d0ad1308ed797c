"""Where an audit's deals come from.

A source is small, frozen and can be pickled: it says how to get deals and holds nothing
that is open. Every process that works on a chunk makes its own session from it, so that a
chunk stays a pure function of what is in its job.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from fairtray.audit import live
from fairtray.audit.recorded import RecordedSource
from fairtray.audit.sample import Sample, self_play
from fairtray.audit.verify import DEFAULT_LEVEL
from fairtray.core.errors import DealerError
from fairtray.dealers.callables import CallableSession
from fairtray.dealers.channel import Channel, Limits
from fairtray.dealers.process import Process
from fairtray.dealers.program import ProgramSession, arguments
from fairtray.dealers.session import BuiltinSession, Session
from fairtray.dealers.transcript import Playback, Transcript
from fairtray.rulesets.model import DealerSpec, Ruleset


@dataclass(frozen=True, slots=True)
class ChunkJob:
    """All that a chunk depends on.

    Attributes:
        ruleset: the game.
        source: where the deals come from.
        policy: who plays.
        seed: the audit's seed.
        chunk: number of the chunk, from 0.
        size: deals to make.
        keep: how many violations of each claim to keep as positions.
        outside: whether a piece outside the catalogue is a finding; else it is a failure
            of the dealer.
        claims: ids of the claims to check.
        verify: how far answers are verified.
    """

    ruleset: Ruleset
    source: ChunkSource
    policy: str
    seed: int
    chunk: int
    size: int
    keep: int
    outside: bool = True
    claims: tuple[str, ...] = ()
    verify: str = DEFAULT_LEVEL


class ChunkSource(Protocol):
    """Where the deals of one chunk come from."""

    @property
    def name(self) -> str:
        """What the report calls the dealer."""
        ...

    def sample(self, job: ChunkJob) -> Sample:
        """Return the deals of a chunk.

        Raises:
            DealerError: the dealer failed.
        """
        ...


@runtime_checkable
class Askable(Protocol):
    """A source whose dealer can be asked again, game by game."""

    @property
    def name(self) -> str:
        """What the report calls the dealer."""
        ...

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:
        """Return a session, not yet entered.

        Args:
            ruleset: the game.
            seed: what the dealer is told before the first game.
            label: what the session is for, as in ``chunk 3``; names it in a transcript.
        """
        ...


@dataclass(frozen=True, slots=True)
class BuiltinSource:
    """A built-in dealer; its chunks are made by kernels alone.

    Attributes:
        spec: the dealer.
    """

    spec: DealerSpec

    @property
    def name(self) -> str:
        """The dealer's name."""
        return self.spec.kind

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:  # noqa: ARG002
        """Return a session with the plain twin of the dealer."""
        return BuiltinSession(ruleset, self.spec)

    def sample(self, job: ChunkJob) -> Sample:
        """Return the deals of a chunk."""
        return self_play(job.ruleset, self.spec, job.policy, job.seed, job.chunk, job.size)


@dataclass(frozen=True, slots=True)
class CallableSource:
    """A Python callable.

    Attributes:
        target: ``module:callable``.
        folder: where modules are looked for first.
    """

    target: str
    folder: Path

    @property
    def name(self) -> str:
        """The target."""
        return self.target

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:  # noqa: ARG002
        """Return a session with the callable."""
        return CallableSession(ruleset, self.target, self.folder)

    def sample(self, job: ChunkJob) -> Sample:
        """Return the deals of a chunk."""
        return _played(self, job)


@dataclass(frozen=True, slots=True)
class ProgramSource:
    """A program in any language; each chunk starts its own.

    Attributes:
        command: how to start it.
        limits: how much it may take.
        transcript: where its conversations are written to. Only one process can write
            there, so that such an audit must not be shared among several.
    """

    command: str
    limits: Limits = field(default_factory=Limits)
    transcript: Transcript | None = None

    @property
    def name(self) -> str:
        """The command."""
        return self.command

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:
        """Return a session with a program of its own."""
        channel: Channel = Process(arguments(self.command), self.limits)
        if self.transcript is not None:
            channel = self.transcript.recorded(channel, label)
        return ProgramSession(ruleset, self.command, channel, seed, self.limits)

    def sample(self, job: ChunkJob) -> Sample:
        """Return the deals of a chunk."""
        return _played(self, job)


@dataclass(frozen=True, slots=True)
class TranscriptSource:
    """A recorded dealer program, replayed without it.

    Attributes:
        recorded: its conversations.
    """

    recorded: Playback

    @property
    def name(self) -> str:
        """The command of the dealer that was recorded."""
        return self.recorded.command

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:
        """Return a session that was recorded for the same purpose."""
        channel = self.recorded.channel(label)
        return ProgramSession(ruleset, self.name, channel, seed, Limits())

    def sample(self, job: ChunkJob) -> Sample:
        """Return the deals of a chunk."""
        return _played(self, job)


Source = BuiltinSource | CallableSource | ProgramSource | TranscriptSource | RecordedSource
"""Everything an audit can be made of."""


def _played(source: Askable, job: ChunkJob) -> Sample:
    first = live.first_seed(job.seed, job.chunk)
    with source.session(job.ruleset, first, f"chunk {job.chunk}") as session:
        return live.play(
            job.ruleset, session, job.policy, job.seed, job.chunk, job.size, job.outside
        )


def died_with(*sources: object) -> DealerError | None:
    """Return what to tell where a worker's process has ended by itself.

    None where no Python dealer ran in it: nothing else could end it without a word.
    """
    names = [source.name for source in sources if isinstance(source, CallableSource)]
    if not names:
        return None
    return DealerError(
        f"dealer {' or '.join(names)} ended its process in the middle",
        ("to mend it: run it by itself; code outside Python may have crashed",),
    )
