"""``large-limit``: no deal holds too many large shapes."""

from __future__ import annotations

from fairtray.claims.claim import DealClaim, Deals, Need, PerDeal


class LargeLimit(DealClaim):
    """Broken by more large shapes in one deal than the ruleset's ``max_large``.

    A shape outside the catalogue is not large: nothing says so.
    """

    id = "large-limit"
    promise = "no deal holds more large shapes than the rules allow"
    needs = (Need("triple.max_large", "max_large", "has no limit of large shapes"),)
    redraws_large = True

    def broken(self, deals: Deals) -> PerDeal:
        limit = deals.ruleset.max_large
        counts = deals.large.sum(axis=1)
        # Without a limit no count is above it.
        return counts > (deals.large.shape[1] if limit is None else limit)
