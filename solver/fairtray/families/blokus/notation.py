"""Positions and games as JSON, or a board drawn as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fairtray.core import jsontext
from fairtray.core.errors import Fault, NotationError, echo
from fairtray.families.blokus.position import Position
from fairtray.families.blokus.reading import Reader
from fairtray.families.blokus.record import Record, Step
from fairtray.families.blokus.variants import Variant, get


@dataclass(frozen=True, slots=True)
class Reading:
    """A position as read.

    Attributes:
        position: the position.
        warnings: what is odd about it but allowed.
    """

    position: Position
    warnings: tuple[str, ...] = ()


def parse_position(text: str, variant: Variant | None = None) -> Reading:
    """Return the position that a text describes: JSON, or the rows of a board.

    Args:
        text: the text.
        variant: the game to use instead of the text's; None for the text's own.

    Raises:
        InputError: with every fault.
    """
    reader = Reader(_document(text), variant)
    position = reader.position(empty=False)
    reader.close()
    return Reading(position, tuple(reader.warnings))


def parse_game(text: str, variant: Variant | None = None) -> Record:
    """Return the recorded game that a JSON text describes; the board may be left out.

    Raises:
        InputError: with every fault.
    """
    reader = Reader(_document(text), variant)
    position = reader.position(empty=True)
    steps = reader.steps()
    reader.close()
    return Record(start_for(position, steps), steps, tuple(reader.warnings))


def start_for(position: Position, steps: tuple[Step, ...]) -> Position:
    """Return the start of a game, its start cells exchanged if the first move says so.

    In a game of two colours either start cell is the first player's to choose.
    """
    rules = position.variant
    first = next((step for step in steps if step.cells), None)
    starts = rules.starts
    if len(starts) != 2 or any(position.boards) or first is None or first.cells is None:
        return position
    colour = position.to_move if first.colour is None else first.colour
    if starts[1 - colour] in first.cells and starts[colour] not in first.cells:
        return replace(position, variant=rules.started_at((starts[1], starts[0])))
    return position


def _document(text: str) -> Mapping[str, Any]:
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] not in {"{", "[", '"'}:
        rows = [line.strip() for line in text.splitlines() if line.strip()]
        if not rows:
            raise NotationError(Fault("", "is empty", "write a position as JSON"))
        return {"board": rows}
    value = jsontext.loads(text)
    if not isinstance(value, Mapping):
        raise NotationError(
            Fault("", f"{echo(value)} is not a position", 'write {"ruleset": "blokus", "board": …}')
        )
    return value


def board_rows(position: Position) -> list[str]:
    """Return the board as rows of letters, ``.`` for an empty cell."""
    rules = position.variant
    rows = [["."] * rules.grid.cols for _ in range(rules.grid.rows)]
    for colour, board in zip(rules.colours, position.boards, strict=True):
        for row, col in rules.grid.cells(board):
            rows[row][col] = colour.letter
    return ["".join(row) for row in rows]


def position_json(position: Position) -> dict[str, Any]:
    """Return the JSON form of a position: enough to read the same position again."""
    rules = position.variant
    names = [colour.name for colour in rules.colours]
    document: dict[str, Any] = {
        "ruleset": rules.name,
        "board": board_rows(position),
        "to_move": names[position.to_move],
        "left": {name: list(left) for name, left in zip(names, position.left, strict=True)},
    }
    known = {name: piece for name, piece in zip(names, position.last, strict=True) if piece}
    if known:
        document["last"] = known
    if rules.starts != get(rules.name).starts:
        document["starts"] = [list(cell) for cell in rules.starts]
    return document
