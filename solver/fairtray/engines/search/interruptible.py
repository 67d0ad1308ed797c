"""Lets Ctrl-C end a kernel that runs for long.

Python notices a signal only between two of its own instructions, and a kernel is one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")

NAME = "fairtray kernel"
"""The name of the threads that calls run in."""

_TICK = 0.1
"""Seconds between two checks whether the call is done; Ctrl-C is noticed at any time."""


def interruptible(call: Callable[[], _Result], stop: Callable[[], object] | None = None) -> _Result:
    """Return what ``call`` returns, run beside the main thread, which stays open to Ctrl-C.

    The kernels hold no lock of Python's. After an interrupt the call goes on in the
    background until the process ends, which does not wait for it: so this is for calls
    whose results nobody else sees.

    Args:
        call: what to do. Called directly when this is not the main thread, which alone
            receives signals.
        stop: makes the call come to its end early with what it has. Called on Ctrl-C,
            after which the result is waited for; a second Ctrl-C is raised. Without it
            the first one is.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    results: list[_Result] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:  # noqa: BLE001 (raised again in the main thread)
            errors.append(error)
        finally:
            done.set()

    threading.Thread(target=work, name=NAME, daemon=True).start()
    try:
        _wait(done)
    except KeyboardInterrupt:
        if stop is None:
            raise
        stop()
        _wait(done)
    if errors:
        raise errors[0]
    return results[0]


def _wait(done: threading.Event) -> None:
    # Not Thread.join: Python 3.11 takes a thread for ended whose join was interrupted.
    while not done.wait(_TICK):
        pass
