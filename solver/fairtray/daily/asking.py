"""Asking a dealer program for its days: several runs of it, each for several zones.

Whatever could make a program deal one player other pieces than another differs from run to
run: the time zone of its process, the seed of its hashes, the seed that ``init`` tells it,
and the order in which the dates are asked for.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fairtray.daily.foreign import Day
from fairtray.dealers.channel import Limits
from fairtray.dealers.process import Process
from fairtray.dealers.program import ProgramSession, arguments
from fairtray.rulesets.model import Ruleset

ZONES = ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago")
"""The zones asked for where no others are named. The last two are 25 hours apart: it is
never the same day in both, so a program that looks at its own clock shows it."""

RUNS = 3
"""Runs where no other number is asked for: as many as there are zones."""

DAYS = 366
"""Days where no other number is asked for: every date of a year comes at least once."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What a dealer program is asked for.

    Attributes:
        command: how to start it.
        ruleset: the game, with a catalogue.
        dates: the days.
        zones: names of time zones; each date is asked for in each of them.
        runs: how often the program is started.
        limits: how much it may take.
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
        """Yield what the program deals, run after run.

        Raises:
            InputError: the command is none.
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
