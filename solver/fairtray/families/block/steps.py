"""Pictures of a tray being placed: one panel a step, side by side or one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from fairtray.core.board import Grid, Mask
from fairtray.core.errors import Fault, InputError, counted
from fairtray.engines.search.blocked import nearest_place
from fairtray.game import Move, Position
from fairtray.pictures import Drawing
from fairtray.pictures.model import (
    CELL,
    EMPTY,
    GRID,
    LABEL,
    PAPER,
    Box,
    Picture,
    Stroke,
    Text,
)

FILLED, NEW, WANTED, FRAME, CROSS = "#546e7a", "#2e8b3d", "#f2c12e", "#d9480f", "#b71c1c"
"""Fills: a filled cell, the piece just placed, one that does not fit, lines about to clear,
cells in the way. They differ in brightness, too."""

LEFT, TOP, GAP = 24, 66, 20
PANELS_IN_A_ROW = 4
MAX_PANELS = 100
"""More would be a picture that no program likes to open."""

_THICK = 3


@dataclass(frozen=True, slots=True)
class Panel:
    """One board with what is set off on it.

    Attributes:
        captions: two lines above the board.
        filled: the filled cells.
        new: the cells of the piece just placed.
        wanted: the cells that a piece without room would cover.
        frames: the lines about to clear.
    """

    captions: tuple[str, str]
    filled: Mask
    new: Mask = 0
    wanted: Mask = 0
    frames: tuple[Mask, ...] = ()


def drawing(start: Position, moves: Sequence[Move], final: Position | None = None) -> Drawing:
    """Return the picture of the moves from a position.

    Pieces that are left at the end and fit nowhere are shown where least is in their way.

    Args:
        start: the position.
        moves: the moves.
        final: the position after them, where a tray was dealt then; None for the one that
            the last move leaves.

    Raises:
        InputError: more steps than a picture holds.
    """
    if final is None:
        final = moves[-1].after if moves else start
    grid, title = start.ruleset.grid, start.ruleset.title
    shown = [*_placing(start, moves), *_left(final)]
    if len(shown) > MAX_PANELS:
        what, mend = f"{len(moves)} moves", f"a picture holds {MAX_PANELS} steps at most"
        raise InputError(Fault("", what, mend))
    return Drawing(
        partial(_picture, grid, shown, title, PANELS_IN_A_ROW),
        lambda: [_picture(grid, [panel], title, 1) for panel in shown],
    )


def _placing(start: Position, moves: Sequence[Move]) -> Iterable[Panel]:
    if not moves:
        yield Panel(("the board", ""), start.board)
    for number, move in enumerate(moves, start=1):
        place = move.placement
        words = counted(move.points, "point")
        if move.lines:
            words += f", clears {counted(len(move.lines), 'line')}"
        if move.combo:
            words += f", combo {move.combo}"
        rules = move.before.ruleset
        yield Panel(
            (f"{number}. {move.shape.name} at row {place.row + 1}, column {place.col + 1}", words),
            move.before.board | move.mask,
            move.mask,
            frames=tuple(rules.lines[line] for line in move.lines),
        )
    if moves and moves[-1].lines:
        yield Panel(("at the end", ""), moves[-1].after.board)


def _left(final: Position) -> Iterable[Panel]:
    for slot in final.slots:
        shape = final.tray[slot]
        if shape is None or final.fits(slot):
            continue
        place = nearest_place(final, shape)
        if place is None:
            continue
        where = f"nearest: row {place.row + 1}, column {place.col + 1}"
        yield Panel((f"{shape.name} does not fit", where), final.board, wanted=place.mask)


def _picture(grid: Grid, panels: Sequence[Panel], title: str, in_a_row: int) -> Picture:
    """Return the panels as one picture, so many in a row."""
    # Captions need some width even above a narrow board.
    wide = max(LEFT + grid.cols * CELL, 200) + GAP
    high = TOP + grid.rows * CELL + GAP
    columns = min(in_a_row, len(panels))
    width, height = columns * wide + GAP, -(-len(panels) // columns) * high
    boxes, texts = [Box(0, 0, width, height, PAPER)], []
    strokes: list[Stroke] = []
    for i, panel in enumerate(panels):
        x, y = GAP // 2 + i % columns * wide, i // columns * high
        texts += _words(grid, panel, x, y)
        boxes += _cells(grid, panel, x + LEFT, y + TOP)
        strokes += _crosses(grid, panel, x + LEFT, y + TOP)
    return Picture(title, width, height, tuple(boxes), tuple(texts), tuple(strokes))


def _words(grid: Grid, panel: Panel, x: int, y: int) -> list[Text]:
    middle = x + LEFT + grid.cols * CELL / 2
    texts = [
        Text(middle, y + 16 + 16 * i, words, LABEL, 12) for i, words in enumerate(panel.captions)
    ]
    texts += [
        Text(x + LEFT + c * CELL + CELL / 2, y + TOP - 10, str(c + 1), LABEL, 10)
        for c in range(grid.cols)
    ]
    return texts + [
        Text(x + LEFT - 12, y + TOP + r * CELL + CELL / 2, str(r + 1), LABEL, 10)
        for r in range(grid.rows)
    ]


def _cells(grid: Grid, panel: Panel, x: int, y: int) -> list[Box]:
    boxes = [Box(x - 1, y - 1, grid.cols * CELL + 2, grid.rows * CELL + 2, GRID)]
    for r in range(grid.rows):
        for c in range(grid.cols):
            bit = grid.bit(r, c)
            fill = FILLED if panel.filled & bit else EMPTY
            if panel.new & bit:
                fill = NEW
            elif panel.wanted & bit and not panel.filled & bit:
                fill = WANTED
            boxes.append(Box(x + c * CELL + 1, y + r * CELL + 1, CELL - 2, CELL - 2, fill))
    for line in panel.frames:
        boxes += _frame(grid, line, x, y)
    return boxes


def _frame(grid: Grid, region: Mask, x: int, y: int) -> list[Box]:
    """Return the border of a region of any form: a bar at every edge of its cells."""
    cells = set(grid.cells(region))
    boxes = []
    for r, c in sorted(cells):
        left, top = x + c * CELL - 1, y + r * CELL - 1
        side = CELL + 2
        if (r - 1, c) not in cells:
            boxes.append(Box(left, top, side, _THICK, FRAME))
        if (r + 1, c) not in cells:
            boxes.append(Box(left, top + side - _THICK, side, _THICK, FRAME))
        if (r, c - 1) not in cells:
            boxes.append(Box(left, top, _THICK, side, FRAME))
        if (r, c + 1) not in cells:
            boxes.append(Box(left + side - _THICK, top, _THICK, side, FRAME))
    return boxes


def _crosses(grid: Grid, panel: Panel, x: int, y: int) -> list[Stroke]:
    strokes = []
    for r, c in grid.cells(panel.wanted & panel.filled):
        left, top = x + c * CELL + 4, y + r * CELL + 4
        right, bottom = left + CELL - 8, top + CELL - 8
        # A light line below the dark one, to stand off from the cell's fill.
        for fill, width in ((PAPER, 6), (CROSS, 3)):
            strokes.append(Stroke(left, top, right, bottom, fill, width))
            strokes.append(Stroke(left, bottom, right, top, fill, width))
    return strokes
