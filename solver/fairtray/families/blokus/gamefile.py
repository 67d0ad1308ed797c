"""Files of games at a table of Blokus: what is in one, and reading it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.reading import (
    Anything,
    Choice,
    Format,
    ListOf,
    Meaning,
    Needed,
    Place,
    Whole,
    document,
    kind_of,
    present,
    read_partly,
)
from fairtray.core.shapes import Cell
from fairtray.families.blokus.variants import NAMES, Variant, get
from fairtray.gameplay.modes.record import FORMAT

MODE = "table"
"""What recorded games call this mode."""

_COLOUR = Anything({"type": ["string", "integer"]})


@document(noun="move")
@dataclass(frozen=True, slots=True)
class MoveFile:
    """A move: who placed which piece where."""

    colour: Annotated[str | int, _COLOUR]
    piece: Annotated[object, Anything({"type": "string"})]
    cells: Annotated[
        Sequence[Sequence[int]],
        ListOf(ListOf(Whole(), 2, 2), example="[[0, 0], …]"),
        Meaning("row and column of each, from 0"),
    ]


@document(noun="state")
@dataclass(frozen=True, slots=True)
class StateFile:
    """How the game stands, as the file has it; the moves have the last word."""

    board: Annotated[object, Anything({"type": "array", "items": {"type": "string"}})]
    to_move: Annotated[object, Anything({"type": ["string", "null"]})]
    scores: Annotated[object, Anything({"type": "object"})]
    ending: Annotated[object, Anything({"type": ["string", "null"]})]


@document(noun="recorded game")
@dataclass(frozen=True, slots=True)
class TableFile:
    """A game at a table of Blokus."""

    format: Annotated[str, Format(FORMAT)]
    ruleset: Annotated[Any, Anything({"enum": list(NAMES)}), Needed()] = ""
    mode: Annotated[str, Choice((MODE,)), Needed()] = MODE
    people: Annotated[Sequence[str | int], ListOf(_COLOUR), Needed()] = ()
    moves: Annotated[Sequence[MoveFile], ListOf(kind_of(MoveFile), partly=True), Needed()] = ()
    state: Annotated[StateFile | None, kind_of(StateFile), Needed()] = None


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game of a file; whether it was played by the rules is not known yet.

    Attributes:
        variant: the game.
        people: the colours that people play.
        moves: colour, piece and cells of each move.
        state: what the file says of the end.
    """

    variant: Variant
    people: tuple[int, ...]
    moves: tuple[tuple[int, object, list[Cell]], ...]
    state: Mapping[str, object]


def is_blokus(value: object) -> bool:
    """Return whether a recorded game is one of Blokus."""
    if not isinstance(value, Mapping) or "format" not in value:
        return False
    ruleset = value.get("ruleset")
    return isinstance(ruleset, str) and ruleset in NAMES


def read_table(value: object) -> TableGame:
    """Return the game that a decoded JSON value describes.

    Raises:
        InputError: with every fault of the document.
    """
    file, log = read_partly(TableFile, value)
    root = Place(log)
    variant = None
    if file is not None and not root.at("ruleset").touches_refused():
        try:
            variant = get(file.ruleset)
        except InputError as error:
            root.at("ruleset").nested(error)
    if file is None or variant is None:
        raise NotationError(log.faults)
    people: tuple[int, ...] = ()
    try:
        people = people_of(variant, file.people)
    except InputError as error:
        root.nested(error)
    moves = []
    for i, move in present(file.moves):
        try:
            colour = variant.colour(move.colour)
        except InputError as error:
            root.at("moves", i, "colour").nested(error)
            continue
        moves.append((colour, move.piece, [(row, col) for row, col in move.cells]))
    log.sort(value)
    log.raise_faults(NotationError)
    assert isinstance(value, Mapping)  # noqa: S101 (nothing is refused without a fault)
    return TableGame(variant, people, tuple(moves), value["state"])


def people_of(variant: Variant, given: Iterable[str | int]) -> tuple[int, ...]:
    """Return the indices of some colours, in turn order.

    Raises:
        InputError: no such colour, or one twice.
    """
    names = [colour.name for colour in variant.colours]
    indices = []
    for one in given:
        index = names.index(one) if isinstance(one, str) and one in names else one
        if type(index) is not int or not 0 <= index < len(names):
            what = f"no colour is called {echo(one)}"
            raise InputError(Fault("people", what, f"one of {', '.join(names)}"))
        if index in indices:
            raise InputError(Fault("people", f"{names[index]} appears twice", "drop one"))
        indices.append(index)
    return tuple(sorted(indices))
