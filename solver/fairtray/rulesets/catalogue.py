"""The catalogue of a ruleset: which shapes are dealt, how often, and which are large."""

from __future__ import annotations

from fairtray.core.board import Grid
from fairtray.core.errors import Fault, NotationError, echo, nearest
from fairtray.core.shapes import Shape, from_drawing, named, standard
from fairtray.rulesets import schema
from fairtray.rulesets.model import CatalogueEntry


class Catalogue:
    """Reads the table of shapes and the limits of a deal, collecting their faults."""

    def __init__(
        self, grid: Grid, table: schema.CatalogueTable | None, triple: schema.TripleTable
    ) -> None:
        self.grid = grid
        self.table = table
        self.triple = triple
        self.faults: list[Fault] = []

    def _fault(self, where: str, what: str, mend: str) -> None:
        self.faults.append(Fault(where, what, mend))

    def read(self) -> tuple[CatalogueEntry, ...] | None:
        """Return the shapes with their weights; None where any shape is allowed."""
        table, triple = self.table, self.triple
        if table is None:
            if triple.max_large is not None or triple.large is not None:
                self._fault(
                    "triple", "a limit of large shapes without a catalogue", "add [catalogue]"
                )
            return None
        shapes: list[tuple[Shape, int]] = []
        seen: dict[Shape, str] = {}
        names: set[str] = set()
        for i, entry in enumerate(table.shapes):
            where = f"catalogue.shapes[{i}]"
            given = entry if isinstance(entry, schema.ShapeEntry) else schema.ShapeEntry(name=entry)
            shape = self._shape(given, where)
            if shape is None:
                continue
            if shape in seen:
                self._fault(where, f"{shape.name} has the cells of {seen[shape]}", "drop one")
            elif shape.name in names:
                self._fault(where, f"the name {echo(shape.name)} is there twice", "rename one")
            seen[shape] = shape.name
            names.add(shape.name)
            shapes.append((shape, given.weight))
        large = self._large([shape for shape, _ in shapes])
        return tuple(CatalogueEntry(s, weight, s.name in large) for s, weight in shapes)

    def _shape(self, entry: schema.ShapeEntry, where: str) -> Shape | None:
        try:
            shape = from_drawing(entry.rows, entry.name) if entry.rows else named(entry.name)
        except NotationError as error:
            self.faults += error.located("", f"{where}.rows" if entry.rows else where).faults
            return None
        usual = standard().get(entry.name)
        if usual is not None and usual != shape:
            self._fault(
                where,
                f"{entry.name} is the standard name of {'/'.join(usual.rows)}",
                "choose another name for this drawing",
            )
        if shape.height > self.grid.rows or shape.width > self.grid.cols:
            self._fault(
                where,
                f"{shape.name} ({shape.height}x{shape.width}) is larger than the board",
                "drop it or enlarge the board",
            )
            return None
        return shape

    def _large(self, shapes: list[Shape]) -> set[str]:
        triple = self.triple
        if triple.large is not None and triple.large_from_cells is not None:
            self._fault("triple", "both large and large_from_cells", "keep one of them")
        if (
            triple.max_large is not None
            and triple.large is None
            and triple.large_from_cells is None
        ):
            self._fault("triple", "max_large without large shapes", "add large or large_from_cells")
        if triple.large_from_cells is not None:
            return {shape.name for shape in shapes if shape.size >= triple.large_from_cells}
        known = [shape.name for shape in shapes]
        for i, name in enumerate(triple.large or []):
            if name not in known:
                self._fault(
                    f"triple.large[{i}]",
                    f"{echo(name)} is not in the catalogue",
                    nearest(name, known),
                )
        return set(triple.large or [])
