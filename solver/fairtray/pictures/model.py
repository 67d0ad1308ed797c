"""What a picture is made of, in any file format."""

from __future__ import annotations

from dataclasses import dataclass

PAPER, EMPTY, GRID, EDGE, LABEL = "#ffffff", "#eceff1", "#cfd8dc", "#1a1a1a", "#455a64"
"""Fills that pictures of all games share."""

CELL = 24
"""The side of a board's cell."""


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    x: int
    y: int
    width: int
    height: int
    fill: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line between two points."""

    x1: int
    y1: int
    x2: int
    y2: int
    fill: str
    width: int


@dataclass(frozen=True, slots=True)
class Text:
    """Words centred on a point."""

    x: float
    y: float
    words: str
    fill: str
    size: int


@dataclass(frozen=True, slots=True)
class Picture:
    """What there is to draw, in order; later ones cover earlier ones.

    Attributes:
        title: what it shows.
        width: of the picture, in pixels.
        height: of the picture, in pixels.
        boxes: the rectangles.
        texts: the words, above everything else.
        strokes: the lines, above all rectangles.
    """

    title: str
    width: int
    height: int
    boxes: tuple[Box, ...]
    texts: tuple[Text, ...]
    strokes: tuple[Stroke, ...] = ()
