"""The options of a long command's workers, and getting them ready for its plan."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from fairtray_cli.console import note, progress_bar
from fairtray_cli.options.common import bundled, on_command_line
from fairtray_cli.options.types import FilePath

if TYPE_CHECKING:
    from fairtray.runs import Plan, Progress, WorkerOptions, Workers


def _workers(jobs: int | None, journal: str | None, cluster: str | None) -> WorkerOptions:
    from fairtray.runs import WorkerOptions

    if cluster is not None and jobs is not None and on_command_line("jobs"):
        if on_command_line("cluster"):
            raise click.UsageError("--jobs has no effect with --cluster: its workers are asked")
        cluster = None
    if journal == "-":
        raise click.UsageError("--journal needs a file that can be read again, not a stream")
    return WorkerOptions(jobs, journal, cluster)


worker_options = bundled(
    "workers",
    _workers,
    click.option(
        "--jobs",
        type=click.IntRange(1, 1024),
        help="Processes to share the work; the answer does not depend on it.  "
        "[default: the processors there are, where the work is long enough]",
    ),
    click.option(
        "--journal",
        type=FilePath(dir_okay=False, allow_dash=False),
        metavar="FILE",
        help="Keep finished work in this file: the same command, run again after an interruption, "
        "continues from there.",
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Share the work among the workers of the Dask scheduler at this address, as in "
        "tcp://127.0.0.1:8786; needs the group 'cluster'.",
    ),
)
"""Gives a command ``--jobs``, ``--journal`` and ``--cluster`` as one ``WorkerOptions``."""


@contextmanager
def open_run(
    plan: Plan[Any, Any, Any], workers: WorkerOptions, *, length: int | None, label: str
) -> Iterator[tuple[Workers, Progress]]:
    """Get the workers of a plan ready, and a progress bar for what they do.

    Args:
        plan: the work.
        workers: who is to do it.
        length: how many things are to be done; None where that is not known.
        label: what they are: ``deals``, ``games``, ``days``.

    Raises:
        InputError: the journal or the cluster cannot be used.
    """
    from fairtray.runs import open_workers

    with open_workers(plan, workers, note) as team, progress_bar(length, label) as progress:
        yield team, progress


def interrupted(workers: WorkerOptions, done: str) -> None:
    """Say that a report covers only a part, and what the journal is good for.

    Args:
        workers: who did it.
        done: what was finished, as in ``20 games``.
    """
    then = "; the same command continues from there" if workers.journal else ""
    note(f"interrupted after {done}; the report covers those{then}")
