"""The lines of a ruleset: rows, columns, boxes and further regions that clear when full."""

from __future__ import annotations

from fairtray.core.board import Grid, Mask
from fairtray.core.reading import Place, present
from fairtray.core.shapes import Cell
from fairtray.rulesets.file import LinesTable

_MAX_LINES = 1000


_Line = tuple[Mask, str]
"""A line's cells, and what to call it."""


def read_lines(
    grid: Grid, table: LinesTable, at: Place
) -> tuple[tuple[Mask, ...], tuple[str, ...]]:
    """Return the masks of the lines and their names; faults are noted below ``at``."""
    lines: list[_Line] = []
    if table.rows:
        lines += [
            (grid.mask((r, c) for c in range(grid.cols)), f"row {r + 1}") for r in range(grid.rows)
        ]
    if table.cols:
        lines += [
            (grid.mask((r, c) for r in range(grid.rows)), f"column {c + 1}")
            for c in range(grid.cols)
        ]
    if table.boxes:
        height, width = table.boxes
        lines += _boxes(grid, height, width, at.at("boxes"))
    names = dict(lines)
    for i, region in present(table.regions):
        cells = [(row, col) for row, col in region]
        found = _region(grid, i, cells, names, at.at("regions", i))
        names.update(found)
        lines += found
    if len(lines) > _MAX_LINES:
        at.fault(f"{len(lines)} lines", f"at most {_MAX_LINES}")
    return tuple(mask for mask, _ in lines), tuple(name for _, name in lines)


def _region(
    grid: Grid, i: int, cells: list[Cell], names: dict[Mask, str], at: Place
) -> list[_Line]:
    """Return the region as a line; nothing where it is at fault.

    Args:
        grid: the board's size.
        i: its index.
        cells: its cells.
        names: the lines before it.
        at: its place in the file.
    """
    outside = next((c for c in cells if c[0] >= grid.rows or c[1] >= grid.cols), None)
    twice = next((c for j, c in enumerate(cells) if c in cells[:j]), None)
    if outside is not None:
        at.fault(
            f"cell {list(outside)} is off the board",
            f"the board has {grid.rows}x{grid.cols} cells, counted from 0",
        )
        return []
    if twice is not None:
        at.fault(f"cell {list(twice)} appears twice", "drop one")
        return []
    mask = grid.mask(cells)
    if mask in names:
        name = names[mask]
        earlier = "an earlier region" if name.startswith("region") else f"{name} (counted from 1)"
        at.fault(f"has the cells of {earlier}", "drop one")
        return []
    return [(mask, f"region {i + 1}")]


def _boxes(grid: Grid, height: int, width: int, at: Place) -> list[_Line]:
    if grid.rows % height or grid.cols % width:
        at.fault(
            f"boxes of {height}x{width} do not tile a board of {grid.rows}x{grid.cols}",
            "use divisors of rows and cols",
        )
        return []
    corners = [
        (top, left) for top in range(0, grid.rows, height) for left in range(0, grid.cols, width)
    ]
    return [
        (
            grid.mask((top + r, left + c) for r in range(height) for c in range(width)),
            f"box {i + 1}",
        )
        for i, (top, left) in enumerate(corners)
    ]
