"""``fairtray daily audit``: what can be seen of dailies that somebody else made."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import click

from fairtray.core.errors import Fault, InputError, counted
from fairtray.daily import dates, reading
from fairtray.daily.stream import deck_of
from fairtray.rulesets import DEFAULT, Ruleset, get
from fairtray_cli import options
from fairtray_cli.console import out, out_json, plain, progress_bar
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion
from fairtray_cli.options.dealers import deal_limit, start_limit
from fairtray_cli.options.types import Override, RulesetName

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairtray.daily.audit import Finding
    from fairtray.daily.foreign import Day, ProgramRequest


@dataclass(frozen=True, slots=True)
class ProgramOptions:
    """The options that only make sense with a dealer program.

    Attributes:
        date: the first day; None for today.
        days: how many days; None for the usual number.
        zones: the zones to ask for; empty for the usual ones.
        runs: how often to start the program.
        start_limit: seconds for the program to start.
        deal_limit: seconds for each day.
    """

    date: str | None
    days: int | None
    zones: tuple[str, ...]
    runs: int
    start_limit: float
    deal_limit: float

    def request(self, command: str, spec: str | None) -> ProgramRequest:
        """Return what to ask a program for.

        Args:
            command: how to start the program.
            spec: ``--ruleset``.

        Raises:
            InputError: an option with a value that makes no sense, named by the error.
        """
        from fairtray.daily import foreign
        from fairtray.dealers.channel import Limits
        from fairtray.dealers.program import arguments

        with options.naming("--ruleset"):
            rules = options.ruleset_named(spec or DEFAULT, "--ruleset")
            deck_of(rules)
        with options.naming("--dealer-command"):
            arguments(command)
        with options.naming("--tz"):
            # The default zones may be unknown here; only the program has to know them.
            here = [dates.zone_of(zone) for zone in self.zones] or [dates.zone_of("UTC")]
        with options.naming("--date"):
            first = dates.today(here[0]) if self.date is None else dates.parse(self.date)
        with options.naming("--days"):
            days = dates.days_from(first, foreign.DAYS if self.days is None else self.days)
        limits = Limits(self.start_limit, self.deal_limit)
        return foreign.ProgramRequest(
            command, rules, days, self.zones or foreign.ZONES, self.runs, limits
        )


program_options = options.bundled(
    "program",
    ProgramOptions,
    click.option(
        "--date", metavar="YYYY-MM-DD", help="The first day to ask for.  [default: today]"
    ),
    click.option("--days", type=int, metavar="N", help="How many days from there.  [default: 366]"),
    click.option(
        "--tz",
        "zones",
        multiple=True,
        metavar="ZONE",
        help="A zone to ask for; several times for several.  [default: UTC, Pacific/Kiritimati "
        "and Pacific/Pago_Pago, which never have the same day]",
    ),
    click.option(
        "--runs",
        type=click.IntRange(1, 100),
        default=3,
        show_default=True,
        help="How often to start the program, each time in another zone and with other seeds.",
    ),
    start_limit,
    deal_limit,
)


@click.command("audit")
@click.argument("files", nargs=-1, metavar="[FILE…]", shell_complete=completion.files)
@click.option(
    "--dealer-command",
    metavar="COMMAND",
    help="Ask a dealer program for its days in place of files, as in 'node my-dealer.js'.",
)
@program_options
@click.option(
    "--ruleset",
    cls=Override,
    type=RulesetName(),
    help="A name or the path of a ruleset file.  [default: the files' own, or bloky-8x8]",
)
@options.as_json
def command(
    files: tuple[str, ...],
    dealer_command: str | None,
    program: ProgramOptions,
    ruleset: str | None,
    as_json: bool,
) -> int:
    """Audit days from any dealer: files with "date" and "pieces", and "witness" if known.

    Give the files of several zones or runs together to see whether they deal the same, or
    a program with --dealer-command, which is asked for a year in several zones and runs.
    Exit status 0 when nothing is refuted, 1 when something is, 3 when the program fails,
    4 when there are too few days to tell.
    """
    if files and not options.on_command_line("dealer_command"):
        # A program of the configuration file; the command line overrides it.
        dealer_command = None
    if bool(files) == (dealer_command is not None):
        raise click.UsageError("name either files or a program with --dealer-command")
    if dealer_command is None:
        names = [field.name for field in fields(program)]
        options.refuse_typed(names, "has no effect without --dealer-command")
        rules, days = _read(files, ruleset)
        return _report(rules, _judged(rules, days), days, {"files": len(files)}, as_json)
    request = program.request(dealer_command, ruleset)
    days, findings = _answered(request)
    head = {"dealer": dealer_command, "zones": list(request.zones), "runs": request.runs}
    if not as_json:
        first, last = request.dates[0], request.dates[-1]
        runs = counted(request.runs, "run")
        out(plain(f"{first} to {last}, {runs}, in {', '.join(request.zones)}"))
    return _report(request.ruleset, findings, days, head, as_json)


def _answered(request: ProgramRequest) -> tuple[list[Day], list[Finding]]:
    """Return the days that a program deals, and what the audit says about them.

    Raises:
        DealerError: the program failed.
    """
    days: list[Day] = []
    with progress_bar(request.requests + len(request.dates), "days") as progress:
        for day in request.days():
            days.append(day)
            progress(1)
        return days, _judged(request.ruleset, days, lambda: progress(1))


def _report(
    rules: Ruleset,
    findings: list[Finding],
    days: list[Day],
    head: dict[str, object],
    as_json: bool,
) -> int:
    """Write the findings; return the exit status."""
    from fairtray.daily.audit import INCONCLUSIVE, REFUTED, overall

    verdict = overall(findings)
    if as_json:
        out_json(
            {
                "verdict": verdict,
                "ruleset": rules.name,
                **head,
                "days": len({day.date for day in days}),
                "claims": [finding.to_json() for finding in findings],
            }
        )
    else:
        out("\n".join(_text(finding) for finding in findings))
    return {REFUTED: Exit.NO, INCONCLUSIVE: Exit.INCONCLUSIVE}.get(verdict, Exit.YES)


def _judged(
    rules: Ruleset, days: list[Day], tick: Callable[[], None] = lambda: None
) -> list[Finding]:
    from fairtray.daily import audit

    with options.naming("--ruleset"):
        return audit.audit(rules, days, tick)


def _read(files: tuple[str, ...], spec: str | None) -> tuple[Ruleset, list[Day]]:
    """Return (ruleset, days) of all files.

    Raises:
        InputError: a file that cannot be read, or files of several rulesets.
    """
    from fairtray.daily.foreign import read_day

    rules = None if spec is None else options.ruleset_named(spec, "--ruleset")
    days: list[Day] = []
    for path in files:
        for entry in reading.entries(path):
            try:
                value = reading.decoded(entry)
                if spec is None:
                    rules = _same(rules, value, reading.folder_of(path))
                if rules is not None:
                    days.append(read_day(value, rules, entry.place))
            except InputError as error:
                raise error.located(entry.place) from None
    if rules is None:
        raise InputError(Fault("", "no day in any file", "name a file with days"))
    return rules, days


def _same(rules: Ruleset | None, value: object, folder: Path | None) -> Ruleset:
    """Return the ruleset that a day names, the default if none, which must be ``rules``.

    Raises:
        InputError: it is another one.
    """
    named = value.get("ruleset") if isinstance(value, dict) else None
    own = get(DEFAULT if named is None else named, folder)
    if rules is not None and own.digest != rules.digest:
        raise InputError(
            Fault("ruleset", f"{own.name}, but {rules.name} in the days before", "audit one game")
        )
    return own


def _text(finding: Finding) -> str:
    lines = [plain(f"{finding.verdict.upper():12}  {finding.id}: {finding.what}")]
    lines += [plain(f"{'':14}{example}") for example in finding.to_json()["examples"]]
    return "\n".join(lines)
