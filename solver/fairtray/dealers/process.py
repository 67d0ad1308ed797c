"""A running dealer program: lines in, lines out, and how it ended."""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence

from fairtray.core.errors import echo
from fairtray.dealers import child
from fairtray.dealers.channel import ChannelError, Limits
from fairtray.dealers.child import Lines, Log, Output

_SLICE = 0.05
"""Seconds between two looks at whether the program is still alive while it is silent."""

_GOODBYE = 2.0
"""Seconds for a program to leave by itself after ``exit``, and for its children to."""

_PATIENCE = 1.0
"""Seconds between asking a process to end and forcing it."""

_HASTE = 0.3
"""The same for a program that has failed, or that nobody waits for any more."""

_LATE = 5.0
"""Most seconds to wait after the time is up, to tell a late answer from none; else twice
the time."""

_SHOWN = 400
"""Characters of a line that a message shows."""

_LAST_LINES = 3


class Process:
    """A dealer program that runs; a :class:`fairtray.dealers.channel.Channel`.

    Args:
        arguments: the program and its arguments.
        limits: how much it may take.
        environment: variables that it finds set otherwise than this process does.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._arguments = arguments
        self._environment = environment
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._last: deque[str] = deque(maxlen=_LAST_LINES)
        self._count = 0

    def open(self) -> None:
        """Start the program.

        Raises:
            ChannelError: it does not start.
        """
        try:
            self._process = process = child.start(self._arguments, self._environment)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ChannelError(
                f"does not start: {self._arguments[0]}: {reason}",
                "name a program that can be run, as in --dealer-command 'node my-dealer.js'",
            ) from None
        # Pipes are made for all three streams, so none of them is None.
        self._stdin, stdout, stderr = (
            stream.fileno() for stream in (process.stdin, process.stdout, process.stderr) if stream
        )
        if os.name == "posix":
            # A program that does not read must not block this one.
            os.set_blocking(self._stdin, False)
        self._lines = Lines(stdout, self._limits.line)
        self._log = Log(stderr)

    def send(self, line: str, seconds: float) -> None:
        """Send one line.

        Raises:
            ChannelError: the program has ended, or does not read within the time.
        """
        data = memoryview(f"{line}\n".encode())
        limit = time.monotonic() + seconds
        while data:
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                if not self._writable(limit - time.monotonic()):
                    raise ChannelError(
                        f"does not read its standard input: {seconds:g} s went by",
                        "read one line, answer it, and read the next",
                    ) from None
            except OSError:
                raise self._broken_off() from None

    def _writable(self, seconds: float) -> bool:
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            return seconds > 0 and bool(selector.select(seconds))

    def _broken_off(self) -> ChannelError:
        """Return what to say when the program no longer reads."""
        output = self._lines.get(_SLICE)
        while output is not None and output.kind == "line":
            self._note(output.data)
            output = self._lines.get(_SLICE)
        return self._died(output.data if output is not None else b"")

    def receive(self, seconds: float) -> str:
        """Return the next line of the output.

        Raises:
            ChannelError: none comes within the time, or the program has ended.
        """
        start = time.monotonic()
        output = self._wait(seconds)
        if output is None:
            raise self._late(seconds, start)
        if output.kind == "line":
            return self._text_of(output.data)
        if output.kind == "long":
            raise ChannelError(
                f"wrote a line of more than {self._limits.line:,} bytes, beginning with "
                f"{echo(_text(output.data), 80)}",
                "answer with one short JSON object a line, and end it with a newline",
            )
        if output.kind == "flood":
            raise ChannelError(
                "writes line after line without a request",
                "write one line for each request; was the rest meant for stderr?",
            )
        raise self._died(output.data)

    def _wait(self, seconds: float) -> Output | None:
        """Return what comes next; the end of the program counts even where its pipe stays open."""
        limit = time.monotonic() + seconds
        while (left := limit - time.monotonic()) > 0:
            output = self._lines.get(min(left, _SLICE))
            if output is not None:
                return output
            if self._process is not None and self._process.poll() is not None:
                return self._lines.get(_SLICE) or Output("half", self._lines.begun)
        return None

    def _text_of(self, data: bytes) -> str:
        text = self._note(data)
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise ChannelError(
                f"wrote a line that is not UTF-8 text, byte {error.start}: {echo(text, 160)}",
                "write JSON in UTF-8, or in ASCII with escapes",
            ) from None

    def _note(self, data: bytes) -> str:
        self._count += 1
        text = _text(data)
        self._last.append(text[: _SHOWN + 1])
        return text

    def _late(self, seconds: float, start: float) -> ChannelError:
        begun = self._lines.begun
        if begun:
            return ChannelError(
                f"wrote only half a line within {seconds:g} s: {echo(_text(begun), 120)}",
                "end each answer with a newline, and flush the output",
            )
        output = self._wait(min(2 * seconds, _LATE))
        if output is not None and output.kind == "line":
            self._note(output.data)
            took = time.monotonic() - start
            return ChannelError(
                f"answered after {took:.1f} s, beyond its limit of {seconds:g} s",
                "make it faster, or allow more time with --start-limit and --deal-limit",
            )
        if output is not None and output.kind in {"half", "end"}:
            return self._died(output.data)
        return ChannelError(
            f"gave no answer within {seconds:g} s",
            "does it flush its output after each line? does it wait for more input? more time: "
            "--start-limit and --deal-limit",
        )

    def _died(self, half: bytes) -> ChannelError:
        """Return what to say when the output ended, with what came after its last line."""
        process = self._process
        try:
            code = process.wait(_PATIENCE) if process is not None else 0
        except subprocess.TimeoutExpired:
            return ChannelError(
                "closed its output or input, but keeps running",
                "keep standard input and output open until exit comes",
            )
        how = f"ended in the middle: {child.status(code)}"
        if half:
            how += f", after half a line: {echo(_text(half), 120)}"
        return ChannelError(how, "run it by hand with the request above as its input")

    def trail(self) -> tuple[str, ...]:
        """Return how the program is, and its last lines."""
        process = self._process
        if process is None:
            return ()
        code = process.poll()
        lines = [child.status(code) if code is not None else "still running, ended by fairtray"]
        lines += _shown("stdout", list(self._last), self._count)
        # The log of a program that runs has no end; what has come so far will do.
        log = self._log.last(_SLICE if code is None else 4 * _SLICE)
        return (*lines, *_shown("stderr", log))

    def close(self, *, failed: bool) -> None:
        """End the program and everything it started.

        Raises:
            ChannelError: it left a process behind.
        """
        process = self._process
        if process is None:
            return
        left = False
        try:
            if process.stdin is not None:
                process.stdin.close()
            if not failed:
                left = self._left_behind(process)
        finally:
            child.end(process, _HASTE if failed else _PATIENCE)
            holders = not self._lines.ended(_PATIENCE)
            for stream in (process.stdout, process.stderr):
                # Closing a pipe that a thread reads from is not safe; it ends with its holder.
                if stream is not None and not holders and self._log.ended(_PATIENCE):
                    stream.close()
        if left or (holders and not failed):
            raise ChannelError(
                "left a process behind"
                + (" that holds its output open" if holders else ", which was ended"),
                "wait for the processes that the dealer starts before it leaves",
            )

    def _left_behind(self, process: subprocess.Popen[bytes]) -> bool:
        """Give the program time to leave; return whether others of its group are still there."""
        try:
            process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            # It ignores exit, but it answered every request: not a failure.
            return False
        return not child.gone_within(process, _GOODBYE)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def _shown(stream: str, lines: list[str], count: int = 0) -> list[str]:
    if not lines:
        return [f"{stream}: nothing"]
    numbered = f"{stream}, line {count}" if count else f"{stream}, last line"
    head = numbered if len(lines) == 1 else f"{stream}, last {len(lines)} lines"
    shown = [line if len(line) <= _SHOWN else line[:_SHOWN] + "…" for line in lines]
    return [f"{head}:", *(f"  {line}" for line in shown)]
