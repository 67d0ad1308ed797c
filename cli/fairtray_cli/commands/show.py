"""``fairtray show``: a position as read, drawn or in another notation."""

from __future__ import annotations

import click

from fairtray.families.family import Answer, Family, Source
from fairtray_cli import inputs, options
from fairtray_cli.questions import Output, ask


@click.command("show")
@inputs.position
@options.ruleset
@click.option(
    "--notation",
    is_flag=True,
    help="Print the whole position in one line, which any command takes as POSITION.",
)
@options.as_json
def command(
    position: str | None,
    board: str | None,
    tray: str | None,
    ruleset: str | None,
    notation: bool,
    as_json: bool,
) -> int:
    """Draw a position, or write it in another notation.

    POSITION is a file with a board and a tray, as JSON, drawn as text or in the one-line
    notation; that notation itself; or - for standard input.
    """
    if notation and as_json:
        raise click.UsageError("choose one of --notation and --json")

    def question(family: Family, source: Source) -> Answer:
        return family.show(source)

    where = inputs.source(position, board, tray, ruleset)
    return ask(where, ruleset, question, Output(as_json, notation="line" if notation else None))
