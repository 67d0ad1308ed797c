"""``each-fits``: every piece of a deal fits by itself."""

from __future__ import annotations

from fairtray.claims.claim import DealClaim, Deals, PerDeal


class EachFits(DealClaim):
    """Broken by a piece without a place, even where clearing a line would make room for it."""

    id = "each-fits"
    promise = "every piece fits by itself when dealt"
    shown_by_check = True

    def broken(self, deals: Deals) -> PerDeal:
        return ~deals.fits.all(axis=1)
