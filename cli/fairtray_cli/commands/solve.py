"""``fairtray solve``: the best-scoring order of placements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairtray_cli import inputs, options
from fairtray_cli.blokus import asked
from fairtray_cli.console import coloured, note, out, out_json, warn
from fairtray_cli.engines import INTERRUPTED
from fairtray_cli.failures import Exit
from fairtray_cli.solving import DEFAULT_MAX_NODES, DEFAULT_WIDTH, OBJECTIVES, SCORE, first_tray

if TYPE_CHECKING:
    from fairtray.notation import Reading
    from fairtray_cli import streams
    from fairtray_cli.solving import Solution, Wish


@click.command("solve")
@inputs.position
@options.ruleset
@options.engine
@options.many
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default=SCORE,
    show_default=True,
    help="What is best: the score of a whole line; the chance that the tray which follows can "
    "be placed; the product of both; or (Blokus only) the next move by itself.",
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
    f" [default: {DEFAULT_WIDTH}]",
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
@asked.scoring
@asked.image
def command(
    position: str | None,
    ruleset: str | None,
    engine: str,
    many: bool,
    objective: str,
    top: int | None,
    explain: bool,
    width: int | None,
    max_nodes: int,
    proof_file: str | None,
    as_json: bool,
) -> int:
    """Find the order of placements that scores most, proven best.

    POSITION is a file with a board and a tray, as JSON or drawn as text; - reads standard
    input; or it is a position in the one-line notation (see 'fairtray show'). Lines that
    place all pieces come first; where there is none, the best of all lines is shown, and
    that it is not complete.

    Of a Blokus position it finds the line by which the colour to move scores most while
    the others pass.
    """
    from fairtray_cli import proofs, solving, streams
    from fairtray_cli.render import documents

    where = inputs.source(position, ruleset)
    rules = options.ruleset_for(where.name, ruleset)

    wish = solving.Wish(
        engine, objective, top, proof_file is not None, explain, width, max_nodes, _typed()
    )

    def answer(reading: Reading) -> tuple[dict[str, object], bool]:
        wish.check()
        solution = solving.solve(reading, wish)
        if solution.found.stopped == INTERRUPTED:
            # The lines before this one are finished; this one is not.
            raise KeyboardInterrupt
        return solving.document(reading, solution, wish), True

    if where.many(many):
        proofs.only_one(proof_file)
        asked.refuse_image()
        other = _blokus_line(ruleset, wish)
        return streams.answer_lines(where.name, rules, answer, ruleset, other)

    from fairtray.notation import parse_position

    text = where.read()
    if asked.meant(where.name, ruleset, text):
        from fairtray_cli.blokus import answers

        proofs.not_blokus(proof_file)
        wish.check_blokus()
        return answers.solve(
            where.name,
            ruleset,
            text,
            engine=engine,
            objective=wish.blokus_objective,
            as_json=as_json,
        )

    reading = parse_position(text, rules, source=where.name)
    wish.check()
    wish.check_limits(reading)
    with options.naming(where.name):
        solution = solving.solve(reading, wish)
    found = solution.found
    asked.draw(reading.position, found.moves, solution.end(reading.position))
    warn(reading.warnings)
    for remark in solution.notes:
        note(remark)
    if reading.upcoming and not wish.follows(reading):
        note(documents.ONE_TRAY)
    interrupted = found.stopped == INTERRUPTED
    if interrupted:
        note("interrupted: the best line so far, which is not proven")
        proof_file = None
    _deliver(reading, solution, wish, proof_file, as_json=as_json)
    return Exit.INTERRUPTED if interrupted else Exit.YES


def _deliver(
    reading: Reading, solution: Solution, wish: Wish, proof_file: str | None, *, as_json: bool
) -> None:
    """Write the answer, and its proof where one is wanted; only the one if both go to stdout."""
    from fairtray_cli import proofs, solving

    if proof_file is not None:
        proofs.deliver(proofs.of_solve(reading.position, solution.found, wish.engine), proof_file)
    if proof_file == proofs.STDOUT:
        return
    if as_json:
        out_json(solving.document(reading, solution, wish))
    else:
        out(
            "\n".join([*_text(reading, solution), *_why(reading, solution), *_more(solution, wish)])
        )


def _typed() -> frozenset[str]:
    return frozenset(filter(options.on_command_line, click.get_current_context().params))


def _blokus_line(ruleset: str | None, wish: Wish) -> streams.Other:
    def answer(text: str) -> tuple[dict[str, object], bool]:
        from fairtray_cli.blokus import answers

        wish.check_blokus()
        return answers.solve_line(
            text, ruleset, engine=wish.engine, objective=wish.blokus_objective
        )

    return answer


def _text(reading: Reading, solution: Solution) -> list[str]:
    from fairtray_cli.render import boards

    found = solution.found
    position = reading.position
    rules = position.ruleset
    colour = coloured()
    lines = [f"{rules.title}; {boards.legend(found.moves)}", ""]
    if not found.moves:
        lines += [*boards.board(rules.grid, position.board, colour=colour), ""]
    for i, move in enumerate(found.moves, start=1):
        lines += [boards.sentence(i, move), *boards.move(move, colour=colour), ""]
    final = solution.end(position)
    for slot in final.slots:
        if not final.fits(slot):
            lines += [*boards.blocked(final, slot, colour=colour), ""]
    return [*lines, _verdict(reading, solution)]


def _why(reading: Reading, solution: Solution) -> list[str]:
    if solution.orders is None:
        return []
    from fairtray_cli.render import explained

    return ["", *explained.text(reading.position, first_tray(reading, solution), solution.orders)]


def _more(solution: Solution, wish: Wish) -> list[str]:
    if solution.survival is None and solution.outcomes is None:
        return []
    from fairtray_cli.render import outcomes
    from fairtray_cli.render.terminal import width

    if solution.survival is not None:
        return outcomes.survival(solution.survival, wish.objective)
    if solution.outcomes is None or wish.top is None:
        return []
    return ["", *outcomes.text(solution.outcomes, wish.top, width(), colour=coloured())]


def _verdict(reading: Reading, solution: Solution) -> str:
    from fairtray_cli.render.boards import counted

    found = solution.found
    trays = (reading.position.tray, *(reading.upcoming if solution.width is not None else ()))
    pieces = sum(shape is not None for tray in trays for shape in tray)
    if not pieces:
        return "there is nothing to place"
    if not found.moves:
        return "no piece fits: the game is over"
    if solution.survival is not None:
        return f"{counted(found.points, 'point')} with all pieces placed"
    best = "no line earns more" if found.exact else "the best line found"
    if found.at_most is not None:
        best += f", not proven: none earns more than {found.at_most:,}"
    if solution.width is not None:
        of_trays = f"of {counted(pieces, 'piece')} in {counted(len(trays), 'tray')} placed"
        if not found.exact:
            best += f" with {solution.width:,} boards kept; a better one may exist"
        many = "all" if found.complete else len(found.moves)
        return f"{counted(found.points, 'point')} with {many} {of_trays}; {best}"
    if found.complete:
        return f"{counted(found.points, 'point')} with all pieces placed; {best}"
    return (
        f"{counted(found.points, 'point')} with {len(found.moves)} of {pieces} pieces placed: "
        f"no order places all; {best}"
    )
