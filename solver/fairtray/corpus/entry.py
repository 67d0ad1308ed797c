"""One board of a corpus, and what two engines say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from fairtray.game import Placement, Position

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "blocks-one": "as few filled cells as possible block one piece of the tray",
        "blocks-tray": "as few filled cells as possible block all pieces of the tray",
        "blocks-catalogue": "as few filled cells as possible block all shapes but single cells",
        "no-order": "each piece fits, the first two never together; none clears at once; no order",
        "no-order-clears": "each piece fits and some placements clear, but no order places all",
        "one-order": "exactly one order of the three pieces places all",
        "needs-clear": "all can be placed, but only where one of them clears a line for another",
        "dense": "cells are filled one by one while no line is full and the tray can be placed",
    }
)
"""What each kind of board is made for, in the order of the files."""

BY_CP_SAT = frozenset({"blocks-one", "blocks-tray", "blocks-catalogue", "no-order"})
"""The kinds that CP-SAT constructs. Local search with the fast kernel finds the others; both
engines decide the result of either."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A board with a tray, and its verdict, on which both engines agree.

    Attributes:
        id: its name, unique among all corpora.
        kind: a key of ``KINDS``.
        position: the board and the tray.
        orders: in how many orders of the pieces the tray can be placed.
    """

    id: str
    kind: str
    position: Position
    orders: int

    @property
    def placeable(self) -> bool:
        """Whether the tray can be placed."""
        return self.orders > 0

    @property
    def serves(self) -> bool:
        """Whether the verdict, and which pieces fit, are what the kind is made for."""
        fits = [self.position.fits(slot) for slot in self.position.slots]
        return {
            "blocks-one": not fits[0],
            "blocks-tray": not any(fits),
            "blocks-catalogue": not any(
                fit and shape is not None and shape.size > 1
                for fit, shape in zip(fits, self.position.tray, strict=True)
            ),
            "no-order": self.orders == 0 and all(fits),
            "no-order-clears": self.orders == 0 and all(fits) and some_clear(self.position),
            "one-order": self.orders == 1,
            "needs-clear": self.orders > 0,
            "dense": self.orders > 0,
        }[self.kind]


def some_clear(position: Position) -> bool:
    """Return whether some placement clears a line at once."""
    return any(
        position.place(Placement(slot, row, col)).lines
        for slot in position.slots
        for shape in (position.tray[slot],)
        if shape is not None
        for row, col in position.legal(shape)
    )
