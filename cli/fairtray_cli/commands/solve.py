"""``fairtray solve``: the best-scoring order of placements."""

from __future__ import annotations

import click

from fairtray import families
from fairtray.engines.check import Engine
from fairtray.families.family import DEFAULT_MAX_NODES, Answer, Family, SolveRequest, Source
from fairtray_cli import inputs, options
from fairtray_cli.questions import Output, ask, typed


@click.command("solve")
@inputs.position
@options.ruleset
@options.engine
@options.many
@click.option(
    "--objective",
    type=click.Choice(families.choices("objective")),
    default="score",
    show_default=True,
    help="What is best: the score of a whole line; the chance that the tray which follows can "
    "be placed; the product of both; or, where players take turns, the next move by itself.",
)
@click.option(
    "--top",
    type=click.IntRange(min=1, max=1000),
    metavar="K",
    help="List the K best different boards that the tray can end in, and count all ways.",
)
@click.option(
    "--explain", is_flag=True, help="Say which orders of the pieces fail, and at which piece."
)
@click.option(
    "--width",
    type=click.IntRange(min=1, max=1_000_000),
    metavar="N",
    help="Where the position has upcoming trays: how many boards are kept after each placement. "
    " [default: 5000]",
)
@click.option(
    "--max-nodes",
    type=click.IntRange(min=1),
    metavar="N",
    default=DEFAULT_MAX_NODES,
    show_default=True,
    help="Placements to look at before the search stops with the best line so far and an upper "
    "bound. Not a time, so that the answer is the same everywhere.",
)
@options.proof
@options.as_json
@options.scoring
@options.image
def command(
    position: str | None,
    board: str | None,
    tray: str | None,
    ruleset: str | None,
    engine: Engine,
    many: bool,
    objective: str,
    top: int | None,
    explain: bool,
    width: int | None,
    max_nodes: int,
    proof: str | None,
    as_json: bool,
    scoring: str | None,
    image: str | None,
) -> int:
    """Find the order of placements that scores most, proven best.

    POSITION is a file with a board and a tray, as JSON or drawn as text; - reads standard
    input; or it is a position in the one-line notation (see 'fairtray show'). Lines that
    place all pieces come first; where there is none, the best of all lines is shown,
    with a note that it is not complete.

    For a game whose players take turns, it finds the line by which the player to move scores
    most while the others pass.
    """
    request = SolveRequest(
        engine=engine,
        objective=objective,
        top=top,
        explain=explain,
        width=width,
        max_nodes=max_nodes,
        scoring=scoring,
        proof=proof is not None,
        given=typed(),
    )

    def question(family: Family, source: Source) -> Answer:
        return family.solve(source, request)

    where = inputs.source(position, board, tray, ruleset)
    return ask(where, ruleset, question, Output(as_json, image, proof), many=many)
