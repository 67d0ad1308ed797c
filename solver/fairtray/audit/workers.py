"""Chunks done by several processes, in order, and how those are stopped."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context
from types import FrameType
from typing import Any

from fairtray.audit.source import ChunkJob
from fairtray.audit.summary import Summary, run_chunk
from fairtray.audit.verify import Tick

_CONTEXT = get_context("spawn")
"""Spawned, not forked: a fork of a process that runs threads may hang."""

_GLANCE = 0.2
"""Seconds between two glances at how far the workers are."""


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


class _Done:
    """Deals that the workers have told of, counted in memory that all of them share.

    Args:
        tick: told of them by the main process.
    """

    def __init__(self, tick: Tick | None) -> None:
        self.counter = _CONTEXT.Value("q", 0)
        self._tick = tick
        self._told = 0

    def result(self, future: Future[Summary]) -> Summary:
        """Wait for a chunk, and tell of deals meanwhile."""
        while True:
            finished, _ = wait([future], timeout=None if self._tick is None else _GLANCE)
            self._tell()
            if finished:
                return future.result()

    def _tell(self) -> None:
        count = self.counter.value
        if self._tick is not None and count > self._told:
            self._tick(count - self._told)
            self._told = count


def shared(jobs: Iterator[ChunkJob], workers: int, tick: Tick | None = None) -> Iterator[Summary]:
    """Yield the chunks' summaries in the order of the chunks.

    Args:
        jobs: the chunks.
        workers: how many processes.
        tick: told of deals that CP-SAT has decided, where it decides all of them.
    """
    done = _Done(tick)
    with _processes(workers, done) as executor:
        yield from _in_order(executor, jobs, 4 * workers, done)


def _in_order(
    executor: Executor, jobs: Iterator[ChunkJob], ahead: int, done: _Done
) -> Iterator[Summary]:
    """Keep ``ahead`` chunks in the works, so that neither workers nor memory run out."""
    # The first chunk alone: it fills the on-disk cache of kernels, which the others read.
    pending = [executor.submit(_run_chunk, job) for job in _take(jobs, 1)]
    while pending:
        yield done.result(pending.pop(0))
        pending += [executor.submit(_run_chunk, job) for job in _take(jobs, ahead - len(pending))]


def _take(jobs: Iterator[ChunkJob], count: int) -> Iterator[ChunkJob]:
    for _, job in zip(range(count), jobs, strict=False):
        yield job


@contextmanager
def _processes(workers: int, done: _Done) -> Iterator[Executor]:
    others = set(active_children())
    executor = ProcessPoolExecutor(
        workers, mp_context=_CONTEXT, initializer=_begin, initargs=(done.counter,)
    )
    try:
        yield executor
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


def _begin(counter: Any) -> None:
    """Prepare a worker: for interrupts, and for telling how many deals are done."""
    signal.signal(signal.SIGINT, _Interruption.arrive)
    _Telling.counter = counter


class _Telling:
    """Where this worker tells of deals; one a process."""

    counter: Any = None

    @classmethod
    def tick(cls, count: int) -> None:
        """Add to what all workers have told."""
        with cls.counter.get_lock():
            cls.counter.value += count


def _run_chunk(job: ChunkJob) -> Summary:
    """Run a chunk in a worker.

    Raises:
        KeyboardInterrupt: the worker was told to stop; nobody waits for the chunk.
    """
    _Interruption.busy = True
    try:
        if _Interruption.stopped:
            raise KeyboardInterrupt
        return run_chunk(job, _Telling.tick)
    finally:
        _Interruption.busy = False
