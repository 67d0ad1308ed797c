"""``triple-placeable``: all pieces of a deal can be placed."""

from __future__ import annotations

from fairtray.claims.claim import DealClaim, Deals, PerDeal


class TriplePlaceable(DealClaim):
    """Broken where no order of the pieces and no placements put all of them on the board."""

    id = "triple-placeable"
    promise = "all pieces of a deal can be placed in some order"
    shown_by_check = True

    def broken(self, deals: Deals) -> PerDeal:
        return deals.orders == 0
