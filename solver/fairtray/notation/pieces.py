"""Reading one shape: by its name, its drawing, or rows of 0 and 1."""

from __future__ import annotations

from fairtray import shapes
from fairtray.errors import Fault, NotationError, PositionError, echo
from fairtray.rulesets.model import Ruleset
from fairtray.shapes import Shape

_MARKS = frozenset(shapes.FILLED + shapes.EMPTY + "/")
_MAX_ROWS = 100
"""Rows and columns of a drawing, the empty ones around it included."""


def read_shape(value: object, ruleset: Ruleset | None = None) -> Shape:
    """Return the shape that a JSON value stands for.

    Args:
        value: a name, a list of rows (strings, or lists of 0 and 1), or the rows in
            one string with ``/`` between them.
        ruleset: whose catalogue the shape must be in; None allows any shape.

    Raises:
        NotationError: it cannot be read as a shape.
        PositionError: it is not in the catalogue.
    """
    if isinstance(value, str):
        return _named(value, ruleset)
    if isinstance(value, list):
        return _dealt(_drawn(value), ruleset)
    raise NotationError(
        Fault("", f"{echo(value)} is no shape", 'write a name such as "I3h" or rows such as ["##"]')
    )


def _named(name: str, ruleset: Ruleset | None) -> Shape:
    catalogue = _catalogue(ruleset)
    own = catalogue.get(name)
    if own is not None:
        return own
    if name and _MARKS.issuperset(name):
        return _dealt(_drawn(name.split("/")), ruleset)
    shape = shapes.standard().get(name)
    if shape is None:
        known = catalogue or shapes.standard()
        raise NotationError(
            Fault("", f"no shape is called {echo(name)}", shapes.nearest(name, known))
        )
    return _dealt(shape, ruleset)


def _drawn(rows: list[object] | list[str]) -> Shape:
    if len(rows) > _MAX_ROWS or any(
        isinstance(r, (str, list)) and len(r) > _MAX_ROWS for r in rows
    ):
        raise NotationError(
            Fault("", f"a drawing of {len(rows)} rows", f"at most {shapes.MAX_SIDE} cells a side")
        )
    return shapes.from_drawing([_row(r, row) for r, row in enumerate(rows)])


def _row(r: int, row: object) -> str:
    if isinstance(row, str):
        return row
    if isinstance(row, list) and all(type(mark) is int and mark in {0, 1} for mark in row):
        return "".join(map(str, row))
    raise NotationError(Fault(f"[{r}]", f"{echo(row)} is no row of a shape", 'write "##."'))


def _dealt(shape: Shape, ruleset: Ruleset | None) -> Shape:
    """Return the shape under the catalogue's own name for it."""
    if ruleset is None or ruleset.catalogue is None:
        return shape
    for dealt in ruleset.shapes:
        if dealt == shape:
            return dealt
    names = [dealt.name for dealt in ruleset.shapes]
    some = ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
    raise PositionError(
        Fault(
            "",
            f"{echo(shape.name)} is not in the catalogue of {ruleset.name}",
            f"use one of its {len(names)} shapes ({some})",
        )
    )


def _catalogue(ruleset: Ruleset | None) -> dict[str, Shape]:
    if ruleset is None or ruleset.catalogue is None:
        return {}
    # Not cached by shapes: those are equal when their cells are, whatever their names.
    return {shape.name: shape for shape in ruleset.shapes}
