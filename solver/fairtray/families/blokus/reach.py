"""The placements that a colour may come to while the others pass, in the plain engine's terms."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.core.board import Mask
from fairtray.families.blokus.pieces import by_name
from fairtray.families.blokus.position import CORNERS, SIDES, Move, Position, neighbours


@dataclass(frozen=True, slots=True)
class Option:
    """A placement within reach.

    Attributes:
        move: the piece and its cells.
        corners: the cells that touch it at a corner only.
        sides: the cells beside it.
        rooted: whether it can be placed at once.
    """

    move: Move
    corners: Mask
    sides: Mask
    rooted: bool

    def touches(self, other: Option) -> bool:
        """Return whether two placements can both be chosen and touch at a corner."""
        taken = other.move.mask
        return bool(self.corners & taken) and not taken & (self.sides | self.move.mask)


def within_reach(position: Position) -> list[Option]:
    """Return the placements of the colour to move that some line of play may contain.

    A placement is within reach when it covers a corner cell, or a cell at the corner of
    one within reach; whether the ones before leave room for it is not looked at.
    """
    rules = position.variant
    grid = rules.grid
    colour = position.to_move
    own = position.boards[colour]
    free = grid.full & ~(position.occupied | neighbours(rules, own, SIDES))
    roots = corners = position.attached(colour)
    waiting = [
        Move(colour, name, mask)
        for name in position.left[colour]
        for form in by_name()[name].orientations
        for row, col in grid.anchors(form)
        if not (mask := grid.placed(form, row, col)) & ~free
    ]
    found: list[Option] = []
    while corners:
        new = [move for move in waiting if move.mask & corners]
        waiting = [move for move in waiting if not move.mask & corners]
        corners = 0
        for move in new:
            sides = neighbours(rules, move.mask, SIDES) & ~move.mask
            around = neighbours(rules, move.mask, CORNERS) & ~(sides | move.mask)
            found.append(Option(move, around, sides, bool(move.mask & roots)))
            corners |= around & free
    return found
