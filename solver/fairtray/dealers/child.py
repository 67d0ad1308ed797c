"""A child process: started in a group of its own, read without ever blocking it, and ended.

The group is there so that the process and all its children can be ended together. Threads empty
its output, so that it can never block on a full pipe.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Literal

_STEP = 0.01
"""Seconds between two looks at whether a process is still there."""


def start(
    arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start a program with pipes for its three streams, in a session of its own.

    Args:
        arguments: the program and its arguments.
        environment: variables that it finds set otherwise than this process does.

    Raises:
        OSError: it cannot be started.
        ValueError: an argument holds a NUL character.
    """
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(  # noqa: S603 (running what the user names is the point)
        list(arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment} if environment else None,
        bufsize=0,
        start_new_session=True,
        creationflags=flags,
    )


def alive(process: subprocess.Popen[bytes]) -> bool:
    """Return whether the process, or any other of its group, is still there."""
    if process.poll() is None:
        return True
    if sys.platform == "win32":
        return False
    try:
        os.killpg(process.pid, 0)
    except (ProcessLookupError, PermissionError):
        # macOS refuses the signal where it could only reach a zombie.
        return False
    return True


def gone_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Return whether the whole group is gone within the time."""
    limit = time.monotonic() + seconds
    while alive(process):
        if time.monotonic() >= limit:
            return False
        time.sleep(_STEP)
    return True


def end(process: subprocess.Popen[bytes], patience: float) -> None:
    """End the whole group: politely, and after ``patience`` seconds by force.

    The process is waited for, so that it leaves no zombie.
    """
    _signal(process, force=False)
    if not gone_within(process, patience):
        _signal(process, force=True)
        process.wait()
        gone_within(process, patience)


def _signal(process: subprocess.Popen[bytes], *, force: bool) -> None:
    if sys.platform == "win32":
        if process.poll() is None:
            process.kill() if force else process.terminate()
        return
    try:
        os.killpg(process.pid, signal.SIGKILL if force else signal.SIGTERM)
    except (ProcessLookupError, PermissionError):
        # Nobody is left to signal; see alive() for the second one.
        return


def status(code: int) -> str:
    """Return an exit status in words; a signal by its name."""
    if code < 0:
        return f"killed by {_signal_name(-code) or f'signal {-code}'}"
    if code > 128 and _signal_name(code - 128):
        return f"exit status {code} (as shells report {_signal_name(code - 128)})"
    return f"exit status {code}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""


# --- Its output ------------------------------------------------------------------------

_BLOCK = 65536

_MOST_UNREAD = 1000
"""Unread lines; a program that writes more than that is not read any further."""

_LOG_LINE, _LOG_LINES = 500, 10
"""Bytes kept of a line of a log, and lines."""


@dataclass(frozen=True, slots=True)
class Output:
    """Something that came out of a program.

    Attributes:
        kind: ``line``: a whole line. ``half``: what came after the last line when the
            output ended. ``end``: the output ended. ``long``: the beginning of a line
            beyond the limit, after which nothing more is read. ``flood``: too many lines
            that were not requested.
        data: the bytes, without the line's end.
    """

    kind: Literal["line", "half", "end", "long", "flood"]
    data: bytes = b""


class Lines:
    """The lines of a pipe, read by a thread of its own.

    Args:
        pipe: file descriptor to read from.
        limit: bytes of the longest line; of a longer one no more than about this is stored.
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
        """Hand a line on; return whether it was within the limit, so that reading continues."""
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
