"""What commands do with games recorded in one of a ruleset's modes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from fairtray_cli import options
from fairtray_cli.blokus import asked
from fairtray_cli.console import coloured, out, out_json, plain
from fairtray_cli.failures import Exit

_FORMAT = '"fairtray-game/'


def meant(path: str, text: str) -> bool:
    """Return whether a file's text is a game recorded in a mode, whatever its version.

    Raises:
        InputError: it would be one, if it were JSON.
    """
    if _FORMAT not in text or text.lstrip("\ufeff \t\r\n")[:1] != "{":
        return False
    from fairtray.core import jsontext
    from fairtray.play.modes.reading import is_recorded_game

    with options.naming(path):
        return is_recorded_game(jsontext.loads(text))


def replay(path: str, ruleset: str | None, text: str, *, as_json: bool) -> int:
    """Replay a recorded game, show it, and return the exit status.

    Raises:
        InputError: faults in the document, or a move that the rules do not allow.
    """
    from pathlib import Path

    from fairtray.core import jsontext
    from fairtray.play.modes import reading
    from fairtray.play.modes.replay import replayed
    from fairtray_cli.pictures import steps as pictures
    from fairtray_cli.render import recorded

    if ruleset is not None:
        raise click.UsageError("a recorded game is played by its own ruleset: drop --ruleset")
    with options.naming(path):
        record = reading.from_document(jsontext.loads(text), Path(path).parent)
        found = replayed(record)
    image = asked.given().image
    moves = [move for move in found.moves if move is not None]
    start = moves[0].before if moves else found.game.position
    if image is not None:
        pictures.write(image, start, moves, found.game.position)
    if as_json:
        out_json(recorded.document(record, found))
    else:
        out("\n".join(recorded.text(record, found, colour=coloured())))
    return Exit.NO if found.differences else Exit.YES


def table_said(text: str) -> dict[str, Any]:
    """Return what a recorded game of Blokus says otherwise than its moves, for a document.

    Returns:
        ``verified`` and ``differences``; nothing where the text is no recorded table.

    Raises:
        InputError: faults in the document, or a move that the rules do not allow.
    """
    if _FORMAT not in text or not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return {}
    from fairtray.core import jsontext
    from fairtray.families.blokus.game import replay_table
    from fairtray.families.blokus.gamefile import is_blokus

    document = jsontext.loads(text)
    if not is_blokus(document):
        return {}
    differences = list(replay_table(document).differences)
    return {"verified": not differences, "differences": differences}


def verdict(said: Mapping[str, Any]) -> list[str]:
    """Return what :func:`table_said` found, as lines for a terminal."""
    if not said:
        return []
    if said["verified"]:
        return ["verified: the record says of the end what the rules give"]
    return ["", "not as recorded:", *(f"  {plain(line)}" for line in said["differences"])]
