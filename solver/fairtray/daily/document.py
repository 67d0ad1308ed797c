"""Daily files: what is in one, reading and writing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fairtray.core.errors import NotationError
from fairtray.core.reading import (
    Anything,
    Converted,
    Format,
    ListOf,
    MappingOf,
    Matching,
    Meaning,
    Needed,
    Place,
    Range,
    document,
    kind_of,
    present,
    read_partly,
)
from fairtray.core.shapes import Shape
from fairtray.daily import dates
from fairtray.daily.stream import FORMAT
from fairtray.game import Move, Position
from fairtray.notation import Game, RecordedMove, play
from fairtray.notation.pieces import PIECE
from fairtray.notation.position import RULESET, read_piece, read_ruleset
from fairtray.notation.writing import ruleset_json
from fairtray.rulesets.model import Ruleset

MAX_PIECES = 1000
"""The most pieces of a daily."""


@document(noun="move", example="an object with shape, row and col")
@dataclass(frozen=True, slots=True)
class MoveFile:
    """A move of a daily file."""

    shape: Annotated[object, PIECE]
    row: Annotated[int, Range(0), Meaning("of the bounding box, from 0")]
    col: Annotated[int, Range(0)]
    slot: Annotated[int, Range(0)] | None = None


_MOVES = ListOf(kind_of(MoveFile), partly=True, example='[{"shape": "I3h", …}, …]')


@document(noun="par", example="an object with score and moves")
@dataclass(frozen=True, slots=True)
class ParFile:
    """A play for points, in a daily file."""

    score: Annotated[int, Range(0), Needed()] = 0
    moves: Annotated[Sequence[MoveFile], _MOVES, Needed()] = ()
    width: Annotated[int, Range(0), Meaning("of the beam that played it")] = 0


def _day(text: object) -> str:
    return dates.parse(text).isoformat()


@document(noun="daily file", example=f'{{"format": "{FORMAT}", …}}')
@dataclass(frozen=True, slots=True)
class DailyFile:
    """One day's challenge."""

    format: Annotated[str, Format(FORMAT)]
    ruleset: Annotated[object, RULESET, Needed()] = None
    date: Annotated[
        str,
        Converted(
            Anything({"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"}),
            _day,
        ),
        Needed(),
    ] = ""
    attempt: Annotated[
        int, Range(0), Needed(), Meaning("how many sequences could not be played through")
    ] = 0
    pieces: Annotated[
        Sequence[object], ListOf(PIECE, 1, MAX_PIECES, example='["I3h", …]'), Needed()
    ] = ()
    witness: Annotated[Sequence[MoveFile], _MOVES, Needed()] = ()
    par: ParFile | None = None
    at_most: Annotated[int, Range(0), Meaning("points that no play exceeds")] | None = None
    difficulty: Annotated[Mapping[str, Any], MappingOf(Anything())] | None = None
    commitment: Annotated[
        str, Matching("[0-9a-f]{64}", "SHA-256", "64 hex digits"), Needed(), Meaning("of the key")
    ] = ""


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
        attempt: how many sequences were skipped because no play-through was found.
        pieces: the pieces, tray by tray.
        witness: a play that places all of them.
        par: a play for points; None if none was requested.
        at_most: points that no play exceeds; None where the file does not say.
        difficulty: the document of :mod:`fairtray.daily.difficulty`; None if none was requested.
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
        """The fields that are optional and missing here, as the file calls them."""
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
    file, log = read_partly(DailyFile, value)
    root = Place(log)
    rules = None
    if file is not None and not root.at("ruleset").touches_refused():
        rules = read_ruleset(file.ruleset, root.at("ruleset"), folder)
    if file is None or rules is None:
        # Whether there is such a piece depends on the ruleset.
        raise NotationError(log.faults)
    pieces = _shapes(file.pieces, root.at("pieces"), rules)
    witness = _moves(file.witness, root.at("witness"), rules)
    par = None
    if file.par is not None:
        moves = _moves(file.par.moves, root.at("par", "moves"), rules)
        par = Par(file.par.score, moves, file.par.width)
    log.sort(value)
    log.raise_faults(NotationError)
    return Daily(
        rules,
        file.date,
        file.attempt,
        pieces,
        witness,
        par,
        file.at_most,
        file.difficulty,
        file.commitment,
    )


def _shapes(given: Sequence[object], at: Place, rules: Ruleset) -> tuple[Shape, ...]:
    shapes = [read_piece(piece, at.at(i), rules) for i, piece in enumerate(given)]
    return tuple(shape for shape in shapes if shape is not None)


def _moves(moves: Sequence[MoveFile], at: Place, rules: Ruleset) -> tuple[RecordedMove, ...]:
    return tuple(
        RecordedMove(
            move.slot, read_piece(move.shape, at.at(i, "shape"), rules), move.row, move.col
        )
        for i, move in present(moves)
    )
