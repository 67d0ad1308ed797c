"""The workers of a run: how many, where, and whether a journal is kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from fairtray.core.errors import InputError
from fairtray.runs.journal import Journal
from fairtray.runs.plan import Plan, Progress, no_progress
from fairtray.runs.processes import processes, usable_cores
from fairtray.runs.schedule import ExecutorTeam, Shared, here

if TYPE_CHECKING:
    from fairtray.runs.cluster import Cluster

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """Who is to do the chunks of a run, as a user says it.

    Attributes:
        processes: how many processes of this machine; None for as many as pay off.
        journal: the file that keeps finished chunks; None for none.
        cluster: the address of a Dask scheduler whose workers do the chunks in place of
            this machine; None for this machine.
    """

    processes: int | None = None
    journal: str | None = None
    cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Workers:
    """Workers that are ready, with their journal; see :func:`open_workers`.

    Attributes:
        processes: how many share the work, where no cluster does; 1 is this process itself.
        journal: where finished chunks are kept; None for nowhere.
        cluster: who does the work in place of this machine; None for nobody.
        executor: does the work in place of processes of our own, ``processes`` chunks at
            once. What a chunk reports as done is then known when it is finished.
    """

    processes: int = 1
    journal: Journal | None = None
    cluster: Cluster | None = None
    executor: Executor | None = None

    def results(
        self, plan: Plan[Any, Result, Any], progress: Progress = no_progress
    ) -> Generator[Result]:
        """Yield the results of a plan's chunks, in order.

        Chunks are taken as they are needed, at most four for each worker ahead of what was
        yielded: neither they nor the results pile up. Those in the journal are not done
        again, and all others are saved in it as soon as they are finished.

        Processes are started for this call. They end when the generator is exhausted,
        closed or left by an exception, and an exception (``KeyboardInterrupt``, too) breaks
        off what they do.

        Args:
            plan: what to do.
            progress: called, in this process, with work done in any process.

        Raises:
            InputError: the journal cannot be read or written.
            BrokenProcessPool: a worker died, and the plan does not know why.
            Exception: anything that a chunk raises, when its turn comes.
        """
        try:
            if self.cluster is not None:
                yield from Shared(plan, self.cluster, progress, self.journal).results()
            elif self.executor is not None:
                team = ExecutorTeam(self.executor, self.processes)
                yield from Shared(plan, team, progress, self.journal).results()
            elif self.processes == 1:
                yield from here(plan, progress, self.journal)
            else:
                with processes(self.processes) as started:
                    yield from Shared(plan, started, progress, self.journal).results()
        except BrokenProcessPool:
            error = plan.crash()
            if error is None:
                raise
            raise error from None

    def facts(self) -> dict[str, Any]:
        """Return what ran where, for the ``run`` section of a report."""
        if self.cluster:
            facts = {
                "workers": self.cluster.workers,
                "cluster": self.cluster.address,
                "chunks_by_worker": dict(sorted(self.cluster.chunks_by_worker.items())),
            }
        else:
            facts = {"workers": self.processes}
        if self.journal:
            facts["chunks_from_journal"] = self.journal.finished_before
        return facts


def processes_for(plan: Plan[Any, Any, Any]) -> int:
    """Return how many of this machine's processors the work of a plan is worth."""
    return max(1, min(usable_cores(), plan.worthwhile()))


@contextmanager
def open_workers(
    plan: Plan[Any, Any, Any],
    options: WorkerOptions,
    notify: Callable[[str], None] = lambda _: None,
) -> Iterator[Workers]:
    """Get workers and journal ready for a plan, and let them go in the end.

    Args:
        plan: what they are for.
        options: who they are.
        notify: told of what the user should know in the middle of the work, a line each.

    Raises:
        InputError: the journal or the cluster cannot be used; see :class:`Journal` and
            :class:`Cluster`.
    """
    with ExitStack() as stack:
        journal = None
        if options.journal is not None:
            try:
                identity = plan.identity()
            except InputError as error:
                raise (error if error.source else error.located("--journal")) from None
            journal = stack.enter_context(Journal(options.journal, plan.kind, identity))
        if options.cluster is not None:
            from fairtray.runs.cluster import Cluster

            cluster = Cluster(options.cluster, isolated=plan.isolated, notify=notify)
            yield Workers(1, journal, stack.enter_context(cluster))
        else:
            yield Workers(options.processes or processes_for(plan), journal)
