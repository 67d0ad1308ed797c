"""The search that anybody would write first: whole numbers as bitboards, depth first.

It shares nothing with the package but the ruleset's data, and is as simple as it is slow: the
measure of what the kernels are worth.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from fairtray.core.shapes import Shape
from fairtray.game import Position

Masks = list[list[int]]
"""For each piece all its placements on the empty board."""


class Plain:
    """Answers about positions of one ruleset without combos."""

    def __init__(self, position: Position) -> None:
        """Keep the lines, the scoring, and the placements of the tray's pieces."""
        self.rules = position.ruleset
        self.board = position.board
        pieces = [shape for shape in position.tray if shape is not None]
        self.masks: Masks = [self._placements(shape) for shape in pieces]
        self.sizes = [shape.size for shape in pieces]

    def _placements(self, shape: Shape) -> list[int]:
        grid = self.rules.grid
        return [grid.placed(shape, row, col) for row, col in grid.anchors(shape)]

    def _after(self, board: int) -> tuple[int, int]:
        """Return (the board with its full lines emptied, how many those were)."""
        full = [line for line in self.rules.lines if board & line == line]
        emptied = board
        for line in full:
            emptied &= ~line
        return emptied, len(full)

    def orders(self) -> int:
        """Return in how many orders of the pieces all can be placed."""
        return sum(
            self._places(self.board, order)
            for order in itertools.permutations(range(len(self.masks)))
        )

    def _places(self, board: int, order: Sequence[int]) -> bool:
        if not order:
            return True
        return any(
            self._places(self._after(board | mask)[0], order[1:])
            for mask in self.masks[order[0]]
            if not board & mask
        )

    def best(self) -> int:
        """Return the most points that placing all pieces earns; -1 where that cannot be done."""
        return self._best(self.board, tuple(range(len(self.masks))))

    def _best(self, board: int, left: tuple[int, ...]) -> int:
        if not left:
            return 0
        most = -1
        scoring = self.rules.scoring
        for piece in left:
            rest = tuple(other for other in left if other != piece)
            for mask in self.masks[piece]:
                if board & mask:
                    continue
                after, lines = self._after(board | mask)
                further = self._best(after, rest)
                if further >= 0:
                    earned = scoring.per_cell * self.sizes[piece] + scoring.lines[lines]
                    most = max(most, earned + further)
        return most
