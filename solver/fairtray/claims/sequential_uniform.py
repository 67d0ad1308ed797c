"""``sequential-uniform``: each piece is drawn from what still fits with the earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairtray.claims.claim import DrawClaim, Draws

if TYPE_CHECKING:
    from fairtray.claims.claim import F64, Rows


class SequentialUniform(DrawClaim):
    """Every piece is drawn from its draw set.

    The draw set: the shapes that fit on the board as it stands and leave the pieces drawn
    before and themselves placeable in some order.
    """

    id = "sequential-uniform"
    promise = "each piece is drawn evenly from the shapes that still fit with the earlier ones"

    def draw_sets(self, draws: Draws, allowed: Rows) -> tuple[Rows, F64 | None]:
        return draws.placeable(allowed & draws.fitting)
