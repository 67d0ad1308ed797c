"""Pieces and bitboards in the notations people have for them.

A hexadecimal bitboard reads as the picture does: the highest bit is the top left cell, the
bits continue to the right and then down, the lowest bit is the bottom right cell. There are
exactly as many digits as the cells need, leading zeros included, so that a lost digit shows.
"""

from __future__ import annotations

import re

from fairtray.core import jsontext, shapes
from fairtray.core.board import Board, Grid
from fairtray.core.errors import (
    Fault,
    InputError,
    NotationError,
    PositionError,
    counted,
    echo,
    nearest,
)
from fairtray.core.reading import Anything
from fairtray.core.shapes import Shape
from fairtray.rulesets.model import Ruleset

PIECE = Anything(
    {
        "description": "A piece: its name or cells in one text, its rows, or its cells.",
        "anyOf": [
            {"type": "string", "minLength": 1},
            {
                "type": "array",
                "minItems": 1,
                "items": {
                    "anyOf": [{"type": "string"}, {"type": "array", "items": {"enum": [0, 1]}}]
                },
            },
            {
                "type": "object",
                "properties": {
                    "cells": {
                        "type": "array",
                        "minItems": 1,
                        "items": {
                            "type": "array",
                            "items": {"type": "integer"},
                            "minItems": 2,
                            "maxItems": 2,
                        },
                    }
                },
                "required": ["cells"],
                "additionalProperties": False,
            },
        ],
    },
    name="Piece",
    example='a name such as "I3h" or rows such as ["##"]',
)
"""A piece in a document; :func:`read_shape` finds out which it is."""

_MARKS = frozenset(shapes.FILLED + shapes.EMPTY + "/")
_MAX_ROWS = 100
"""Rows and columns of a drawing, the empty ones around it included."""

_PAIR = re.compile(r"\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")
_PAIRS = re.compile(rf"(?:{_PAIR.pattern}[\s-]*)+")
_HEX = re.compile(r"0[xX]([0-9a-fA-F]+)")
_BOX = re.compile(r"(\d{1,2})x(\d{1,2})")
_OPENING, _CLOSING = "([{", ")]}"


def split_tray(text: str) -> list[object]:
    """Return the pieces of a tray in one line, as :func:`read_shape` takes them.

    Pieces are separated by commas; ``-`` is a used slot. A comma inside brackets does not
    separate pieces, and a piece that begins with ``[`` or ``{`` is JSON.

    Raises:
        NotationError: a piece that should be JSON is not.
    """
    pieces: list[object] = []
    for i, word in enumerate(words(text, ",") if text.strip() else []):
        if word[:1] in {"[", "{"}:
            try:
                pieces.append(jsontext.loads(word))
            except InputError as error:
                what = f"{echo(word)}, read as JSON, is {error.faults[0].what}"
                raise NotationError(Fault(f"tray[{i}]", what, "correct it")) from None
        else:
            pieces.append(None if word == "-" else word)
    return pieces


def words(text: str, between: str) -> list[str]:
    """Return the parts of a text between marks outside brackets, without blanks."""
    parts, depth = [""], 0
    for mark in text:
        depth += (mark in _OPENING) - (mark in _CLOSING)
        if mark == between and depth <= 0:
            parts.append("")
        else:
            parts[-1] += mark
    return [part.strip() for part in parts]


def read_shape(value: object, ruleset: Ruleset | None = None) -> Shape:
    """Return the shape that a JSON value stands for.

    Args:
        value: a name; a list of rows (strings, or lists of 0 and 1), or the rows in
            one string with ``/`` between them; the cells, ``{"cells": [[0, 0], [0, 1]]}``
            or ``"(0,0)(0,1)"``; a hexadecimal bitboard of the ruleset's board, or of
            any box as ``"0x1084210@5x5"``. Empty rows and columns around it are trimmed.
        ruleset: whose catalogue the shape must be in; None allows any shape.

    Raises:
        NotationError: it cannot be read as a shape.
        PositionError: it is not in the catalogue.
    """
    if isinstance(value, str):
        return _named(value, ruleset)
    if isinstance(value, list):
        return _catalogued(_drawn(value), ruleset)
    if isinstance(value, dict):
        return _catalogued(_listed(value), ruleset)
    raise NotationError(
        Fault(
            "", f"{echo(value)} is not a shape", 'write a name such as "I3h" or rows such as ["##"]'
        )
    )


def _named(name: str, ruleset: Ruleset | None) -> Shape:
    catalogue = () if ruleset is None else ruleset.catalogue or ()
    for entry in catalogue:
        if entry.shape.name == name:
            return entry.shape
    if name and _MARKS.issuperset(name):
        return _catalogued(_drawn(name.split("/")), ruleset)
    if is_bitboard(name):
        return _catalogued(_hexadecimal(name, ruleset), ruleset)
    if name.startswith("("):
        return _catalogued(_coordinates(name), ruleset)
    shape = shapes.standard().get(name)
    if shape is None:
        known = [entry.shape.name for entry in catalogue] or shapes.standard()
        raise NotationError(Fault("", f"no shape is called {echo(name)}", nearest(name, known)))
    return _catalogued(shape, ruleset)


def _coordinates(text: str) -> Shape:
    if not _PAIRS.fullmatch(text):
        raise NotationError(
            Fault(
                "",
                f"{echo(text)}, read as coordinates, is not a list of cells",
                "write (row,column) for each cell, such as (0,0)(0,1)(1,0)",
            )
        )
    return shapes.from_cells((int(row), int(col)) for row, col in _PAIR.findall(text))


def _listed(value: dict[str, object]) -> Shape:
    cells = value.get("cells")
    pairs = cells if isinstance(cells, list) else []
    read = [(cell[0], cell[1]) for cell in pairs if _is_cell(cell)]
    if set(value) != {"cells"} or not pairs or len(read) < len(pairs):
        raise NotationError(
            Fault(
                "",
                f"{echo(value)}, read as coordinates, is not a list of cells",
                'write {"cells": [[0, 0], [0, 1]]}',
            )
        )
    return shapes.from_cells(read)


def _is_cell(cell: object) -> bool:
    return isinstance(cell, list) and len(cell) == 2 and all(type(n) is int for n in cell)


def _hexadecimal(text: str, ruleset: Ruleset | None) -> Shape:
    number, at, size = text.partition("@")
    box = _BOX.fullmatch(size)
    if box is not None:
        grid = Grid(int(box[1]), int(box[2]))
    elif at or ruleset is None:
        raise NotationError(
            Fault(
                "",
                f"{echo(text)}, read as a hexadecimal bitboard, names no box",
                "add its rows and columns, such as 0x1084210@5x5",
            )
        )
    else:
        grid = ruleset.grid
    return shapes.from_cells(grid.cells(read_bitboard(number, grid)))


def _drawn(rows: list[object] | list[str]) -> Shape:
    if len(rows) > _MAX_ROWS or any(
        isinstance(r, (str, list)) and len(r) > _MAX_ROWS for r in rows
    ):
        raise NotationError(
            Fault(
                "",
                f"a drawing of {counted(len(rows), 'row')}",
                f"at most {shapes.MAX_SIDE} cells a side",
            )
        )
    return shapes.from_drawing([_row(r, row) for r, row in enumerate(rows)])


def _row(r: int, row: object) -> str:
    if isinstance(row, str):
        return row
    if isinstance(row, list) and all(type(mark) is int and mark in {0, 1} for mark in row):
        return "".join(map(str, row))
    mend = 'write "##."'
    if isinstance(row, list) and len(row) == 2:
        mend = 'write 0 and 1 only; cells are written {"cells": [[0, 0], [0, 1]]}'
    raise NotationError(Fault(f"[{r}]", f"{echo(row)} is not a row of a shape", mend))


def _catalogued(shape: Shape, ruleset: Ruleset | None) -> Shape:
    """Return the shape under the catalogue's own name for it."""
    if ruleset is None or ruleset.catalogue is None:
        return shape
    for known in ruleset.shapes:
        if known == shape:
            return known
    names = [known.name for known in ruleset.shapes]
    some = ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
    raise PositionError(
        Fault(
            "",
            f"{echo(shape.name)} is not in the catalogue of {ruleset.name}",
            f"use one of its {counted(len(names), 'shape')} ({some})",
        )
    )


def is_bitboard(text: str) -> bool:
    """Return whether a text begins like a hexadecimal number, and is to be read as one."""
    return text[:2].lower() == "0x"


def _digits(grid: Grid) -> int:
    """Return how many hexadecimal digits the cells of a grid take."""
    return -(-grid.size // 4)


def write_bitboard(board: Board, grid: Grid) -> str:
    """Return a board as a hexadecimal bitboard."""
    # The package's boards have the top left cell lowest, so the bits are turned round.
    value = int(f"{board:0{grid.size}b}"[::-1], 2)
    return f"0x{value:0{_digits(grid)}x}"


def read_bitboard(text: str, grid: Grid) -> Board:
    """Return the board that a hexadecimal bitboard stands for.

    Raises:
        NotationError: a character that is not a digit, too few or too many digits, or a bit
            beyond the first cell.
    """
    size = f"{grid.rows}x{grid.cols}"
    understood = f"{echo(text)}, read as a hexadecimal bitboard of {size} cells,"
    match = _HEX.fullmatch(text)
    if match is None:
        raise NotationError(Fault("", f"{understood} has other characters", "use 0-9 and a-f"))
    needed = _digits(grid)
    given = len(match[1])
    if given != needed:
        raise NotationError(
            Fault("", f"{understood} takes {needed} digits, not {given}", "count them")
        )
    value = int(match[1], 16)
    if value > grid.full:
        raise NotationError(
            Fault("", f"{understood} has a bit above the top left cell", "leave that bit 0")
        )
    return int(f"{value:0{grid.size}b}"[::-1], 2)
