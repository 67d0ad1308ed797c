"""Daily files: what stands in one, and reading it strictly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairtray.core.errors import Fault, InputError, NotationError, echo, nearest
from fairtray.core.shapes import Shape
from fairtray.daily import dates
from fairtray.daily.stream import FORMAT
from fairtray.game import Move, Position
from fairtray.notation import Game, RecordedMove, play, read_shape
from fairtray.notation.writing import ruleset_json
from fairtray.rulesets import get
from fairtray.rulesets.model import Ruleset

_KEYS = (
    "format", "ruleset", "date", "attempt", "pieces", "witness", "par", "at_most", "difficulty",
    "commitment",
)  # fmt: skip
_NEEDED = tuple(key for key in _KEYS if key not in {"par", "at_most", "difficulty"})
_PAR_KEYS = ("score", "moves", "width")
_MOVE_KEYS = ("slot", "shape", "row", "col")

MAX_PIECES = 1000
"""The most pieces of a daily."""


@dataclass(frozen=True, slots=True)
class Par:
    """A play for points.

    Attributes:
        score: what it earns.
        moves: the play, every piece placed.
        width: the beam that found it; 0 where the file does not say.
    """

    score: int
    moves: tuple[RecordedMove, ...]
    width: int


@dataclass(frozen=True, slots=True)
class Daily:
    """One day's challenge.

    Attributes:
        ruleset: the game.
        date: ``YYYY-MM-DD``.
        attempt: how many sequences were passed over because no play-through was found.
        pieces: the pieces, tray by tray.
        witness: a play that places all of them.
        par: a play for points; None when none was looked for.
        at_most: points that no play exceeds; None where the file does not say.
        difficulty: the document of :mod:`fairtray.daily.difficulty`; None likewise.
        commitment: SHA-256 of the key, in hex.
    """

    ruleset: Ruleset
    date: str
    attempt: int
    pieces: tuple[Shape, ...]
    witness: tuple[RecordedMove, ...]
    par: Par | None
    at_most: int | None
    difficulty: Mapping[str, Any] | None
    commitment: str

    @property
    def trays(self) -> tuple[tuple[Shape, ...], ...]:
        """The pieces, tray by tray."""
        return trays_of(self.ruleset, self.pieces)

    @property
    def absent(self) -> tuple[str, ...]:
        """The fields that a file may leave out and this one does, as the file calls them."""
        return tuple(
            name for name in ("par", "at_most", "difficulty") if getattr(self, name) is None
        )


def trays_of(ruleset: Ruleset, pieces: Sequence[Shape]) -> tuple[tuple[Shape, ...], ...]:
    """Return a sequence cut into trays."""
    size = ruleset.tray_size
    return tuple(tuple(pieces[i : i + size]) for i in range(0, len(pieces), size))


def played(
    ruleset: Ruleset, pieces: Sequence[Shape], moves: Sequence[RecordedMove]
) -> tuple[tuple[Move, ...], Position]:
    """Return what moves do on a sequence, from the ruleset's start board, and what is left.

    Raises:
        IllegalPlacement: a move that the rules do not allow, named ``moves[i]``.
    """
    first, *later = trays_of(ruleset, pieces)
    done = play(Game(Position(ruleset, ruleset.start, first), tuple(moves), tuple(later)))
    return done.moves, done.final


def to_json(daily: Daily) -> dict[str, Any]:
    """Return the JSON form of a daily, its keys in the order of the format."""
    par = daily.par
    return {
        "format": FORMAT,
        "ruleset": ruleset_json(daily.ruleset),
        "date": daily.date,
        "attempt": daily.attempt,
        "pieces": [shape.name for shape in daily.pieces],
        "witness": [_move_json(move) for move in daily.witness],
        "par": None
        if par is None
        else {
            "score": par.score,
            "moves": [_move_json(move) for move in par.moves],
            "width": par.width,
        },
        "at_most": daily.at_most,
        "difficulty": None if daily.difficulty is None else dict(daily.difficulty),
        "commitment": daily.commitment,
    }


def _move_json(move: RecordedMove) -> dict[str, Any]:
    shape = None if move.shape is None else move.shape.name
    return {"slot": move.slot, "shape": shape, "row": move.row, "col": move.col}


def from_json(value: object, folder: Path | None = None) -> Daily:
    """Return the daily that a decoded JSON value describes.

    That it reads well says nothing of whether it is true: see :mod:`fairtray.daily.verify`.

    Args:
        value: the value.
        folder: where the relative path of a ruleset starts.

    Raises:
        InputError: another format or version, or with every fault of the document.
    """
    if not isinstance(value, Mapping):
        raise NotationError(
            Fault("", f"{echo(value)} is no daily file", f'write {{"format": "{FORMAT}", …}}')
        )
    given = value.get("format")
    if given != FORMAT:
        what = "missing" if "format" not in value else f"{echo(given)} is another format"
        raise NotationError(Fault("format", what, f"only {FORMAT} is read here"))
    return _Reader(value, folder).daily()


class _Reader:
    """Reads a document of the right format, collecting its faults."""

    def __init__(self, value: Mapping[str, Any], folder: Path | None) -> None:
        self.value = value
        self.folder = folder
        self.faults: list[Fault] = []

    def fault(self, where: str, what: str, mend: str) -> None:
        self.faults.append(Fault(where, what, mend))

    def daily(self) -> Daily:
        self.known(self.value, "", _KEYS)
        for key in _NEEDED:
            if key not in self.value:
                self.fault(key, "missing", "add it, or make the file again")
        if self.faults:
            raise NotationError(self.faults)
        try:
            ruleset = get(self.value["ruleset"], self.folder)
        except InputError as error:
            raise error.located("", "ruleset") from None
        date = self.date(self.value["date"])
        attempt = self.whole(self.value["attempt"], "attempt")
        pieces = self.pieces(self.value["pieces"], ruleset)
        witness = self.moves(self.value["witness"], "witness", ruleset)
        par = self.par(self.value.get("par"), ruleset)
        at_most = self.value.get("at_most")
        if at_most is not None:
            self.whole(at_most, "at_most")
        difficulty = self.value.get("difficulty")
        if difficulty is not None and not isinstance(difficulty, dict):
            self.fault("difficulty", f"{echo(difficulty)} is no object", "make the file again")
        commitment = self.value["commitment"]
        if not isinstance(commitment, str) or not re.fullmatch("[0-9a-f]{64}", commitment):
            self.fault("commitment", f"{echo(commitment)} is no SHA-256", "write 64 hex digits")
        if self.faults:
            raise NotationError(self.faults)
        return Daily(ruleset, date, attempt, pieces, witness, par, at_most, difficulty, commitment)

    def known(self, value: Mapping[str, Any], where: str, keys: Sequence[str]) -> None:
        for key in value:
            if key not in keys:
                place = f"{where}.{echo(key)[1:-1]}" if where else echo(key)[1:-1]
                self.fault(place, "unknown key", nearest(key, keys))

    def whole(self, value: object, where: str) -> int:
        if type(value) is int and value >= 0:
            return value
        self.fault(where, f"{echo(value)} is not allowed", "a whole number from 0")
        return 0

    def date(self, value: object) -> str:
        try:
            return dates.parse(value).isoformat()
        except InputError as error:
            self.faults += error.located("", "date").faults
            return ""

    def pieces(self, value: object, ruleset: Ruleset) -> tuple[Shape, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= MAX_PIECES:
            self.fault("pieces", f"{echo(value)} is no list of pieces", 'write ["I3h", …]')
            return ()
        found = [self.shape(name, f"pieces[{i}]", ruleset) for i, name in enumerate(value)]
        return tuple(shape for shape in found if shape is not None)

    def shape(self, value: object, where: str, ruleset: Ruleset) -> Shape | None:
        try:
            return read_shape(value, ruleset)
        except InputError as error:
            self.faults += error.located("", where).faults
            return None

    def moves(self, value: object, where: str, ruleset: Ruleset) -> tuple[RecordedMove, ...]:
        if not isinstance(value, list):
            self.fault(where, f"{echo(value)} is no list", 'write [{"shape": "I3h", …}, …]')
            return ()
        found = []
        for i, move in enumerate(value):
            place = f"{where}[{i}]"
            if not isinstance(move, dict) or not {"shape", "row", "col"} <= set(move):
                self.fault(place, f"{echo(move)} is no move", "write shape, row and col")
                continue
            self.known(move, place, _MOVE_KEYS)
            slot = move.get("slot")
            found.append(
                RecordedMove(
                    None if slot is None else self.whole(slot, f"{place}.slot"),
                    self.shape(move["shape"], f"{place}.shape", ruleset),
                    self.whole(move["row"], f"{place}.row"),
                    self.whole(move["col"], f"{place}.col"),
                )
            )
        return tuple(found)

    def par(self, value: object, ruleset: Ruleset) -> Par | None:
        if value is None:
            return None
        if not isinstance(value, dict) or not {"score", "moves"} <= set(value):
            self.fault("par", f"{echo(value)} is no par", "write score and moves")
            return None
        self.known(value, "par", _PAR_KEYS)
        return Par(
            self.whole(value["score"], "par.score"),
            self.moves(value["moves"], "par.moves", ruleset),
            self.whole(value.get("width", 0), "par.width"),
        )
