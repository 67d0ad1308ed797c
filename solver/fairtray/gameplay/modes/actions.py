"""What a player does in a game, as a recorded game keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fairtray.core.shapes import Shape
from fairtray.game import Move, Placement

ActionKind = Literal["place", "undo", "continue", "time", "resume"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece placed, and what that gave.

    Attributes:
        placement: where, from which slot.
        shape: the piece.
        lines: number of lines it cleared.
        points: the points it earned.
        combo: the combo counter after it.
    """

    placement: Placement
    shape: Shape
    lines: int
    points: int
    combo: int


@dataclass(frozen=True, slots=True)
class Action:
    """Something that the player did, or the clock.

    Attributes:
        kind: ``place`` a piece; ``undo`` the move before; ``continue`` a stuck game;
            ``time``: the clock ended the game; ``resume``: the game was saved and taken up
            again, so that no earlier move can be undone any more.
        clock: milliseconds played when it happened.
        placed: what was placed; None for all others.
    """

    kind: ActionKind
    clock: int
    placed: Placed | None = None


def placing(move: Move, clock: int) -> Action:
    """Return the action of a move."""
    placed = Placed(move.placement, move.shape, len(move.lines), move.points, move.combo)
    return Action("place", clock, placed)
