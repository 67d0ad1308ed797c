"""``fairtray replay``: recorded moves, played by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairtray_cli import modes, options
from fairtray_cli.blokus import asked
from fairtray_cli.console import coloured, out, out_json, warn
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion

if TYPE_CHECKING:
    from fairtray.notation import Played


@click.command("replay")
@click.argument("game", shell_complete=completion.files)
@options.ruleset
@options.as_json
@asked.scoring
@asked.to
@asked.number
@asked.image
def command(game: str, ruleset: str | None, as_json: bool) -> int:
    """Play the moves of a recorded game and show what each earns.

    GAME is a JSON file: a position with "moves", a list of objects with "shape" (or
    "slot"), "row" and "col", counted from 0; - reads standard input. A move that the
    rules do not allow is bad input: the message says which, and why.

    A game recorded in one of a ruleset's modes ("format": "fairtray-game/1") is dealt and
    played again; the exit status is 1 when it did not go as the file says.

    Of a Blokus game, JSON or .blksgf, it shows squares, bonus and score of each colour.
    """
    from fairtray.core.files import read_text
    from fairtray.notation import parse_game, play
    from fairtray_cli.render import documents

    rules = options.ruleset_for(game, ruleset)
    text = read_text(game)
    if asked.meant(game, ruleset, text):
        from fairtray_cli.blokus import answers

        return answers.replay(game, ruleset, text, as_json=as_json)

    if modes.meant(game, text):
        return modes.replay(game, ruleset, text, as_json=as_json)
    recorded = parse_game(text, rules, source=game)
    with options.naming(game):
        played = play(recorded)
    asked.draw(recorded.start, played.moves, played.final)
    warn([*recorded.warnings, *played.warnings])
    if as_json:
        out_json(documents.replayed(recorded, played))
    else:
        out("\n".join(_text(played)))
    return Exit.YES


def _text(played: Played) -> list[str]:
    from fairtray_cli.render import boards
    from fairtray_cli.render.rules import table

    final = played.final
    rows = []
    for i, move in enumerate(played.moves, start=1):
        cleared = ", ".join(move.before.ruleset.line_names[line] for line in move.lines)
        place = move.placement
        earned = (move.points, move.combo, move.after.score)
        rows.append([i, move.shape.name, place.row + 1, place.col + 1, cleared, *earned])
    headers = ["move", "shape", "row", "column", "clears", "points", "combo", "score"]
    lines = [f"{final.ruleset.title}; {boards.COUNTED}", "", table(rows, headers), ""]
    lines += boards.board(final.ruleset.grid, final.board, colour=coloured())
    over = "yes, no piece left fits" if final.game_over else "no"
    return [*lines, "", f"score: {final.score}", f"game over: {over}"]
