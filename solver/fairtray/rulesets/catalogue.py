"""The catalogue of a ruleset: which shapes are dealt, how often, and which are large."""

from __future__ import annotations

from fairtray.core.board import Grid
from fairtray.core.errors import NotationError, echo, nearest
from fairtray.core.reading import Place, present
from fairtray.core.shapes import Shape, from_drawing, named, standard
from fairtray.rulesets.file import CatalogueTable, ShapeEntry, TripleTable
from fairtray.rulesets.model import CatalogueEntry
from fairtray.rulesets.weights import fault_of


def read_catalogue(
    grid: Grid, table: CatalogueTable | None, triple: TripleTable, root: Place
) -> tuple[CatalogueEntry, ...] | None:
    """Return the shapes with their weights; None where any shape is allowed.

    Args:
        grid: the board's size.
        table: the shapes.
        triple: the limits of a deal.
        root: the place of the file; faults are noted below it.
    """
    at = root.at("triple")
    if table is None:
        if triple.max_large is not None or triple.large is not None:
            at.fault("a limit of large shapes without a catalogue", "add [catalogue]")
        return None
    shapes: list[tuple[Shape, float]] = []
    names: dict[Shape, str] = {}
    for i, entry in present(table.shapes):
        place = root.at("catalogue", "shapes", i)
        shape = _shape(grid, entry, place)
        if shape is None:
            continue
        if shape in names:
            place.fault(f"{shape.name} has the cells of {names[shape]}", "drop one")
        elif shape.name in names.values():
            place.fault(f"the name {echo(shape.name)} appears twice", "rename one")
        names[shape] = shape.name
        shapes.append((shape, entry.weight))
    fault = fault_of([weight for _, weight in shapes]) if shapes else None
    if fault is not None:
        root.at("catalogue", "shapes").fault(fault.what, fault.mend)
    large = _large([shape for shape, _ in shapes], triple, at)
    return tuple(CatalogueEntry(s, weight, s.name in large) for s, weight in shapes)


def _shape(grid: Grid, entry: ShapeEntry, at: Place) -> Shape | None:
    try:
        shape = from_drawing(entry.rows, entry.name) if entry.rows else named(entry.name)
    except NotationError as error:
        (at.at("rows") if entry.rows else at).nested(error)
        return None
    usual = standard().get(entry.name)
    if usual is not None and usual != shape:
        at.fault(
            f"{entry.name} is the standard name of {'/'.join(usual.rows)}",
            "choose another name for this drawing",
        )
    if shape.height > grid.rows or shape.width > grid.cols:
        at.fault(
            f"{shape.name} ({shape.height}x{shape.width}) is larger than the board",
            "drop it or enlarge the board",
        )
        return None
    return shape


def _large(shapes: list[Shape], triple: TripleTable, at: Place) -> set[str]:
    """Return the names of the shapes that count towards the limit of large ones."""
    if triple.large is not None and triple.large_from_cells is not None:
        at.fault("both large and large_from_cells", "keep one of them")
    elif triple.max_large is not None and triple.large is None and triple.large_from_cells is None:
        at.fault("max_large without large shapes", "add large or large_from_cells")
    if triple.large_from_cells is not None:
        return {shape.name for shape in shapes if shape.size >= triple.large_from_cells}
    known = [shape.name for shape in shapes]
    for i, name in enumerate(triple.large or ()):
        if name not in known:
            at.at("large", i).fault(f"{echo(name)} is not in the catalogue", nearest(name, known))
    return set(triple.large or ())
