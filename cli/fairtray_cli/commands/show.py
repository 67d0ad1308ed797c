"""``fairtray show``: a position as read, drawn or in another notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairtray_cli import inputs, options
from fairtray_cli.blokus import asked
from fairtray_cli.console import coloured, out, out_json, warn
from fairtray_cli.failures import Exit

if TYPE_CHECKING:
    from fairtray.notation import Reading


@click.command("show")
@inputs.position
@options.ruleset
@click.option(
    "--notation",
    is_flag=True,
    help="Print the whole position in one line, which any command takes as POSITION.",
)
@options.as_json
def command(position: str | None, ruleset: str | None, notation: bool, as_json: bool) -> int:
    """Draw a position, or write it in another notation.

    POSITION is a file with a board and a tray, as JSON, drawn as text or in the one-line
    notation; that notation itself; or - for standard input.
    """
    from fairtray.notation import compact_notation, parse_position, position_json

    if notation and as_json:
        raise click.UsageError("choose one of --notation and --json")
    where = inputs.source(position, ruleset)
    rules = options.ruleset_for(where.name, ruleset)
    text = where.read()
    if asked.meant(where.name, ruleset, text):
        raise click.UsageError("this is Blokus, which 'fairtray check' draws")
    reading = parse_position(text, rules, source=where.name)
    warn(reading.warnings)
    if as_json:
        out_json(position_json(reading.position, reading.upcoming))
    elif notation:
        with options.naming(where.name):
            line = compact_notation(reading.position, reading.upcoming)
        out(line)
    else:
        out("\n".join(_text(reading)))
    return Exit.YES


def _text(reading: Reading) -> list[str]:
    from fairtray_cli.render import boards
    from fairtray_cli.render.terminal import width

    position = reading.position
    rules = position.ruleset
    colour = coloured()
    lines = [f"{rules.title}; {boards.COUNTED}", ""]
    lines += boards.board(rules.grid, position.board, colour=colour)
    for i, tray in enumerate((position.tray, *reading.upcoming)):
        if i:
            lines += ["", f"then, tray {i + 1}:"]
        if tray:
            captions = [boards.counted(s.size, "cell") if s else "" for s in tray]
            lines += ["", *boards.tray(tray, captions, width(), colour=colour)]
    if position.combo:
        lines += ["", f"combo: {position.combo}, {position.moves_since_clear} moves since a clear"]
    if position.score:
        lines += ["", f"score: {position.score}"]
    return lines
