"""A team of processes of our own, and how they are stopped."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Collection, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any, TypeVar

from fairtray.runs.interrupts import interrupts_deferred
from fairtray.runs.plan import ChunkResult, Plan, do_chunk

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

_CONTEXT = get_context("spawn")
"""Spawned, not forked: a fork of a process that runs threads may hang."""


_LAST_SECONDS = 2.0
"""Seconds for workers to break off what they do, and to end the programs they have started."""

_STEP = 0.01
"""Seconds between two looks at whether they have."""

_leave = os._exit
"""Looked up early: while a Python dealer runs, another function has that name."""


def usable_cores() -> int:
    """Return the number of processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes:
    """A team of processes.

    Args:
        executor: runs them.
        workers: how many they are.
        counter: how many things they have done, in memory that all of them share.
    """

    warm = False

    def __init__(self, executor: Executor, workers: int, counter: Any) -> None:
        self._executor = executor
        self._workers = workers
        self._counter = counter

    def submit(self, plan: Plan[Chunk, Result, Any], chunk: Chunk) -> Future[ChunkResult[Result]]:
        """Have a chunk done.

        Raises:
            BrokenProcessPool: a worker died.
        """
        try:
            with _interrupts_blocked():
                return self._executor.submit(_do, plan, chunk)
        except OSError as error:
            # The executor has just found out, and closed the pipe that it would be woken by.
            raise BrokenProcessPool("a worker died") from error

    def result(self, future: Future[ChunkResult[Result]]) -> ChunkResult[Result]:
        """Return a chunk that is done."""
        return future.result()

    def size(self) -> int:
        """Return how many chunks can be done at once."""
        return self._workers

    def count(self) -> int | None:
        """Return how many things were done so far."""
        return int(self._counter.value)

    def watch(self) -> None:
        """Do nothing: the executor itself notices when a worker dies."""


@contextmanager
def processes(workers: int) -> Iterator[Processes]:
    """Start some processes, and end them; an exception breaks off what they do."""
    others = set(active_children())
    counter, busy = _CONTEXT.Value("q", 0), _CONTEXT.Value("q", 0)
    executor = ProcessPoolExecutor(
        workers, mp_context=_CONTEXT, initializer=_begin, initargs=(counter, busy)
    )
    try:
        yield Processes(executor, workers, counter)
    except BaseException:
        # Nobody wants the chunks being done any more, and a slow dealer may take minutes.
        with interrupts_deferred():
            _break_off(others, busy)
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _break_off(others: Collection[BaseProcess], busy: Any) -> None:
    """End the workers at once, but let those that do a chunk clean up after it first.

    Each worker ends the dealer program that it has started. One that does no chunk has
    nothing to clean up: it waits, or starts, or compiles a kernel that nobody needs.
    """
    workers = [child for child in active_children() if child not in others]
    for worker in workers:
        _signal(worker, signal.SIGINT)
    limit = time.monotonic() + _LAST_SECONDS
    while busy.value > 0 and time.monotonic() < limit:
        time.sleep(_STEP)
    for worker in workers:
        worker.kill()


def _signal(process: BaseProcess, number: signal.Signals) -> None:
    if process.pid is not None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start processes that ignore the interrupt of a terminal until they are ready for it.

    It reaches all of the terminal's processes, and one that is just starting would complain.
    """
    if sys.platform == "win32":
        yield
        return
    with interrupts_deferred():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Interruption:
    """Whether this worker is to stop; one for each process.

    Attributes:
        busy: whether it works on a chunk.
        stopped: whether it has been told to stop.
    """

    busy = False
    stopped = False

    @classmethod
    def arrive(cls, _signal: int, _frame: FrameType | None) -> None:
        """Break off the current chunk, once: its cleaning up must not be broken off."""
        if cls.stopped:
            return
        cls.stopped = True
        if cls.busy:
            raise KeyboardInterrupt


class _Counters:
    """Where this worker reports what it does; one for each process.

    Attributes:
        counter: how much all workers have done.
        busy: how many of them do a chunk.
    """

    counter: Any = None
    busy: Any = None

    @classmethod
    def add(cls, count: int) -> None:
        """Add to what all workers have done."""
        _add(cls.counter, count)


def _add(shared: Any, count: int) -> None:
    with shared.get_lock():
        shared.value += count


def _begin(counter: Any, busy: Any) -> None:
    """Prepare a worker for interrupts, and for reporting what it does."""
    _Counters.counter, _Counters.busy = counter, busy
    signal.signal(signal.SIGINT, _Interruption.arrive)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the main process to end, and end with it.

    A worker waits for work at a pipe that all workers hold open. When the main process is
    killed, none of them would ever notice.
    """
    main = parent_process()
    if main is None:
        return
    main.join()
    if sys.platform != "win32":
        # As after Ctrl-C: the current chunk ends the dealer program that it started.
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        time.sleep(_LAST_SECONDS)
    _leave(1)


def _do(plan: Plan[Chunk, Result, Any], chunk: Chunk) -> ChunkResult[Result]:
    """Do a chunk in a worker.

    Raises:
        KeyboardInterrupt: the worker was told to stop; nobody waits for the chunk.
    """
    _add(_Counters.busy, 1)
    try:
        _Interruption.busy = True
        if _Interruption.stopped:
            raise KeyboardInterrupt
        return do_chunk(plan, chunk, _Counters.add)
    finally:
        _Interruption.busy = False
        _add(_Counters.busy, -1)
