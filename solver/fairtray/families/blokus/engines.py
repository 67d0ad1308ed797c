"""Asking one engine or both for the best line, and insisting that they agree."""

from __future__ import annotations

import json
from typing import Literal

from fairtray.core.errors import InternalFault
from fairtray.families.blokus import proof
from fairtray.families.blokus.notation import position_json
from fairtray.families.blokus.position import Position
from fairtray.families.blokus.reach import within_reach
from fairtray.families.blokus.scoring import Scoring
from fairtray.families.blokus.solve import Best, answer, best

Engine = Literal["search", "cp-sat", "both"]

WORK = 60.0
"""How much work, in CP-SAT's own count, ``both`` spends on confirming the search."""


def solve(position: Position, engine: Engine, scoring: Scoring) -> tuple[Best, bool]:
    """Return the best line for the colour to move, and whether CP-SAT has proven it.

    With ``both``, CP-SAT confirms what the search has proven, and proves or improves what
    it has not. Where there is too much for it, or it reaches its limit, the search's answer
    stands as it is.

    Raises:
        InputError: too many placements within reach for CP-SAT alone.
        InternalFault: the engines differ.
    """
    if engine == "cp-sat":
        proven = _proven(position, scoring, None)
        if proven is None:
            raise InternalFault("CP-SAT gave up although no limit was set")
        return proven, True
    found = best(position, scoring)
    if engine == "search" or len(within_reach(position)) > proof.MAX_PLACEMENTS:
        return found, False
    other = _proven(position, scoring, WORK)
    if other is None:
        return found, False
    agree = found.points == other.points if found.exact else found.points <= other.points
    if not agree or other.points > found.upper_bound:
        raise InternalFault(
            f"the engines differ: search says {found.points} points, CP-SAT {other.points}; "
            f"position {json.dumps(position_json(position))}"
        )
    return (found if found.exact else other), True


def _proven(position: Position, scoring: Scoring, work: float | None) -> Best | None:
    optimum = proof.best(position, work_limit=work)
    if optimum.status == "undecided":
        return None
    return answer(position, optimum.moves, scoring)
