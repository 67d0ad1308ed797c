"""Fixed polyominoes: drawing, naming, and the table of standard names.

A shape is never rotated nor reflected in play: every orientation is a shape of
its own. A shape does not have to be edge-connected (the diagonals are not).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fairtray.core.errors import Fault, NotationError, echo, nearest

Cell = tuple[int, int]
"""(row, column), counted from 0 at the top left."""

FILLED = "#X1"
EMPTY = "._0"
MAX_SIDE = 20


@dataclass(frozen=True, slots=True)
class Shape:
    """A fixed polyomino in its bounding box.

    Two shapes are equal when their cells are; the name is only what to call it.

    Attributes:
        cells: the filled cells (row, column) relative to the top-left corner of the
            bounding box, in row-major order. The corner itself may be empty.
        name: the standard name, or the drawing with ``/`` between rows.
    """

    cells: tuple[Cell, ...]
    name: str = field(compare=False, default="")

    @property
    def height(self) -> int:
        """Rows of the bounding box."""
        return 1 + max(row for row, _ in self.cells)

    @property
    def width(self) -> int:
        """Columns of the bounding box."""
        return 1 + max(col for _, col in self.cells)

    @property
    def size(self) -> int:
        """Number of cells."""
        return len(self.cells)

    @property
    def rows(self) -> tuple[str, ...]:
        """The drawing, one string a row, ``#`` filled and ``.`` empty."""
        filled = set(self.cells)
        return tuple(
            "".join("#" if (r, c) in filled else "." for c in range(self.width))
            for r in range(self.height)
        )

    def rotated(self) -> Shape:
        """Return the shape a quarter turn clockwise (the cells only; unnamed)."""
        height = self.height
        return Shape(tuple(sorted((c, height - 1 - r) for r, c in self.cells)))

    def renamed(self, name: str) -> Shape:
        """Return the same cells under another name."""
        return Shape(self.cells, name)


def from_cells(cells: Iterable[Cell], name: str = "") -> Shape:
    """Return the shape of some cells, moved to the top left; named if it is a standard one.

    Raises:
        NotationError: no cells, or a bounding box of more than 20 rows or columns.
    """
    given = sorted(set(cells))
    if not given:
        raise NotationError(Fault("", "a shape without a filled cell", "draw at least one #"))
    top = min(r for r, _ in given)
    left = min(c for _, c in given)
    moved = tuple((r - top, c - left) for r, c in given)
    shape = Shape(moved)
    if shape.height > MAX_SIDE or shape.width > MAX_SIDE:
        raise NotationError(
            Fault(
                "", f"a shape of {shape.height}x{shape.width} cells", f"at most {MAX_SIDE} a side"
            )
        )
    return shape.renamed(name or _name_of(moved) or "/".join(shape.rows))


def from_drawing(rows: Sequence[str], name: str = "") -> Shape:
    """Return the shape that ``rows`` draw; empty rows and columns around it are trimmed.

    Raises:
        NotationError: not a list of strings, ragged, a character that is neither
            filled (``# X 1``) nor empty (``. _ 0``), or nothing filled.
    """
    cells: list[Cell] = []
    for r, row in enumerate(rows):
        if not isinstance(row, str):
            raise NotationError(Fault(f"[{r}]", f"{echo(row)} is not a row of text", 'write "##."'))
        if len(row) != len(rows[0]):
            raise NotationError(
                Fault(
                    f"[{r}]",
                    f"{echo(row)} is not as long as the first row",
                    "write . for the empty cells",
                )
            )
        for c, mark in enumerate(row):
            if mark in FILLED:
                cells.append((r, c))
            elif mark not in EMPTY:
                raise NotationError(
                    Fault(f"[{r}]", f"character {echo(mark)}", "use # for filled and . for empty")
                )
    return from_cells(cells, name)


def _turns(name: str, suffixes: Sequence[str], drawing: str) -> list[Shape]:
    """Return a drawing and its quarter turns clockwise, one for each suffix."""
    shape = from_cells(_drawn(drawing), "?")
    found = []
    for suffix in suffixes:
        found.append(shape.renamed(name + suffix))
        shape = shape.rotated()
    return found


def _drawn(drawing: str) -> list[Cell]:
    return [
        (r, c)
        for r, row in enumerate(drawing.split("/"))
        for c, mark in enumerate(row)
        if mark == "#"
    ]


@functools.cache
def standard() -> dict[str, Shape]:
    """Return every shape with a standard name, by name.

    One drawing a kind is typed; the other orientations are derived by turning it.
    """
    corners = ("-nw", "-ne", "-se", "-sw")
    quarter = ("-0", "-1", "-2", "-3")
    half = ("h", "v")
    kinds: list[list[Shape]] = [_turns("dot", ("",), "#")]
    kinds += [_turns(f"I{n}", half, "#" * n) for n in range(2, 6)]
    kinds += [_turns("O4", ("",), "##/##"), _turns("O9", ("",), "###/###/###")]
    kinds += [_turns("R", ("23", "32"), "###/###")]
    kinds += [_turns("V3", corners, "##/#."), _turns("V5", corners, "###/#../#..")]
    kinds += [_turns("L4", quarter, "#./#./##"), _turns("J4", quarter, ".#/.#/##")]
    kinds += [_turns("T4", quarter, "###/.#.")]
    kinds += [_turns("S4-", half, ".##/##."), _turns("Z4-", half, "##./.##")]
    kinds += [_turns("X5", ("",), ".#./###/.#."), _turns("U5", quarter, "#.#/###")]
    kinds += [_turns("T5", quarter, "###/.#./.#.")]
    kinds += [_turns("D2", ("-0", "-1"), "#./.#"), _turns("D3", ("-0", "-1"), "#../.#./..#")]
    return {shape.name: shape for kind in kinds for shape in kind}


@functools.cache
def _names() -> dict[tuple[Cell, ...], str]:
    return {shape.cells: name for name, shape in standard().items()}


def _name_of(cells: tuple[Cell, ...]) -> str:
    return _names().get(cells, "")


def named(name: str) -> Shape:
    """Return the shape with a standard name.

    Raises:
        NotationError: no such name; the nearest one is suggested.
    """
    shape = standard().get(name)
    if shape is None:
        raise NotationError(
            Fault("", f"no shape is called {echo(name)}", nearest(name, standard()))
        )
    return shape
