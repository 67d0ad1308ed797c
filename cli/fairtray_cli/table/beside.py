"""Long work beside the table, which stays open to keys meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")


async def beside(call: Callable[[], _Result]) -> _Result:
    """Return what ``call`` returns, run in a thread of its own.

    The thread does not keep the process alive: nobody has to wait for the solver to leave. Its
    result is then dropped.

    Raises:
        Exception: anything that ``call`` raises.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[_Result] = loop.create_future()

    def done(result: Callable[[], None]) -> None:
        if not future.done():
            result()

    def work() -> None:
        try:
            found = call()
        except Exception as error:  # noqa: BLE001 (raised again where it is awaited)
            finish = _failed(future, error)
        else:
            finish = _succeeded(future, found)
        # The loop is closed when the player has left meanwhile.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(done, finish)

    threading.Thread(target=work, daemon=True).start()
    return await future


def _succeeded(future: asyncio.Future[_Result], found: _Result) -> Callable[[], None]:
    return lambda: future.set_result(found)


def _failed(future: asyncio.Future[_Result], error: Exception) -> Callable[[], None]:
    return lambda: future.set_exception(error)
