"""The piece that a player holds over the board, and what placing it would do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairtray.core.board import Mask
from fairtray.core.errors import IllegalPlacement
from fairtray.core.shapes import Cell, Shape
from fairtray.game import Move, Placement, Position


@dataclass(frozen=True, slots=True)
class Hand:
    """A piece held over the board, always wholly within it.

    Attributes:
        slot: the slot that the piece comes from, from 0.
        row: row of the top-left corner of its bounding box, from 0.
        col: its column.
    """

    slot: int
    row: int
    col: int

    @property
    def placement(self) -> Placement:
        """The move that placing it here is."""
        return Placement(self.slot, self.row, self.col)


@dataclass(frozen=True, slots=True)
class Ghost:
    """What the board looks like with the piece in hand on it.

    Attributes:
        mask: the cells that the piece covers.
        in_the_way: those of them that are filled.
        move: what placing it would do; None where something is in the way.
    """

    mask: Mask
    in_the_way: Mask
    move: Move | None


def take(position: Position, slot: int, near: Hand | None = None) -> Hand | None:
    """Return a piece taken in hand; None for a used slot or a piece larger than the board.

    Args:
        position: the position.
        slot: the piece's slot, from 0.
        near: the piece held before, whose middle the new one takes; None for the board's.
    """
    shape = position.tray[slot] if 0 <= slot < len(position.tray) else None
    grid = position.ruleset.grid
    if shape is None or shape.height > grid.rows or shape.width > grid.cols:
        return None
    held = None if near is None else position.tray[near.slot]
    if near is None or held is None:
        middle = (grid.rows // 2, grid.cols // 2)
    else:
        middle = (near.row + held.height // 2, near.col + held.width // 2)
    return over(position, Hand(slot, 0, 0), middle)


def over(position: Position, hand: Hand, cell: Cell) -> Hand:
    """Return the piece moved so that its middle is over a cell, or as near as the board lets it."""
    shape = _shape(position, hand)
    return _kept(position, hand, cell[0] - shape.height // 2, cell[1] - shape.width // 2)


def moved(position: Position, hand: Hand, rows: int, cols: int) -> Hand:
    """Return the piece moved by some rows and columns; at the edge it stays."""
    return _kept(position, hand, hand.row + rows, hand.col + cols)


def ghost(position: Position, hand: Hand) -> Ghost:
    """Return what the board looks like with the piece on it."""
    mask = position.ruleset.grid.placed(_shape(position, hand), hand.row, hand.col)
    try:
        move = position.place(hand.placement)
    except IllegalPlacement:
        # The only reason there is: the piece is kept on the board.
        return Ghost(mask, mask & position.board, None)
    return Ghost(mask, 0, move)


def _shape(position: Position, hand: Hand) -> Shape:
    shape = position.tray[hand.slot]
    if shape is None:
        raise ValueError(f"slot {hand.slot} holds no piece")
    return shape


def _kept(position: Position, hand: Hand, row: int, col: int) -> Hand:
    shape, grid = _shape(position, hand), position.ruleset.grid
    return replace(
        hand,
        row=min(max(row, 0), grid.rows - shape.height),
        col=min(max(col, 0), grid.cols - shape.width),
    )
