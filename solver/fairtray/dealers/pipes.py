"""Threads that empty a program's output, so that it can never block on a full pipe."""

from __future__ import annotations

import os
import threading
from collections import deque
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Literal

_BLOCK = 65536

_MOST_UNREAD = 1000
"""Lines that nobody asked for; a program that writes more is not read any further."""

_LOG_LINE, _LOG_LINES = 500, 10
"""Bytes kept of a line of a log, and lines."""


@dataclass(frozen=True, slots=True)
class Output:
    """Something that came out of a program.

    Attributes:
        kind: ``line``: a whole line. ``half``: what stood after the last line when the
            output ended. ``end``: the output ended. ``long``: the beginning of a line
            beyond the limit, after which nothing more is read. ``flood``: too many lines
            that nobody asked for.
        data: the bytes, without the line's end.
    """

    kind: Literal["line", "half", "end", "long", "flood"]
    data: bytes = b""


class Lines:
    """The lines of a pipe, read by a thread of its own.

    Args:
        pipe: file descriptor to read from.
        limit: bytes of the longest line; of a longer one no more than about this is held.
    """

    def __init__(self, pipe: int, limit: int) -> None:
        self._pipe = pipe
        self._limit = limit
        self._queue: SimpleQueue[Output] = SimpleQueue()
        self.begun = b""
        """What has come of a line that is not at its end yet."""
        self._thread = threading.Thread(target=self._read, name="dealer stdout", daemon=True)
        self._thread.start()

    def get(self, seconds: float) -> Output | None:
        """Return what comes next, or None when nothing does within the time."""
        try:
            return self._queue.get(timeout=max(seconds, 0))
        except Empty:
            return None

    def ended(self, seconds: float) -> bool:
        """Return whether the output ends within the time: nobody holds the pipe open."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _read(self) -> None:
        while data := os.read(self._pipe, _BLOCK):
            *whole, rest = data.split(b"\n")
            for line in whole:
                if not self._put(self.begun + line):
                    return
                self.begun = b""
            self.begun += rest
            if len(self.begun) > self._limit:
                self._put(self.begun)
                return
            if self._queue.qsize() > _MOST_UNREAD:
                self._queue.put(Output("flood"))
                return
        self._queue.put(Output("half", self.begun) if self.begun else Output("end"))

    def _put(self, line: bytes) -> bool:
        """Hand a line on; return whether it was within the limit, so that reading goes on."""
        if len(line) > self._limit:
            self._queue.put(Output("long", line[:_LOG_LINE]))
            return False
        self._queue.put(Output("line", line.removesuffix(b"\r")))
        return True


class Log:
    """The last lines of a pipe, read to its end by a thread of its own.

    Args:
        pipe: file descriptor to read from.
    """

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._lines: deque[bytes] = deque(maxlen=_LOG_LINES)
        self._thread = threading.Thread(target=self._read, name="dealer stderr", daemon=True)
        self._thread.start()

    def last(self, seconds: float) -> list[str]:
        """Return the last lines, after waiting a while for the end of the pipe."""
        self._thread.join(seconds)
        return [line.decode("utf-8", "backslashreplace") for line in list(self._lines)]

    def ended(self, seconds: float) -> bool:
        """Return whether the pipe ends within the time."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _read(self) -> None:
        begun = b""
        while data := os.read(self._pipe, _BLOCK):
            *whole, rest = data.split(b"\n")
            for line in whole:
                self._lines.append((begun + line)[:_LOG_LINE].rstrip(b"\r"))
                begun = b""
            begun = (begun + rest)[:_LOG_LINE]
        if begun:
            self._lines.append(begun)
