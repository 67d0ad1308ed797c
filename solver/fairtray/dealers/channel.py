"""Lines to and from a dealer program, whether it runs or was recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how much a dealer program may take.

    Attributes:
        start: seconds until it has answered ``init``.
        deal: seconds for each deal, and for any other answer.
        line: bytes of one line of its output.
    """

    start: float = 10.0
    deal: float = 5.0
    line: int = 1024 * 1024


class ChannelError(Exception):
    """No line came, or none could be sent.

    Attributes:
        what: what the program did, as in ``died``.
        mend: what its author can do.
    """

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(what, mend)
        self.what = what
        self.mend = mend


class Channel(Protocol):
    """A conversation with one dealer program."""

    def open(self) -> None:
        """Start the program.

        Raises:
            ChannelError: it does not start.
        """
        ...

    def send(self, line: str, seconds: float) -> None:
        """Send one line, without its end.

        Raises:
            ChannelError: the program has ended, or does not read within the time.
        """
        ...

    def receive(self, seconds: float) -> str:
        """Return the next line of its output, without its end.

        Raises:
            ChannelError: none comes within the time, or the program has ended.
        """
        ...

    def trail(self) -> tuple[str, ...]:
        """Return how the program is, and its last lines, to be shown with a failure."""
        ...

    def close(self, *, failed: bool) -> None:
        """End the program and everything it started.

        Args:
            failed: whether it is known to have failed, so that it needs no goodbye.

        Raises:
            ChannelError: it has not failed before, but left a process behind.
        """
        ...
