"""Chunks done by several processes, in order, and how those are stopped."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context
from types import FrameType

from fairtray.audit.source import ChunkJob
from fairtray.audit.summary import Summary, run_chunk


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


def shared(jobs: Iterator[ChunkJob], workers: int) -> Iterator[Summary]:
    """Yield the chunks' summaries in the order of the chunks.

    Args:
        jobs: the chunks.
        workers: how many processes.
    """
    with _processes(workers) as executor:
        yield from _in_order(executor, jobs, ahead=4 * workers)


def _in_order(executor: Executor, jobs: Iterator[ChunkJob], ahead: int) -> Iterator[Summary]:
    """Keep ``ahead`` chunks in the works, so that neither workers nor memory run out."""
    # The first chunk alone: it fills the on-disk cache of kernels, which the others read.
    pending = [executor.submit(_run_chunk, job) for job in _take(jobs, 1)]
    while pending:
        yield pending.pop(0).result()
        pending += [executor.submit(_run_chunk, job) for job in _take(jobs, ahead - len(pending))]


def _take(jobs: Iterator[ChunkJob], count: int) -> Iterator[ChunkJob]:
    for _, job in zip(range(count), jobs, strict=False):
        yield job


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    others = set(active_children())
    # Spawned, not forked: a fork of a process that runs threads may hang.
    executor = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_heed_interrupts
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


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, _Interruption.arrive)


def _run_chunk(job: ChunkJob) -> Summary:
    """Run a chunk in a worker.

    Raises:
        KeyboardInterrupt: the worker was told to stop; nobody waits for the chunk.
    """
    _Interruption.busy = True
    try:
        if _Interruption.stopped:
            raise KeyboardInterrupt
        return run_chunk(job)
    finally:
        _Interruption.busy = False
