"""What a dealer answers, read: a list of shapes and nothing else."""

from __future__ import annotations

from fairtray.core.errors import Fault, NotationError, PositionError, echo
from fairtray.core.shapes import Shape
from fairtray.notation import read_shape
from fairtray.rulesets.model import Ruleset


def tray_of(value: object, ruleset: Ruleset) -> tuple[Shape, ...]:
    """Return the tray that a dealer answered.

    Raises:
        NotationError: not a list, the wrong number of pieces, or a piece that cannot be read.
    """
    return shapes_of(value, ruleset, ruleset.tray_size)


def shapes_of(value: object, ruleset: Ruleset, count: int) -> tuple[Shape, ...]:
    """Return ``count`` shapes; one outside the catalogue is a shape like any other.

    Raises:
        NotationError: see :func:`tray_of`.
    """
    if not isinstance(value, (list, tuple)):
        raise NotationError(Fault("", f"{echo(value)} is not a list of {count} shapes"))
    if len(value) != count:
        raise NotationError(Fault("", f"{len(value)} shapes where {count} are dealt"))
    shapes = []
    for slot, piece in enumerate(value):
        try:
            shapes.append(_shape(piece, ruleset))
        except NotationError as error:
            raise NotationError(error.located("", f"[{slot}]").faults) from None
    return tuple(shapes)


def _shape(piece: object, ruleset: Ruleset) -> Shape:
    if isinstance(piece, Shape):
        piece = list(piece.rows)
    if isinstance(piece, tuple):
        piece = list(piece)
    try:
        return read_shape(piece, ruleset)
    except PositionError:
        return read_shape(piece)
