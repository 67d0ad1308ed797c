"""``fairtray check``: is the tray placeable, in how many orders, is the game over."""

from __future__ import annotations

import click

from fairtray.engines.check import Engine
from fairtray.families.family import Answer, CheckRequest, Family, Source
from fairtray_cli import inputs, options
from fairtray_cli.questions import Output, ask


@click.command("check")
@inputs.position
@options.ruleset
@options.engine
@options.many
@options.proof
@options.as_json
@options.image
def command(
    position: str | None,
    board: str | None,
    tray: str | None,
    ruleset: str | None,
    engine: Engine,
    many: bool,
    proof: str | None,
    as_json: bool,
    image: str | None,
) -> int:
    """Say whether all pieces of a tray can be placed, and in how many orders.

    POSITION is a file with a board and a tray, as JSON or drawn as text; - reads standard
    input; or it is a position in the one-line notation (see 'fairtray show'). The exit
    status is 0 when the tray is placeable and 1 when not.

    For a game whose players take turns, it says who can still move and lists the legal moves;
    the exit status is 0 when the player to move can.
    """
    request = CheckRequest(engine)

    def question(family: Family, source: Source) -> Answer:
        return family.check(source, request)

    where = inputs.source(position, board, tray, ruleset)
    return ask(where, ruleset, question, Output(as_json, image, proof), many=many)
