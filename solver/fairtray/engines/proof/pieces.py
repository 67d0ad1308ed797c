"""The pieces of a tray, equal ones taken together, and where they could lie."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from fairtray.core.board import Grid, Mask
from fairtray.core.shapes import Shape
from fairtray.game import Placement, Position


class Site(NamedTuple):
    """A place on the board for a shape, whatever is there now.

    Attributes:
        row: row of the top-left corner of the bounding box; that corner may be empty.
        col: its column.
        mask: the cells that the shape covers.
        cells: the same, as bit numbers.
    """

    row: int
    col: int
    mask: Mask
    cells: tuple[int, ...]


class Piece(NamedTuple):
    """A shape of the tray, and the slots that hold it.

    Equal shapes are one piece: swapping them changes nothing, so a model that
    distinguished them would do the same work twice.

    Attributes:
        shape: the shape.
        slots: the slots that hold it, from the left.
        sites: every place on the board for it.
    """

    shape: Shape
    slots: tuple[int, ...]
    sites: tuple[Site, ...]


@functools.lru_cache(maxsize=4096)
def sites(grid: Grid, shape: Shape) -> tuple[Site, ...]:
    """Return every place for a shape on an empty grid, in row-major order."""
    places = []
    for row, col in grid.anchors(shape):
        cells = tuple((row + r) * grid.cols + col + c for r, c in shape.cells)
        places.append(Site(row, col, grid.placed(shape, row, col), cells))
    return tuple(places)


@functools.lru_cache(maxsize=4096)
def spans(grid: Grid, lines: tuple[Mask, ...], shape: Shape) -> tuple[int, ...]:
    """Return for each line the most of its cells that one placement of the shape covers."""
    places = sites(grid, shape)
    return tuple(
        max(((site.mask & line).bit_count() for site in places), default=0) for line in lines
    )


@functools.lru_cache(maxsize=4096)
def touched(grid: Grid, lines: tuple[Mask, ...], shape: Shape) -> int:
    """Return the most lines that one placement of the shape touches, so that it could clear."""
    places = sites(grid, shape)
    return max((sum(1 for line in lines if line & site.mask) for site in places), default=0)


def pieces_of(position: Position) -> list[Piece]:
    """Return the remaining pieces in the order of their first slots."""
    slots: dict[Shape, list[int]] = {}
    for slot, shape in enumerate(position.tray):
        if shape is not None:
            slots.setdefault(shape, []).append(slot)
    grid = position.ruleset.grid
    return [Piece(shape, tuple(of_shape), sites(grid, shape)) for shape, of_shape in slots.items()]


def as_placements(taken: Sequence[tuple[Piece, Site]]) -> tuple[Placement, ...]:
    """Return moves for some pieces at some sites, the first free slot for each."""
    free = {piece.shape: iter(piece.slots) for piece, _ in taken}
    return tuple(Placement(next(free[piece.shape]), site.row, site.col) for piece, site in taken)
