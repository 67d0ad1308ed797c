"""A process with a group of its own, so that it and all its children can be ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

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
    """End the whole group: asked first, and after ``patience`` seconds forced.

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
        # Nobody is left to be told; see alive() for the second one.
        return


def status(code: int) -> str:
    """Return an exit status in words; a signal by its name."""
    if code < 0:
        return f"killed by {_signal_name(-code) or f'signal {-code}'}"
    if code > 128 and _signal_name(code - 128):
        return f"exit status {code} (shells report a {_signal_name(code - 128)} so)"
    return f"exit status {code}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""
