"""Conversations with dealer programs as text files, and how they are written.

The first line is ``# fairtray transcript 1``, the second ``# dealer: `` and the command.
Each line after them begins with the number of a session and one mark:

=====  ============================================
``#``  the session begins; what it is for follows
``>``  a line sent to the dealer
``<``  a line that the dealer answered
``x``  why that line could not be sent
``!``  what the program did instead of answering
``.``  the session ends
=====  ============================================

A session is found again by what it is for, so that the order does not matter; where
several sessions are for the same, they are taken in the order of the file.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TextIO

from fairtray.core.errors import Fault, InputError
from fairtray.dealers.channel import Channel, ChannelError

TITLE = "# fairtray transcript 1"
DEALER = "# dealer: "
LINE = re.compile(r"(\d+)([#<>!x.]) ?(.*)", re.DOTALL)


class Transcript:
    """A file that conversations are written to, one process at a time.

    Args:
        path: the file; replaced when it is there.
        command: the dealer's command.

    Raises:
        InputError: it cannot be written.
    """

    def __init__(self, path: str, command: str) -> None:
        self.path = path
        self._sessions = 0
        try:
            Path(path).write_text(f"{TITLE}\n{DEALER}{command}\n", encoding="utf-8")
        except OSError as error:
            raise _unwritable(error, path) from None

    def recorded(self, channel: Channel, label: str) -> Channel:
        """Return the channel with everything that goes through it written down."""
        number = self._sessions
        self._sessions += 1
        return _Recording(channel, self.path, number, label)


class _Recording:
    """A channel that writes down what goes through it."""

    def __init__(self, channel: Channel, path: str, number: int, label: str) -> None:
        self._channel = channel
        self._path = path
        self._number = number
        self._label = label
        self._file: TextIO | None = None

    def open(self) -> None:
        """Start the program."""
        self._write("#", self._label)
        try:
            self._channel.open()
        except ChannelError as error:
            raise self._failed(error) from None

    def send(self, line: str, seconds: float) -> None:
        """Send one line."""
        self._write(">", line)
        try:
            self._channel.send(line, seconds)
        except ChannelError as error:
            raise self._failed(error, "x") from None

    def receive(self, seconds: float) -> str:
        """Return the next line of the output."""
        try:
            line = self._channel.receive(seconds)
        except ChannelError as error:
            raise self._failed(error) from None
        self._write("<", line)
        return line

    def trail(self) -> tuple[str, ...]:
        """Return how the program is, and its last lines."""
        return self._channel.trail()

    def close(self, *, failed: bool) -> None:
        """End the program."""
        try:
            self._channel.close(failed=failed)
        except ChannelError as error:
            raise self._failed(error) from None
        finally:
            self._write(".", "")
            if self._file is not None:
                self._file.close()

    def _failed(self, error: ChannelError, mark: str = "!") -> ChannelError:
        self._write(mark, json.dumps({"what": error.what, "mend": error.mend}))
        return error

    def _write(self, mark: str, text: str) -> None:
        try:
            if self._file is None:
                # Line by line, so that the file tells what happened last whatever happens.
                path = Path(self._path)
                self._file = path.open("a", encoding="utf-8", buffering=1)
            self._file.write(f"{self._number}{mark} {text}".rstrip() + "\n")
        except OSError as error:
            raise _unwritable(error, self._path) from None


def _unwritable(error: OSError, path: str) -> InputError:
    return InputError(
        Fault("", f"cannot be written: {error.strerror}", "name a writable file"), path
    )
