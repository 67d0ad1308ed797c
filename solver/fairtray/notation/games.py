"""Recorded games: a position and the moves played from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from fairtray.core.errors import Fault, IllegalPlacement, echo
from fairtray.core.reading import (
    Anything,
    ListOf,
    Meaning,
    Needed,
    Optional,
    Place,
    Range,
    document,
    kind_of,
    present,
)
from fairtray.core.shapes import Shape
from fairtray.game import Move, Placement, Position
from fairtray.notation.pieces import PIECE
from fairtray.notation.position import (
    HINTS,
    OWN_KEYS,
    SYNONYMS,
    TRAY,
    PositionFile,
    Tray,
    read_piece,
)
from fairtray.rulesets.model import Ruleset

_RESULTS = ("lines", "points", "combo")
"""What a recorded move may say of itself; the rules have the last word."""

_MAX_WARNINGS = 10
"""How many moves are named that contradict the rules; the rest are counted."""


@document(
    unknown="warning",
    # For the author's own use, and what our own answers add to a move.
    ignored=OWN_KEYS | {"tray", "removed", "board"},
    hints={"column": "col", "piece": "shape"},
    noun="move",
    example='{"shape": …, "row": …, "col": …}',
)
@dataclass(frozen=True, slots=True)
class MoveFile:
    """A move of a recorded game: a slot, a shape or both, and where it went."""

    slot: Annotated[int, Range(0)] | None = None
    shape: Annotated[object, Optional(PIECE)] = None
    row: Annotated[int, Range(0), Needed(), Meaning("of the bounding box, from 0")] = 0
    col: Annotated[int, Range(0), Needed()] = 0
    lines: Annotated[object, Anything()] = None
    points: Annotated[object, Anything()] = None
    combo: Annotated[object, Anything()] = None


_MOVES = ListOf(kind_of(MoveFile), partly=True, example='[{"shape": "I3h", "row": 0, "col": 0}, …]')


@document(
    unknown="warning",
    ignored=OWN_KEYS,
    synonyms=SYNONYMS,
    hints=HINTS,
    noun="position",
    example='an object: {"board": …, "tray": …}',
)
@dataclass(frozen=True, slots=True)
class GameFile(PositionFile):
    """A recorded game: a position and the moves from it; without a tray any piece may come."""

    tray: Annotated[Sequence[object], TRAY] = ()
    moves: Annotated[Sequence[MoveFile], _MOVES, Needed()] = ()


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move as recorded: a slot, a shape or both, and where it went.

    Attributes:
        slot: index of the tray's slot; None when only the shape is known.
        shape: the shape; None when only the slot is known.
        row: row of the top-left corner of the bounding box.
        col: its column.
        results: the ``lines``, ``points`` and ``combo`` that the record gives for it,
            where it does.
    """

    slot: int | None
    shape: Shape | None
    row: int
    col: int
    results: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Game:
    """A recorded game.

    Attributes:
        start: the position that it begins with.
        moves: the moves.
        upcoming: the trays that follow, each coming when the one before is used up.
        warnings: what is odd about it but allowed.
    """

    start: Position
    moves: tuple[RecordedMove, ...]
    upcoming: tuple[Tray, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def free(self) -> bool:
        """Whether no tray is recorded: every shape is then taken as the moves name it."""
        return not self.start.slots and not any(any(tray) for tray in self.upcoming)


@dataclass(frozen=True, slots=True)
class Played:
    """A game played by the rules.

    Attributes:
        moves: what each move did.
        final: the position after the last move, the next tray dealt where one is known.
        warnings: where the record gives a move other results than the rules.
    """

    moves: tuple[Move, ...]
    final: Position
    warnings: tuple[str, ...] = ()


def moves_of(file: GameFile, root: Place, ruleset: Ruleset | None) -> tuple[RecordedMove, ...]:
    """Return the moves of a game; what is wrong with them is noted in the log."""
    moves = [_move(move, root.at("moves", i), ruleset) for i, move in present(file.moves)]
    return tuple(move for move in moves if move is not None)


def _move(move: MoveFile, at: Place, ruleset: Ruleset | None) -> RecordedMove | None:
    shape = None
    if move.shape is not None:
        shape = read_piece(move.shape, at.at("shape"), ruleset)
    elif move.slot is None and not at.at("slot").touches_refused():
        at.fault("names neither shape nor slot", "add one of them")
    if at.touches_refused():
        return None
    given = {key: getattr(move, key) for key in _RESULTS}
    results = {key: value for key, value in given.items() if value is not None}
    return RecordedMove(move.slot, shape, move.row, move.col, results)


def play(game: Game) -> Played:
    """Return what the moves of a game do, by the rules.

    A game that starts without a tray takes every shape as it is recorded. In any other
    a move takes the lowest slot that holds its shape.

    Raises:
        IllegalPlacement: a move that the rules do not allow; the message names
            ``moves[i]`` and says why.
    """
    trays = iter(game.upcoming)
    position = _dealt(game.start, trays)
    moves: list[Move] = []
    for i, recorded in enumerate(game.moves):
        try:
            position, placement = _prepared(position, recorded, free=game.free)
            move = position.place(placement)
        except IllegalPlacement as error:
            raise IllegalPlacement(error.located("", f"moves[{i}]").faults) from None
        moves.append(move)
        position = _dealt(move.after, trays)
    return Played(tuple(moves), position, tuple(_contradictions(game.moves, moves)))


def _contradictions(recorded: Sequence[RecordedMove], moves: Sequence[Move]) -> list[str]:
    """Return a warning for each recorded result that the rules do not give."""
    warnings = []
    for i, (given, move) in enumerate(zip(recorded, moves, strict=True)):
        by_rules = (len(move.lines), move.points, move.combo)
        warnings += [
            f"moves[{i}].{key}: {echo(given.results[key])} is recorded, but by the rules "
            f"it is {value}"
            for key, value in zip(_RESULTS, by_rules, strict=True)
            if key in given.results and given.results[key] != value
        ]
    more = len(warnings) - _MAX_WARNINGS
    if more > 0:
        warnings[_MAX_WARNINGS:] = [f"moves: {more} more recorded results are not by the rules"]
    return warnings


def _dealt(position: Position, trays: Iterator[Tray]) -> Position:
    """Return the position with the next tray that holds a piece, once its own is used up."""
    while not position.slots:
        tray = next(trays, None)
        if tray is None:
            break
        position = replace(position, tray=tray)
    return position


def _prepared(position: Position, move: RecordedMove, *, free: bool) -> tuple[Position, Placement]:
    if free:
        if move.shape is None:
            raise IllegalPlacement(
                Fault("", "names a slot, but the game has no tray", "name the shape")
            )
        return replace(position, tray=(move.shape,)), Placement(0, move.row, move.col)
    if not position.slots:
        raise IllegalPlacement(
            Fault("", "the tray is used up", "add the tray that follows to upcoming")
        )
    slot = move.slot
    if slot is None:
        slot = next((i for i in position.slots if position.tray[i] == move.shape), None)
    elif move.shape is not None and slot in position.slots and position.tray[slot] != move.shape:
        slot = None
    if slot is None:
        pieces = [
            f"{i}: {shape.name}" for i, shape in enumerate(position.tray) if shape is not None
        ]
        name = move.shape.name if move.shape is not None else ""
        place = "in the tray" if move.slot is None else f"in slot {move.slot}"
        raise IllegalPlacement(
            Fault("", f"{echo(name)} is not {place}", f"the tray holds {', '.join(pieces)}")
        )
    return position, Placement(slot, move.row, move.col)
