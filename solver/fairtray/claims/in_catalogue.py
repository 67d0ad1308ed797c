"""``in-catalogue``: only shapes of the catalogue are dealt."""

from __future__ import annotations

from fairtray.claims.claim import DealClaim, Deals, PerDeal


class InCatalogue(DealClaim):
    """Broken by a piece that no rule of the game knows, such as one misspelt or turned."""

    id = "in-catalogue"
    promise = "only shapes of the catalogue are dealt"
    judges_outside = True

    def broken(self, deals: Deals) -> PerDeal:
        return ~deals.known.all(axis=1)
