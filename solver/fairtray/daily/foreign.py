"""Days of other people's dealers: read from their files, or asked of a dealer program.

A program is run several times. Whatever could make it deal one player other pieces than another
differs from run to run: the time zone of its process, the seed of its hashes, the seed that
``init`` tells it, and the order in which the dates are asked for.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.shapes import Shape
from fairtray.daily import dates
from fairtray.daily.document import MAX_PIECES
from fairtray.dealers.channel import Limits
from fairtray.dealers.process import Process
from fairtray.dealers.program import ProgramSession, arguments
from fairtray.notation import RecordedMove, read_shape
from fairtray.rulesets.model import Ruleset

ZONES = ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago")
"""The default zones. The last two are 25 hours apart: it is never the same day in
both, so a program that looks at its own clock gives itself away."""

RUNS = 3
"""Runs by default: as many as there are zones."""

DAYS = 366
"""Days by default: every date of a year comes at least once."""


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


def read_day(value: object, ruleset: Ruleset, place: str) -> Day:
    """Return the day that a decoded JSON value describes: ``date``, ``pieces``, any ``witness``.

    A piece may lie outside the catalogue: that is a finding, not a fault of the file.

    Raises:
        NotationError: date or pieces are missing or cannot be read.
    """
    if not isinstance(value, Mapping):
        raise NotationError(
            Fault("", f"{echo(value)} is not a day", 'write {"date": "2026-11-29", "pieces": […]}')
        )
    try:
        date = dates.parse(value.get("date"))
    except InputError as error:
        raise error.located("", "date") from None
    given = value.get("pieces")
    if not isinstance(given, list) or not 1 <= len(given) <= MAX_PIECES:
        raise NotationError(
            Fault("pieces", f"{echo(given)} is not a list of pieces", 'write ["I3h", …]')
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
        raise NotationError(
            Fault("witness", f"{echo(given)} is not a list", "write moves or drop it")
        )
    moves = []
    for i, move in enumerate(given):
        if (
            not isinstance(move, dict)
            or type(move.get("row")) is not int
            or type(move.get("col")) is not int
            or not isinstance(move.get("slot"), int | None)
        ):
            raise NotationError(
                Fault(f"witness[{i}]", f"{echo(move)} is not a move", "write shape, row and col")
            )
        try:
            shape = read_shape(move.get("shape"))
        except InputError as error:
            raise error.located("", f"witness[{i}].shape") from None
        moves.append(RecordedMove(move.get("slot"), shape, move["row"], move["col"]))
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class ProgramRequest:
    """The days that a dealer program is asked to deal.

    Attributes:
        command: how to start it.
        ruleset: the game, with a catalogue.
        dates: the days.
        zones: names of time zones; each date is asked for in each of them.
        runs: how often the program is started.
        limits: how long it may take.
    """

    command: str
    ruleset: Ruleset
    dates: Sequence[dt.date]
    zones: Sequence[str] = ZONES
    runs: int = RUNS
    limits: Limits = field(default_factory=Limits)

    @property
    def requests(self) -> int:
        """How many days the program is asked for in all."""
        return len(self.dates) * len(self.zones) * self.runs

    def days(self) -> Iterator[Day]:
        """Yield the days that the program deals, run after run.

        Raises:
            InputError: the command cannot be split into words.
            DealerError: the program failed.
        """
        words = arguments(self.command)
        for run in range(self.runs):
            environment = {
                "TZ": self.zones[run % len(self.zones)],
                "PYTHONHASHSEED": str(run + 1),
            }
            where = f"run {run + 1} with TZ={environment['TZ']}"
            channel = Process(words, self.limits, environment)
            # Backwards every other time, so that what was asked before differs too.
            dates = self.dates if run % 2 == 0 else self.dates[::-1]
            with ProgramSession(
                self.ruleset, self.command, channel, run + 1, self.limits
            ) as session:
                for date in dates:
                    for zone in self.zones:
                        pieces = session.daily(date.isoformat(), zone)
                        yield Day(f"tz {zone} in {where}", date, pieces)
