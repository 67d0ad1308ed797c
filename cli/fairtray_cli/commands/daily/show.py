"""``fairtray daily show``: the trays of a day drawn, with par and difficulty."""

from __future__ import annotations

import click

from fairtray.core.errors import InputError
from fairtray.daily import reading
from fairtray.daily.document import from_json, to_json
from fairtray_cli import options
from fairtray_cli.console import coloured, out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion

FORMATS = ("text", "markdown", "html", "calendar")


@click.command("show")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=completion.files)
@click.option(
    "--format",
    "form",
    cls=options.OwnTable,
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="calendar is iCalendar, an all-day event for each day.",
)
@options.as_json
def command(files: tuple[str, ...], form: str, as_json: bool) -> int:
    """Show days: their trays drawn, the par, the most points possible, the difficulty.

    Nothing is verified here; use 'fairtray daily verify' for that.
    """
    days = []
    for path in files:
        for entry in reading.entries(path):
            try:
                days.append(from_json(reading.decoded(entry), reading.folder_of(path)))
            except InputError as error:
                raise error.located(entry.place) from None
    if as_json:
        documents = [to_json(day) for day in days]
        out_json(documents[0] if len(documents) == 1 else documents)
        return Exit.YES

    from fairtray_cli.render import dailies
    from fairtray_cli.render.lines import width

    if form == "markdown":
        out("\n\n".join(dailies.markdown(day) for day in days))
    elif form == "html":
        out(dailies.html(days))
    elif form == "calendar":
        out(dailies.calendar(days))
    else:
        out("\n\n".join(dailies.text(day, width(), colour=coloured()) for day in days))
    return Exit.YES
