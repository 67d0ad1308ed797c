"""Deal claims judged: for many deals from the search's answers, for one by exact engines.

The formulas are the claims' own. What differs is where the facts come from: those of a sample
come from the kernels and are verified before they count (``verify``); those of a position come
from the plain engine and the search of single positions, and :func:`confirm` has CP-SAT repeat
regardless of what the search said.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.sample import Sample
from fairtray.claims import DealClaim, claim_named, deal_claims
from fairtray.core.errors import InternalFault
from fairtray.engines.proof.decide import decide as cp_sat_decide
from fairtray.engines.search.decide import decide
from fairtray.game import Position
from fairtray.notation.writing import position_json
from fairtray.rulesets.model import Ruleset

I64 = NDArray[np.int64]
Rows = NDArray[np.bool_]


class SampleDeals:
    """The deals of a sample, with the search's answers.

    Args:
        ruleset: the game.
        sample: the deals.
    """

    def __init__(self, ruleset: Ruleset, sample: Sample) -> None:
        self.ruleset = ruleset
        self._sample = sample

    @property
    def known(self) -> Rows:
        trays = self._sample.trays
        return np.asarray((trays >= 0) & (trays < len(self.ruleset.shapes)))

    @property
    def large(self) -> Rows:
        # The last entry answers for index -1: no shape outside the catalogue is large.
        large = np.array([entry.large for entry in self.ruleset.catalogue or ()] + [False])
        return np.asarray(large[self._sample.trays])

    @property
    def fits(self) -> Rows:
        return np.asarray(self._sample.fits > 0)

    @property
    def orders(self) -> I64:
        return self._sample.orders


class PositionDeal:
    """One deal: the board and the pieces of a position.

    Args:
        position: the position.
    """

    def __init__(self, position: Position) -> None:
        self.ruleset = position.ruleset
        self.position = position
        self._tray = [shape for shape in position.tray if shape is not None]

    @property
    def known(self) -> Rows:
        shapes = frozenset(self.ruleset.shapes)
        return np.array([[shape in shapes for shape in self._tray]], dtype=np.bool_)

    @property
    def large(self) -> Rows:
        large = {entry.shape for entry in self.ruleset.catalogue or () if entry.large}
        return np.array([[shape in large for shape in self._tray]], dtype=np.bool_)

    @property
    def fits(self) -> Rows:
        fits = [self.position.fits(slot) for slot in self.position.slots]
        return np.array([fits], dtype=np.bool_)

    @cached_property
    def orders(self) -> I64:
        return np.array([decide(self.position).orders], dtype=np.int64)


class _ProvenDeal(PositionDeal):
    """The same deal as CP-SAT sees it, which distinguishes no order from some but counts none."""

    status = ""

    @cached_property
    def orders(self) -> I64:
        self.status = cp_sat_decide(self.position).status
        return np.array([0 if self.status == "infeasible" else 1], dtype=np.int64)


def breaks(claim: str, position: Position) -> bool:
    """Return whether a deal breaks a deal claim.

    Args:
        claim: the claim's name.
        position: the board and the tray dealt on it.

    Raises:
        InternalFault: the claim is of another kind.
    """
    return bool(_deal_claim(claim).broken(PositionDeal(position))[0])


def confirm(claim: str, position: Position) -> None:
    """Check by CP-SAT that a deal breaks a claim, where that depends on what the search says.

    Raises:
        InternalFault: the tray can be placed; the search is wrong.
    """
    deal = _ProvenDeal(position)
    if not _deal_claim(claim).broken(deal)[0] and deal.status:
        raise InternalFault(
            f"search says not placeable, CP-SAT says {deal.status}", position_json(position)
        )


def _deal_claim(name: str) -> DealClaim:
    claim = claim_named(name)
    if isinstance(claim, DealClaim):
        return claim
    known = ", ".join(claim.name for claim in deal_claims())
    raise InternalFault(f"{name} is not one of {known}")
