"""Recorded games: what is in a file, and writing it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from fairtray.gameplay.modes.actions import Action
from fairtray.gameplay.modes.play import State
from fairtray.gameplay.modes.terms import Terms
from fairtray.notation.writing import ruleset_json, shape_json
from fairtray.rulesets.model import Ruleset

FORMAT = "fairtray-game/1"
"""The format of saved and recorded games."""

MAX_SECONDS = 10**9
"""More time than any game takes."""

MAX_SEED = 10**18 - 1
"""The largest seed that a recorded game can be read with."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as a file has it.

    Attributes:
        terms: what it is played by.
        date: the day of a daily; None for any other game.
        origin: the state that the actions begin with; None for the mode's own beginning.
        began_at: milliseconds played at that state.
        actions: what the player did, in order.
        state: its current state.
        clock: milliseconds played so far.
    """

    terms: Terms
    date: dt.date | None
    origin: State | None
    began_at: int
    actions: tuple[Action, ...]
    state: State
    clock: int


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
    state = state_document(record.state, record.clock)
    if not moves:
        document["start"] = state
    elif record.origin is not None:
        document["start"] = state_document(record.origin, record.began_at)
    document["moves"] = _actions(record) if moves else []
    document["state"] = state
    return document


def _ruleset(ruleset: Ruleset) -> str | dict[str, Any]:
    """Return a ruleset so that its modes are there as well when it is read again."""
    document = ruleset_json(ruleset)
    if isinstance(document, str):
        return document
    tables = ruleset.modes_document().items()
    return document | {key: _without_nulls(table) for key, table in tables if table}


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [_without_nulls(inner) for inner in value] if isinstance(value, list) else value


def state_document(state: State, clock: int) -> dict[str, Any]:
    """Return the current state of a game, as its document has it.

    Args:
        state: the state.
        clock: milliseconds played so far.
    """
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
