"""``fairtray replay``: recorded moves, played by the rules."""

from __future__ import annotations

import click

from fairtray import families
from fairtray.families.family import Answer, Family, ReplayRequest, Source
from fairtray_cli import options
from fairtray_cli.inputs import Input
from fairtray_cli.options import completion
from fairtray_cli.options.types import Override
from fairtray_cli.questions import Output, ask


@click.command("replay")
@click.argument("game", shell_complete=completion.files)
@options.ruleset
@options.as_json
@options.scoring
@click.option(
    "--to",
    cls=Override,
    type=click.Choice(families.choices("to")),
    help="Write the game in another format instead, for games that have one.",
)
@click.option(
    "--game",
    "number",
    cls=Override,
    metavar="N",
    type=click.IntRange(min=1),
    help="Which game of a file with several.  [default: 1]",
)
@options.image
def command(
    game: str,
    ruleset: str | None,
    as_json: bool,
    scoring: str | None,
    to: str | None,
    number: int | None,
    image: str | None,
) -> int:
    """Play the moves of a recorded game and show what each earns.

    GAME is a JSON file: a position with "moves", a list of objects with "shape" (or
    "slot"), "row" and "col", counted from 0; - reads standard input. A move that the
    rules do not allow is bad input: the message says which, and why.

    A game recorded in one of a ruleset's modes ("format": "fairtray-game/1") is dealt and
    played again; the exit status is 1 when it did not go as the file says.

    Games that have a format of their own (.blksgf) are read in it, too.
    """
    if to is not None and as_json:
        raise click.UsageError("only one of --to and --json can be given")
    request = ReplayRequest(scoring, number)

    def question(family: Family, source: Source) -> Answer:
        return family.replay(source, request)

    return ask(Input(game), ruleset, question, Output(as_json, image, notation=to))
