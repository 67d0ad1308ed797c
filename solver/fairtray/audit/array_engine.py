"""Replays witnesses of many deals at once with numpy, sharing no code with the kernels.

Built from the ruleset's lines and the shapes' cells alone, it does what the plain engine
does (place, clear every full line at once), one array operation for all deals.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fairtray.core.shapes import Shape
from fairtray.rulesets.model import Ruleset

Cells = NDArray[np.bool_]
I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]


class ArrayEngine:
    """Places pieces on N boards of C cells at once.

    Args:
        ruleset: the game.
        shapes: the shapes that can be placed, S of them.
    """

    def __init__(self, ruleset: Ruleset, shapes: Sequence[Shape]) -> None:
        grid = ruleset.grid
        self.grid = grid
        # float32 so that counting the cells of lines is a matrix product; counts of at
        # most 400 cells are exact in it.
        self.members = np.zeros((grid.size, len(ruleset.lines)), dtype=np.float32)
        for i, line in enumerate(ruleset.lines):
            for row, col in grid.cells(line):
                self.members[row * grid.cols + col, i] = 1
        self.line_sizes = self.members.sum(axis=0)
        self.covers = np.zeros((len(shapes), grid.size, grid.size), dtype=np.bool_)
        self.on_board = np.zeros((len(shapes), grid.size), dtype=np.bool_)
        for s, shape in enumerate(shapes):
            for row, col in grid.anchors(shape):
                anchor = row * grid.cols + col
                self.on_board[s, anchor] = True
                for r, c in shape.cells:
                    self.covers[s, anchor, (row + r) * grid.cols + col + c] = True

    def unpack(self, boards: U64) -> Cells:
        """Return uint64 (N, W) boards as bool (N, C)."""
        octets = boards.astype("<u8").view(np.uint8)
        return np.unpackbits(octets, axis=1, bitorder="little")[:, : self.grid.size].astype(
            np.bool_
        )

    def fitting(self, boards: U64, trays: I64) -> NDArray[np.bool_]:
        """Return bool (N, n): whether each piece fits on its board as it stands."""
        count, size = trays.shape
        cells = self.unpack(boards).astype(np.float32)
        shapes = trays.ravel()
        owner = np.repeat(np.arange(count), size)
        fits = np.zeros(count * size, dtype=np.bool_)
        for shape in np.unique(shapes):
            rows = np.flatnonzero(shapes == shape)
            covers = self.covers[shape][self.on_board[shape]].astype(np.float32)
            # Filled cells under each placement: none under one that is legal.
            overlap = cells[owner[rows]] @ covers.T
            fits[rows] = np.any(overlap == 0, axis=1)
        return fits.reshape(count, size)

    def replay(self, boards: U64, trays: I64, witness: I64) -> NDArray[np.bool_]:
        """Return for each deal whether its witness places the whole tray by the rules.

        Args:
            boards: uint64 (N, W).
            trays: int64 (N, n): shape indices.
            witness: int64 (N, n, 2): (slot, anchor) of each move; every slot must be
                used exactly once.
        """
        count, size = trays.shape
        slots = witness[:, :, 0]
        good = np.all(np.sort(slots, axis=1) == np.arange(size), axis=1)
        good &= np.all((witness[:, :, 1] >= 0) & (witness[:, :, 1] < self.grid.size), axis=1)
        slots = np.where(good[:, None], slots, 0)
        anchors = np.where(good[:, None], witness[:, :, 1], 0)
        cells = self.unpack(boards)
        rows = np.arange(count)
        for move in range(size):
            shape = trays[rows, slots[:, move]]
            anchor = anchors[:, move]
            placed = self.covers[shape, anchor]
            good &= self.on_board[shape, anchor] & ~np.any(placed & cells, axis=1)
            cells = self.cleared(cells | placed)
        return np.asarray(good)

    def cleared(self, cells: Cells) -> Cells:
        """Return bool (N, C) boards with every full line emptied, all at once."""
        full = cells.astype(np.float32) @ self.members == self.line_sizes
        emptied = full.astype(np.float32) @ self.members.T > 0
        return np.asarray(cells & ~emptied)
