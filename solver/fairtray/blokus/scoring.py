"""What a colour has at the end: squares, bonus, score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fairtray.blokus.pieces import SINGLE, cells_of
from fairtray.blokus.position import Position

Scoring = Literal["advanced", "standard"]
"""``advanced``: a point for each square on the board, one off for each square left, and
the bonuses. ``standard``: the same without the points for squares on the board."""

SCORINGS: tuple[Scoring, ...] = ("advanced", "standard")

ALL_PLACED = 15
"""Bonus for a colour that has placed all its pieces."""

SINGLE_LAST = 5
"""What comes on top when the single cell was the last of them."""


@dataclass(frozen=True, slots=True)
class Score:
    """The count of one colour.

    Attributes:
        squares: cells that it covers.
        bonus: 0, 15 or 20.
        score: squares and bonus less the cells it still holds; ``standard`` leaves the
            squares out.
    """

    squares: int
    bonus: int
    score: int


def bonus(left: Sequence[str], last: str | None) -> int:
    """Return the bonus of a colour that holds ``left`` and placed ``last`` last."""
    if left:
        return 0
    return ALL_PLACED + (SINGLE_LAST if last == SINGLE else 0)


def count(
    squares: int, left: Sequence[str], last: str | None, scoring: Scoring = "advanced"
) -> Score:
    """Return the count of a colour with so many squares on the board."""
    extra = bonus(left, last)
    placed = squares if scoring == "advanced" else 0
    return Score(squares, extra, placed - cells_of(left) + extra)


def counts(position: Position, scoring: Scoring = "advanced") -> tuple[Score, ...]:
    """Return the count of each colour, in the order of the colours."""
    return tuple(
        count(board.bit_count(), left, last, scoring)
        for board, left, last in zip(position.boards, position.left, position.last, strict=True)
    )
