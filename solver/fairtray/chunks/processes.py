"""Processes of our own that do chunks, and how they are stopped."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from types import FrameType
from typing import Any, TypeVar

from fairtray.chunks.ticks import Do, Done, counted

Job = TypeVar("Job")
Result = TypeVar("Result")

_CONTEXT = get_context("spawn")
"""Spawned, not forked: a fork of a process that runs threads may hang."""


_LAST_SECONDS = 3.0
"""Seconds for a worker to clean up after the main process was killed."""


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
        counter: what they have told of, in memory that all of them share.
    """

    warm = False

    def __init__(self, executor: Executor, workers: int, counter: Any) -> None:
        self._executor = executor
        self._workers = workers
        self._counter = counter

    def submit(self, do: Do[Job, Result], job: Job) -> Future[Done[Result]]:
        """Have a chunk done.

        Raises:
            BrokenProcessPool: a worker died.
        """
        try:
            return self._executor.submit(_do, do, job)
        except OSError as error:
            # The executor has just found out, and closed the pipe that it would be woken by.
            raise BrokenProcessPool("a worker died") from error

    def result(self, future: Future[Done[Result]]) -> Done[Result]:
        """Return a chunk that is done."""
        return future.result()

    def size(self) -> int:
        """Return how many chunks can be done at once."""
        return self._workers

    def told(self) -> int | None:
        """Return how many things have been done so far."""
        return int(self._counter.value)


@contextmanager
def processes(workers: int) -> Iterator[Processes]:
    """Start some processes, and end them; what they do is broken off by an exception."""
    others = set(active_children())
    counter = _CONTEXT.Value("q", 0)
    executor = ProcessPoolExecutor(
        workers, mp_context=_CONTEXT, initializer=_begin, initargs=(counter,)
    )
    try:
        yield Processes(executor, workers, counter)
    except BaseException:
        # Nobody wants what is in the works any more, and a slow dealer may take minutes;
        # each worker ends the dealer program that it has started.
        for child in set(active_children()) - others:
            if child.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(child.pid, signal.SIGINT)
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


class _Interruption:
    """Whether this worker is to stop; one a process.

    Attributes:
        busy: whether it works on a chunk.
        stopped: whether it has been told to stop.
    """

    busy = False
    stopped = False

    @classmethod
    def arrive(cls, _signal: int, _frame: FrameType | None) -> None:
        """Break off the chunk in the works, once: what is cleaned up must not be broken off."""
        if cls.stopped:
            return
        cls.stopped = True
        if cls.busy:
            raise KeyboardInterrupt


class _Telling:
    """Where this worker tells of what is done; one a process."""

    counter: Any = None

    @classmethod
    def tick(cls, count: int) -> None:
        """Add to what all workers have told."""
        with cls.counter.get_lock():
            cls.counter.value += count


def _begin(counter: Any) -> None:
    """Prepare a worker: for interrupts, and for telling how much is done."""
    signal.signal(signal.SIGINT, _Interruption.arrive)
    _Telling.counter = counter
    threading.Thread(target=_outlive_nobody, name="parent watch", daemon=True).start()


def _outlive_nobody() -> None:
    """Wait for the end of the main process, and end with it.

    A worker waits for work at a pipe that all workers hold open. When the main process is
    killed, none of them would ever hear of it.
    """
    main = parent_process()
    if main is None:
        return
    main.join()
    if sys.platform != "win32":
        # As for Ctrl-C: the chunk in the works ends the dealer program that it has started.
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        time.sleep(_LAST_SECONDS)
    os._exit(1)


def _do(do: Do[Job, Result], job: Job) -> Done[Result]:
    """Do a chunk in a worker.

    Raises:
        KeyboardInterrupt: the worker was told to stop; nobody waits for the chunk.
    """
    _Interruption.busy = True
    try:
        if _Interruption.stopped:
            raise KeyboardInterrupt
        return counted(do, job, _Telling.tick)
    finally:
        _Interruption.busy = False
