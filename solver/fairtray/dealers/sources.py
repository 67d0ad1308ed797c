"""The dealers that can be named: built-in ones, callables, programs, transcripts.

A source is small, frozen and can be pickled: it says how to get a session with a dealer and
holds nothing that is open. Every process that works on a chunk makes its own session from it,
so that a chunk stays a pure function of its request and number.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from fairtray.core.errors import DealerError
from fairtray.core.files import file_digests
from fairtray.dealers.callables import CallableSession, check_target
from fairtray.dealers.channel import Channel, Limits
from fairtray.dealers.process import Process
from fairtray.dealers.program import ProgramSession, arguments
from fairtray.dealers.registry import require_catalogue, spec_for
from fairtray.dealers.session import BuiltinSession, Session
from fairtray.dealers.transcript import Playback, Transcript
from fairtray.rulesets.model import DealerSpec, Ruleset


@runtime_checkable
class DealerSource(Protocol):
    """A dealer that can be asked to deal, game by game."""

    @property
    def name(self) -> str:
        """What reports call the dealer."""
        ...

    def identity(self) -> dict[str, Any]:
        """Return what decides the deals, as JSON values: names, and digests of files."""
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
    """A built-in dealer.

    Attributes:
        spec: the dealer.
    """

    spec: DealerSpec

    @property
    def name(self) -> str:
        """The dealer's name."""
        return self.spec.kind

    def identity(self) -> dict[str, Any]:
        """Return the dealer and its tries."""
        return {"built_in": asdict(self.spec)}

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:  # noqa: ARG002
        """Return a session with the plain twin of the dealer."""
        return BuiltinSession(ruleset, self.spec)


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

    def identity(self) -> dict[str, Any]:
        """Return the target, and the digest of the file that its module is imported from."""
        return {"callable": self.target, "files": file_digests(self._module_files())}

    def _module_files(self) -> list[str]:
        """Return the module's file; none where it is not found.

        The module is not imported for it: that would run the dealer's code in this process.
        """
        words = self.target.partition(":")[0].split(".")
        for folder in (self.folder, *map(Path, sys.path)):
            module = folder.joinpath(*words)
            for file in (module / "__init__.py", module.with_suffix(".py")):
                if file.is_file():
                    return [str(file)]
        return []

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:  # noqa: ARG002
        """Return a session with the callable."""
        return CallableSession(ruleset, self.target, self.folder)


@dataclass(frozen=True, slots=True)
class ProgramSource:
    """A program in any language; each session starts its own.

    Attributes:
        command: how to start it.
        limits: how much it may take.
        transcript: where its conversations are written to. Only one process can write
            there, so that the work must not be shared among several.
    """

    command: str
    limits: Limits = field(default_factory=Limits)
    transcript: Transcript | None = None

    @property
    def name(self) -> str:
        """The command."""
        return self.command

    def identity(self) -> dict[str, Any]:
        """Return the command, and the digests of the files that it names.

        How long the program may take does not matter: whoever waits longer gets the same.
        """
        return {"program": self.command, "files": file_digests(arguments(self.command))}

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:
        """Return a session with a program of its own."""
        channel: Channel = Process(arguments(self.command), self.limits)
        if self.transcript is not None:
            channel = self.transcript.recording(channel, label)
        return ProgramSession(ruleset, self.command, channel, seed, self.limits)


@dataclass(frozen=True, slots=True)
class TranscriptSource:
    """A recorded dealer program, replayed without it.

    Attributes:
        playback: its conversations.
    """

    playback: Playback

    @property
    def name(self) -> str:
        """The command of the dealer that was recorded."""
        return self.playback.command

    def identity(self) -> dict[str, Any]:
        """Return the command, and the digest of the transcript."""
        return {"transcript": self.name, "files": file_digests([self.playback.path])}

    def session(self, ruleset: Ruleset, seed: int, label: str) -> Session:
        """Return the session that was recorded for the same purpose."""
        channel = self.playback.channel(label)
        return ProgramSession(ruleset, self.name, channel, seed, Limits())


def named_dealer(ruleset: Ruleset, name: str | None = None) -> BuiltinSource | CallableSource:
    """Return the dealer of a name.

    Args:
        ruleset: the game.
        name: a built-in dealer's name, or ``module:callable``, looked for from the current
            folder on; None for the ruleset's own dealer.

    Raises:
        InputError: no such dealer, or a ruleset that has nothing to deal.
    """
    if name is None or ":" not in name:
        return BuiltinSource(spec_for(ruleset, name))
    require_catalogue(ruleset)
    check_target(name)
    return CallableSource(name, Path.cwd())


def dealer_program(
    ruleset: Ruleset, command: str, limits: Limits | None = None, transcript: str | None = None
) -> ProgramSource:
    """Return a dealer program.

    Args:
        ruleset: the game.
        command: how to start it.
        limits: how much it may take.
        transcript: the file that its conversations are written to.

    Raises:
        InputError: the command is empty, the file cannot be written, or the ruleset has
            nothing to deal.
    """
    require_catalogue(ruleset)
    arguments(command)
    written = Transcript(transcript, command) if transcript else None
    return ProgramSource(command, limits or Limits(), written)


def replayed_dealer(ruleset: Ruleset, transcript: str) -> TranscriptSource:
    """Return the dealer that a transcript records.

    Raises:
        InputError: the file is not a transcript, or the ruleset has nothing to deal.
    """
    require_catalogue(ruleset)
    return TranscriptSource(Playback(transcript))


def dealer_crash(*sources: object) -> DealerError | None:
    """Return what to raise where a worker's process has ended by itself.

    None where no Python dealer ran in it: nothing else could end it without a message.
    """
    names = [source.name for source in sources if isinstance(source, CallableSource)]
    if not names:
        return None
    return DealerError(
        f"dealer {' or '.join(names)} ended its process in the middle",
        ("fix: run it by itself; code outside Python may have crashed",),
    )
