"""Recorded games of Blokus: reading them strictly, and checking them by playing them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairtray.core.errors import Fault, IllegalPlacement, InputError, NotationError, echo, nearest
from fairtray.core.shapes import Cell
from fairtray.families.blokus.game import MODE, BlokusTable, people_of
from fairtray.families.blokus.variants import NAMES, get
from fairtray.play.modes.record import FORMAT

_KEYS = ("format", "ruleset", "mode", "people", "moves", "state")
_MOVE_KEYS = ("colour", "piece", "cells")
_STATE_KEYS = ("board", "to_move", "scores", "ending")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A recorded game, played again by the rules.

    Attributes:
        table: the game after its last move.
        differences: where its state says otherwise than its moves, each with its place.
    """

    table: BlokusTable
    differences: tuple[str, ...]


def is_blokus(document: object) -> bool:
    """Return whether a recorded game is one of Blokus."""
    if not isinstance(document, Mapping) or "format" not in document:
        return False
    ruleset = document.get("ruleset")
    return isinstance(ruleset, str) and ruleset in NAMES


def replayed(document: object) -> Replayed:
    """Return a recorded game played again.

    Raises:
        InputError: with every fault of the document, or with the move that the rules do
            not allow, named ``moves[i]``.
    """
    reader = _Reader(document)
    table = BlokusTable(reader.people, reader.variant)
    for i, (colour, piece, cells) in enumerate(reader.moves):
        try:
            _check_turn(table, colour)
            move = table.place(cells)
        except IllegalPlacement as error:
            raise IllegalPlacement(error.located("", f"moves[{i}]").faults) from None
        if piece != move.piece:
            what = f"{echo(piece)} does not have these cells"
            raise IllegalPlacement(Fault(f"moves[{i}].piece", what, f"it is {move.piece}"))
    found, said = table.to_document()["state"], reader.state
    differences = [
        f"state.{key}: {echo(said[key])} is recorded, but by the rules it is {echo(found[key])}"
        for key in found
        if said[key] != found[key]
    ]
    return Replayed(table, tuple(differences))


def _check_turn(table: BlokusTable, colour: int) -> None:
    if table.to_move not in {colour, None}:
        names = [known.name for known in table.variant.colours]
        what = f"{names[colour]} moves, but it is the turn of {names[table.position.to_move]}"
        raise IllegalPlacement(Fault("colour", what, "put the moves in order"))


class _Reader:
    """Reads a document, collecting its faults.

    Attributes:
        variant: the game.
        people: the colours that people play.
        moves: colour, piece and cells of each move.
        state: what the file says of the end.
    """

    def __init__(self, document: object) -> None:
        if not isinstance(document, Mapping) or document.get("format") != FORMAT:
            given = document.get("format") if isinstance(document, Mapping) else document
            what = f"{echo(given)} is another format"
            raise NotationError(Fault("format", what, f"only {FORMAT} is read here"))
        self.faults: list[Fault] = []
        self.known(document, "", _KEYS)
        self.close()
        if document["mode"] != MODE:
            what = f"{echo(document['mode'])} is no mode of Blokus"
            raise NotationError(Fault("mode", what, f"write {MODE}"))
        try:
            self.variant = get(document["ruleset"])
        except InputError as error:
            raise error.located("", "ruleset") from None
        given = document["people"]
        self.people: tuple[int, ...] = ()
        if not isinstance(given, list):
            self.fault("people", f"{echo(given)} is no list", "write the colours of people")
        else:
            try:
                self.people = people_of(self.variant, given)
            except InputError as error:
                self.faults += error.faults
        self.moves = self.read_moves(document["moves"])
        self.state = document["state"]
        if isinstance(self.state, Mapping):
            self.known(self.state, "state", _STATE_KEYS)
        else:
            self.fault("state", f"{echo(self.state)} is no state", "write an object")
        self.close()

    def fault(self, where: str, what: str, mend: str) -> None:
        self.faults.append(Fault(where, what, mend))

    def close(self) -> None:
        if self.faults:
            raise NotationError(self.faults)

    def known(self, given: Mapping[str, Any], where: str, keys: Sequence[str]) -> None:
        """Note the keys that are not known, and those that are missing."""
        for key in given:
            if key not in keys:
                place = f"{where}.{echo(key)[1:-1]}".lstrip(".")
                self.fault(place, "unknown key", nearest(key, keys))
        for key in keys:
            if key not in given:
                self.fault(f"{where}.{key}".lstrip("."), "missing", "add it")

    def read_moves(self, given: object) -> list[tuple[int, object, list[Cell]]]:
        if not isinstance(given, list):
            self.fault("moves", f"{echo(given)} is no list", "write a list of moves")
            return []
        moves = []
        for i, move in enumerate(given):
            where = f"moves[{i}]"
            if not isinstance(move, Mapping):
                self.fault(where, f"{echo(move)} is no move", "write an object")
                continue
            before = len(self.faults)
            self.known(move, where, _MOVE_KEYS)
            if len(self.faults) > before:
                continue
            try:
                colour = self.variant.colour(move["colour"])
            except InputError as error:
                self.faults += error.located("", f"{where}.colour").faults
                continue
            cells = move["cells"]
            if not _are_cells(cells):
                self.fault(f"{where}.cells", f"{echo(cells)} are no cells", "write [[0, 0], …]")
                continue
            moves.append((colour, move["piece"], [(row, col) for row, col in cells]))
        return moves


def _are_cells(given: object) -> bool:
    return isinstance(given, list) and all(
        isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell)
        for cell in given
    )
