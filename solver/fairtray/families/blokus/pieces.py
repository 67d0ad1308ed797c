"""The 21 pieces of a colour, and every way to turn and flip them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fairtray.core.errors import Fault, NotationError, echo, nearest
from fairtray.core.shapes import Cell, Shape, from_drawing

_DRAWINGS = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "O4": "##/##",
    "T4": "###/.#.",
    "L4": "#./#./##",
    "Z4": "##./.##",
    "F": ".##/##./.#.",
    "I5": "#####",
    "L5": "#./#./#./##",
    "N": ".#/.#/##/#.",
    "P": "##/##/#.",
    "T5": "###/.#./.#.",
    "U": "#.#/###",
    "V5": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": ".#/##/.#/.#",
    "Z5": "##./.#./.##",
}
"""One drawing of each piece; all others are derived. The order is that of files and lists."""

SQUARES = sum(drawing.count("#") for drawing in _DRAWINGS.values())
"""Cells of all pieces of a colour together."""

SINGLE = "I1"
"""The single cell, which earns more when it is placed last."""

_SYNONYMS = {"single": SINGLE, "monomino": SINGLE, "dot": SINGLE, "1": SINGLE}


@dataclass(frozen=True, slots=True)
class Piece:
    """A free polyomino of one to five cells.

    Attributes:
        name: its usual name.
        index: its place in the order of all pieces, from 0.
        orientations: its fixed forms, each once, in the order of their cells.
    """

    name: str
    index: int
    orientations: tuple[Shape, ...]

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.orientations[0].size


def _mirrored(shape: Shape) -> Shape:
    """Return the shape flipped from left to right (the cells only)."""
    width = shape.width
    return Shape(tuple(sorted((r, width - 1 - c) for r, c in shape.cells)))


def orientations(shape: Shape) -> tuple[Shape, ...]:
    """Return the distinct ones of a shape's four turns and their four mirror images."""
    found = set()
    for start in (shape, _mirrored(shape)):
        turned = start
        for _ in range(4):
            turned = turned.rotated()
            found.add(turned)
    return tuple(sorted(found, key=lambda form: (form.height, form.cells)))


@functools.cache
def pieces() -> tuple[Piece, ...]:
    """Return the 21 pieces in their usual order."""
    return tuple(
        Piece(name, i, tuple(form.renamed(name) for form in orientations(_drawn(drawing))))
        for i, (name, drawing) in enumerate(_DRAWINGS.items())
    )


def _drawn(drawing: str) -> Shape:
    return from_drawing(drawing.split("/"))


@functools.cache
def by_name() -> dict[str, Piece]:
    """Return the pieces by name, in their usual order."""
    return {piece.name: piece for piece in pieces()}


@functools.cache
def _by_cells() -> dict[tuple[Cell, ...], Piece]:
    return {form.cells: piece for piece in pieces() for form in piece.orientations}


@functools.cache
def all_names() -> tuple[str, ...]:
    """Return the names of all pieces in their usual order."""
    return tuple(_DRAWINGS)


def named(name: object) -> Piece:
    """Return the piece with a name, in any case; ``single`` is the single cell.

    Raises:
        NotationError: no such piece; the nearest name is suggested.
    """
    if isinstance(name, str) and len(name) <= 20:
        word = _SYNONYMS.get(name.casefold(), name).upper()
        if word in _DRAWINGS:
            return by_name()[word]
    raise NotationError(
        Fault("", f"no piece is called {echo(name)}", nearest(str(name)[:20], _DRAWINGS))
    )


def of_cells(cells: Iterable[Cell]) -> Piece | None:
    """Return the piece that some cells form, anywhere on the board; None when they form none."""
    given = list(cells)
    if not 1 <= len(given) <= 5:
        return None
    top = min(r for r, _ in given)
    left = min(c for _, c in given)
    return _by_cells().get(tuple(sorted((r - top, c - left) for r, c in given)))


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return names in the usual order of the pieces."""
    return tuple(sorted(names, key=lambda name: by_name()[name].index))


def cells_of(names: Sequence[str]) -> int:
    """Return the number of cells of some pieces together."""
    return sum(by_name()[name].size for name in names)


def hand(names: Iterable[str]) -> int:
    """Return names as bits, bit i for the piece with index i, as the kernels hold them."""
    return sum(1 << by_name()[name].index for name in names)
