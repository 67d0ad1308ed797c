"""Days as any dealer may write them down: a date, the pieces, and a play-through if known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.shapes import Shape
from fairtray.daily import dates
from fairtray.daily.document import MAX_PIECES
from fairtray.notation import RecordedMove, read_shape
from fairtray.rulesets.model import Ruleset


@dataclass(frozen=True, slots=True)
class Day:
    """One day as a foreign dealer dealt it.

    Attributes:
        place: file and line, for the report.
        date: the day.
        pieces: what was dealt.
        witness: moves said to place all pieces; empty when none are given.
    """

    place: str
    date: dt.date
    pieces: tuple[Shape, ...]
    witness: tuple[RecordedMove, ...] = ()


def day_of(value: object, ruleset: Ruleset, place: str) -> Day:
    """Return the day that a decoded JSON value describes: ``date``, ``pieces``, any ``witness``.

    A piece may lie outside the catalogue: that is a finding, not a fault of the file.

    Raises:
        NotationError: no date or no pieces in it, or ones that cannot be read.
    """
    if not isinstance(value, Mapping):
        raise NotationError(
            Fault("", f"{echo(value)} is no day", 'write {"date": "2026-11-29", "pieces": […]}')
        )
    try:
        date = dates.parse(value.get("date"))
    except InputError as error:
        raise error.located("", "date") from None
    given = value.get("pieces")
    if not isinstance(given, list) or not 1 <= len(given) <= MAX_PIECES:
        raise NotationError(
            Fault("pieces", f"{echo(given)} is no list of pieces", 'write ["I3h", …]')
        )
    pieces = []
    for i, name in enumerate(given):
        own = next((shape for shape in ruleset.shapes if shape.name == name), None)
        try:
            pieces.append(own or read_shape(name))
        except InputError as error:
            raise error.located("", f"pieces[{i}]") from None
    return Day(place, date, tuple(pieces), _witness(value.get("witness")))


def _witness(given: object) -> tuple[RecordedMove, ...]:
    if given is None:
        return ()
    if not isinstance(given, list):
        raise NotationError(Fault("witness", f"{echo(given)} is no list", "write moves or drop it"))
    moves = []
    for i, move in enumerate(given):
        if (
            not isinstance(move, dict)
            or type(move.get("row")) is not int
            or type(move.get("col")) is not int
            or not isinstance(move.get("slot"), int | None)
        ):
            raise NotationError(
                Fault(f"witness[{i}]", f"{echo(move)} is no move", "write shape, row and col")
            )
        try:
            shape = read_shape(move.get("shape"))
        except InputError as error:
            raise error.located("", f"witness[{i}].shape") from None
        moves.append(RecordedMove(move.get("slot"), shape, move["row"], move["col"]))
    return tuple(moves)
