"""The plain engine: positions and moves in Python integers, written to be obviously right.

Whatever the kernels find is replayed here, so nothing here may come from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from fairtray.core.board import Board, Mask
from fairtray.core.errors import Fault, IllegalPlacement
from fairtray.core.shapes import Cell
from fairtray.families.blokus import pieces
from fairtray.families.blokus.variants import BLOKUS, Variant

SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""The steps from a cell to those beside it, and to those at its corners."""


@dataclass(frozen=True, slots=True)
class Move:
    """A piece of one colour on the board.

    Attributes:
        colour: index of the colour.
        piece: name of the piece.
        mask: the cells it covers.
    """

    colour: int
    piece: str
    mask: Mask


@dataclass(frozen=True, slots=True)
class Position:
    """A board, what each colour still holds, and whose turn it is. Never changed in place.

    Attributes:
        variant: the game.
        boards: for each colour the cells that its pieces cover.
        left: for each colour the names of the pieces it still holds, in the usual order.
        last: for each colour the piece that it placed last; None where that is not known.
        to_move: index of the colour whose turn it is. It passes if it cannot move.
    """

    variant: Variant
    boards: tuple[Board, ...]
    left: tuple[tuple[str, ...], ...]
    last: tuple[str | None, ...]
    to_move: int = 0

    @property
    def occupied(self) -> Board:
        """The cells that are covered by any colour."""
        return sum(self.boards)

    def attached(self, colour: int) -> Mask:
        """Return the cells of which the colour's next piece must cover at least one.

        Those are the free corners of its pieces, or its start cell as long as it has
        no piece on the board.
        """
        own = self.boards[colour]
        if not own:
            return self.variant.grid.mask([self.variant.starts[colour]]) & ~self.occupied
        blocked = self.occupied | neighbours(self.variant, own, SIDES)
        return neighbours(self.variant, own, CORNERS) & ~blocked

    def place(self, colour: int, cells: Iterable[Cell]) -> tuple[Move, Position]:
        """Return the move that covers these cells, and the position after it.

        Raises:
            IllegalPlacement: off the board, overlap, no piece, a piece that is not
                left, first move not on the corner, side contact, no corner contact;
                this position stays as it was.
        """
        move = self._checked(colour, list(cells))
        boards = list(self.boards)
        left = list(self.left)
        last = list(self.last)
        boards[colour] |= move.mask
        left[colour] = tuple(name for name in left[colour] if name != move.piece)
        last[colour] = move.piece
        after = replace(
            self,
            boards=tuple(boards),
            left=tuple(left),
            last=tuple(last),
            to_move=(colour + 1) % len(self.variant.colours),
        )
        return move, after

    def _checked(self, colour: int, cells: list[Cell]) -> Move:
        rules = self.variant
        grid = rules.grid
        name = rules.colours[colour].name
        for row, col in cells:
            if not (0 <= row < grid.rows and 0 <= col < grid.cols):
                raise _illegal(
                    f"{name}, off the board: row {row}, column {col}",
                    f"rows are 0..{grid.rows - 1}, columns 0..{grid.cols - 1}",
                )
        mask = grid.mask(cells)
        piece = pieces.of_cells(set(cells))
        if piece is None or mask.bit_count() != len(cells):
            raise _illegal(
                f"{name}, no piece: {self._cells(mask)}", "cover the cells of one piece, each once"
            )
        what = f"{piece.name} at {self._cells(mask)}"
        if piece.name not in self.left[colour]:
            raise _illegal(
                f"{name}, piece not left: {what}", f"left are {', '.join(self.left[colour])}"
            )
        for other, board in enumerate(self.boards):
            if mask & board:
                at = self._cells(mask & board)
                raise _illegal(
                    f"{name}, overlap: {what} covers {at} of {rules.colours[other].name}",
                    "every cell must be empty",
                )
        self._check_contact(colour, mask, what)
        return Move(colour, piece.name, mask)

    def _check_contact(self, colour: int, mask: Mask, what: str) -> None:
        """Raise unless the piece covers the start cell, or touches its own at corners only."""
        rules = self.variant
        name = rules.colours[colour].name
        own = self.boards[colour]
        if not own:
            start = rules.starts[colour]
            if not mask & rules.grid.bit(*start):
                raise _illegal(
                    f"{name}, first move not on the corner: {what}",
                    f"it must cover {rules.cell_name(start)}",
                )
        else:
            touched = neighbours(rules, mask, SIDES) & own
            if touched:
                raise _illegal(
                    f"{name}, side contact: {what} touches its own {self._cells(touched)}",
                    "its own pieces may touch at corners only",
                )
            if not neighbours(rules, mask, CORNERS) & own:
                raise _illegal(
                    f"{name}, no corner contact: {what}",
                    f"it must touch a piece of {name} at a corner",
                )

    def _cells(self, mask: Mask) -> str:
        return cell_names(self.variant, mask)


def _illegal(what: str, mend: str) -> IllegalPlacement:
    return IllegalPlacement(Fault("", what, mend))


def initial(variant: Variant = BLOKUS) -> Position:
    """Return the position that a game starts with."""
    count = len(variant.colours)
    return Position(variant, (0,) * count, (pieces.all_names(),) * count, (None,) * count)


def neighbours(variant: Variant, mask: Mask, steps: Iterable[tuple[int, int]]) -> Mask:
    """Return the cells that lie one of some steps away from a cell of the mask."""
    grid = variant.grid
    return grid.mask(
        {
            (row + down, col + right)
            for row, col in grid.cells(mask)
            for down, right in steps
            if 0 <= row + down < grid.rows and 0 <= col + right < grid.cols
        }
    )


def components(variant: Variant, board: Board) -> Iterator[Mask]:
    """Yield the parts of a board that hang together by sides, in row-major order.

    A colour's pieces never touch along a side, so on its own cells these are its pieces.
    """
    while board:
        part = board & -board
        grown = part | (neighbours(variant, part, SIDES) & board)
        while grown != part:
            part = grown
            grown = part | (neighbours(variant, part, SIDES) & board)
        yield part
        board &= ~part


def cell_names(variant: Variant, mask: Mask) -> str:
    """Return the cells of a mask as players write them, top row first: ``a20 b20``."""
    return " ".join(variant.cell_name(cell) for cell in variant.grid.cells(mask))


def uncovered(position: Position) -> list[str]:
    """Return a warning for each colour with pieces on the board, none on its start cell.

    No game leads to such a position, but it can be asked about.
    """
    rules = position.variant
    return [
        f"board: {colour.name}'s pieces do not cover {rules.cell_name(start)}, its start cell"
        for colour, start, board in zip(rules.colours, rules.starts, position.boards, strict=True)
        if board and not board & rules.grid.bit(*start)
    ]


def oriented(position: Position) -> Position:
    """Return a position with its start cells exchanged where its pieces say so.

    In a game of two colours either start cell is the first player's to choose.
    """
    rules = position.variant
    if len(rules.starts) != 2:
        return position
    other = replace(position, variant=rules.started_at(rules.starts[::-1]))
    return other if len(uncovered(other)) < len(uncovered(position)) else position
