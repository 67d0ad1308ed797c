"""How the table is laid out in a terminal of some size."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.core.board import Grid
from fairtray.notation import Tray
from fairtray_cli.table import drawing
from fairtray_cli.table.drawing import Scale, TrayPlan

TITLE_AND_KEYS = 2
"""Lines above and below everything else."""

GAP = 2
"""Characters between the board and what stands beside it."""

_WORDS = 10
"""Lines that the score, and what was said last, need below the tray."""

_SIDE = 34
"""Characters that those need; three of the usual pieces stand beside each other in as many."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes of the parts.

    Attributes:
        scale: how large a cell of the board is.
        board: the board's width and height in characters.
        plan: where the pieces of the tray stand.
        tray: the tray's height.
    """

    scale: Scale
    board: tuple[int, int]
    plan: TrayPlan
    tray: int


def layout(grid: Grid, tray: Tray, width: int, height: int) -> Layout | None:
    """Return the layout with the largest board that fits; None where none does."""
    for scale in reversed(drawing.SCALES):
        found = _of(grid, tray, scale, width)
        if found is not None and _height(found) <= height:
            return found
    return None


def needed(grid: Grid, tray: Tray) -> tuple[int, int]:
    """Return the width and the height of the smallest terminal, with three pieces in a row."""
    scale = drawing.SCALES[0]
    plan = drawing.tray_plan(tray, 1)
    side = max(_SIDE, plan.slot_width)
    width = drawing.board_size(grid, scale)[0] + GAP + side
    found = _of(grid, tray, scale, width)
    return width, _height(found) if found is not None else 0


def _of(grid: Grid, tray: Tray, scale: Scale, width: int) -> Layout | None:
    board = drawing.board_size(grid, scale)
    side = width - board[0] - GAP
    plan = drawing.tray_plan(tray, side)
    if side < max(_SIDE, plan.slot_width - GAP):
        return None
    rows = -(-len(tray) // plan.in_a_row)
    return Layout(scale, board, plan, rows * plan.slot_height)


def _height(found: Layout) -> int:
    return max(found.board[1], found.tray + _WORDS) + TITLE_AND_KEYS
