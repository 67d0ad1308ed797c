"""``uniform``: pieces are drawn from the whole catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairtray.claims.claim import DrawClaim, Draws

if TYPE_CHECKING:
    from fairtray.claims.claim import F64, Rows


class Uniform(DrawClaim):
    """Every piece is drawn independently of the board and the pieces before it."""

    id = "uniform"
    promise = "every piece is drawn by itself, with the weights of the catalogue"
    board_free = True

    def draw_sets(self, draws: Draws, allowed: Rows) -> tuple[Rows, F64 | None]:  # noqa: ARG002
        return allowed, None
