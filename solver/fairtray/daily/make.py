"""Making dailies: the first sequence with a play-through, its par, bound and difficulty."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fairtray import rulesets
from fairtray.core.errors import Fault, InputError
from fairtray.core.shapes import Shape
from fairtray.daily import bound, difficulty
from fairtray.daily.document import MAX_PIECES, Daily, Par, from_json, to_json, trays_of
from fairtray.daily.stream import Deck, commitment, deck_of, default_key, sequence
from fairtray.engines.search.beam import MAX_WIDTH, POINTS, SURVIVAL, Line, Weights, beam
from fairtray.game import Move, Position
from fairtray.notation import RecordedMove
from fairtray.rulesets.model import Ruleset, identity_of
from fairtray.runs import Plan as RunPlan
from fairtray.runs import Progress, no_progress

PIECES = 30
"""Pieces of a daily by default."""

PAR_WIDTH = 500
"""Width of the beam that plays for the par by default."""

WITNESS_WIDTHS = (64, 1024, 16384)
"""Widths of the beams that look for a play-through, one after the other. Part of what a
sequence is, because it decides which attempt is dealt: never to be changed."""

MAX_ATTEMPTS = 100
"""Sequences of one day that are tried before the ruleset is given up."""

_DAYS_WORTH_A_WORKER = 20


@dataclass(frozen=True, slots=True)
class Order:
    """How a day is made.

    Attributes:
        ruleset: the game, with a catalogue.
        key: the key's raw bytes.
        pieces: how many, a multiple of the ruleset's tray size.
        width: of the beam that plays for the par; 0 for no par.
    """

    ruleset: Ruleset
    key: bytes
    pieces: int = PIECES
    width: int = PAR_WIDTH

    def __post_init__(self) -> None:
        """Refuse what no day can be made with."""
        deck = deck_of(self.ruleset)
        if not 1 <= self.pieces <= MAX_PIECES or self.pieces % deck.tray_size:
            raise InputError(
                Fault(
                    "pieces",
                    f"{self.pieces} pieces",
                    f"ask for a multiple of {deck.tray_size}, at most {MAX_PIECES}",
                )
            )
        if not 0 <= self.width <= MAX_WIDTH:
            raise InputError(
                Fault("par", f"a beam of width {self.width}", f"ask for 0 (no par) to {MAX_WIDTH}")
            )

    @property
    def deck(self) -> Deck:
        """What is drawn from."""
        return deck_of(self.ruleset)

    def drawn(self, date: dt.date, attempt: int) -> list[int]:
        """Return the catalogue indices of one attempt at a day."""
        return sequence(
            self.key, self.ruleset.name, date.isoformat(), attempt, self.deck, self.pieces
        )


def make(order: Order, date: dt.date) -> Daily:
    """Return a day.

    Raises:
        InputError: none of the first 100 sequences can be played through.
    """
    ruleset = order.ruleset
    for attempt in range(MAX_ATTEMPTS):
        indices = order.drawn(date, attempt)
        pieces = tuple(ruleset.shapes[i] for i in indices)
        witness = play_through(ruleset, pieces)
        if witness is None:
            continue
        par = None
        if order.width:
            found = line(ruleset, pieces, order.width)
            best = found.moves if found.complete else witness
            par = Par(best[-1].after.score, recorded(best), order.width)
        return Daily(
            ruleset=ruleset,
            date=date.isoformat(),
            attempt=attempt,
            pieces=pieces,
            witness=recorded(witness),
            par=par,
            at_most=bound.most_points(ruleset, trays_of(ruleset, pieces)),
            difficulty=difficulty.rate(ruleset, indices),
            commitment=commitment(order.key),
        )
    raise InputError(
        Fault(
            "",
            f"none of {MAX_ATTEMPTS} sequences of {order.pieces} pieces for {date} can be "
            "played through",
            "ask for fewer pieces or use an easier ruleset",
        )
    )


def make_daily(
    ruleset: rulesets.Ruleset | str,
    date: dt.date,
    *,
    key: bytes | None = None,
    pieces: int = PIECES,
    width: int = PAR_WIDTH,
) -> Daily:
    """Return the challenge of a day; ``fairtray.daily.document.to_json`` makes its file.

    Args:
        ruleset: a ruleset, its built-in name or the path of its file.
        date: the day.
        key: the raw bytes of a secret key; None for the one that everybody knows.
        pieces: how many, a multiple of the ruleset's tray size.
        width: of the beam that plays for the par; 0 for no par.

    Raises:
        InputError: an unknown name, faults in a ruleset, or such a day cannot be made.
    """
    rules = ruleset if isinstance(ruleset, rulesets.Ruleset) else rulesets.get(ruleset)
    return make(Order(rules, default_key(rules.name) if key is None else key, pieces, width), date)


def play_through(ruleset: Ruleset, pieces: Sequence[Shape]) -> tuple[Move, ...] | None:
    """Return moves that place all pieces from the start board; None when none are found."""
    for width in WITNESS_WIDTHS:
        found = line(ruleset, pieces, width, SURVIVAL)
        if found.complete:
            return found.moves
    return None


def line(ruleset: Ruleset, pieces: Sequence[Shape], width: int, weights: Weights = POINTS) -> Line:
    """Return the line that a beam finds through a sequence from the start board."""
    first, *later = trays_of(ruleset, pieces)
    return beam(Position(ruleset, ruleset.start, first), later, width, weights)


def recorded(moves: Sequence[Move]) -> tuple[RecordedMove, ...]:
    """Return moves as a file records them."""
    return tuple(
        RecordedMove(move.placement.slot, move.shape, move.placement.row, move.placement.col)
        for move in moves
    )


@dataclass(frozen=True, slots=True)
class DaysPlan(RunPlan[dt.date, Daily, list[Daily]]):
    """Some days, made one after the other.

    Attributes:
        order: what they are made by.
        days: which, in order.
    """

    order: Order
    days: tuple[dt.date, ...]
    kind: ClassVar[str] = "daily"

    def identity(self) -> dict[str, Any]:
        return {
            **identity_of(self.order.ruleset),
            # The key itself may be secret.
            "commitment": commitment(self.order.key),
            "first": self.days[0].isoformat(),
            "days": len(self.days),
            "pieces": self.order.pieces,
            "par": self.order.width,
        }

    def chunks(self) -> Iterator[dt.date]:
        return iter(self.days)

    def do(self, chunk: dt.date, progress: Progress = no_progress, /) -> Daily:
        daily = make(self.order, chunk)
        progress(1)
        return daily

    def encode(self, result: Daily) -> dict[str, Any]:
        return to_json(result)

    def decode(self, value: Any) -> Daily:
        return from_json(value)

    def total(self) -> list[Daily]:
        return []

    def merge(self, total: list[Daily], result: Daily) -> None:
        total.append(result)

    def worthwhile(self) -> int:
        return len(self.days) // _DAYS_WORTH_A_WORKER
