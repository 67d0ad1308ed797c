"""Conversations with dealer programs as text files: written, and replayed without the dealer.

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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, TextIO

from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.dealers.channel import Channel, ChannelError

_TITLE = "# fairtray transcript 1"
_DEALER = "# dealer: "
_LINE = re.compile(r"(\d+)([#<>!x.]) ?(.*)", re.DOTALL)


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
            Path(path).write_text(f"{_TITLE}\n{_DEALER}{command}\n", encoding="utf-8")
        except OSError as error:
            raise _unwritable(error, path) from None

    def recording(self, channel: Channel, label: str) -> Channel:
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
                # Line by line, so that the file shows what happened last even after a crash.
                path = Path(self._path)
                self._file = path.open("a", encoding="utf-8", buffering=1)
            self._file.write(f"{self._number}{mark} {text}".rstrip() + "\n")
        except OSError as error:
            raise _unwritable(error, self._path) from None


def _unwritable(error: OSError, path: str) -> InputError:
    return InputError(
        Fault("", f"cannot be written: {error.strerror}", "name a writable file"), path
    )


# --- Replayed --------------------------------------------------------------------------

_AGAIN = "record it again"


class Playback:
    """A transcript to be replayed.

    Args:
        path: the file.

    Attributes:
        command: the command of the dealer that was recorded.

    Raises:
        InputError: it cannot be read, or is not a transcript.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._starts: dict[tuple[str, int], tuple[int, int, int]] = {}
        self._used: Counter[str] = Counter()
        seen: Counter[str] = Counter()
        with _open(path) as file:
            self.command = self._heading(file)
            for number, offset, line in _lines(file, 3):
                session, mark, text = _parsed(line, path, number)
                if mark == "#":
                    self._starts[text, seen[text]] = (offset, number, session)
                    seen[text] += 1

    def _heading(self, file: BinaryIO) -> str:
        title, dealer = (file.readline().decode("utf-8", "replace").rstrip() for _ in range(2))
        if title != _TITLE or not dealer.startswith(_DEALER):
            raise NotationError(
                Fault(
                    "line 1",
                    f"{echo(title)} is not how a transcript begins",
                    "make one with --transcript",
                ),
                self.path,
            )
        return dealer.removeprefix(_DEALER)

    def channel(self, label: str) -> Channel:
        """Return the next conversation that was recorded for a purpose.

        Raises:
            InputError: there is none.
        """
        start = self._starts.get((label, self._used[label]))
        if start is None:
            raise InputError(
                Fault(
                    "",
                    f"no session is recorded for {label}",
                    "replay with the ruleset, seed, count, policy and claims of the recording",
                ),
                self.path,
            )
        self._used[label] += 1
        return _Replay(self.path, *start)


class _Entry(NamedTuple):
    """A line of a transcript: its number in the file, its mark, and the rest."""

    number: int
    mark: str
    text: str


class _Replay:
    """A recorded conversation in place of a dealer."""

    def __init__(self, path: str, offset: int, number: int, session: int) -> None:
        self._path = path
        self._offset = offset
        self._number = number
        self._session = session
        self._file: BinaryIO | None = None
        self._entries: Iterator[_Entry] = iter(())
        self._ahead = _Entry(number, ".", "")

    def open(self) -> None:
        """Go to the session's beginning.

        Raises:
            ChannelError: the program did not start then.
        """
        self._file = _open(self._path)
        self._file.seek(self._offset)
        self._entries = self._own(_lines(self._file, self._number))
        next(self._entries)
        self._ahead = next(self._entries)
        self._fail_as_then()

    def _own(self, lines: Iterator[tuple[int, int, bytes]]) -> Iterator[_Entry]:
        for number, _, line in lines:
            session, mark, text = _parsed(line, self._path, number)
            if session == self._session:
                yield _Entry(number, mark, text)
        raise InputError(Fault("", "ends in the middle of a session", _AGAIN), self._path)

    def _next(self) -> _Entry:
        entry = self._ahead
        self._number = entry.number
        if entry.mark != ".":
            self._ahead = next(self._entries)
        return entry

    def _fail_as_then(self, mark: str = "!") -> None:
        """Fail where the program did.

        Raises:
            ChannelError: it did so here.
        """
        if self._ahead.mark == mark:
            entry = self._next()
            raise _recorded_failure(entry, self._path)

    def send(self, line: str, seconds: float) -> None:  # noqa: ARG002 (nothing takes time)
        """Compare a line with the one that was sent then.

        Raises:
            ChannelError: it could not be sent then.
            InputError: it is another one.
        """
        entry = self._next()
        if entry.mark != ">" or entry.text != line:
            then, now = _around_difference(entry.text, line)
            raise InputError(
                Fault(
                    f"line {entry.number}",
                    f"records {echo(f'{entry.mark} {then}', 200)} where this audit sends "
                    f"{echo(f'> {now}', 200)}",
                    "replay with the ruleset, seed, count, policy and claims of the recording",
                ),
                self._path,
            )
        self._fail_as_then("x")

    def receive(self, seconds: float) -> str:  # noqa: ARG002
        """Return the line that was answered then.

        Raises:
            ChannelError: none was.
        """
        self._fail_as_then()
        entry = self._next()
        if entry.mark != "<":
            raise InputError(
                Fault(f"line {entry.number}", "is not an answer, which should come here", _AGAIN),
                self._path,
            )
        return entry.text

    def trail(self) -> tuple[str, ...]:
        """Return where in the file it is."""
        return (f"replayed from {self._path}, line {self._number}",)

    def close(self, *, failed: bool) -> None:
        """End, with the failure that was recorded there, if any."""
        if self._file is None:
            return
        try:
            if not failed:
                self._fail_as_then()
        finally:
            self._file.close()


def _around_difference(then: str, now: str) -> tuple[str, str]:
    """Return two lines that differ from a little before the place where they do."""
    same = next((i for i, (a, b) in enumerate(zip(then, now, strict=False)) if a != b), 0)
    start = max(same - 40, 0)
    lead = "…" if start else ""
    return lead + then[start:], lead + now[start:]


def _recorded_failure(entry: _Entry, path: str) -> ChannelError:
    try:
        document = json.loads(entry.text)
        return ChannelError(str(document["what"]), str(document["mend"]))
    except (ValueError, TypeError, KeyError):
        raise NotationError(
            Fault(f"line {entry.number}", f"{echo(entry.text)} is not a failure", _AGAIN),
            path,
        ) from None


def _open(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise NotationError(
            Fault("", f"cannot be read: {error.strerror}", "name a readable file"), path
        ) from None


def _lines(file: BinaryIO, first: int) -> Iterator[tuple[int, int, bytes]]:
    """Yield (number, offset, line) of the rest of a file."""
    number, offset = first, file.tell()
    for line in file:
        yield number, offset, line
        number += 1
        offset += len(line)


def _parsed(line: bytes, path: str, number: int) -> tuple[int, str, str]:
    match = _LINE.fullmatch(line.decode("utf-8", "replace").rstrip("\r\n"))
    if match is None:
        raise NotationError(
            Fault(f"line {number}", f"{echo(line.decode('utf-8', 'replace'))} is not an entry"),
            path,
        )
    return int(match[1]), match[2], match[3]
