"""Whether a single position breaks a claim, by the exact engines."""

from __future__ import annotations

from fairtray.audit.claims import CLAIMS
from fairtray.core.errors import InternalFault
from fairtray.engines.search.decide import decide
from fairtray.game import Position
from fairtray.notation.writing import position_json


def breaks(claim: str, position: Position) -> bool:
    """Return whether a deal breaks an exact claim.

    Args:
        claim: one of ``CLAIMS``.
        position: the board and the tray dealt on it.
    """
    ruleset = position.ruleset
    tray = [shape for shape in position.tray if shape is not None]
    if claim == "in-catalogue":
        return not set(tray) <= set(ruleset.shapes)
    if claim == "some-fits":
        return not any(position.fits(slot) for slot in position.slots)
    if claim == "each-fits":
        return not all(position.fits(slot) for slot in position.slots)
    if claim == "large-limit":
        large = {entry.shape for entry in ruleset.catalogue or () if entry.large}
        limit = ruleset.max_large
        return limit is not None and sum(shape in large for shape in tray) > limit
    if claim == "triple-placeable":
        return not decide(position).placeable
    raise InternalFault(f"{claim} is none of {', '.join(CLAIMS)}")


def confirm(claim: str, position: Position) -> None:
    """Check by CP-SAT that a tray which the search cannot place has no solution.

    Raises:
        InternalFault: it has; the search is wrong.
    """
    if claim != "triple-placeable":
        return
    from fairtray.engines.proof.decide import decide as cp_sat_decide

    status = cp_sat_decide(position).status
    if status != "infeasible":
        raise InternalFault(
            f"search says not placeable, CP-SAT says {status}", position_json(position)
        )
