"""The plain engine: positions and moves, in Python integers, written to be obviously right.

It is the second way to every answer: a *yes* of the fast search is proven by
replaying its witness here, so nothing here may come from the kernels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fairtray.core.board import Board, Mask
from fairtray.core.errors import Fault, IllegalPlacement, InternalFault
from fairtray.core.shapes import Shape
from fairtray.rulesets.model import Ruleset


@dataclass(frozen=True, slots=True)
class Placement:
    """A move: the piece in a slot of the tray, put somewhere.

    Attributes:
        slot: index of the tray's slot, from 0.
        row: row of the top-left corner of the shape's bounding box, from 0.
        col: its column, from 0.
    """

    slot: int
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class Position:
    """A board, a tray and the counters that scoring needs. Never changed in place.

    Undo is by value: keep the position before the move.

    Attributes:
        ruleset: the game.
        board: the filled cells. A full line may be there at the start; the next
            placement clears it.
        tray: one entry a slot; None for a used slot.
        combo: the combo counter.
        moves_since_clear: non-clearing moves since the last clear, while a combo runs.
        score: points so far.
    """

    ruleset: Ruleset
    board: Board
    tray: tuple[Shape | None, ...]
    combo: int = 0
    moves_since_clear: int = 0
    score: int = 0

    @property
    def slots(self) -> tuple[int, ...]:
        """The slots that still hold a piece."""
        return tuple(i for i, shape in enumerate(self.tray) if shape is not None)

    def legal(self, shape: Shape) -> Iterator[tuple[int, int]]:
        """Yield each (row, column) where the shape can be placed, in row-major order."""
        grid = self.ruleset.grid
        for row, col in grid.anchors(shape):
            if not grid.placed(shape, row, col) & self.board:
                yield row, col

    def fits(self, slot: int) -> bool:
        """Return whether the slot's piece fits somewhere; False for a used slot."""
        shape = self.tray[slot]
        return shape is not None and next(self.legal(shape), None) is not None

    @property
    def game_over(self) -> bool:
        """Whether pieces are left and none of them fits anywhere."""
        return bool(self.slots) and not any(self.fits(slot) for slot in self.slots)

    def place(self, placement: Placement) -> Move:
        """Return the move that this placement makes, with the position after it.

        Raises:
            IllegalPlacement: an empty or unknown slot, off the board, or a filled cell
                in the way; this position stays as it was.
        """
        shape, mask = self._checked(placement)
        rules = self.ruleset
        filled = self.board | mask
        # Every line is read from the same board before any is emptied: a cell in two
        # full lines is emptied once and both lines count.
        full = rules.full_lines(filled)
        cleared = 0
        for line in full:
            cleared |= rules.lines[line]
        board = filled & ~cleared
        combo, since = rules.scoring.combo.after(bool(full), self.combo, self.moves_since_clear)
        points = rules.scoring.points(shape.size, len(full), combo, board == 0)
        tray = tuple(None if i == placement.slot else s for i, s in enumerate(self.tray))
        after = replace(
            self,
            board=board,
            tray=tray,
            combo=combo,
            moves_since_clear=since,
            score=self.score + points,
        )
        return Move(
            placement, shape, mask, tuple(full), cleared & filled, points, combo, self, after
        )

    def _checked(self, placement: Placement) -> tuple[Shape, Mask]:
        slot, row, col = placement.slot, placement.row, placement.col
        shape = self.tray[slot] if 0 <= slot < len(self.tray) else None
        if shape is None:
            raise IllegalPlacement(
                Fault(
                    "",
                    f"slot {slot} holds no piece",
                    f"slots with a piece, counted from 0: {list(self.slots)}",
                )
            )
        grid = self.ruleset.grid
        if not (0 <= row <= grid.rows - shape.height and 0 <= col <= grid.cols - shape.width):
            raise IllegalPlacement(
                Fault(
                    "",
                    f"{shape.name} at row {row}, column {col} leaves the board",
                    f"its corner can be at rows 0..{grid.rows - shape.height}, "
                    f"columns 0..{grid.cols - shape.width} (counted from 0)",
                )
            )
        mask = grid.placed(shape, row, col)
        blocked = next(grid.cells(mask & self.board), None)
        if blocked is not None:
            raise IllegalPlacement(
                Fault(
                    "",
                    f"{shape.name} at row {row}, column {col} covers filled cell {list(blocked)} "
                    "(counted from 0)",
                    "choose a place where every cell is empty",
                )
            )
        return shape, mask


@dataclass(frozen=True, slots=True)
class Move:
    """What one placement did.

    Attributes:
        placement: the placement.
        shape: the placed shape.
        mask: the cells it covered.
        lines: indices of the lines that it cleared.
        removed: the cells that were emptied.
        points: the points it earned.
        combo: the combo counter after it.
        before: the position before it.
        after: the position after it.
    """

    placement: Placement
    shape: Shape
    mask: Mask
    lines: tuple[int, ...]
    removed: Mask
    points: int
    combo: int
    before: Position
    after: Position


def replay(position: Position, placements: Sequence[Placement]) -> list[Move]:
    """Return the moves that a sequence of placements makes.

    Raises:
        IllegalPlacement: a placement that the rules do not allow; its place in the
            message is ``moves[i]``.
    """
    moves: list[Move] = []
    for i, placement in enumerate(placements):
        try:
            move = position.place(placement)
        except IllegalPlacement as error:
            raise IllegalPlacement(error.located("", f"moves[{i}]").faults) from None
        moves.append(move)
        position = move.after
    return moves


def proven(position: Position, witness: Sequence[Placement]) -> list[Move]:
    """Return the moves of a witness that places the whole tray.

    Raises:
        InternalFault: the witness is illegal or leaves a piece: the engine that found
            it is wrong.
    """
    try:
        moves = replay(position, witness)
    except IllegalPlacement as error:
        raise InternalFault(f"a witness is not legal: {error}") from None
    last = moves[-1].after if moves else position
    if last.slots:
        raise InternalFault(f"a witness leaves slots {list(last.slots)} unplaced")
    return moves
