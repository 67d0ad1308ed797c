"""What a step model knows of each cell, from one possible clear to the next.

For every cell there is a list of literals of which at most one holds and which together
mean "this cell is filled": a state after the last clear, and every later placement that
covers the cell. So

* one *at most one* a cell and stretch forbids all overlaps in it,
* a cell that no line through it could empty needs no state at all,
* a cell that is filled and cannot be emptied needs no literal at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from fairtray.core.board import Board, Mask
from fairtray.engines.proof.solver import Lit, Model

SURE: list[Lit] = []
"""Stands for "filled in any case"; compared by identity. Another empty list means never."""


class Snapshot(NamedTuple):
    """What the board can be after a step.

    Attributes:
        sure: the cells that are filled in any case.
        filled: for each cell, the literals of which one holds where it is filled.
    """

    sure: Mask
    filled: list[list[Lit]]


class Cells:
    """The cells of a model under construction.

    Attributes:
        sure: the cells that are filled in any case.
    """

    def __init__(self, model: Model, board: Board, size: int) -> None:
        """Start from a board of that many cells."""
        self._model = model
        self._filled: list[list[Lit]] = [SURE if board >> cell & 1 else [] for cell in range(size)]
        # Cells whose list holds literals from more than one step: these can contradict.
        self._mixed: set[int] = set()
        self.sure = board

    def __getitem__(self, cell: int) -> list[Lit]:
        """Return the literals of which one holds where the cell is filled; or ``SURE``."""
        return self._filled[cell]

    def snapshot(self) -> Snapshot:
        """Return the cells as they are now."""
        return Snapshot(self.sure, list(self._filled))

    def could_be_full(self, cells: Iterable[int]) -> bool:
        """Return whether there is a way to fill each of these cells."""
        return all(self._filled[cell] or self._filled[cell] is SURE for cell in cells)

    def cover(self, cover: Mapping[int, list[Lit]]) -> None:
        """Add the placements of a step, by the cells that they cover; none is sure."""
        for cell, covering in cover.items():
            if self._filled[cell]:
                self._mixed.add(cell)
                self._filled[cell] = self._filled[cell] + covering
            else:
                self._filled[cell] = covering

    def keep(self, cell: int, literals: list[Lit]) -> None:
        """Say which literals mean that the cell is filled; all come from one step."""
        self._filled[cell] = literals
        self.sure &= ~(1 << cell)

    def empty(self, cell: int, cleared: list[Lit], strict: bool) -> None:
        """Replace a cell's literals by its state after a step that could clear these lines.

        Args:
            cell: the cell.
            cleared: the literals of the lines through it.
            strict: whether the state must be exact, and not only hold where it should.
        """
        filled = self._filled[cell]
        if not filled and filled is not SURE:
            return
        if cell in self._mixed:
            self._mixed.remove(cell)
            self._model.at_most_one(filled)
        if filled is SURE and len(cleared) == 1:
            self.keep(cell, [~cleared[0]])
            return
        state = self._model.literal()
        if filled is SURE:
            self._model.clause([state, *cleared])
        else:
            self._model.none_if([~state, *(~fill for fill in cleared)], filled)
            if strict:
                self._model.clause([~state, *filled])
        if strict:
            self._model.none_if([state], cleared)
        self.keep(cell, [state])

    def seal(self) -> None:
        """Forbid the overlaps since the last clears. Nothing can be added after this."""
        for cell in self._mixed:
            self._model.at_most_one(self._filled[cell])
