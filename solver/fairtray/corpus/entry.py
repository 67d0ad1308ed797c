"""One board of a corpus, and what two engines say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from fairtray.game import Position

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "blocks-one": "as few filled cells as possible block one piece of the tray",
        "blocks-tray": "as few filled cells as possible block all pieces of the tray",
        "blocks-catalogue": "as few filled cells as possible block all shapes but single cells",
        "no-order": "each piece fits, but two of them never together, and no two placements clear",
        "no-order-clears": "each piece fits and some placements clear, but no order places all",
        "one-order": "exactly one order of the three pieces places all",
        "needs-clear": "all can be placed, but only where one of them clears a line for another",
        "dense": "no further cell can be filled without a full line or an unplaceable tray",
    }
)
"""What each kind of board is made for, in the order of the files."""

BY_CP_SAT = frozenset({"blocks-one", "blocks-tray", "blocks-catalogue", "no-order"})
"""The kinds that CP-SAT constructs. The others are found by local search with the fast
kernel; either way both engines decide the result."""


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
