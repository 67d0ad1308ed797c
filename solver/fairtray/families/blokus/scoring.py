"""What a colour has at the end: squares, bonus, score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fairtray.families.blokus.pieces import SINGLE, SQUARES
from fairtray.families.blokus.position import Position

Scoring = Literal["advanced", "standard"]
"""``advanced``: a point for each square on the board, one off for each not placed, and
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
        score: squares and bonus less the cells not placed; ``standard`` leaves the
            squares out.
    """

    squares: int
    bonus: int
    score: int


def all_placed(squares: int, left: Sequence[str], of: int = SQUARES) -> bool:
    """Return whether a colour has placed all its pieces.

    Holding none is not enough: a position may be about some of the pieces only, and the
    others are then neither left nor on the board.
    """
    return not left and squares == of


def count(
    squares: int,
    left: Sequence[str],
    last: str | None,
    scoring: Scoring = "advanced",
    *,
    of: int = SQUARES,
) -> Score:
    """Return the count of a colour.

    Args:
        squares: cells that it covers.
        left: the pieces that it holds.
        last: the piece that it placed last; None where that is not known.
        scoring: how to count.
        of: cells of all pieces that it started with.
    """
    bonus = 0
    if all_placed(squares, left, of):
        bonus = ALL_PLACED + (SINGLE_LAST if last == SINGLE else 0)
    placed = squares if scoring == "advanced" else 0
    return Score(squares, bonus, placed - max(0, of - squares) + bonus)


def counts(position: Position, scoring: Scoring = "advanced") -> tuple[Score, ...]:
    """Return the count of each colour, in the order of the colours."""
    return tuple(
        count(board.bit_count(), left, last, scoring, of=position.variant.squares)
        for board, left, last in zip(position.boards, position.left, position.last, strict=True)
    )
