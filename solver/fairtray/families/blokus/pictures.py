"""Pictures of a Blokus board."""

from __future__ import annotations

import string
from collections.abc import Sequence

from fairtray.families.blokus.position import Move, Position, components
from fairtray.pictures.model import CELL, EDGE, EMPTY, GRID, LABEL, PAPER, Box, Picture, Text

FILLS = {"B": "#1f5fbf", "Y": "#f2c12e", "R": "#c9302c", "G": "#2e8b3d"}
"""The fill for each letter; they differ in brightness too, for people who see no hues."""

INK = {"B": "#ffffff", "Y": "#1a1a1a", "R": "#ffffff", "G": "#ffffff"}
"""What is written on it."""

MARGIN = 28


def layout(position: Position, moves: Sequence[Move] = ()) -> Picture:
    """Return the picture of a position, with moves numbered in their order."""
    rules = position.variant
    grid = rules.grid
    width, height = grid.cols * CELL, grid.rows * CELL
    boxes = [
        Box(0, 0, width + 2 * MARGIN, height + 2 * MARGIN, PAPER),
        Box(MARGIN - 1, MARGIN - 1, width + 2, height + 2, GRID),
    ]
    boxes += [
        Box(MARGIN + c * CELL + 1, MARGIN + r * CELL + 1, CELL - 2, CELL - 2, EMPTY)
        for r in range(grid.rows)
        for c in range(grid.cols)
    ]
    texts = _labels(grid.rows, grid.cols)
    for i, (colour, board) in enumerate(zip(rules.colours, position.boards, strict=True)):
        if not board:
            row, col = rules.starts[i]
            boxes.append(_dot(row, col, FILLS[colour.letter]))
        for part in components(rules, board):
            boxes += _piece(list(grid.cells(part)), FILLS[colour.letter])
    for number, move in enumerate(moves, start=1):
        row, col = next(grid.cells(move.mask))
        ink = INK[rules.colours[move.colour].letter]
        x, y = MARGIN + col * CELL + CELL / 2, MARGIN + row * CELL + CELL / 2
        texts.append(Text(x, y, str(number), ink, 11))
    names = ", ".join(colour.name for colour in rules.colours)
    title = f"{rules.title}: {names}"
    return Picture(title, width + 2 * MARGIN, height + 2 * MARGIN, tuple(boxes), tuple(texts))


def _labels(rows: int, cols: int) -> list[Text]:
    """Return the names of columns and rows, on all four sides."""
    width, height = cols * CELL, rows * CELL
    columns = [
        Text(MARGIN + c * CELL + CELL / 2, y, string.ascii_lowercase[c], LABEL, 11)
        for c in range(cols)
        for y in (MARGIN / 2, MARGIN * 1.5 + height)
    ]
    return columns + [
        Text(x, MARGIN + r * CELL + CELL / 2, str(rows - r), LABEL, 11)
        for r in range(rows)
        for x in (MARGIN / 2, MARGIN * 1.5 + width)
    ]


def _dot(row: int, col: int, fill: str) -> Box:
    inset = CELL // 3
    return Box(
        MARGIN + col * CELL + inset,
        MARGIN + row * CELL + inset,
        CELL - 2 * inset,
        CELL - 2 * inset,
        fill,
    )


def _piece(cells: Sequence[tuple[int, int]], fill: str) -> list[Box]:
    """Return the boxes of one piece: its edge, and its cells run together inside of it."""
    covered = set(cells)
    boxes = [Box(MARGIN + c * CELL, MARGIN + r * CELL, CELL, CELL, EDGE) for r, c in cells]
    for r, c in cells:
        left = 0 if (r, c - 1) in covered else 2
        right = 0 if (r, c + 1) in covered else 2
        top = 0 if (r - 1, c) in covered else 2
        bottom = 0 if (r + 1, c) in covered else 2
        x, y = MARGIN + c * CELL, MARGIN + r * CELL
        boxes.append(Box(x + left, y + top, CELL - left - right, CELL - top - bottom, fill))
    return boxes
