"""Which orders of a tray's pieces work, and at which piece the others fail."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from fairtray.game import Position
from fairtray.kernels import orders as kernel
from fairtray.search.prepare import board_words, tables_of, tray_of
from fairtray.shapes import Shape


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a tray's pieces; equal pieces are not told apart.

    Attributes:
        shapes: the pieces in that order.
        placed: how many of them can be placed one after the other, at best, wherever each
            is put; as many as there are when the order works.
    """

    shapes: tuple[Shape, ...]
    placed: int

    @property
    def works(self) -> bool:
        """Whether all pieces can be placed in this order."""
        return self.placed == len(self.shapes)


def all_orders(position: Position) -> tuple[Order, ...]:
    """Return every order of the pieces left, in the order of their slots.

    Raises:
        PositionError: more than 5 pieces in the tray.
    """
    shapes, tray = tray_of(position)
    pieces = tray[list(position.slots)].tolist()
    if not pieces:
        return ()
    found = list(dict.fromkeys(itertools.permutations(pieces)))
    placed = np.zeros(len(found), dtype=np.int64)
    kernel.longest(
        tables_of(position.ruleset, shapes),
        np.array(found, dtype=np.int64),
        board_words(position.ruleset, position.board),
        placed,
    )
    return tuple(
        Order(tuple(shapes[i] for i in order), int(k))
        for order, k in zip(found, placed, strict=True)
    )
