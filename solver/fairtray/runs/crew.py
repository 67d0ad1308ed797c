"""Those who do a run's chunks: how many, where, and whether a journal is kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fairtray.runs.cluster import Cluster
from fairtray.runs.journal import Journal
from fairtray.runs.ordered import results
from fairtray.runs.records import Records
from fairtray.runs.ticks import Do, Tick, quiet, unheard

Job = TypeVar("Job")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Crew(Generic[Result]):
    """Those who do a run's chunks; see :func:`opened`.

    Attributes:
        workers: how many share the work, where no cluster does.
        journal: where finished chunks are kept; None for nowhere.
        cluster: who does the work in place of this machine; None for nobody.
        executor: who does it in place of processes of our own, ``workers`` at once.
    """

    workers: int = 1
    journal: Journal[Result] | None = None
    cluster: Cluster | None = None
    executor: Executor | None = None

    @property
    def notes(self) -> list[str]:
        """What the user should know before the work begins, a line each."""
        return self.journal.notes if self.journal else []

    def results(
        self, do: Do[Job, Result], jobs: Iterable[Job], tick: Tick = quiet
    ) -> Generator[Result]:
        """Yield the results of some jobs, in order, as :func:`fairtray.runs.results` does."""
        return results(
            do,
            jobs,
            workers=self.workers,
            tick=tick,
            executor=self.cluster or self.executor,
            journal=self.journal,
        )

    def told(self) -> dict[str, Any]:
        """Return what ran where, for the ``run`` section of a report."""
        found: dict[str, Any] = {"workers": self.workers}
        if self.cluster:
            found = {
                "workers": self.cluster.workers,
                "cluster": self.cluster.address,
                "chunks_by_worker": dict(sorted(self.cluster.places.items())),
            }
        if self.journal:
            found["chunks_from_journal"] = self.journal.taken
        return found


@contextmanager
def opened(
    workers: int,
    *,
    journal: str | None = None,
    records: Records[Result] | None = None,
    cluster: str | None = None,
    alone: bool = False,
    tell: Callable[[str], None] = unheard,
) -> Iterator[Crew[Result]]:
    """Get a crew together, and let it go in the end.

    Args:
        workers: how many processes; 1 for this one.
        journal: a file that holds the finished chunks of this run, or is to.
        records: what the run is and how its results are written; needed for a journal.
        cluster: the address of a Dask scheduler whose workers do the chunks; ``workers`` is
            then without a meaning.
        alone: whether no two chunks may share a process of the cluster.
        tell: told of what the user should know in the middle of the work, a line each.

    Raises:
        InputError: the journal or the cluster cannot be used; see :class:`Journal` and
            :class:`Cluster`.
    """
    with ExitStack() as stack:
        kept = None
        if journal is not None:
            if records is None:
                raise TypeError("a journal without records")
            kept = stack.enter_context(Journal(journal, records))
        team = None
        if cluster is not None:
            team = stack.enter_context(Cluster(cluster, alone=alone, tell=tell))
        yield Crew(workers, kept, team)
