"""Recorded games: a position and the moves played from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from fairtray.core.errors import Fault, IllegalPlacement, InputError, echo
from fairtray.core.shapes import Shape
from fairtray.game import Move, Placement, Position
from fairtray.notation.position import Reader, Tray
from fairtray.notation.setup import IGNORED, MISSING, meant

_RESULTS = ("lines", "points", "combo")
"""What a recorded move may say of itself; the rules have the last word."""

_MOVE_KEYS = ("slot", "shape", "row", "col", *_RESULTS)
_SYNONYMS = MappingProxyType({"column": "col", "piece": "shape"})
_PASSED_OVER = IGNORED | {"tray", "removed", "board"}
"""Keys for the author's own use, and what our own answers add to a move."""

_MAX_WARNINGS = 10
"""How many moves are named that contradict the rules; the rest are counted."""


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
    results: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), hash=False)


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


def read_moves(reader: Reader) -> tuple[RecordedMove, ...]:
    """Return the moves of a setup; its faults go to the reader."""
    given = reader.setup.moves
    if not isinstance(given, list):
        what = "missing" if given is MISSING else f"{echo(given)} is no list"
        reader.fault("moves", what, 'write [{"shape": "I3h", "row": 0, "col": 0}, …]')
        return ()
    moves: list[RecordedMove | None] = []
    unknown: dict[str, str] = {}
    for i, move in enumerate(given):
        where = f"moves[{i}]"
        for key in _unknown_keys(reader, where, move):
            unknown.setdefault(key, where)
        moves.append(_move(reader, where, move))
    reader.warnings += [
        f"{where}: unknown key {echo(key)} is passed over, here and in the moves that follow"
        for key, where in unknown.items()
    ]
    return tuple(move for move in moves if move is not None)


def _unknown_keys(reader: Reader, where: str, move: object) -> Iterator[str]:
    """Yield the unknown keys of a move; one that nearly is a known one is a fault instead."""
    if not isinstance(move, dict):
        return
    for key in move:
        if key in _MOVE_KEYS or key in _PASSED_OVER or key.startswith("_"):
            continue
        near = meant(key, _MOVE_KEYS, _SYNONYMS, move)
        if near:
            reader.fault(f"{where}.{echo(key)[1:-1]}", "unknown key", f"did you mean {near}?")
        else:
            yield key


def _move(reader: Reader, where: str, given: object) -> RecordedMove | None:
    if not isinstance(given, dict):
        reader.fault(where, f"{echo(given)} is no move", 'write {"shape": …, "row": …, "col": …}')
        return None
    before = len(reader.faults)
    slot = _index(reader, f"{where}.slot", given["slot"]) if _has(given, "slot") else None
    shape: Shape | None = None
    if _has(given, "shape"):
        try:
            shape = reader.shape(given["shape"])
        except InputError as error:
            reader.nested(f"{where}.shape", error)
    elif not _has(given, "slot"):
        reader.fault(where, "names neither shape nor slot", "add one of them")
    row = _index(reader, f"{where}.row", given.get("row", MISSING))
    col = _index(reader, f"{where}.col", given.get("col", MISSING))
    results = {key: given[key] for key in _RESULTS if _has(given, key)}
    return None if len(reader.faults) > before else RecordedMove(slot, shape, row, col, results)


def _has(move: dict[str, object], key: str) -> bool:
    return move.get(key) is not None


def _index(reader: Reader, where: str, given: object) -> int:
    if type(given) is int and given >= 0:
        return given
    what = "missing" if given is MISSING else f"{echo(given)} is not allowed"
    reader.fault(where, what, "a whole number from 0")
    return 0


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
        held = [f"{i}: {shape.name}" for i, shape in enumerate(position.tray) if shape is not None]
        name = move.shape.name if move.shape is not None else ""
        place = "in the tray" if move.slot is None else f"in slot {move.slot}"
        raise IllegalPlacement(
            Fault("", f"{echo(name)} is not {place}", f"the tray holds {', '.join(held)}")
        )
    return position, Placement(slot, move.row, move.col)
