"""The options that say which dealer an audit tests, and the source they stand for."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from fairtray_cli.options import completion
from fairtray_cli.options.common import (
    Decorator,
    bundled,
    naming,
    on_command_line,
    refuse_typed,
)
from fairtray_cli.options.types import Alternative, FilePath

if TYPE_CHECKING:
    from fairtray.audit.request import Source
    from fairtray.rulesets.model import Ruleset
    from fairtray.runs import WorkerOptions

WAYS = {
    "dealer": "--dealer",
    "dealer_command": "--dealer-command",
    "replay_transcript": "--replay-transcript",
    "deals": "--deals",
}
"""The options that each name a source of deals; an audit has one."""

_GROUP = "source of deals"

_NEEDS = {
    "dealer_command": ("start_limit", "deal_limit", "transcript"),
    "deals": ("keep_going",),
}
"""Options that only make sense beside one of them."""

_SECONDS = click.FloatRange(0, 86_400, min_open=True)

start_limit: Decorator = click.option(
    "--start-limit",
    type=_SECONDS,
    metavar="SECONDS",
    default=10.0,
    show_default=True,
    help="For a dealer program to start and to answer the first request.",
)

deal_limit: Decorator = click.option(
    "--deal-limit",
    type=_SECONDS,
    metavar="SECONDS",
    default=5.0,
    show_default=True,
    help="For a dealer program to answer each deal.",
)


@dataclass(frozen=True, slots=True)
class DealerOptions:
    """The dealer that an audit tests, or the deals.

    Attributes:
        way: the option that names it, as a key of ``WAYS``; empty for the ruleset's dealer.
        value: what the option says.
        start_limit: seconds for a program to start.
        deal_limit: seconds for each deal.
        transcript: the file to write conversations to.
        keep_going: whether bad lines of a file of deals are skipped.
    """

    way: str
    value: str
    start_limit: float
    deal_limit: float
    transcript: str | None
    keep_going: bool

    def source(self, ruleset: Ruleset) -> Source:
        """Return where the deals come from.

        Raises:
            InputError: no such dealer, a file that cannot be read or written, or a ruleset
                that has nothing to deal.
        """
        with naming(WAYS.get(self.way, "--dealer")):
            return self._source(ruleset)

    def _source(self, ruleset: Ruleset) -> Source:
        from fairtray.audit.recorded import RecordedSource
        from fairtray.dealers.channel import Limits
        from fairtray.dealers.registry import require_catalogue
        from fairtray.dealers.sources import dealer_program, named_dealer, replayed_dealer

        match self.way:
            case "dealer_command":
                limits = Limits(self.start_limit, self.deal_limit)
                return dealer_program(ruleset, self.value, limits, self.transcript)
            case "replay_transcript":
                return replayed_dealer(ruleset, self.value)
            case "deals":
                require_catalogue(ruleset)
                return RecordedSource(self.value, self.keep_going)
        return named_dealer(ruleset, self.value if self.way else None)

    def as_typed(self) -> str:
        """Return the option that names the dealer, after a blank, as a shell takes it."""
        if self.way not in {"dealer", "dealer_command"}:
            return ""
        return f" {WAYS[self.way]} {shlex.quote(self.value)}"

    def count(self, requested: int | None) -> int:
        """Return how many deals to check: of a file all of them, where no number is given."""
        from fairtray.audit.run import DEFAULT_COUNT, MAX_COUNT

        if requested is not None:
            return requested
        return MAX_COUNT if self.way == "deals" else DEFAULT_COUNT

    def workers(self, workers: WorkerOptions) -> WorkerOptions:
        """Return who is to do the work: one process here where there is a transcript.

        Raises:
            click.UsageError: more were requested on the command line.
        """
        one = "--transcript" if self.transcript else WAYS.get(self.way, "")
        if not self.transcript and self.way != "replay_transcript":
            return workers
        if workers.processes is not None and workers.processes > 1 and on_command_line("jobs"):
            raise click.UsageError(f"{one} needs --jobs 1: its sessions are in one file")
        if workers.cluster is not None and on_command_line("cluster"):
            raise click.UsageError(f"{one} cannot go with --cluster: its sessions are in one file")
        return replace(workers, processes=1, cluster=None)


def _dealer(
    dealer: str | None,
    dealer_command: str | None,
    start_limit: float,
    deal_limit: float,
    transcript: str | None,
    replay_transcript: str | None,
    deals: str | None,
    keep_going: bool,
) -> DealerOptions:
    values = {
        "dealer": dealer,
        "dealer_command": dealer_command,
        "replay_transcript": replay_transcript,
        "deals": deals,
    }
    way = _way(values)
    if way == "deals":
        refuse_typed(["policy"], "has no effect with --deals: those games are played")
    for needed, names in _NEEDS.items():
        if way != needed:
            refuse_typed(names, f"has no effect without {WAYS[needed]}")
    return DealerOptions(
        way,
        values.get(way) or "",
        start_limit,
        deal_limit,
        transcript if way == "dealer_command" else None,
        keep_going,
    )


def _way(values: dict[str, str | None]) -> str:
    """Return the option that names the source; empty for the ruleset's own dealer.

    Raises:
        click.UsageError: more than one is.
    """
    given = [name for name, value in values.items() if value is not None]
    if len(given) > 1:
        names = " and ".join(WAYS[name] for name in given)
        raise click.UsageError(f"{names} cannot be used together; name one source of deals")
    return given[0] if given else ""


dealer_options = bundled(
    "dealer",
    _dealer,
    click.option(
        "--dealer",
        cls=Alternative,
        group=_GROUP,
        metavar="NAME",
        shell_complete=completion.dealers,
        help="The dealer to test: built in (uniform, weighted, retry, sequential-fit, any-fit) "
        "or module:callable, called as deal(state, rng).  [default: the ruleset's own]",
    ),
    click.option(
        "--dealer-command",
        cls=Alternative,
        group=_GROUP,
        metavar="COMMAND",
        help="A dealer program in any language, as in 'node my-dealer.js'; it reads requests "
        "and writes answers, one JSON object a line.",
    ),
    start_limit,
    deal_limit,
    click.option(
        "--transcript",
        type=FilePath(dir_okay=False),
        help="Write all that is said with the dealer program to a file.",
    ),
    click.option(
        "--replay-transcript",
        cls=Alternative,
        group=_GROUP,
        type=FilePath(dir_okay=False),
        help="Audit what a transcript records, without the dealer.",
    ),
    click.option(
        "--deals",
        cls=Alternative,
        group=_GROUP,
        type=FilePath(dir_okay=False),
        help="Audit recorded deals, one JSON object a line; plain or gzip, - for standard "
        "input. All of them, unless --count says less.",
    ),
    click.option("--keep-going", is_flag=True, help="Count bad lines of --deals and skip them."),
)
"""Gives a command the options that name a dealer, or its deals, as one ``DealerOptions``."""
