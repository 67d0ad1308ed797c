"""From a plan to its answer: every long command's way to progress, a journal and Ctrl-C."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fairtray.runs.interrupts import interrupts_deferred
from fairtray.runs.plan import Plan, Progress, no_progress
from fairtray.runs.workers import Workers, processes_for

Total = TypeVar("Total")
APlan = TypeVar("APlan", bound=Plan[Any, Any, Any])


@dataclass(frozen=True, slots=True)
class RunResult(Generic[APlan, Total]):
    """What a run came to.

    Attributes:
        plan: what was to be done.
        total: the merged results of all chunks that were finished, in order.
        partial: whether it was interrupted before the end.
        seconds: how long it took.
        facts: who did it: ``workers`` and more, for the ``run`` section of a report.
    """

    plan: APlan
    total: Total
    partial: bool
    seconds: float
    facts: dict[str, Any]


def run(
    plan: Plan[Any, Any, Total],
    workers: Workers | int | None = None,
    progress: Progress = no_progress,
) -> RunResult[Any, Total]:
    """Do the work of a plan.

    Args:
        plan: what to do.
        workers: who does it: open workers, or a number of processes; None for as many as
            pay off. The answer does not depend on it.
        progress: told of what is done.

    Returns:
        The result; a partial one when interrupted by the keyboard.

    Raises:
        InputError: the journal cannot be read or written.
        BrokenProcessPool: a worker died, and the plan does not know why.
        Exception: anything that a chunk raises.
    """
    if not isinstance(workers, Workers):
        workers = Workers(workers or processes_for(plan))
    total = plan.total()
    partial = False
    start = time.perf_counter()
    try:
        for result in workers.results(plan, progress):
            # Half of it would be a wrong sum.
            with interrupts_deferred():
                plan.merge(total, result)
    except KeyboardInterrupt:
        partial = True
    return RunResult(plan, total, partial, time.perf_counter() - start, workers.facts())
