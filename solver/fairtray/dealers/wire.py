"""The protocol with dealer programs: what is sent, and how an answer is read."""

from __future__ import annotations

import json
from typing import Any

from fairtray.core.errors import NotationError, echo
from fairtray.core.jsontext import loads
from fairtray.dealers.session import Ask
from fairtray.rulesets.model import Ruleset

VERSION = 1

_SHOWN = 160


class BadAnswer(Exception):
    """A line that does not answer the request.

    Attributes:
        what: what the dealer did.
        mend: what its author can do.
    """

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(what, mend)
        self.what = what
        self.mend = mend


def request(kind: str, number: int, **fields: object) -> str:
    """Return a request as one line."""
    return json.dumps({"type": kind, "id": number, **fields}, separators=(",", ":"))


def goodbye() -> str:
    """Return the last line sent to a dealer; it is not answered."""
    return json.dumps({"type": "exit"}, separators=(",", ":"))


def rules(ruleset: Ruleset) -> dict[str, object]:
    """Return what ``init`` says about a game."""
    grid = ruleset.grid
    fields: dict[str, object] = {
        "protocol": VERSION,
        "ruleset": ruleset.name,
        "rows": grid.rows,
        "cols": grid.cols,
        "shapes": [
            {
                "name": entry.shape.name,
                "rows": list(entry.shape.rows),
                "weight": entry.weight,
                "large": entry.large,
            }
            for entry in ruleset.catalogue or ()
        ],
        "tray": ruleset.tray_size,
        "max_large": ruleset.max_large,
    }
    if not _rows_and_columns(ruleset):
        fields["lines"] = [[list(cell) for cell in grid.cells(line)] for line in ruleset.lines]
    return fields


def _rows_and_columns(ruleset: Ruleset) -> bool:
    grid = ruleset.grid
    rows = {grid.mask((r, c) for c in range(grid.cols)) for r in range(grid.rows)}
    cols = {grid.mask((r, c) for r in range(grid.rows)) for c in range(grid.cols)}
    return set(ruleset.lines) == rows | cols


def situation(ruleset: Ruleset, ask: Ask) -> dict[str, object]:
    """Return the fields of a request for a deal."""
    return {
        "board": ruleset.grid.draw(ask.board),
        "turn": ask.turn,
        "score": ask.score,
        "record": ask.record,
    }


def answer(line: str, kind: str, number: int) -> dict[str, Any]:
    """Return an answer.

    Args:
        line: what the dealer wrote.
        kind: the type that the answer must have.
        number: the id of the request.

    Raises:
        BadAnswer: it is not one.
    """
    try:
        value = loads(line)
    except NotationError as error:
        fault = error.faults[0]
        where = f"{fault.where}: " if fault.where else ""
        raise BadAnswer(
            f"wrote a line that is not a JSON object: {echo(line, _SHOWN)} ({where}{fault.what})",
            "was it meant for stderr? standard output is for answers only",
        ) from None
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise BadAnswer(
            f"wrote a line that is not an answer: {echo(line, _SHOWN)}",
            'was it meant for stderr? an answer is a JSON object with "type"',
        )
    reply_to = value.get("in_reply_to")
    if not isinstance(reply_to, int) or isinstance(reply_to, bool) or reply_to != number:
        raise BadAnswer(
            f"answered with in_reply_to {echo(reply_to)} where {number} was expected",
            "repeat the id of the request; answer each request once and in order",
        )
    if value["type"] == "error":
        raise BadAnswer(
            f"reports an error: {echo(value.get('text', ''), _SHOWN)}",
            "see what it says; its stderr may say more",
        )
    if value["type"] != kind:
        raise BadAnswer(
            f"answered with type {echo(value['type'])} where {kind} was expected",
            f'answer {{"type":"{kind}","in_reply_to":{number},…}}',
        )
    return value
