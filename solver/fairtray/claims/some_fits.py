"""``some-fits``: at least one piece of a deal fits."""

from __future__ import annotations

from fairtray.claims.claim import DealClaim, Deals, PerDeal


class SomeFits(DealClaim):
    """Broken by a deal that ends the game at once."""

    id = "some-fits"
    promise = "at least one piece fits when dealt"
    shown_by_check = True

    def broken(self, deals: Deals) -> PerDeal:
        return ~deals.fits.any(axis=1)
