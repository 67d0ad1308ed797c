"""Conversations with dealer programs, replayed from a file without the dealer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.dealers.channel import Channel, ChannelError
from fairtray.dealers.transcript import DEALER, LINE, TITLE


class Recorded:
    """A transcript to be replayed.

    Args:
        path: the file.

    Attributes:
        command: the command of the dealer that was recorded.

    Raises:
        InputError: it cannot be read, or is no transcript.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._starts: dict[tuple[str, int], tuple[int, int, int]] = {}
        self._asked: Counter[str] = Counter()
        seen: Counter[str] = Counter()
        with _opened(path) as file:
            self.command = self._heading(file)
            for number, offset, line in _lines(file, 3):
                session, mark, text = _parsed(line, path, number)
                if mark == "#":
                    self._starts[text, seen[text]] = (offset, number, session)
                    seen[text] += 1

    def _heading(self, file: BinaryIO) -> str:
        title, dealer = (file.readline().decode("utf-8", "replace").rstrip() for _ in range(2))
        if title != TITLE or not dealer.startswith(DEALER):
            raise NotationError(
                Fault(
                    "line 1", f"{echo(title)} begins no transcript", "make one with --transcript"
                ),
                self.path,
            )
        return dealer.removeprefix(DEALER)

    def channel(self, label: str) -> Channel:
        """Return the next conversation that was recorded for a purpose.

        Raises:
            InputError: there is none.
        """
        start = self._starts.get((label, self._asked[label]))
        if start is None:
            raise InputError(
                Fault(
                    "",
                    f"no session is recorded for {label}",
                    "replay with the ruleset, seed, count, policy and claims of the recording",
                ),
                self.path,
            )
        self._asked[label] += 1
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
        self._file = _opened(self._path)
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
        raise InputError(Fault("", "ends in the middle of a session", "record it anew"), self._path)

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
                Fault(f"line {entry.number}", "stands where an answer should be", "record it anew"),
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
        told = json.loads(entry.text)
        return ChannelError(str(told["what"]), str(told["mend"]))
    except (ValueError, TypeError, KeyError):
        raise NotationError(
            Fault(f"line {entry.number}", f"{echo(entry.text)} is no failure", "record it anew"),
            path,
        ) from None


def _opened(path: str) -> BinaryIO:
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
    match = LINE.fullmatch(line.decode("utf-8", "replace").rstrip("\r\n"))
    if match is None:
        raise NotationError(
            Fault(f"line {number}", f"{echo(line.decode('utf-8', 'replace'))} is no entry"), path
        )
    return int(match[1]), match[2], match[3]
