"""Moves of a block game, and why a piece does not fit, as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairtray.core.board import Mask
from fairtray.core.errors import counted
from fairtray.engines.search.blocked import nearest_place
from fairtray.game import Move, Position
from fairtray.pictures import text


def legend(moves: Sequence[Move]) -> str:
    """Return what the characters of some moves' boards mean."""
    texts = ["o is the piece just placed"] if moves else []
    frames = [framed(move) for move in moves]
    about = [
        sign
        for sign, used in (
            ("[ ]", any(frame.rows for frame in frames)),
            ("v ^", any(frame.cols for frame in frames)),
            (f"{text.GONE} {text.NEW_AND_GONE}", any(frame.others for frame in frames)),
        )
        if used
    ]
    if about:
        texts.append(f"{' and '.join(about)} set off lines about to clear")
    return "; ".join([text.COUNTED, *texts])


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


def move(played: Move) -> list[str]:
    """Return the board as the move leaves it; where it clears lines, before and after that.

    Before, rows about to clear are in brackets, columns between ``v`` and ``^``; the
    cells of other lines are drawn as ``%``, those of the piece as ``@``.
    """
    before, after = played.before, played.after
    grid, frame = before.ruleset.grid, framed(played)
    placed = text.board(
        grid,
        before.board | played.mask,
        played.mask,
        played.removed,
        marked=frame.others,
    )
    if not played.lines:
        return placed
    cleared = text.board(grid, after.board, played.mask & after.board)
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


def blocked(position: Position, slot: int) -> list[str]:
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
        *text.board(
            position.ruleset.grid,
            position.board,
            place.mask,
            crossed=place.in_the_way,
        ),
    ]


def sentence(number: int, played: Move) -> str:
    """Return one move in words, such as ``1. I3h (slot 2) at row 1, column 4: …``."""
    place = played.placement
    words = (
        f"{number}. {played.shape.name} (slot {place.slot + 1}) "
        f"at row {place.row + 1}, column {place.col + 1}: {counted(played.points, 'point')}"
    )
    if played.lines:
        names = played.before.ruleset.line_names
        words += f", clears {', '.join(names[i] for i in played.lines)}"
    if played.combo:
        words += f", combo {played.combo}"
    return words


def brief(played: Move) -> str:
    """Return a move in few words, such as ``I3h at 1,4: clears 2``."""
    place = played.placement
    clears = f": clears {len(played.lines)}" if played.lines else ""
    return f"{played.shape.name} at {place.row + 1},{place.col + 1}{clears}"
