"""From a JSON document to a position and moves: every fault is found, each with its field."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fairtray.core.board import Board
from fairtray.core.errors import Fault, InputError, NotationError, PositionError, echo
from fairtray.core.shapes import Cell
from fairtray.families.blokus import pieces
from fairtray.families.blokus.position import Position, cell_names, components
from fairtray.families.blokus.record import Cells, Step, fewest_pieces
from fairtray.families.blokus.starts import oriented, uncovered
from fairtray.families.blokus.variants import BLOKUS, EMPTY_MARKS, Variant, get

_KEYS = ("ruleset", "board", "to_move", "left", "last", "starts", "moves")

_IGNORED = frozenset(
    {"id", "kind", "name", "title", "note", "notes", "comment", "source", "line", "expect"}
    | {"date", "game", "turn", "record", "variant", "scoring"}
    | {"legal_counts", "squares", "bonus", "score"}
    | {"format", "mode", "people", "state"}
)
"""Keys that collections of positions and games carry for their own use."""

_MOVE_KEYS = ("colour", "color", "cells", "piece", "squares", "legal_moves")


class Reader:
    """Collects the faults and warnings of one document while its fields are read."""

    def __init__(self, given: Mapping[str, Any], variant: Variant | None) -> None:
        """Read what everything else depends on: the keys and the game.

        Args:
            given: the document.
            variant: the game to use whatever the document says; None for its own.
        """
        self.given = given
        self.faults: list[Fault] = []
        self.warnings: list[str] = []
        self._check_keys()
        self.rules = self._starts(self._variant(variant))

    def close(self) -> None:
        """Raise what was found.

        Raises:
            PositionError: there was at least one fault.
        """
        if self.faults:
            raise PositionError(self.faults)

    def position(self, *, empty: bool) -> Position:
        """Return the position; without meaning when there are faults.

        Args:
            empty: whether a missing board is an empty one, as for a game.
        """
        boards = self._boards(empty=empty)
        left = self._left(boards)
        last = self._last(left)
        position = Position(self.rules, boards, left, last)
        if self.given.get("starts") is None:
            position = oriented(position)
        self.warnings += uncovered(position)
        if self.given.get("to_move") is None:
            return replace(position, to_move=fewest_pieces(position))
        return replace(position, to_move=self._colour("to_move", self.given["to_move"]))

    def steps(self) -> tuple[Step, ...]:
        """Return the moves of a game."""
        given = self.given.get("moves")
        if not isinstance(given, list):
            what = "missing" if given is None else f"{echo(given)} is no list"
            self._fault("moves", what, 'write [{"colour": "blue", "cells": [[0, 0]]}, …]')
            return ()
        steps = [self._step(f"moves[{i}]", move) for i, move in enumerate(given)]
        return tuple(step for step in steps if step is not None)

    def _fault(self, where: str, what: str, mend: str) -> None:
        self.faults.append(Fault(where, what, mend))

    def _check_keys(self) -> None:
        for key in self.given:
            if key in _KEYS or key in _IGNORED or key.startswith("_"):
                continue
            word = key[:40].casefold().replace("-", "_").replace(" ", "_")
            close = difflib.get_close_matches(word, _KEYS, n=1, cutoff=0.7)
            if close:
                self._fault(echo(key), "unknown key", f"did you mean {close[0]}?")
            else:
                self.warnings.append(f"unknown key {echo(key)} is passed over")

    def _variant(self, override: Variant | None) -> Variant:
        named = self.given.get("ruleset")
        if override is not None:
            if named is not None and named != override.name:
                self.warnings.append(
                    f"the ruleset asked for, {echo(override.name)}, is used in place of the "
                    f"file's own, {echo(named)}"
                )
            return override
        if named is None:
            return BLOKUS
        try:
            return get(named)
        except InputError as error:
            self.faults += error.located("", "ruleset").faults
            return BLOKUS

    def _starts(self, rules: Variant) -> Variant:
        given = self.given.get("starts")
        if given is None:
            return rules
        known = [list(cell) for cell in rules.starts]
        if not isinstance(given, list) or sorted(map(repr, given)) != sorted(map(repr, known)):
            self._fault("starts", f"{echo(given)} is not allowed", f"write {known} in any order")
            return rules
        return rules.started_at(tuple((row, col) for row, col in given))

    def _colour(self, where: str, given: object) -> int:
        try:
            return self.rules.colour(given)
        except NotationError as error:
            self.faults += error.located("", where).faults
            return 0

    def _boards(self, *, empty: bool) -> tuple[Board, ...]:
        rules = self.rules
        boards = [0] * len(rules.colours)
        given = self.given.get("board")
        rows = rules.grid.rows
        mend = f"write {rows} rows of {rules.grid.cols} cells"
        if given is None:
            if not empty:
                self._fault("board", "missing", mend)
        elif not isinstance(given, list):
            self._fault("board", f"{echo(given)} is no list", mend)
        elif len(given) != rows:
            self._fault("board", f"{len(given)} rows", f"a board of {rules.name} has {rows} rows")
        else:
            for r, row in enumerate(given):
                self._row(r, row, boards)
        return tuple(boards)

    def _row(self, r: int, row: object, boards: list[Board]) -> None:
        """Add the cells of one row to the boards."""
        rules = self.rules
        cols = rules.grid.cols
        if not isinstance(row, str):
            self._fault(f"board[{r}]", f"{echo(row)} is no row", f"write {cols} letters or dots")
            return
        if len(row) != cols:
            self._fault(f"board[{r}]", f"row {r} has {len(row)} cells", f"write {cols} cells")
            return
        marks = {colour.letter: i for i, colour in enumerate(rules.colours)}
        for c, mark in enumerate(row):
            colour = marks.get(mark.upper())
            if colour is not None:
                boards[colour] |= rules.grid.bit(r, c)
            elif mark not in EMPTY_MARKS:
                letters = " ".join(marks)
                self._fault(
                    f"board[{r}][{c}]", f"cell {echo(mark)}", f"use {letters} or . for empty"
                )
                return

    def _left(self, boards: tuple[Board, ...]) -> tuple[tuple[str, ...], ...]:
        """Return what each colour holds: as said, else whatever is not on the board."""
        standing = [self._standing(colour, board) for colour, board in enumerate(boards)]
        rest = [
            tuple(name for name in pieces.all_names() if name not in there) for there in standing
        ]
        found = list(rest)
        for colour, given in self._by_colour("left"):
            where = f"left.{self.rules.colours[colour].name}"
            names = self._names(where, given)
            found[colour] = names
            there = [name for name in names if name in standing[colour]]
            if there:
                self._fault(where, f"{', '.join(there)} on the board already", "drop it here")
            gone = [name for name in rest[colour] if name not in names]
            if gone:
                self.warnings.append(
                    f"{where}: {', '.join(gone)} neither left nor on the board, so no bonus"
                )
        return tuple(found)

    def _standing(self, colour: int, board: Board) -> list[str]:
        names: list[str] = []
        for part in components(self.rules, board):
            piece = pieces.of_cells(self.rules.grid.cells(part)) if part.bit_count() <= 5 else None
            if piece is None or piece.name in names:
                what = "no piece" if piece is None else f"a second {piece.name}"
                name = self.rules.colours[colour].name
                at = cell_names(self.rules, part)
                at = at if len(at) <= 40 else f"{at[:40]} …"
                self.warnings.append(f"board: {name} has {what} at {at}, taken as it stands")
            if piece is not None:
                names.append(piece.name)
        return names

    def _by_colour(self, field: str) -> list[tuple[int, Any]]:
        """Return (colour, value) of a field that is an object by colour, or a list in order."""
        given = self.given.get(field)
        count = len(self.rules.colours)
        if given is None:
            return []
        if isinstance(given, list) and len(given) == count:
            return list(enumerate(given))
        if not isinstance(given, Mapping):
            name = self.rules.colours[0].name
            self._fault(field, f"{echo(given)} is not by colour", f'write {{"{name}": …, …}}')
            return []
        pairs: dict[int, Any] = {}
        for key, value in given.items():
            colour = self._colour(field, key)
            if colour in pairs:
                self._fault(f"{field}.{key}", "the same colour twice", "keep one")
            pairs[colour] = value
        return list(pairs.items())

    def _names(self, where: str, given: object) -> tuple[str, ...]:
        if given == "all":
            return pieces.all_names()
        if not isinstance(given, list):
            self._fault(where, f"{echo(given)} is no list", 'write names, such as ["I1", "V3"]')
            return ()
        found: list[str] = []
        for i, name in enumerate(given):
            try:
                piece = pieces.named(name).name
            except NotationError as error:
                self.faults += error.located("", f"{where}[{i}]").faults
                continue
            if piece in found:
                self._fault(f"{where}[{i}]", f"{piece} stands twice", "keep one")
            else:
                found.append(piece)
        return pieces.in_order(found)

    def _last(self, left: tuple[tuple[str, ...], ...]) -> tuple[str | None, ...]:
        found: list[str | None] = [None] * len(self.rules.colours)
        for colour, given in self._by_colour("last"):
            if given is None:
                continue
            where = f"last.{self.rules.colours[colour].name}"
            try:
                found[colour] = pieces.named(given).name
            except NotationError as error:
                self.faults += error.located("", where).faults
                continue
            if found[colour] in left[colour]:
                self._fault(where, f"{found[colour]} is still left", "name a piece on the board")
        return tuple(found)

    def _step(self, where: str, given: object) -> Step | None:
        if not isinstance(given, Mapping):
            self._fault(where, f"{echo(given)} is no move", 'write {"colour": …, "cells": …}')
            return None
        before = len(self.faults)
        for key in sorted(set(given) - set(_MOVE_KEYS)):
            close = difflib.get_close_matches(key[:20].casefold(), _MOVE_KEYS, n=1, cutoff=0.75)
            if close:
                self._fault(f"{where}.{key[:20]}", "unknown key", f"did you mean {close[0]}?")
        named = given.get("colour", given.get("color"))
        colour = None if named is None else self._colour(f"{where}.colour", named)
        cells = self._cells(f"{where}.cells", given)
        return None if len(self.faults) > before else Step(where, colour, cells)

    def _cells(self, where: str, move: Mapping[str, Any]) -> Cells:
        given = move.get("cells")
        if "cells" not in move or not (given is None or isinstance(given, list)):
            what = f"{echo(given)} is no list" if "cells" in move else "missing"
            self._fault(where, what, "write [[row, column], …], or [] for a pass")
            return ()
        cells: list[Cell] = []
        for i, cell in enumerate(given or []):
            if isinstance(cell, str):
                try:
                    cells.append(self.rules.cell_at(cell))
                except NotationError as error:
                    self.faults += error.located("", f"{where}[{i}]").faults
            elif isinstance(cell, list) and len(cell) == 2 and all(type(n) is int for n in cell):
                cells.append((cell[0], cell[1]))
            else:
                self._fault(f"{where}[{i}]", f"{echo(cell)} is no cell", "write [row, column]")
        return tuple(cells)
