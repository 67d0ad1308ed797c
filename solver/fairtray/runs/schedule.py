"""Has the chunks of a plan done, here or by a team, and hands out their results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, Generic, Protocol, TypeVar

from fairtray.runs.interrupts import interrupts_deferred
from fairtray.runs.journal import Journal
from fairtray.runs.plan import ChunkResult, Plan, Progress, do_chunk, no_progress

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

_AHEAD = 4
"""Chunks for each worker that are being done or wait for their turn to be handed out:
enough that nobody waits for work, few enough that memory stays flat."""

_POLL_SECONDS = 0.2
"""Seconds between two looks at how far the workers are."""


class Team(Protocol):
    """Workers that do chunks at the same time."""

    @property
    def warm(self) -> bool:
        """Whether all may start at once.

        Otherwise the first chunk is done alone: it fills the on-disk cache of kernels that
        the others then read.
        """
        ...

    def submit(self, plan: Plan[Chunk, Result, Any], chunk: Chunk) -> Future[ChunkResult[Result]]:
        """Have a chunk done."""
        ...

    def result(self, future: Future[ChunkResult[Result]]) -> ChunkResult[Result]:
        """Return a chunk that is done; raise why it failed, in this team's words."""
        ...

    def size(self) -> int:
        """Return how many chunks can be done at once."""
        ...

    def count(self) -> int | None:
        """Return how many things were done so far; None if that shows only in results."""
        ...

    def watch(self) -> None:
        """Look after itself; called several times a second while a chunk is awaited."""
        ...


def here(
    plan: Plan[Chunk, Result, Any], progress: Progress, journal: Journal | None
) -> Generator[Result]:
    """Do the chunks in this process, one after the other, and yield their results."""
    for number, chunk in enumerate(plan.chunks()):
        if journal is not None and number in journal:
            done = _from_journal(plan, journal, number)
            progress(done.progress)
        else:
            done = do_chunk(plan, chunk, progress)
            if journal is not None:
                _to_journal(plan, journal, number, done)
        yield done.result


class Shared(Generic[Chunk, Result]):
    """The chunks of a plan, shared among a team.

    Args:
        plan: the plan.
        team: who does the chunks.
        progress: told of what is done.
        journal: where finished chunks are kept.
    """

    def __init__(
        self,
        plan: Plan[Chunk, Result, Any],
        team: Team,
        progress: Progress,
        journal: Journal | None,
    ) -> None:
        self._plan = plan
        self._team = team
        self._meter = _Meter(team, progress)
        self._journal = journal
        self._warm = team.warm
        self._queue: deque[int] = deque()
        """The chunks that were taken and not yet handed out, in order."""
        self._futures: dict[int, Future[ChunkResult[Result]]] = {}
        """Those of them that the journal does not hold."""

    def results(self) -> Generator[Result]:
        """Yield the results in the order of the chunks."""
        chunks = enumerate(self._plan.chunks())
        try:
            while True:
                self._fill(chunks)
                if not self._queue:
                    return
                yield self._next().result
        finally:
            for future in self._futures.values():
                future.cancel()

    def _fill(self, chunks: Iterator[tuple[int, Chunk]]) -> None:
        """Take chunks, and have them done, as far ahead as is allowed."""
        ahead = _AHEAD * self._team.size()
        while len(self._queue) < ahead and (self._warm or not self._futures):
            following = next(chunks, None)
            if following is None:
                return
            number, chunk = following
            self._queue.append(number)
            if self._journal is None or number not in self._journal:
                self._futures[number] = self._team.submit(self._plan, chunk)

    def _next(self) -> ChunkResult[Result]:
        """Wait for the chunk whose turn it is."""
        number = self._queue.popleft()
        if number not in self._futures and self._journal is not None:
            done = _from_journal(self._plan, self._journal, number)
            self._meter.elsewhere(done.progress)
            return done
        future = self._futures[number]
        while not future.done():
            self._meter.wait([f for f in self._futures.values() if not f.done()])
            self._save()
        self._save()
        self._warm = True
        done = self._team.result(future)
        with interrupts_deferred():
            # A future of Dask's does much as it goes, where Python would swallow an interrupt.
            del self._futures[number], future
        self._meter.received(done.progress)
        return done

    def _save(self) -> None:
        """Put chunks into the journal as they are finished, whosever turn it is."""
        if self._journal is None:
            return
        for number, future in self._futures.items():
            if number not in self._journal and future.done() and not _failed(future):
                _to_journal(self._plan, self._journal, number, future.result())


def _from_journal(
    plan: Plan[Any, Result, Any], journal: Journal, number: int
) -> ChunkResult[Result]:
    value, count = journal.chunk(number)
    try:
        return ChunkResult(plan.decode(value), count)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise journal.unreadable(number, error) from None


def _to_journal(
    plan: Plan[Any, Result, Any], journal: Journal, number: int, done: ChunkResult[Result]
) -> None:
    with interrupts_deferred():
        journal.save(number, plan.encode(done.result), done.progress)


def _failed(future: Future[Any]) -> bool:
    return future.cancelled() or future.exception() is not None


class _Meter:
    """How far a team is, and who is told of it.

    Args:
        team: the team.
        progress: told of what is done.
    """

    def __init__(self, team: Team, progress: Progress) -> None:
        self._team = team
        self._progress = progress
        self._reported = 0
        self._received = 0

    def wait(self, futures: Collection[Future[Any]]) -> None:
        """Wait until one of some chunks is done, and report what is done meanwhile."""
        while not wait(futures, _POLL_SECONDS, FIRST_COMPLETED).done:
            self._team.watch()
            self._report()

    def elsewhere(self, count: int) -> None:
        """Report what the team had no part in."""
        if count:
            self._progress(count)

    def received(self, count: int) -> None:
        """Report what a chunk has done that has arrived."""
        self._received += count
        self._report()

    def _report(self) -> None:
        count = self._team.count()
        known = self._received if count is None else count
        if known > self._reported:
            self._progress(known - self._reported)
            self._reported = known


class ExecutorTeam:
    """The workers of any executor, which stays open.

    Args:
        executor: does the chunks.
        workers: how many at once.
    """

    warm = True

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor = executor
        self._workers = workers

    def submit(self, plan: Plan[Chunk, Result, Any], chunk: Chunk) -> Future[ChunkResult[Result]]:
        """Have a chunk done."""
        return self._executor.submit(do_chunk, plan, chunk, no_progress)

    def result(self, future: Future[ChunkResult[Result]]) -> ChunkResult[Result]:
        """Return a chunk that is done."""
        return future.result()

    def size(self) -> int:
        """Return how many chunks can be done at once."""
        return self._workers

    def count(self) -> int | None:
        """Return that it is not known."""
        return None

    def watch(self) -> None:
        """Do nothing: the executor is its owner's."""
