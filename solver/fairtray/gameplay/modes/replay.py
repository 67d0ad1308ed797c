"""Checking a recorded game: it is played again by the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairtray.core.errors import Fault, IllegalPlacement, InputError
from fairtray.game import Move
from fairtray.gameplay.modes import play
from fairtray.gameplay.modes.actions import Action, placing
from fairtray.gameplay.modes.game import Game
from fairtray.gameplay.modes.play import Event, Step
from fairtray.gameplay.modes.record import Record, state_document


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
            # The clock stops while a game is stuck.
            said, found = action.clock / 1000, game.clock / 1000
            differences.append(f"moves[{i}].at: {said} is recorded, but by the rules it is {found}")
        if move is not None:
            differences += _contradictions(f"moves[{i}]", action, placing(move, action.clock))
    game.elapsed(record.clock / 1000)
    reached = state_document(game.state, game.clock)
    recorded = state_document(record.state, record.clock)
    differences += [
        f"state.{key}: {recorded[key]} is recorded, but by the rules it is {reached[key]}"
        for key in reached
        if reached[key] != recorded[key]
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
            raise InputError(Fault("at", what, "drop it or correct the time"))
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
