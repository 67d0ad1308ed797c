"""Boards, shapes and tables as lines of text for a terminal.

Rows and columns are numbered from 1 here, and only here: files count from 0.

What is set off by colour is *painted*: the text carries invisible marks, which a terminal's
owner turns into colours (:func:`finished`) and everybody else drops (:func:`bare`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fairtray.core.board import Board, Grid, Mask
from fairtray.core.shapes import Shape

COUNTED = "rows and columns are counted from 1"

NEW, CROSSED, GONE, NEW_AND_GONE = "o", "x", "%", "@"
"""A cell of the piece just placed; one in the way; one about to be cleared; both at once."""

_GAP = "   "

# Three private characters, which :func:`fairtray.core.errors.printable` escapes: no text from
# outside can hold them.
_PAINT = re.compile("\ue000([^\ue001]*)\ue001([^\ue002]*)\ue002")


def paint(text: str, style: str) -> str:
    """Return a text to be set off on a terminal.

    Args:
        text: the text; nothing in it is painted already.
        style: a colour's name, and ``bold``, ``dim``, ``reverse``, with blanks between.
    """
    return f"\ue000{style}\ue001{text}\ue002"


def finished(text: str, styled: Callable[[str, str], str]) -> str:
    """Return a text whose painted parts are what ``styled`` makes of (text, style)."""
    return _PAINT.sub(lambda found: styled(found[2], found[1]), text)


def bare(text: str) -> str:
    """Return a text without its paint."""
    return _PAINT.sub(r"\2", text)


@dataclass(frozen=True, slots=True)
class Table:
    """A table, to be laid out by whoever prints it.

    Attributes:
        headers: the heading above each column.
        rows: the cells.
        widths: the most characters of each column before it wraps; None for any number.
        align: how the cells of each column are aligned; empty for numbers right, texts left.
        numbers: whether texts that look like numbers are numbers.
    """

    headers: Sequence[str]
    rows: Sequence[Sequence[object]]
    widths: Sequence[int | None] = ()
    align: Sequence[str] = ()
    numbers: bool = True


Line = str | Table
"""A line of an answer, or a table in its place."""


def board(
    grid: Grid,
    filled: Board,
    new: Mask = 0,
    gone: Mask = 0,
    *,
    marked: Mask = 0,
    crossed: Mask = 0,
) -> list[str]:
    """Return the lines of a board with numbered rows and columns.

    Args:
        grid: the board's size.
        filled: the filled cells, the new ones included.
        new: the cells of the piece just placed, drawn as ``o``.
        gone: the cells that are about to be emptied; set off by colour only.
        marked: those of them to be drawn as ``%``, and as ``@`` where they are new.
        crossed: filled cells that are in the way, drawn as ``x``.
    """
    # Of a column from 10 on only the last digit fits; their order distinguishes them.
    lines = ["    " + "".join(str((c + 1) % 10) for c in range(grid.cols))]
    for r in range(grid.rows):
        cells = []
        for c in range(grid.cols):
            bit = grid.bit(r, c)
            mark = _mark(bit, filled, new, marked, crossed)
            cells.append(_painted(mark, gone=bool(gone & bit)))
        lines.append(f"{r + 1:>3} " + "".join(cells))
    return lines


def _mark(bit: Mask, filled: Board, new: Mask, marked: Mask, crossed: Mask) -> str:
    if crossed & bit:
        return CROSSED
    if new & bit:
        return NEW_AND_GONE if marked & bit else NEW
    if marked & bit:
        return GONE
    return "#" if filled & bit else "."


def _painted(mark: str, *, gone: bool) -> str:
    if mark == CROSSED:
        return paint(mark, "red bold")
    if mark in {NEW, NEW_AND_GONE}:
        return paint(mark, "green bold")
    if gone:
        return paint(mark, "yellow bold")
    return paint(mark, "dim") if mark == "." else mark


def tray(pieces: Sequence[Shape | None], captions: Sequence[str], width: int) -> list[str]:
    """Return the lines of a tray: each slot's piece, with its slot number and a caption."""
    blocks = []
    for i, (shape, caption) in enumerate(zip(pieces, captions, strict=True)):
        block = [f"slot {i + 1}"]
        if shape is None:
            block.append("(used)")
        else:
            block += [shape.name, caption, *drawing(shape)]
        blocks.append(block)
    return side_by_side(blocks, width)


def drawing(shape: Shape) -> list[str]:
    """Return the rows of a shape."""
    marks = {"#": paint("#", "green"), ".": "."}
    return ["".join(marks[mark] for mark in row) for row in shape.rows]


def side_by_side(blocks: Iterable[Sequence[str]], width: int) -> list[str]:
    """Return blocks of lines next to each other, as many in a row as ``width`` holds."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    used = 0
    for block in blocks:
        needed = max(map(_width, block), default=0) + len(_GAP)
        if row and used + needed - len(_GAP) > width:
            lines += [*_joined(row), ""]
            row, used = [], 0
        row.append(block)
        used += needed
    return lines + (_joined(row) if row else [])


def _joined(blocks: Sequence[Sequence[str]]) -> list[str]:
    height = max(map(len, blocks))
    lines = []
    for i in range(height):
        parts = []
        for block in blocks:
            text = block[i] if i < len(block) else ""
            parts.append(text + " " * (max(map(_width, block), default=0) - _width(text)))
        lines.append(_GAP.join(parts).rstrip())
    return lines


def _width(text: str) -> int:
    return len(bare(text))
