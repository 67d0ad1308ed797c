"""``fairtray daily make``: draw days, with play-through, par, bound and difficulty."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairtray.core.errors import Fault, InputError
from fairtray.core.files import write_text
from fairtray.daily import dates, keys
from fairtray.daily.document import Daily, to_json
from fairtray.daily.stream import default_key
from fairtray_cli import options
from fairtray_cli.console import note, out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options.types import FilePath, RulesetName
from fairtray_cli.options.workers import open_run, worker_options

if TYPE_CHECKING:
    from fairtray.runs import WorkerOptions

_LINES, _ONE = ".jsonl", ".json"


@click.command("make")
@click.option(
    "--ruleset",
    type=RulesetName(),
    default="bloky-8x8",
    show_default=True,
    help="A name (see 'fairtray rulesets') or the path of a ruleset file.",
)
@click.option("--date", metavar="YYYY-MM-DD", help="The first day.  [default: today in --tz]")
@click.option(
    "--tz",
    "zone",
    metavar="ZONE",
    default="UTC",
    show_default=True,
    help="The time zone of today, such as Europe/Berlin. It changes nothing but the default date.",
)
@click.option("--days", type=int, default=1, show_default=True, help="How many days from there.")
@click.option(
    "--pieces", type=int, default=30, show_default=True, help="Pieces of a day: whole trays."
)
@click.option(
    "--key-file",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="A secret key (see 'fairtray daily commit').  [default: a key that everybody knows]",
)
@click.option(
    "--par",
    "width",
    type=int,
    metavar="LEVEL",
    default=500,
    show_default=True,
    help="Width of the beam that plays for the par: wider is better and slower; 0 for no par.",
)
@click.option(
    "--out",
    "target",
    cls=options.OwnTable,
    type=FilePath(),
    metavar="DIR or FILE",
    help="A folder for a file a day, a .jsonl file for all days one a line, a .json file for "
    "a single day; - for stdout, one a line.",
)
@worker_options
@options.as_json
def command(
    ruleset: str,
    date: str | None,
    zone: str,
    days: int,
    pieces: int,
    key_file: str | None,
    width: int,
    target: str | None,
    workers: WorkerOptions,
    as_json: bool,
) -> int:
    """Make the challenge of a day, or of many.

    Each day comes with a play-through that places every piece, a par, the most points
    that any play can earn, and a difficulty from 1 to 5.
    """
    from fairtray.daily import make

    rules = options.ruleset_named(ruleset, "--ruleset")
    with options.naming("--tz"):
        here = dates.zone_of(zone)
    with options.naming("--date"):
        first = dates.today(here) if date is None else dates.parse(date)
    with options.naming("--days"):
        wanted = dates.days_from(first, days)
    key = default_key(rules.name) if key_file is None else keys.read_key(Path(key_file))
    with options.naming("daily make"):
        order = make.Order(rules, key, pieces, width)
    _refuse_one_file(target, workers.journal)
    writer = _writer(target, days)
    plan = make.DaysPlan(order, tuple(wanted))
    length = days if days > 1 else None
    with (
        open_run(plan, workers, length=length, label="days") as (team, progress),
        options.naming("daily make"),
    ):
        # As they are made, and not when all are: an interrupt must not cost those.
        results = team.results(plan, progress)
        made = writer(results) if writer is not None else list(results)
    if target == "-":
        return Exit.YES
    if target is not None:
        note(f"{len(made)} {'day' if len(made) == 1 else 'days'} written to {target}")
    if as_json:
        documents = [to_json(daily) for daily in made]
        out_json(documents[0] if days == 1 else documents)
        return Exit.YES

    from fairtray_cli.render import dailies
    from fairtray_cli.render.lines import width as terminal_width

    single = days == 1 and target is None
    out(dailies.text(made[0], terminal_width()) if single else dailies.overview(made))
    return Exit.YES


def _refuse_one_file(target: str | None, journal: str | None) -> None:
    """Refuse to write the days over their own journal.

    Raises:
        click.UsageError: both are one file.
    """
    if target and journal and Path(target).resolve() == Path(journal).resolve():
        raise click.UsageError("--out and --journal name the same file")


_Writer = Callable[[Iterable[Daily]], list[Daily]]


def _writer(target: str | None, days: int) -> _Writer | None:
    """Return what writes the days where ``--out`` says; None to print them.

    Raises:
        InputError: a place that cannot take them.
    """
    if target is None:
        return None
    if target == "-":
        return _to_stdout
    path = Path(target)
    if path.is_dir() or path.suffix not in {_LINES, _ONE}:
        return functools.partial(_to_folder, path)
    if path.suffix == _ONE and days > 1:
        raise InputError(
            Fault("", f"one .json file for {days} days", "name a folder or a .jsonl file"), "--out"
        )
    if not path.parent.is_dir():
        # Said now, and not after a year has been made.
        raise InputError(
            Fault("", f"there is no folder {path.parent}", "make it, or name another"), "--out"
        )
    return functools.partial(_to_file, path)


def _to_stdout(dailies: Iterable[Daily]) -> list[Daily]:
    for daily in dailies:
        out(_line(daily))
    return []


def _to_folder(folder: Path, dailies: Iterable[Daily]) -> list[Daily]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Fault("", f"cannot be made: {error.strerror}", "name another folder"), str(folder)
        ) from None
    made = []
    for daily in dailies:
        name = f"{re.sub('[^A-Za-z0-9._-]', '-', daily.ruleset.name)}-{daily.date}{_ONE}"
        write_text(folder / name, _line(daily) + "\n")
        made.append(daily)
    return made


def _to_file(path: Path, dailies: Iterable[Daily]) -> list[Daily]:
    made: list[Daily] = []
    try:
        made.extend(dailies)
    finally:
        # Interrupted or not: the days that are finished are kept.
        if made:
            write_text(path, "".join(_line(daily) + "\n" for daily in made))
    return made


def _line(daily: Daily) -> str:
    return json.dumps(to_json(daily), allow_nan=False)
