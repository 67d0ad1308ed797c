"""Boards, shapes and trays as lines of text for a terminal.

Rows and columns are numbered from 1 here, and only here: files count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from fairtray.board import Board, Grid, Mask
from fairtray.game import Move
from fairtray.notation import Tray
from fairtray.shapes import Shape

COUNTED = "rows and columns are counted from 1"

_NEW = "o"
_GAP = "   "


def board(grid: Grid, filled: Board, new: Mask = 0, gone: Mask = 0, *, colour: bool) -> list[str]:
    """Return the lines of a board with numbered rows and columns.

    Args:
        grid: the board's size.
        filled: the filled cells, the new ones included.
        new: the cells of the piece just placed, drawn as ``o``.
        gone: the cells that are about to be emptied; set off by colour only.
        colour: whether to colour.
    """
    # Of a column from 10 on only the last digit fits; the order tells them apart.
    lines = ["    " + "".join(str((c + 1) % 10) for c in range(grid.cols))]
    for r in range(grid.rows):
        cells = []
        for c in range(grid.cols):
            bit = grid.bit(r, c)
            mark = _NEW if new & bit else "#" if filled & bit else "."
            cells.append(_styled(mark, new=bool(new & bit), gone=bool(gone & bit), colour=colour))
        lines.append(f"{r + 1:>3} " + "".join(cells))
    return lines


def _styled(mark: str, *, new: bool, gone: bool, colour: bool) -> str:
    if not colour:
        return mark
    if new:
        return click.style(mark, fg="green", bold=True)
    if gone:
        return click.style(mark, fg="yellow", bold=True)
    return click.style(mark, dim=True) if mark == "." else mark


def tray(pieces: Tray, captions: Sequence[str], width: int, *, colour: bool) -> list[str]:
    """Return the lines of a tray: each slot's piece, with its slot number and a caption."""
    blocks = []
    for i, (shape, caption) in enumerate(zip(pieces, captions, strict=True)):
        block = [f"slot {i + 1}"]
        if shape is None:
            block.append("(used)")
        else:
            block += [shape.name, caption, *drawing(shape, colour=colour)]
        blocks.append(block)
    return side_by_side(blocks, width)


def drawing(shape: Shape, *, colour: bool) -> list[str]:
    """Return the rows of a shape."""
    marks = {"#": click.style("#", fg="green") if colour else "#", ".": "."}
    return ["".join(marks[mark] for mark in row) for row in shape.rows]


def move(played: Move, *, colour: bool) -> list[str]:
    """Return the board as the move leaves it; where it clears lines, before and after that."""
    before, after = played.before, played.after
    grid = before.ruleset.grid
    placed = board(grid, before.board | played.mask, played.mask, played.removed, colour=colour)
    if not played.lines:
        return placed
    cleared = board(grid, after.board, played.mask & after.board, colour=colour)
    arrow = ["    " for _ in placed]
    arrow[len(arrow) // 2] = "  ->"
    return [f"{a}{b}{c}" for a, b, c in zip(placed, arrow, cleared, strict=True)]


def sentence(number: int, played: Move) -> str:
    """Return one move in words, such as ``1. I3h (slot 2) at row 1, column 4: …``."""
    place = played.placement
    text = (
        f"{number}. {played.shape.name} (slot {place.slot + 1}) "
        f"at row {place.row + 1}, column {place.col + 1}: {counted(played.points, 'point')}"
    )
    if played.lines:
        names = played.before.ruleset.line_names
        text += f", clears {', '.join(names[i] for i in played.lines)}"
    if played.combo:
        text += f", combo {played.combo}"
    return text


def brief(played: Move) -> str:
    """Return a move in few words, such as ``I3h at 1,4: clears 2``."""
    place = played.placement
    clears = f": clears {len(played.lines)}" if played.lines else ""
    return f"{played.shape.name} at {place.row + 1},{place.col + 1}{clears}"


def counted(number: int, noun: str) -> str:
    """Return ``1 point``, ``2 points``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
    return len(click.unstyle(text))
