"""The lines of a ruleset: rows, columns, boxes and further regions that clear when full."""

from __future__ import annotations

from fairtray.core.board import Grid, Mask
from fairtray.core.errors import Fault
from fairtray.core.shapes import Cell
from fairtray.rulesets import schema

_MAX_LINES = 1000


class Lines:
    """Reads the table of lines, collecting its faults."""

    def __init__(self, grid: Grid, table: schema.LinesTable) -> None:
        self.grid = grid
        self.table = table
        self.faults: list[Fault] = []

    def _fault(self, where: str, what: str, mend: str) -> None:
        self.faults.append(Fault(where, what, mend))

    def read(self) -> tuple[tuple[Mask, ...], tuple[str, ...]]:
        """Return the masks of the lines and their names."""
        grid, table = self.grid, self.table
        lines: list[tuple[Mask, str]] = []
        if table.rows:
            lines += [
                (grid.mask((r, c) for c in range(grid.cols)), f"row {r + 1}")
                for r in range(grid.rows)
            ]
        if table.cols:
            lines += [
                (grid.mask((r, c) for r in range(grid.rows)), f"column {c + 1}")
                for c in range(grid.cols)
            ]
        if table.boxes:
            lines += self._boxes(*table.boxes)
        names = dict(lines)
        for i, region in enumerate(table.regions):
            found = self._region(i, [(row, col) for row, col in region], names)
            names.update(found)
            lines += found
        if len(lines) > _MAX_LINES:
            self._fault("lines", f"{len(lines)} lines", f"at most {_MAX_LINES}")
        return tuple(mask for mask, _ in lines), tuple(name for _, name in lines)

    def _region(self, i: int, cells: list[Cell], names: dict[Mask, str]) -> list[tuple[Mask, str]]:
        """Return the region as a line; nothing where it is at fault.

        Args:
            i: its index.
            cells: its cells.
            names: the lines before it.
        """
        grid, where = self.grid, f"lines.regions[{i}]"
        outside = next((c for c in cells if c[0] >= grid.rows or c[1] >= grid.cols), None)
        twice = next((c for j, c in enumerate(cells) if c in cells[:j]), None)
        if outside is not None:
            self._fault(
                where,
                f"cell {list(outside)} is off the board",
                f"the board has {grid.rows}x{grid.cols} cells, counted from 0",
            )
            return []
        if twice is not None:
            self._fault(where, f"cell {list(twice)} is there twice", "drop one")
            return []
        mask = grid.mask(cells)
        if mask in names:
            name = names[mask]
            earlier = (
                "an earlier region" if name.startswith("region") else f"{name} (counted from 1)"
            )
            self._fault(where, f"has the cells of {earlier}", "drop one")
            return []
        return [(mask, f"region {i + 1}")]

    def _boxes(self, height: int, width: int) -> list[tuple[Mask, str]]:
        grid = self.grid
        if grid.rows % height or grid.cols % width:
            self._fault(
                "lines.boxes",
                f"boxes of {height}x{width} do not tile a board of {grid.rows}x{grid.cols}",
                "use divisors of rows and cols",
            )
            return []
        corners = [
            (top, left)
            for top in range(0, grid.rows, height)
            for left in range(0, grid.cols, width)
        ]
        return [
            (
                grid.mask((top + r, left + c) for r in range(height) for c in range(width)),
                f"box {i + 1}",
            )
            for i, (top, left) in enumerate(corners)
        ]
