"""Recorded games: what stands in a file, writing it, going on with it and checking it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairtray.core.errors import Fault, IllegalPlacement, InputError
from fairtray.game import Move
from fairtray.notation.writing import ruleset_json, shape_json
from fairtray.play.modes import play
from fairtray.play.modes.actions import Action, placing
from fairtray.play.modes.game import Game
from fairtray.play.modes.play import Event, State, Step
from fairtray.play.modes.terms import Terms
from fairtray.rulesets.model import TABLES, Ruleset

FORMAT = "fairtray-game/1"
"""The format of saved and recorded games."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as a file has it.

    Attributes:
        terms: what it is played by.
        date: the day of a daily; None for any other game.
        origin: the state that the actions begin with; None for the mode's own beginning.
        began_at: milliseconds played at that state.
        actions: what the player did, in order.
        state: where it stands.
        clock: milliseconds played so far.
    """

    terms: Terms
    date: dt.date | None
    origin: State | None
    began_at: int
    actions: tuple[Action, ...]
    state: State
    clock: int


@dataclass(frozen=True, slots=True)
class Replayed:
    """A recorded game, played again by the rules.

    Attributes:
        game: the game after the last action.
        moves: what each action did; None where it placed nothing.
        events: what each action brought with it.
        differences: where the record says otherwise than the rules, each with its place.
    """

    game: Game
    moves: tuple[Move | None, ...] = ()
    events: tuple[tuple[Event, ...], ...] = ()
    differences: tuple[str, ...] = field(default_factory=tuple)


# --- Writing -----------------------------------------------------------------------


def record_of(game: Game) -> Record:
    """Return a game as a file has it."""
    return Record(
        game.terms,
        game.date,
        game.origin,
        game.began_at,
        tuple(game.actions),
        game.state,
        game.clock,
    )


def to_document(record: Record, *, moves: bool = True) -> dict[str, Any]:
    """Return the JSON document of a game, its keys in the order of the format.

    Args:
        record: the game.
        moves: whether to write the moves. Without them the document can be resumed as
            well, but what led to the position is no longer known.
    """
    terms = record.terms
    supply = terms.supply
    document: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": _ruleset(terms.mode.ruleset),
        "mode": terms.mode.name,
        "rules": terms.ruleset.digest,
    }
    if terms.challenge is not None:
        document["challenge"] = terms.challenge
    if record.date is not None:
        document["date"] = record.date.isoformat()
    if supply.seed is not None:
        document["seed"] = supply.seed
    if supply.trays:
        document["trays"] = [[shape_json(shape) for shape in tray] for tray in supply.trays]
    state = _state(record.state, record.clock)
    if not moves:
        document["start"] = state
    elif record.origin is not None:
        document["start"] = _state(record.origin, record.began_at)
    document["moves"] = _actions(record) if moves else []
    document["state"] = state
    return document


def _ruleset(ruleset: Ruleset) -> str | dict[str, Any]:
    """Return a ruleset so that its modes are there as well when it is read again."""
    document = ruleset_json(ruleset)
    if isinstance(document, str):
        return document
    for key in TABLES:
        tables = getattr(ruleset, key)
        if tables:
            document[key] = _plain(tables)
    return document


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items() if inner is not None}
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _state(state: State, clock: int) -> dict[str, Any]:
    position = state.position
    return {
        "board": position.ruleset.grid.draw(position.board),
        "tray": [shape_json(shape) for shape in position.tray],
        "combo": position.combo,
        "moves_since_clear": position.moves_since_clear,
        "score": position.score,
        "turn": state.turn,
        "moves": state.moves,
        "lines": state.lines,
        "continues": state.continues,
        "ending": state.ending,
        "seconds": clock / 1000,
    }


def _actions(record: Record) -> list[dict[str, Any]]:
    clock = record.began_at
    written: list[dict[str, Any]] = []
    for action in record.actions:
        entry: dict[str, Any] = {}
        if action.placed is None:
            entry[action.kind] = True
        else:
            placed = action.placed
            entry = {
                "slot": placed.placement.slot,
                "shape": shape_json(placed.shape),
                "row": placed.placement.row,
                "col": placed.placement.col,
                "lines": placed.lines,
                "points": placed.points,
                "combo": placed.combo,
            }
        if action.clock != clock:
            clock = action.clock
            entry["at"] = clock / 1000
        written.append(entry)
    return written


# --- Going on ----------------------------------------------------------------------


def resumed(record: Record) -> Game:
    """Return the game at the exact position that was saved; no earlier move can be undone."""
    game = Game(
        record.terms,
        Step(record.state),
        record.date,
        clock=record.clock,
        actions=record.actions,
        origin=record.origin,
        began_at=record.began_at,
    )
    game.forget()
    return game


# --- Checking ----------------------------------------------------------------------


def replayed(record: Record) -> Replayed:
    """Return a record played again from its beginning, and where it says otherwise.

    Raises:
        IllegalPlacement: an action that the rules do not allow; the message names
            ``moves[i]`` and says why.
    """
    game = Game(
        record.terms,
        _opening(record),
        record.date,
        clock=record.began_at,
        origin=record.origin,
        began_at=record.began_at,
    )
    moves: list[Move | None] = []
    events: list[tuple[Event, ...]] = []
    differences: list[str] = []
    for i, action in enumerate(record.actions):
        try:
            move = _again(game, action)
        except InputError as error:
            raise IllegalPlacement(error.located("", f"moves[{i}]").faults) from None
        moves.append(move)
        events.append(game.events)
        if game.clock != action.clock:
            # The clock stands while a game is stuck.
            said, found = action.clock / 1000, game.clock / 1000
            differences.append(f"moves[{i}].at: {said} is recorded, but by the rules it is {found}")
        if move is not None:
            differences += _contradictions(f"moves[{i}]", action, placing(move, action.clock))
    game.elapsed(record.clock / 1000)
    reached, told = _state(game.state, game.clock), _state(record.state, record.clock)
    differences += [
        f"state.{key}: {told[key]} is recorded, but by the rules it is {reached[key]}"
        for key in reached
        if reached[key] != told[key]
    ]
    return Replayed(game, tuple(moves), tuple(events), tuple(differences))


def _contradictions(where: str, said: Action, found: Action) -> list[str]:
    return [
        f"{where}.{key}: {getattr(said.placed, key)} is recorded, "
        f"but by the rules it is {getattr(found.placed, key)}"
        for key in ("lines", "points", "combo")
        if getattr(said.placed, key) != getattr(found.placed, key)
    ]


def _opening(record: Record) -> Step:
    origin = record.origin
    if origin is None:
        return play.opened(record.terms)
    if origin.ending is None and not origin.position.slots:
        return play.settled(record.terms, Step(origin))
    return Step(origin)


def _again(game: Game, action: Action) -> Move | None:
    """Do an action in a game.

    Raises:
        InputError: it cannot be done there.
    """
    game.elapsed(action.clock / 1000)
    if action.kind == "time":
        if game.ending != "time":
            what = f"the time is not over at {action.clock / 1000} s"
            raise InputError(Fault("at", what, "drop it or mend the time"))
        return None
    if action.placed is not None:
        placed = action.placed
        slot = placed.placement.slot
        there = game.tray[slot] if slot < len(game.tray) else None
        if there is not None and there != placed.shape and game.ending is None:
            what = f"slot {slot} holds {there.name}, not {placed.shape.name}"
            raise InputError(Fault("shape", what, "the pieces follow from seed and moves"))
        return game.place(placed.placement)
    if action.kind == "undo":
        game.undo()
    elif action.kind == "continue":
        game.continue_game()
    else:
        game.forget()
    return None
