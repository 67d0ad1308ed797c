"""Work that takes long: plans of numbered chunks, done by whoever there is, with a journal.

A command says what is to be done as a :class:`Plan`. :func:`run` does it: on this process, on
processes of its own or on a Dask cluster, with a journal that a later run continues from, with
progress, and with a partial answer after Ctrl-C. Neither the number of workers nor the machines
they run on show in the answer.
"""

from fairtray.runs.plan import Plan, Progress, no_progress
from fairtray.runs.processes import usable_cores
from fairtray.runs.runner import RunResult, run
from fairtray.runs.workers import WorkerOptions, Workers, open_workers

__all__ = [
    "Plan",
    "Progress",
    "RunResult",
    "WorkerOptions",
    "Workers",
    "no_progress",
    "open_workers",
    "run",
    "usable_cores",
]
