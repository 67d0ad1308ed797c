"""The piece of Blokus that a player holds over the board: it can be turned and flipped."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairtray.core.board import Mask
from fairtray.core.errors import IllegalPlacement
from fairtray.core.shapes import Cell, Shape
from fairtray.families.blokus.pieces import by_name
from fairtray.families.blokus.position import SIDES, Move, Position, neighbours


@dataclass(frozen=True, slots=True)
class Hand:
    """A piece held over the board, always wholly within it.

    Attributes:
        piece: its name.
        shape: how it lies.
        row: row of the top-left corner of its bounding box, from 0.
        col: its column.
    """

    piece: str
    shape: Shape
    row: int
    col: int

    @property
    def cells(self) -> list[Cell]:
        """The cells that it covers."""
        return [(self.row + r, self.col + c) for r, c in self.shape.cells]

    @property
    def middle(self) -> Cell:
        """The cell that its middle is over."""
        return self.row + self.shape.height // 2, self.col + self.shape.width // 2


@dataclass(frozen=True, slots=True)
class Ghost:
    """What the board looks like with the piece in hand on it.

    Attributes:
        mask: the cells that it covers.
        wrong: those of them that are covered, or beside a piece of the same colour.
        move: what placing it would be; None where the rules do not allow it.
        why: why they do not; empty where they do.
    """

    mask: Mask
    wrong: Mask
    move: Move | None
    why: str = ""


def take(position: Position, piece: str, middle: Cell) -> Hand:
    """Return a piece taken in hand with its middle over a cell, or as near as the board lets it."""
    shape = by_name()[piece].orientations[0]
    return over(position, Hand(piece, shape, 0, 0), middle)


def over(position: Position, hand: Hand, cell: Cell) -> Hand:
    """Return the piece moved so that its middle is over a cell, or as near as can be."""
    return _kept(position, hand, cell[0] - hand.shape.height // 2, cell[1] - hand.shape.width // 2)


def moved(position: Position, hand: Hand, rows: int, cols: int) -> Hand:
    """Return the piece moved by some rows and columns; at the edge it stays."""
    return _kept(position, hand, hand.row + rows, hand.col + cols)


def turned(position: Position, hand: Hand) -> Hand:
    """Return the piece a quarter turn clockwise, about its middle."""
    return over(position, replace(hand, shape=hand.shape.rotated()), hand.middle)


def flipped(position: Position, hand: Hand) -> Hand:
    """Return the piece flipped from left to right."""
    width = hand.shape.width
    cells = tuple(sorted((r, width - 1 - c) for r, c in hand.shape.cells))
    return over(position, replace(hand, shape=Shape(cells)), hand.middle)


def holding(position: Position, move: Move) -> Hand:
    """Return a move as the piece in hand, where the move puts it."""
    cells = list(position.variant.grid.cells(move.mask))
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    shape = Shape(tuple(sorted((r - top, c - left) for r, c in cells)))
    return Hand(move.piece, shape, top, left)


def ghost(position: Position, hand: Hand) -> Ghost:
    """Return what the board looks like with the piece on it, for the colour to move."""
    rules, colour = position.variant, position.to_move
    mask = rules.grid.mask(hand.cells)
    try:
        move, _ = position.place(colour, hand.cells)
    except IllegalPlacement as error:
        beside = neighbours(rules, position.boards[colour], SIDES)
        return Ghost(mask, mask & (position.occupied | beside), None, error.faults[0].what)
    return Ghost(mask, 0, move)


def _kept(position: Position, hand: Hand, row: int, col: int) -> Hand:
    grid = position.variant.grid
    return replace(
        hand,
        row=min(max(row, 0), grid.rows - hand.shape.height),
        col=min(max(col, 0), grid.cols - hand.shape.width),
    )
