"""Has chunks done, by this process or by others, and hands out their results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, wait
from typing import Any, Protocol, TypeVar

from fairtray.chunks.processes import processes
from fairtray.chunks.ticks import Do, Done, Tick, counted, quiet

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 4
"""Chunks for each worker that are in the works or wait for their turn to be handed out:
enough that nobody waits for work, few enough that memory stays flat."""

_GLANCE = 0.2
"""Seconds between two glances at how far the workers are."""


class Team(Protocol):
    """Those who do chunks."""

    @property
    def warm(self) -> bool:
        """Whether all may start at once.

        Else the first chunk is done alone: it fills the on-disk cache of kernels that the
        others then read.
        """
        ...

    def submit(self, do: Do[Job, Result], job: Job) -> Future[Done[Result]]:
        """Have a chunk done."""
        ...

    def told(self) -> int | None:
        """Return how many things have been done so far; None if nobody knows before the end."""
        ...


def results(
    do: Do[Job, Result],
    jobs: Iterable[Job],
    *,
    workers: int = 1,
    tick: Tick = quiet,
    executor: Executor | None = None,
) -> Generator[Result]:
    """Yield the results of some jobs, in the order of the jobs.

    The jobs are taken from their iterator as they are needed, at most four for each worker
    ahead of what has been yielded: neither they nor the results pile up.

    One worker is this process itself. Several are processes that are started for this call;
    they end when the iterator is exhausted, closed or left by an exception, and an
    exception (``KeyboardInterrupt``, too) breaks off what they do.

    Args:
        do: makes the result of a job; see :class:`~fairtray.chunks.ticks.Do`.
        jobs: what to do.
        workers: how many share the work. The results do not depend on it.
        tick: told, in this process, of what ``do`` tells its own ``tick`` wherever it runs.
        executor: has the chunks done in place of processes of our own, and stays open. What
            a chunk tells of is then known when it is finished.

    Raises:
        BrokenProcessPool: a worker died, as code outside Python can make it.
        Exception: whatever ``do`` raises, when the turn of its job comes.
    """
    if executor is not None:
        yield from _in_order(_Lent(executor), do, iter(jobs), _AHEAD * workers, tick)
    elif workers == 1:
        for job in jobs:
            yield do(job, tick)
    else:
        with processes(workers) as team:
            yield from _in_order(team, do, iter(jobs), _AHEAD * workers, tick)


def _in_order(
    team: Team, do: Do[Job, Result], jobs: Iterator[Job], ahead: int, tick: Tick
) -> Iterator[Result]:
    progress = _Progress(team, tick)
    pending: deque[Future[Done[Result]]] = deque()
    room = ahead if team.warm else 1
    try:
        while True:
            pending += [team.submit(do, job) for job in _take(jobs, room - len(pending))]
            if not pending:
                return
            progress.wait(pending[0])
            done = pending.popleft().result()
            progress.received(done.ticks)
            yield done.result
            room = ahead
    finally:
        for future in pending:
            future.cancel()


class _Progress:
    """How far a team is, and who is told of it.

    Args:
        team: the team.
        tick: told of what is done.
    """

    def __init__(self, team: Team, tick: Tick) -> None:
        self._team = team
        self._tick = tick
        self._told = 0
        self._received = 0

    def wait(self, future: Future[Any]) -> None:
        """Wait for a chunk, and tell of what is done meanwhile."""
        # Nobody has to glance where nobody looks.
        timeout = None if self._tick is quiet else _GLANCE
        while not wait([future], timeout).done:
            self._tell()

    def received(self, count: int) -> None:
        """Tell of what a chunk has done that has arrived."""
        self._received += count
        self._tell()

    def _tell(self) -> None:
        told = self._team.told()
        known = self._received if told is None else told
        if known > self._told:
            self._tick(known - self._told)
            self._told = known


def _take(jobs: Iterator[Job], count: int) -> Iterator[Job]:
    for _, job in zip(range(count), jobs, strict=False):
        yield job


class _Lent:
    """Workers of somebody else's executor.

    Args:
        executor: whatever does the chunks.
    """

    warm = True

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, do: Do[Job, Result], job: Job) -> Future[Done[Result]]:
        """Have a chunk done."""
        return self._executor.submit(counted, do, job, quiet)

    def told(self) -> int | None:
        """Return that it is not known."""
        return None
