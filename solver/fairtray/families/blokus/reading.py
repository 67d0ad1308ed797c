"""Blokus positions and games as documents: what is in one, and what must agree with the game."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fairtray.core.board import Board
from fairtray.core.errors import InputError, NotationError, PositionError, echo
from fairtray.core.reading import Anything, Meaning, Place, document, read_partly
from fairtray.core.shapes import Cell
from fairtray.families.blokus import pieces
from fairtray.families.blokus.position import Position, cell_names, components, oriented, uncovered
from fairtray.families.blokus.record import Cells, Step, fewest_pieces
from fairtray.families.blokus.variants import BLOKUS, EMPTY_MARKS, NAMES, Variant, get

_OWN_KEYS = frozenset(
    {"id", "kind", "name", "title", "note", "notes", "comment", "source", "line", "expect"}
    | {"date", "game", "turn", "record", "variant", "scoring"}
    | {"legal_counts", "squares", "bonus", "score"}
    | {"format", "mode", "people", "state"}
)
"""Keys that collections of positions and games carry for their own use."""

_MOVE_KEYS = ("colour", "color", "cells", "piece", "squares", "legal_moves")

_NAME = {"type": "string"}
_BY_COLOUR = {"type": ["object", "array", "null"]}


@document(unknown="warning", ignored=_OWN_KEYS, noun="position", example='{"ruleset": "blokus", …}')
@dataclass(frozen=True, slots=True)
class BlokusFile:
    """A position of Blokus, or a game with its moves."""

    ruleset: Annotated[Any, Anything({"enum": [*NAMES, None]})] = None
    board: Annotated[
        Any, Anything({"type": ["array", "null"], "items": _NAME}), Meaning("a letter a cell")
    ] = None
    to_move: Annotated[Any, Anything({"type": ["string", "integer", "null"]})] = None
    left: Annotated[Any, Anything(_BY_COLOUR), Meaning("the pieces each colour holds")] = None
    last: Annotated[Any, Anything(_BY_COLOUR), Meaning("the piece each placed last")] = None
    starts: Annotated[Any, Anything({"type": ["array", "null"]})] = None
    moves: Annotated[Any, Anything({"type": ["array", "null"]})] = None


class Reader:
    """Holds a document against the game that it names; everything wrong is noted by place."""

    def __init__(self, given: object, variant: Variant | None) -> None:
        """Read what everything else depends on: the keys and the game.

        Args:
            given: the document.
            variant: the game to use instead of the document's; None for its own.
        """
        file, self._log = read_partly(BlokusFile, given)
        self._root = Place(self._log)
        self._file = BlokusFile() if file is None else file
        self.rules = self._starts(self._variant(variant))

    @property
    def warnings(self) -> list[str]:
        """What is odd about the document but allowed."""
        return self._log.warnings

    def close(self) -> None:
        """Raise what was found.

        Raises:
            PositionError: there was at least one fault.
        """
        self._log.raise_faults(PositionError)

    def position(self, *, empty: bool) -> Position:
        """Return the position; without meaning when there are faults.

        Args:
            empty: whether a missing board is an empty one, as for a game.
        """
        boards = self._boards(empty=empty)
        left = self._left(boards)
        last = self._last(left)
        position = Position(self.rules, boards, left, last)
        if self._file.starts is None:
            position = oriented(position)
        for warning in uncovered(position):
            self._root.warn(warning)
        if self._file.to_move is None:
            return replace(position, to_move=fewest_pieces(position))
        return replace(position, to_move=self._colour(self._root.at("to_move"), self._file.to_move))

    def steps(self) -> tuple[Step, ...]:
        """Return the moves of a game."""
        given, at = self._file.moves, self._root.at("moves")
        if not isinstance(given, list):
            what = "missing" if given is None else f"{echo(given)} is not a list"
            at.fault(what, 'write [{"colour": "blue", "cells": [[0, 0]]}, …]')
            return ()
        steps = [self._step(at.at(i), move) for i, move in enumerate(given)]
        return tuple(step for step in steps if step is not None)

    def _variant(self, override: Variant | None) -> Variant:
        named = self._file.ruleset
        if override is not None:
            if named is not None and named != override.name:
                self._root.warn(
                    f"the ruleset asked for, {echo(override.name)}, is used in place of the "
                    f"file's own, {echo(named)}"
                )
            return override
        if named is None:
            return BLOKUS
        try:
            return get(named)
        except InputError as error:
            self._root.at("ruleset").nested(error)
            return BLOKUS

    def _starts(self, rules: Variant) -> Variant:
        given = self._file.starts
        if given is None:
            return rules
        known = [list(cell) for cell in rules.starts]
        if not isinstance(given, list) or sorted(map(repr, given)) != sorted(map(repr, known)):
            at = self._root.at("starts")
            at.fault(f"{echo(given)} is not allowed", f"write {known} in any order")
            return rules
        return rules.started_at(tuple((row, col) for row, col in given))

    def _colour(self, at: Place, given: object) -> int:
        try:
            return self.rules.colour(given)
        except NotationError as error:
            at.nested(error)
            return 0

    def _boards(self, *, empty: bool) -> tuple[Board, ...]:
        rules, at = self.rules, self._root.at("board")
        boards = [0] * len(rules.colours)
        given = self._file.board
        rows = rules.grid.rows
        mend = f"write {rows} rows of {rules.grid.cols} cells"
        if given is None:
            if not empty:
                at.fault("missing", mend)
        elif not isinstance(given, list):
            at.fault(f"{echo(given)} is not a list", mend)
        elif len(given) != rows:
            at.fault(f"{len(given)} rows", f"a board of {rules.name} has {rows} rows")
        else:
            for r, row in enumerate(given):
                self._row(r, row, boards)
        return tuple(boards)

    def _row(self, r: int, row: object, boards: list[Board]) -> None:
        """Add the cells of one row to the boards."""
        rules, at = self.rules, self._root.at("board", r)
        cols = rules.grid.cols
        if not isinstance(row, str):
            at.fault(f"{echo(row)} is not a row", f"write {cols} letters or dots")
            return
        if len(row) != cols:
            at.fault(f"row {r} has {len(row)} cells", f"write {cols} cells")
            return
        marks = {colour.letter: i for i, colour in enumerate(rules.colours)}
        for c, mark in enumerate(row):
            colour = marks.get(mark.upper())
            if colour is not None:
                boards[colour] |= rules.grid.bit(r, c)
            elif mark not in EMPTY_MARKS:
                at.at(c).fault(f"cell {echo(mark)}", f"use {' '.join(marks)} or . for empty")
                return

    def _left(self, boards: tuple[Board, ...]) -> tuple[tuple[str, ...], ...]:
        """Return what each colour holds: as given, or else everything that is not on the board."""
        on_board = [self._on_board(colour, board) for colour, board in enumerate(boards)]
        rest = [
            tuple(name for name in pieces.all_names() if name not in there) for there in on_board
        ]
        left = list(rest)
        for colour, given in self._by_colour("left"):
            at = self._root.at("left", self.rules.colours[colour].name)
            names = self._names(at, given)
            left[colour] = names
            there = [name for name in names if name in on_board[colour]]
            if there:
                at.fault(f"{', '.join(there)} on the board already", "drop it here")
            gone = [name for name in rest[colour] if name not in names]
            if gone:
                at.warn(f"{', '.join(gone)} neither left nor on the board, so no bonus")
        return tuple(left)

    def _on_board(self, colour: int, board: Board) -> list[str]:
        """Return the names of a colour's pieces on the board."""
        names: list[str] = []
        for part in components(self.rules, board):
            piece = pieces.of_cells(self.rules.grid.cells(part)) if part.bit_count() <= 5 else None
            if piece is None or piece.name in names:
                what = "no piece" if piece is None else f"a second {piece.name}"
                name = self.rules.colours[colour].name
                cells = cell_names(self.rules, part)
                cells = cells if len(cells) <= 40 else f"{cells[:40]} …"
                self._root.at("board").warn(f"{name} has {what} at {cells}, taken as it is")
            if piece is not None:
                names.append(piece.name)
        return names

    def _by_colour(self, key: str) -> list[tuple[int, Any]]:
        """Return (colour, value) of a field that is an object by colour, or a list in order."""
        given, at = getattr(self._file, key), self._root.at(key)
        count = len(self.rules.colours)
        if given is None:
            return []
        if isinstance(given, list) and len(given) == count:
            return list(enumerate(given))
        if not isinstance(given, Mapping):
            name = self.rules.colours[0].name
            at.fault(f"{echo(given)} is not by colour", f'write {{"{name}": …, …}}')
            return []
        pairs: dict[int, Any] = {}
        for name, value in given.items():
            colour = self._colour(at, name)
            if colour in pairs:
                at.at(name).fault("the same colour twice", "keep one")
            pairs[colour] = value
        return list(pairs.items())

    def _names(self, at: Place, given: object) -> tuple[str, ...]:
        if given == "all":
            return pieces.all_names()
        if not isinstance(given, list):
            at.fault(f"{echo(given)} is not a list", 'write names, such as ["I1", "V3"]')
            return ()
        names: list[str] = []
        for i, name in enumerate(given):
            try:
                piece = pieces.named(name).name
            except NotationError as error:
                at.at(i).nested(error)
                continue
            if piece in names:
                at.at(i).fault(f"{piece} is listed twice", "keep one")
            else:
                names.append(piece)
        return pieces.in_order(names)

    def _last(self, left: tuple[tuple[str, ...], ...]) -> tuple[str | None, ...]:
        last: list[str | None] = [None] * len(self.rules.colours)
        for colour, given in self._by_colour("last"):
            if given is None:
                continue
            at = self._root.at("last", self.rules.colours[colour].name)
            try:
                last[colour] = pieces.named(given).name
            except NotationError as error:
                at.nested(error)
                continue
            if last[colour] in left[colour]:
                at.fault(f"{last[colour]} is still left", "name a piece on the board")
        return tuple(last)

    def _step(self, at: Place, given: object) -> Step | None:
        if not isinstance(given, Mapping):
            at.fault(f"{echo(given)} is not a move", 'write {"colour": …, "cells": …}')
            return None
        before = len(self._log.faults)
        # Moves carry keys of many programs: only what is very nearly one of ours is a fault.
        for key in sorted(set(given) - set(_MOVE_KEYS)):
            close = difflib.get_close_matches(key[:20].casefold(), _MOVE_KEYS, n=1, cutoff=0.75)
            if close:
                at.at(key[:20]).fault("unknown key", f"did you mean {close[0]}?")
        named = given.get("colour", given.get("color"))
        colour = None if named is None else self._colour(at.at("colour"), named)
        cells = self._cells(at.at("cells"), given)
        return None if len(self._log.faults) > before else Step(at.path, colour, cells)

    def _cells(self, at: Place, move: Mapping[str, Any]) -> Cells:
        given = move.get("cells")
        if "cells" not in move or not (given is None or isinstance(given, list)):
            what = f"{echo(given)} is not a list" if "cells" in move else "missing"
            at.fault(what, "write [[row, column], …], or [] for a pass")
            return ()
        cells: list[Cell] = []
        for i, cell in enumerate(given or []):
            if isinstance(cell, str):
                try:
                    cells.append(self.rules.cell_at(cell))
                except NotationError as error:
                    at.at(i).nested(error)
            elif isinstance(cell, list) and len(cell) == 2 and all(type(n) is int for n in cell):
                cells.append((cell[0], cell[1]))
            else:
                at.at(i).fault(f"{echo(cell)} is not a cell", "write [row, column]")
        return tuple(cells)
