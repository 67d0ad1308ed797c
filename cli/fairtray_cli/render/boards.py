"""Boards, shapes and trays as lines of text for a terminal.

Rows and columns are numbered from 1 here, and only here: files count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import click

from fairtray.core.board import Board, Grid, Mask
from fairtray.core.shapes import Shape
from fairtray.engines.search.blocked import nearest_place
from fairtray.game import Move, Position
from fairtray.notation import Tray

COUNTED = "rows and columns are counted from 1"

_NEW, _CROSSED, _GONE, _NEW_AND_GONE = "o", "x", "%", "@"
_GAP = "   "


def board(
    grid: Grid,
    filled: Board,
    new: Mask = 0,
    gone: Mask = 0,
    *,
    marked: Mask = 0,
    crossed: Mask = 0,
    colour: bool,
) -> list[str]:
    """Return the lines of a board with numbered rows and columns.

    Args:
        grid: the board's size.
        filled: the filled cells, the new ones included.
        new: the cells of the piece just placed, drawn as ``o``.
        gone: the cells that are about to be emptied; set off by colour only.
        marked: those of them to be drawn as ``%``, and as ``@`` where they are new.
        crossed: filled cells that are in the way, drawn as ``x``.
        colour: whether to colour.
    """
    # Of a column from 10 on only the last digit fits; the order tells them apart.
    lines = ["    " + "".join(str((c + 1) % 10) for c in range(grid.cols))]
    for r in range(grid.rows):
        cells = []
        for c in range(grid.cols):
            bit = grid.bit(r, c)
            mark = _mark(bit, filled, new, marked, crossed)
            cells.append(_styled(mark, gone=bool(gone & bit)) if colour else mark)
        lines.append(f"{r + 1:>3} " + "".join(cells))
    return lines


def _mark(bit: Mask, filled: Board, new: Mask, marked: Mask, crossed: Mask) -> str:
    if crossed & bit:
        return _CROSSED
    if new & bit:
        return _NEW_AND_GONE if marked & bit else _NEW
    if marked & bit:
        return _GONE
    return "#" if filled & bit else "."


def _styled(mark: str, *, gone: bool) -> str:
    if mark == _CROSSED:
        return click.style(mark, fg="red", bold=True)
    if mark in {_NEW, _NEW_AND_GONE}:
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


def legend(moves: Sequence[Move]) -> str:
    """Return what the characters of some moves' boards mean."""
    texts = ["o is the piece just placed"] if moves else []
    frames = [framed(move) for move in moves]
    about = [
        sign
        for sign, used in (
            ("[ ]", any(frame.rows for frame in frames)),
            ("v ^", any(frame.cols for frame in frames)),
            (f"{_GONE} {_NEW_AND_GONE}", any(frame.others for frame in frames)),
        )
        if used
    ]
    if about:
        texts.append(f"{' and '.join(about)} set off lines about to clear")
    return "; ".join([COUNTED, *texts])


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines that a move clears: whole rows, whole columns, and the cells of any others.

    Attributes:
        rows: indices of the rows, from 0.
        cols: indices of the columns, from 0.
        others: the cells of all lines that are neither.
    """

    rows: frozenset[int]
    cols: frozenset[int]
    others: Mask


def framed(played: Move) -> Frame:
    """Return the lines that a move clears, told apart by how they can be set off."""
    rules = played.before.ruleset
    grid = rules.grid
    rows = {grid.mask((r, c) for c in range(grid.cols)): r for r in range(grid.rows)}
    cols = {grid.mask((r, c) for r in range(grid.rows)): c for c in range(grid.cols)}
    lines = [rules.lines[i] for i in played.lines]
    others = 0
    for line in lines:
        if line not in rows and line not in cols:
            others |= line
    return Frame(
        frozenset(rows[line] for line in lines if line in rows),
        frozenset(cols[line] for line in lines if line in cols),
        others,
    )


def move(played: Move, *, colour: bool) -> list[str]:
    """Return the board as the move leaves it; where it clears lines, before and after that.

    Before, rows about to clear stand in brackets, columns between ``v`` and ``^``; the
    cells of other lines are drawn as ``%``, those of the piece as ``@``.
    """
    before, after = played.before, played.after
    grid, frame = before.ruleset.grid, framed(played)
    placed = board(
        grid,
        before.board | played.mask,
        played.mask,
        played.removed,
        marked=frame.others,
        colour=colour,
    )
    if not played.lines:
        return placed
    cleared = board(grid, after.board, played.mask & after.board, colour=colour)
    placed = [
        # The blank between the number and the first cell is the fourth character.
        f"{line[:3]}[{line[4:]}]" if r - 1 in frame.rows else f"{line} "
        for r, line in enumerate(placed)
    ]
    if frame.cols:
        for mark, at in (("v", 1), ("^", len(placed) + 1)):
            signs = (mark if c in frame.cols else " " for c in range(grid.cols))
            placed.insert(at, f"    {''.join(signs)} ")
            cleared.insert(at, "")
    arrow = ["   " for _ in placed]
    arrow[len(arrow) // 2] = " ->"
    return [f"{a}{b}{c}".rstrip() for a, b, c in zip(placed, arrow, cleared, strict=True)]


def blocked(position: Position, slot: int, *, colour: bool) -> list[str]:
    """Return why a slot's piece does not fit: the place where fewest cells are in its way.

    The cells in the way are crossed, the others that it would cover drawn as ``o``.
    """
    shape = position.tray[slot]
    place = None if shape is None else nearest_place(position, shape)
    if shape is None:
        return []
    if place is None:
        return [f"{shape.name} (slot {slot + 1}) is larger than the board"]
    where = f"row {place.row + 1}, column {place.col + 1}"
    cells = counted(place.in_the_way.bit_count(), "cell")
    name = f"{shape.name} (slot {slot + 1})"
    return [
        f"{name} does not fit; least is in its way at {where}: {cells}, marked x",
        *board(
            position.ruleset.grid,
            position.board,
            place.mask,
            crossed=place.in_the_way,
            colour=colour,
        ),
    ]


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
