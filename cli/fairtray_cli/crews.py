"""The options that say who does a long run's chunks, and whether a journal is kept."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairtray_cli import options
from fairtray_cli.console import note
from fairtray_cli.options.types import FilePath

if TYPE_CHECKING:
    from fairtray.runs import Crew, Records

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is to do the chunks.

    Attributes:
        jobs: how many processes; None for as many as pay off.
        journal: the file that keeps finished chunks; None for none.
        cluster: the address of a Dask scheduler; None for this machine.
    """

    jobs: int | None
    journal: str | None = None
    cluster: str | None = None

    @contextmanager
    def crew(
        self,
        worth: Callable[[], int],
        records: Callable[[], Records[Result]],
        *,
        alone: bool = False,
    ) -> Iterator[Crew[Result]]:
        """Get the crew together, say what the user should know, and let it go in the end.

        Args:
            worth: tells how many processes pay off; asked only where nobody says.
            records: tells what the journal of this run holds; asked only where there is one.
            alone: whether no two chunks may share a process.

        Raises:
            InputError: the journal or the cluster cannot be used.
        """
        from fairtray.runs import opened

        with options.naming("--journal"):
            held = records() if self.journal is not None else None
        workers = 1 if self.cluster else self.jobs or worth()
        with opened(
            workers,
            journal=self.journal,
            records=held,
            cluster=self.cluster,
            alone=alone,
            tell=note,
        ) as crew:
            for text in crew.notes:
                note(text)
            yield crew


def chosen(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of its crew; it is called with ``workers`` in their place."""

    @click.option(
        "--jobs",
        type=click.IntRange(1, 1024),
        help="Processes to share the work; the answer does not depend on it.  "
        "[default: the processors there are, where the work is long enough]",
    )
    @click.option(
        "--journal",
        type=FilePath(dir_okay=False, allow_dash=False),
        metavar="FILE",
        help="Keep finished work in this file: the same command, run again after an interruption, "
        "goes on from there.",
    )
    @click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Share the work among the workers of the Dask scheduler at this address, as in "
        "tcp://127.0.0.1:8786; needs the group 'cluster'.",
    )
    @functools.wraps(command)
    def with_crew(
        *, jobs: int | None, journal: str | None, cluster: str | None, **others: Any
    ) -> int:
        if cluster is not None and jobs is not None and options.on_command_line("jobs"):
            if options.on_command_line("cluster"):
                raise click.UsageError("--jobs has no effect with --cluster: its workers are asked")
            cluster = None
        if journal == "-":
            raise click.UsageError("--journal needs a file that can be read again, not a stream")
        return command(workers=Asked(jobs, journal, cluster), **others)

    return with_crew
