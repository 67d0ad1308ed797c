"""Auditing dailies that somebody else made: what can be seen from the days alone."""

from __future__ import annotations

import datetime as dt
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairtray.claims.in_catalogue import InCatalogue
from fairtray.claims.large_limit import LargeLimit
from fairtray.core.errors import IllegalPlacement
from fairtray.core.shapes import Shape
from fairtray.daily import statistics
from fairtray.daily.document import played
from fairtray.daily.foreign import Day
from fairtray.daily.make import play_through
from fairtray.daily.stream import Deck, deck_of
from fairtray.rulesets.model import Ruleset

HOLDS, REFUTED, NOT_REFUTED = "holds", "refuted", "not refuted"
INCONCLUSIVE, NOT_TESTED = "inconclusive", "not tested"

_EXAMPLES = 3
_CHANCE = 1e-9
"""How unlikely a run of pieces must be by chance to prove that it was copied."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the audit says about one promise.

    Attributes:
        id: its name.
        verdict: one of the five words above.
        what: one sentence.
        examples: places that refute it, a few of them.
        statistic: the numbers of a statistical test.
    """

    id: str
    verdict: str
    what: str
    examples: list[str] = field(default_factory=list)
    statistic: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the finding as a document."""
        return {
            "id": self.id,
            "verdict": self.verdict,
            "what": self.what,
            "examples": self.examples[:_EXAMPLES],
            **({"statistic": self.statistic} if self.statistic else {}),
        }


def audit(
    ruleset: Ruleset, days: Sequence[Day], tick: Callable[[], None] = lambda: None
) -> list[Finding]:
    """Return what the days say of every promise a daily dealer makes.

    Args:
        ruleset: the game, with a catalogue.
        days: in any order; a date may come several times (from several zones or runs).
        tick: called for each date that has been played through, which takes longest.
    """
    deck = deck_of(ruleset)
    by_date: dict[dt.date, Day] = {}
    for day in sorted(days, key=lambda day: day.date):
        by_date.setdefault(day.date, day)
    one_each = list(by_date.values())
    index = {shape: i for i, shape in enumerate(ruleset.shapes)}
    inside = [
        (day.date, [index[s] for s in day.pieces])
        for day in one_each
        if all(s in index for s in day.pieces)
    ]
    return [
        _same_for_all(days, by_date),
        _distinct(one_each),
        _no_copies(deck, one_each),
        _playable(ruleset, one_each, tick),
        _witnesses(ruleset, days),
        _in_catalogue(ruleset, one_each),
        _large_limit(deck, index, one_each),
        *_drawn_fairly(deck, inside),
    ]


def overall(findings: Sequence[Finding]) -> str:
    """Return the verdict on a dealer: one refuted promise outweighs everything else."""
    verdicts = {finding.verdict for finding in findings}
    return next((v for v in (REFUTED, INCONCLUSIVE) if v in verdicts), NOT_REFUTED)


def _exact(name: str, promise: str, against: list[str]) -> Finding:
    if against:
        return Finding(name, REFUTED, f"{len(against)} times not so: {promise}", against)
    return Finding(name, HOLDS, promise)


def _same_for_all(days: Sequence[Day], by_date: Mapping[dt.date, Day]) -> Finding:
    promise = "a date has the same pieces in every zone, run and file"
    if len(days) == len(by_date):
        return Finding("same-for-all", NOT_TESTED, "no date is there more than once")
    against = [
        f"{day.date}: {day.place} and {by_date[day.date].place} differ"
        for day in days
        if day.pieces != by_date[day.date].pieces
    ]
    return _exact("same-for-all", promise, against)


def _distinct(days: Sequence[Day]) -> Finding:
    first: dict[tuple[Shape, ...], Day] = {}
    against = []
    for day in days:
        other = first.setdefault(day.pieces, day)
        if other is not day:
            against.append(f"{day.date} has the pieces of {other.date}")
    if len(days) == 1:
        return Finding("distinct", NOT_TESTED, "there is only one date")
    return _exact("distinct", "no two dates have the same pieces", against)


def _no_copies(deck: Deck, days: Sequence[Day]) -> Finding:
    name = "no-shifted-copy"
    if len(days) == 1:
        return Finding(name, NOT_TESTED, "there is only one date")
    total = sum(deck.weights)
    # By chance two draws agree so often, or a little more often where some are drawn again.
    agree = sum((weight / total) ** 2 for weight in deck.weights)
    places = sum(len(day.pieces) for day in days)
    needed = 1 if agree >= 1 else math.ceil(math.log(places**2 / 2 / _CHANCE) / -math.log(agree))
    if agree >= 1 or needed >= min(len(day.pieces) for day in days):
        return Finding(
            name, INCONCLUSIVE, "the days are too short to tell a copied run of pieces from chance"
        )
    seen: dict[tuple[Shape, ...], tuple[Day, int]] = {}
    pairs: dict[tuple[dt.date, dt.date], str] = {}
    for day in days:
        for at in range(len(day.pieces) - needed + 1):
            run = day.pieces[at : at + needed]
            other, there = seen.setdefault(run, (day, at))
            if other.date != day.date and other.pieces != day.pieces:
                text = (
                    f"{day.date} from piece {at + 1} on repeats {other.date} from piece "
                    f"{there + 1} on, {needed} pieces or more"
                )
                pairs.setdefault((other.date, day.date), text)
    return _exact(
        name, f"no run of {needed} pieces of a date comes again on another", list(pairs.values())
    )


def _playable(ruleset: Ruleset, days: Sequence[Day], tick: Callable[[], None]) -> Finding:
    unknown = []
    for day in days:
        if _own_fault(ruleset, day) is not None and play_through(ruleset, day.pieces) is None:
            unknown.append(f"{day.date}: the search finds no play-through")
        tick()
    if unknown:
        what = f"for {len(unknown)} of {len(days)} dates no play-through was found, or disproved"
        return Finding("playable", INCONCLUSIVE, what, unknown)
    return Finding("playable", HOLDS, "every date can be played to its last piece")


def _witnesses(ruleset: Ruleset, days: Sequence[Day]) -> Finding:
    """Judge the play-throughs that the days bring with them; what our search finds is apart."""
    given = [day for day in days if day.witness]
    if not given:
        return Finding("witness", NOT_TESTED, "no day brings a play-through with it")
    faults = ((day, _own_fault(ruleset, day)) for day in given)
    against = [f"{day.date} ({day.place}): {fault}" for day, fault in faults if fault is not None]
    return _exact("witness", "each play-through that a day brings places all its pieces", against)


def _own_fault(ruleset: Ruleset, day: Day) -> str | None:
    """Return why the day's own witness does not place all its pieces; None when it does."""
    if not day.witness:
        return "there is none"
    try:
        done, _ = played(ruleset, day.pieces, day.witness)
    except IllegalPlacement as error:
        return str(error)
    if len(done) < len(day.pieces):
        return f"it has {len(done)} moves, but there are {len(day.pieces)} pieces"
    return None


def _in_catalogue(ruleset: Ruleset, days: Sequence[Day]) -> Finding:
    known = set(ruleset.shapes)
    against = [
        f"{day.date}: {shape.name} (piece {n})"
        for day in days
        for n, shape in enumerate(day.pieces, start=1)
        if shape not in known
    ]
    return _exact(InCatalogue.id, f"every piece is one of {ruleset.name}'s shapes", against)


def _large_limit(deck: Deck, index: Mapping[Shape, int], days: Sequence[Day]) -> Finding:
    if deck.max_large is None:
        return Finding(LargeLimit.id, NOT_TESTED, "the ruleset has no limit of large shapes")
    against = []
    for day in days:
        for at in range(0, len(day.pieces), deck.tray_size):
            tray = day.pieces[at : at + deck.tray_size]
            large = sum(deck.large[index[shape]] for shape in tray if shape in index)
            if large > deck.max_large:
                number = at // deck.tray_size + 1
                against.append(f"{day.date}: {large} large shapes in tray {number}")
    promise = f"no tray has more than {deck.max_large} large shape"
    return _exact(LargeLimit.id, promise, against)


def _drawn_fairly(deck: Deck, days: Sequence[tuple[dt.date, list[int]]]) -> list[Finding]:
    sequences = [pieces for _, pieces in days]
    neighbours = [
        (before[0], after[0])
        for (day, before), (next_day, after) in itertools.pairwise(days)
        if (next_day - day).days == 1
    ]
    tests = {
        "frequencies": ("the shapes come as often as the catalogue says", "draws",
                        statistics.frequencies(deck, sequences)),
        "first-shape": ("the first shapes of the days come as often as the catalogue says", "days",
                        statistics.first_shapes(deck, sequences)),
        "first-step": ("the first shape does not move by a fixed step from day to day", "pairs",
                       statistics.first_steps(deck, neighbours)),
    }  # fmt: skip
    level = statistics.LEVEL / len(tests)
    findings = []
    for name, (promise, unit, test) in tests.items():
        if test.p < level:
            verdict, what = REFUTED, f"not so, at p = {test.p:.1e}: {promise}"
        elif test.least >= level:
            verdict, what = INCONCLUSIVE, f"too few {unit} ({test.draws}) to tell: {promise}"
        else:
            verdict, what = NOT_REFUTED, f"nothing speaks against it: {promise}"
        numbers = {
            "method": test.method,
            "value": test.statistic,
            "draws": test.draws,
            "p": test.p,
            "level": level,
        }
        findings.append(Finding(name, verdict, what, statistic=numbers))
    return findings
