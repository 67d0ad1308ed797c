"""Boards and words as lines of marked text, and which cell a pointer is over.

Every meaning has a character of its own, so that a game can be played without any colour. A
:class:`Span` names its style as well: where there are colours, a cell is painted and its
character left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fairtray.core.board import Grid
from fairtray.core.shapes import Cell


@dataclass(frozen=True, slots=True)
class Span:
    """Some characters in one style.

    Attributes:
        text: the characters.
        style: what they are, such as ``filled``; whoever draws them knows how that looks.
    """

    text: str
    style: str = "plain"


Line = tuple[Span, ...]

Legend = tuple[tuple[str, str, str], ...]
"""The style of each kind of cell, its characters where there is no colour, and its meaning."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How many characters a cell of the board takes."""

    width: int
    height: int


SCALES = (Scale(2, 1), Scale(4, 2), Scale(6, 3))
"""From the smallest to the largest; a character is about twice as high as wide."""

LEFT, TOP = 3, 1
"""Characters left of the board (number and frame) and lines above it (numbers or frames)."""


def board_size(grid: Grid, scale: Scale) -> tuple[int, int]:
    """Return the width and the height of a board in characters."""
    return LEFT + grid.cols * scale.width + 1, TOP + grid.rows * scale.height + 1


def cell_at(grid: Grid, scale: Scale, x: int, y: int) -> Cell | None:
    """Return the cell that a character of the drawn board belongs to; None beside the board."""
    row, col = (y - TOP) // scale.height, (x - LEFT) // scale.width
    return (row, col) if 0 <= row < grid.rows and 0 <= col < grid.cols else None


def centred(text: str, width: int) -> str:
    """Return a text centred in that many blanks; the odd blank is on its left."""
    right = (width - len(text)) // 2
    return " " * (width - len(text) - right) + text + " " * right


def joined(spans: Iterable[Span]) -> Line:
    """Return spans with neighbours of the same style merged."""
    line: list[Span] = []
    for span in spans:
        if line and line[-1].style == span.style:
            line[-1] = Span(line[-1].text + span.text, span.style)
        else:
            line.append(span)
    return tuple(line)


def lines_of(texts: Sequence[str], style: str = "plain") -> list[Line]:
    """Return texts as lines of one style."""
    return [(Span(text, style),) for text in texts]
