"""Has chunks done, by this process or by others, and hands out their results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, Generic, Protocol, TypeVar

from fairtray.runs.interrupts import held
from fairtray.runs.journal import Journal
from fairtray.runs.processes import processes
from fairtray.runs.ticks import Do, Done, Tick, counted, quiet

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

    def result(self, future: Future[Done[Result]]) -> Done[Result]:
        """Return a chunk that is done; raise what it failed of, in words of this team."""
        ...

    def size(self) -> int:
        """Return how many chunks can be done at once."""
        ...

    def told(self) -> int | None:
        """Return how many things have been done so far; None if nobody knows before the end."""
        ...

    def watch(self) -> None:
        """Look after itself; called several times a second while a chunk is waited for."""
        ...


def results(
    do: Do[Job, Result],
    jobs: Iterable[Job],
    *,
    workers: int = 1,
    tick: Tick = quiet,
    executor: Executor | Team | None = None,
    journal: Journal[Result] | None = None,
) -> Generator[Result]:
    """Yield the results of some jobs, in the order of the jobs.

    The jobs are taken from their iterator as they are needed, at most four for each worker
    ahead of what has been yielded: neither they nor the results pile up.

    One worker is this process itself. Several are processes that are started for this call;
    they end when the iterator is exhausted, closed or left by an exception, and an
    exception (``KeyboardInterrupt``, too) breaks off what they do.

    Args:
        do: makes the result of a job; see :class:`~fairtray.runs.ticks.Do`.
        jobs: what to do.
        workers: how many share the work. The results do not depend on it.
        tick: told, in this process, of what ``do`` tells its own ``tick`` wherever it runs.
        executor: has the chunks done in place of processes of our own, ``workers`` at once,
            and stays open. What a chunk tells of is then known when it is finished. A
            :class:`Team` knows itself how many it is.
        journal: an open journal of this run. Chunks that it holds are not done again, and
            all others are kept in it as soon as they are finished.

    Raises:
        InputError: the journal cannot be read or written.
        BrokenProcessPool: a worker died, as code outside Python can make it.
        Exception: whatever ``do`` raises, when the turn of its job comes.
    """
    numbered = enumerate(jobs)
    if executor is not None:
        lent = _Lent(executor, workers) if isinstance(executor, Executor) else executor
        yield from _Shared(lent, tick, journal).in_order(do, numbered)
    elif workers == 1:
        yield from _here(do, numbered, tick, journal)
    else:
        with processes(workers) as team:
            yield from _Shared(team, tick, journal).in_order(do, numbered)


def _here(
    do: Do[Job, Result],
    jobs: Iterator[tuple[int, Job]],
    tick: Tick,
    journal: Journal[Result] | None,
) -> Iterator[Result]:
    for number, job in jobs:
        if journal is not None and number in journal:
            done = journal.done(number)
            tick(done.ticks)
        else:
            done = counted(do, job, tick)
            if journal is not None:
                with held():
                    journal.keep(number, done)
        yield done.result


class _Shared(Generic[Result]):
    """Chunks shared among a team.

    Args:
        team: those who do them.
        tick: told of what is done.
        journal: where finished chunks are kept.
    """

    def __init__(self, team: Team, tick: Tick, journal: Journal[Result] | None) -> None:
        self._team = team
        self._progress = _Progress(team, tick)
        self._journal = journal
        self._warm = team.warm
        self._turns: deque[int] = deque()
        """The chunks that have been taken and not been handed out, in order."""
        self._works: dict[int, Future[Done[Result]]] = {}
        """Those of them that the journal does not hold."""

    def in_order(self, do: Do[Job, Result], jobs: Iterator[tuple[int, Job]]) -> Iterator[Result]:
        """Yield the results in the order of the jobs."""
        try:
            while True:
                self._fill(do, jobs)
                if not self._turns:
                    return
                yield self._next().result
        finally:
            for future in self._works.values():
                future.cancel()

    def _fill(self, do: Do[Job, Result], jobs: Iterator[tuple[int, Job]]) -> None:
        """Take jobs, and have them done, as far ahead as there may be."""
        ahead = _AHEAD * self._team.size()
        while len(self._turns) < ahead and (self._warm or not self._works):
            found = next(jobs, None)
            if found is None:
                return
            number, job = found
            self._turns.append(number)
            if self._journal is None or number not in self._journal:
                self._works[number] = self._team.submit(do, job)

    def _next(self) -> Done[Result]:
        """Wait for the chunk whose turn it is."""
        number = self._turns.popleft()
        if number not in self._works and self._journal is not None:
            done = self._journal.done(number)
            self._progress.elsewhere(done.ticks)
            return done
        future = self._works[number]
        while not future.done():
            self._progress.wait([f for f in self._works.values() if not f.done()])
            self._keep()
        self._keep()
        self._warm = True
        done = self._team.result(future)
        with held():
            # A future of Dask's does much as it goes, where Python would swallow an interrupt.
            del self._works[number], future
        self._progress.received(done.ticks)
        return done

    def _keep(self) -> None:
        """Put chunks into the journal as they get finished, whosever turn it is."""
        if self._journal is None:
            return
        for number, future in self._works.items():
            if number not in self._journal and future.done() and not _failed(future):
                with held():
                    self._journal.keep(number, future.result())


def _failed(future: Future[Any]) -> bool:
    return future.cancelled() or future.exception() is not None


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

    def wait(self, futures: Collection[Future[Any]]) -> None:
        """Wait until one of some chunks is done, and tell of what is done meanwhile."""
        while not wait(futures, _GLANCE, FIRST_COMPLETED).done:
            self._team.watch()
            self._tell()

    def elsewhere(self, count: int) -> None:
        """Tell of what the team has no part in."""
        if count:
            self._tick(count)

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


class _Lent:
    """Workers of somebody else's executor.

    Args:
        executor: whatever does the chunks.
        workers: how many at once.
    """

    warm = True

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor = executor
        self._workers = workers

    def submit(self, do: Do[Job, Result], job: Job) -> Future[Done[Result]]:
        """Have a chunk done."""
        return self._executor.submit(counted, do, job, quiet)

    def result(self, future: Future[Done[Result]]) -> Done[Result]:
        """Return a chunk that is done."""
        return future.result()

    def size(self) -> int:
        """Return how many chunks can be done at once."""
        return self._workers

    def told(self) -> int | None:
        """Return that it is not known."""
        return None

    def watch(self) -> None:
        """Do nothing: the executor is its owner's."""
