"""Immutable arrays, derived from a game's board and the pieces, that the kernels read.

Nothing is typed in here: every mask comes from the grid and the pieces' orientations.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairtray.core.board import Grid, Mask
from fairtray.core.shapes import Shape
from fairtray.families.blokus.pieces import Piece, pieces
from fairtray.families.blokus.variants import Variant

U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]


class BlokusTables(NamedTuple):
    """What the kernels know of O orientations of P pieces on a board of W words.

    A *placement* is the number ``orientation * cells + anchor``; the anchor is the cell of
    the bounding box's top-left corner, and the placement covers ``masks[orientation]``
    shifted up by it.

    Attributes:
        lanes: a tuple as long as a board has words W; only its length matters.
        frame: uint64 (3, W): every cell; every cell but the left column; every cell but
            the right column.
        starts: uint64 (N, W): the start cell of each colour.
        shifts: uint64 (K,): the distinct distances of a piece's cell from its anchor.
        parts: int64 (O, 5): for each cell of an orientation its index into ``shifts``.
        sizes: int64 (O,): number of cells, so of valid ``parts``.
        anchors: uint64 (O, W): anchors at which the bounding box lies on the board.
        masks: uint64 (O, W): the cells at anchor 0.
        forms: int64 (P + 1,): piece p has the orientations ``forms[p]`` to
            ``forms[p + 1] - 1``.
        weights: int64 (P,): number of cells of each piece.
        cols: columns of the board.
        cells: cells of the board.
    """

    lanes: tuple[int, ...]
    frame: U64
    starts: U64
    shifts: U64
    parts: I64
    sizes: I64
    anchors: U64
    masks: U64
    forms: I64
    weights: I64
    cols: int
    cells: int


@functools.cache
def tables(variant: Variant) -> BlokusTables:
    """Return the tables of a game."""
    grid = variant.grid
    forms: list[Shape] = [form for piece in pieces() for form in piece.orientations]
    shifts = sorted({r * grid.cols + c for form in forms for r, c in form.cells})
    parts = np.zeros((len(forms), 5), dtype=np.int64)
    for o, form in enumerate(forms):
        for i, (r, c) in enumerate(form.cells):
            parts[o, i] = shifts.index(r * grid.cols + c)
    left = grid.mask((r, 0) for r in range(grid.rows))
    right = grid.mask((r, grid.cols - 1) for r in range(grid.rows))
    return BlokusTables(
        lanes=(0,) * grid.words,
        frame=_words(grid, [grid.full, grid.full & ~left, grid.full & ~right]),
        starts=_words(grid, [grid.bit(*start) for start in variant.starts]),
        shifts=np.array(shifts, dtype=np.uint64),
        parts=parts,
        sizes=np.array([form.size for form in forms], dtype=np.int64),
        anchors=_words(grid, [grid.mask(grid.anchors(form)) for form in forms]),
        masks=_words(grid, [grid.placed(form, 0, 0) for form in forms]),
        forms=np.cumsum([0, *(len(piece.orientations) for piece in pieces())], dtype=np.int64),
        weights=np.array([piece.size for piece in pieces()], dtype=np.int64),
        cols=grid.cols,
        cells=grid.size,
    )


def _words(grid: Grid, boards: Sequence[Mask]) -> U64:
    return np.array([grid.to_words(board) for board in boards], dtype=np.uint64)


@functools.cache
def _forms(grid: Grid) -> tuple[tuple[Piece, Mask], ...]:
    """Return for each orientation its piece, and its cells at anchor 0."""
    return tuple(
        (piece, grid.placed(form, 0, 0)) for piece in pieces() for form in piece.orientations
    )


def placed(variant: Variant, placement: int) -> tuple[Piece, Mask]:
    """Return the piece and the cells of a placement's number."""
    form, anchor = divmod(placement, variant.grid.size)
    piece, mask = _forms(variant.grid)[form]
    return piece, mask << anchor


def placement_count(variant: Variant) -> int:
    """Return how many placements the pieces of one colour have on an empty board."""
    return int(np.bitwise_count(tables(variant).anchors).sum())
