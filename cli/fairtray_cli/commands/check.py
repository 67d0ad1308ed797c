"""``fairtray check``: is the tray placeable, in how many orders, is the game over."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from fairtray_cli import inputs, options
from fairtray_cli.blokus import asked
from fairtray_cli.console import coloured, out, out_json, warn
from fairtray_cli.failures import Exit

if TYPE_CHECKING:
    from fairtray.notation import Reading
    from fairtray_cli import streams
    from fairtray_cli.engines import Checked


@click.command("check")
@inputs.position
@options.ruleset
@options.engine
@options.many
@options.proof
@options.as_json
@asked.image
def command(
    position: str | None,
    ruleset: str | None,
    engine: str,
    many: bool,
    proof_file: str | None,
    as_json: bool,
) -> int:
    """Tell whether all pieces of a tray can be placed, and in how many orders.

    POSITION is a file with a board and a tray, as JSON or drawn as text; - reads standard
    input; or it is a position in the one-line notation (see 'fairtray show'). The exit
    status is 0 when the tray is placeable and 1 when not.

    Of a Blokus position it tells who can still move and lists the legal moves; the exit
    status is 0 when the colour to move can.
    """
    from fairtray_cli import engines, proofs, streams
    from fairtray_cli.render import documents

    where = inputs.source(position, ruleset)
    rules = options.ruleset_for(where.name, ruleset)

    def answer(reading: Reading) -> tuple[dict[str, object], bool]:
        found = engines.check(reading.position, engine)
        return documents.checked(reading, found, engine), found.placeable

    if where.many(many):
        proofs.only_one(proof_file)
        asked.refuse_image()
        return streams.answer_lines(
            where.name, rules, answer, ruleset, _blokus_line(ruleset, engine)
        )

    from fairtray.notation import parse_position

    text = where.read()
    if asked.meant(where.name, ruleset, text):
        from fairtray_cli.blokus import answers

        proofs.not_blokus(proof_file)
        return answers.check(where.name, ruleset, text, engine=engine, as_json=as_json)

    reading = parse_position(text, rules, source=where.name)
    with options.naming(where.name):
        found = engines.check(reading.position, engine)
    asked.draw(reading.position, found.moves or ())
    warn(reading.warnings)
    if proof_file is not None:
        proofs.deliver(proofs.of_check(reading.position, found, engine), proof_file)
    if proof_file == proofs.STDOUT:
        pass
    elif as_json:
        out_json(documents.checked(reading, found, engine))
    else:
        out("\n".join(_text(reading, found, engine)))
    return Exit.YES if found.placeable else Exit.NO


def _blokus_line(ruleset: str | None, engine: str) -> streams.Other:
    def answer(text: str) -> tuple[dict[str, object], bool]:
        from fairtray_cli.blokus import answers

        return answers.check_line(text, ruleset, engine=engine)

    return answer


def _text(reading: Reading, found: Checked, engine: str) -> list[str]:
    from fairtray_cli.render import boards
    from fairtray_cli.render.terminal import width

    position = reading.position
    rules = position.ruleset
    colour = coloured()
    captions = [
        "" if shape is None else "fits" if position.fits(slot) else "does not fit"
        for slot, shape in enumerate(position.tray)
    ]
    lines = [f"{rules.title}; {boards.COUNTED}", ""]
    lines += boards.board(rules.grid, position.board, colour=colour)
    if position.tray:
        lines += ["", *boards.tray(position.tray, captions, width(), colour=colour)]
    for slot in position.slots:
        if not found.placeable and not position.fits(slot):
            lines += ["", *boards.blocked(position, slot, colour=colour)]
    pieces = len(position.slots)
    how = "by both engines" if engine == "both" else f"by {engine}"
    lines.append("")
    if not pieces:
        lines.append("placeable: yes, there is nothing to place")
    elif found.placeable:
        lines.append(
            f"placeable: yes, in {found.orders} of {math.factorial(pieces)} orders ({how})"
        )
    else:
        lines.append(f"placeable: no, in none of {math.factorial(pieces)} orders ({how})")
    lines.append(f"game over: {'yes, no piece fits' if position.game_over else 'no'}")
    if found.moves:
        lines += ["", "one way:"]
        lines += [boards.sentence(i, move) for i, move in enumerate(found.moves, start=1)]
    return lines
