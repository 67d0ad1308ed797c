"""Reading recorded games: every fault is found and listed, each with its place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fairtray.core.errors import InputError, NotationError, counted, echo
from fairtray.core.reading import (
    Anything,
    Choice,
    Converted,
    Format,
    Kind,
    ListOf,
    Meaning,
    Needed,
    Number,
    Optional,
    Place,
    Range,
    Refused,
    document,
    kind_of,
    present,
    read_partly,
)
from fairtray.core.shapes import named
from fairtray.game import Placement
from fairtray.gameplay.modes.actions import Action, ActionKind, Placed
from fairtray.gameplay.modes.days import day_of
from fairtray.gameplay.modes.mode import MAX_CHALLENGE, Mode, mode_of, practice_of
from fairtray.gameplay.modes.play import ENDINGS, Ending, State
from fairtray.gameplay.modes.record import FORMAT, MAX_SECONDS, MAX_SEED, Record
from fairtray.gameplay.modes.supply import Supply
from fairtray.gameplay.modes.terms import Terms, dealer_of, rules_of, terms_of
from fairtray.notation.pieces import PIECE
from fairtray.notation.position import (
    BOARD,
    MAX_COUNT,
    MAX_SCORE,
    RULESET,
    TRAY,
    PositionFile,
    Tray,
    read_piece,
    read_ruleset,
    read_tray,
    reading_of,
)
from fairtray.rulesets.model import Ruleset
from fairtray.rulesets.modes import PRACTICE

_OTHERS: tuple[ActionKind, ...] = ("undo", "continue", "time", "resume")

_MAX = 10**15
"""The largest number that a document may hold."""


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


_TIME = Converted(Number(0, MAX_SECONDS), _milliseconds)
"""A time in seconds, read as milliseconds."""

Amount = Annotated[int, Range(0, _MAX)]


@document(noun="state", example="an object with board, tray, …")
@dataclass(frozen=True, slots=True)
class StateFile:
    """Where a game stands."""

    board: Annotated[object, BOARD]
    tray: Annotated[Sequence[object], TRAY]
    combo: Annotated[int, Range(0, MAX_COUNT)]
    moves_since_clear: Annotated[int, Range(0, MAX_COUNT)]
    score: Annotated[int, Range(0, MAX_SCORE)]
    turn: Annotated[int, Range(-1, _MAX), Meaning("number of the deal on the tray, from 0")]
    moves: Amount
    lines: Amount
    continues: Amount
    ending: Annotated[Ending | None, Optional(Choice(ENDINGS))]
    seconds: Annotated[int, _TIME, Meaning("played so far")]


@document(noun="move")
@dataclass(frozen=True, slots=True)
class PlacingFile:
    """A piece placed, and what that gave."""

    slot: Amount
    shape: Annotated[object, PIECE]
    row: Amount
    col: Amount
    lines: Amount
    points: Amount
    combo: Amount
    at: Annotated[int | None, _TIME, Meaning("seconds played, where it is not as before")] = None


@dataclass(frozen=True, slots=True)
class OtherFile:
    """Anything else that happens in a game."""

    kind: ActionKind
    at: int | None


class _Move(Kind[Any]):
    """A piece placed; or one of the keys ``undo``, ``continue``, ``time``, ``resume`` is true."""

    @property
    def noun(self) -> str:
        return "move"

    @property
    def example(self) -> str:
        return "an object with slot, shape, row, col, …"

    def read(self, value: object, at: Place) -> PlacingFile | OtherFile | Refused:
        if not isinstance(value, Mapping):
            return self.wrong(value, at)
        kind = next((kind for kind in _OTHERS if value.get(kind) is True), None)
        if kind is None:
            return kind_of(PlacingFile).read(value, at)
        for key in value:
            if key not in {kind, "at"}:
                at.at(key).fault("unknown key", f"known: {kind}, at")
        time = _TIME.read(value["at"], at.at("at")) if "at" in value else None
        return OtherFile(kind, None if isinstance(time, Refused) else time)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        time = _TIME.schema(definitions)
        others = [
            {
                "type": "object",
                "properties": {kind: {"const": True}, "at": time},
                "required": [kind],
                "additionalProperties": False,
            }
            for kind in _OTHERS
        ]
        return {"anyOf": [kind_of(PlacingFile).schema(definitions), *others]}


@document(noun="recorded game", example=f'{{"format": "{FORMAT}", …}}')
@dataclass(frozen=True, slots=True)
class ModeGameFile:
    """A game of a mode, saved and recorded in one."""

    format: Annotated[str, Format(FORMAT)]
    ruleset: Annotated[object, RULESET, Needed()] = None
    mode: Annotated[object, Anything({"type": "string"}), Needed()] = ""
    rules: Annotated[object, Anything({"type": ["string", "null"]})] = None
    challenge: Annotated[int, Range(1, MAX_CHALLENGE)] | None = None
    date: Annotated[object, Anything({"type": ["string", "null"]})] = None
    seed: Annotated[int, Range(0, MAX_SEED)] | None = None
    trays: Annotated[Sequence[Sequence[object]] | None, ListOf(TRAY)] = None
    start: Annotated[StateFile | None, kind_of(StateFile)] = None
    moves: Annotated[Sequence[PlacingFile | OtherFile], ListOf(_Move(), partly=True), Needed()] = ()
    state: Annotated[StateFile | None, kind_of(StateFile), Needed()] = None


def is_recorded_game(value: object) -> bool:
    """Return whether a decoded JSON value calls itself a recorded game, of any version."""
    given = value.get("format") if isinstance(value, Mapping) else None
    return isinstance(given, str) and given.startswith(FORMAT.partition("/")[0] + "/")


def from_document(value: object, folder: Path | None = None) -> Record:
    """Return the game that a decoded JSON value describes.

    That it reads well says nothing of whether it was played by the rules: see
    :func:`fairtray.gameplay.modes.replay.replayed`.

    Args:
        value: the value.
        folder: where the relative path of a ruleset starts.

    Raises:
        InputError: another format or version, or with every fault of the document.
    """
    file, log = read_partly(ModeGameFile, value)
    root = Place(log)
    mode = None if file is None else _mode(file, root, folder)
    if file is None or mode is None:
        # What else is right depends on the mode.
        raise NotationError(log.faults)
    challenge = _challenge(file, root, mode)
    if root.at("challenge").touches_refused():
        raise NotationError(log.faults)
    rules = rules_of(mode, challenge)
    if file.rules is not None and file.rules != rules.digest:
        what = f"{echo(file.rules)} is not the digest of these rules"
        root.at("rules").fault(what, "it was played by others: read it with their ruleset")
    supply = _supply(file, root, mode, rules)
    date = _date(file, root, mode)
    start = None if file.start is None else _state(file.start, root.at("start"), rules)
    began_at = 0 if file.start is None else file.start.seconds
    state = None if file.state is None else _state(file.state, root.at("state"), rules)
    # A state that is wrong says nothing of the times of the moves.
    clock = MAX_SECONDS * 1000 if file.state is None else file.state.seconds
    actions = _actions(file, root, rules, began_at, clock)
    if mode.name == PRACTICE and file.start is None and not root.at("start").touches_refused():
        root.at("start").fault("missing", "add the position it began with")
    log.raise_faults(NotationError)
    assert state is not None  # noqa: S101 (nothing is refused without a fault)
    terms = terms_of(mode, supply, challenge)
    if mode.name == PRACTICE and start is not None:
        terms = Terms(mode, rules, supply, start.position.board)
    _judge(root.at("state"), terms, state, clock)
    if start is not None:
        _judge(root.at("start"), terms, start, began_at)
        if began_at > clock:
            root.at("start", "seconds").fault("is later than state.seconds", "times only grow")
    log.raise_faults(NotationError)
    return Record(terms, date, start, began_at, actions, state, clock)


# --- The head ------------------------------------------------------------------------


def _mode(file: ModeGameFile, root: Place, folder: Path | None) -> Mode | None:
    at = root.at("ruleset")
    ruleset = None if at.touches_refused() else read_ruleset(file.ruleset, at, folder)
    if ruleset is None or root.at("mode").touches_refused():
        return None
    if file.mode == PRACTICE:
        return practice_of(ruleset)
    try:
        return mode_of(ruleset, file.mode if isinstance(file.mode, str) else echo(file.mode))
    except InputError as error:
        root.nested(error)
        return None


def _challenge(file: ModeGameFile, root: Place, mode: Mode) -> int | None:
    at = root.at("challenge")
    if file.challenge is None and mode.challenges and not at.touches_refused():
        at.fault("missing", "write its number, from 1")
    elif file.challenge is not None and not mode.challenges:
        at.fault(f"{echo(file.challenge)} is not allowed", "the mode has no challenges")
    return file.challenge


def _supply(file: ModeGameFile, root: Place, mode: Mode, rules: Ruleset) -> Supply:
    at = root.at("trays")
    trays = tuple(read_tray(tray, at.at(i), rules) for i, tray in enumerate(file.trays or ()))
    _check_trays(file, root, mode, trays)
    refused = root.at("seed").touches_refused() or at.touches_refused()
    if file.seed is None and file.trays is None and not refused:
        root.at("seed").fault("missing", "add it, or trays")
    return Supply(rules, dealer_of(mode), file.seed, trays)


def _check_trays(file: ModeGameFile, root: Place, mode: Mode, trays: Sequence[Tray]) -> None:
    """Note listed trays that no game of the mode can have been dealt."""
    at = root.at("trays")
    if mode.pieces is not None:
        size = mode.ruleset.tray_size
        whole = all(len(tray) == size and None not in tray for tray in trays)
        if not whole or len(trays) * size != mode.pieces:
            what = f"are not the {counted(mode.pieces, 'piece')} of a day"
            at.fault(what, f"list {mode.pieces // size} trays of {size}")
        if file.seed is not None:
            root.at("seed").fault("nothing follows the pieces of a day", "leave it out")
    elif file.trays is None:
        return
    elif mode.daily or mode.challenges or (mode.name != PRACTICE and file.start is None):
        at.fault(f"mode {echo(mode.name)} deals by itself", "leave them out")
    for i, tray in enumerate(file.trays or ()):
        if not any(piece is not None for piece in tray):
            at.at(i).fault("holds no piece", "drop it")


def _date(file: ModeGameFile, root: Place, mode: Mode) -> dt.date | None:
    at = root.at("date")
    if file.date is None:
        if mode.daily:
            at.fault("missing", "write the day, YYYY-MM-DD")
        return None
    if not mode.daily and mode.name != PRACTICE:
        at.fault(f"mode {echo(mode.name)} is not a daily", "leave it out")
        return None
    try:
        return day_of(file.date)
    except InputError as error:
        root.nested(error)
        return None


# --- States --------------------------------------------------------------------------


def _state(file: StateFile, at: Place, rules: Ruleset) -> State:
    position = PositionFile(
        board=file.board,
        tray=file.tray,
        combo=file.combo,
        moves_since_clear=file.moves_since_clear,
        score=file.score,
    )
    return State(
        reading_of(position, at, rules).position,
        file.turn,
        file.moves,
        file.lines,
        file.continues,
        file.ending,
    )


def _judge(at: Place, terms: Terms, state: State, clock: int) -> None:
    """Note what cannot be so in a game on these terms."""
    mode, position = terms.mode, state.position
    fitting = any(position.fits(slot) for slot in position.slots)
    begins = at.steps == ("start",) and not position.slots
    reached = terms.target is not None and position.score >= terms.target
    over = mode.seconds is not None and clock >= mode.seconds * 1000
    true = {
        None: ((fitting and not reached) or begins) and not over,
        "stuck": not fitting and (mode.game_over or not position.board),
        "won": reached,
        "complete": not position.slots,
        "time": over,
    }[state.ending]
    if not true:
        what = f"{echo(state.ending)} does not go with the board, the tray and the rest"
        at.at("ending").fault(what, "take another copy of the file")
    allowed = mode.continues.per_game if mode.continues is not None else 0
    if state.continues > allowed:
        what = f"{state.continues} where {counted(allowed, 'continue')} can be"
        at.at("continues").fault(what, "take another copy of the file")


# --- Moves ---------------------------------------------------------------------------


def _actions(
    file: ModeGameFile, root: Place, rules: Ruleset, began_at: int, clock: int
) -> tuple[Action, ...]:
    actions: list[Action] = []
    now = began_at
    for i, move in present(file.moves):
        at = root.at("moves", i)
        if move.at is not None:
            if now <= move.at <= clock:
                now = move.at
            else:
                what = f"{move.at / 1000:.13g} is before the last move or after the end"
                at.at("at").fault(what, "times only grow")
        if isinstance(move, OtherFile):
            actions.append(Action(move.kind, now))
            continue
        placed = Placed(
            Placement(move.slot, move.row, move.col),
            read_piece(move.shape, at.at("shape"), rules) or named("dot"),
            move.lines,
            move.points,
            move.combo,
        )
        actions.append(Action("place", now, placed))
    return tuple(actions)
