"""Checks what the fast search says of a sample, with engines that share no code with it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairtray.audit.array_engine import ArrayEngine
from fairtray.audit.sample import Sample
from fairtray.errors import InternalFault
from fairtray.notation.writing import position_json
from fairtray.proof.decide import decide as cp_sat_decide
from fairtray.rulesets.model import Ruleset


@dataclass(frozen=True, slots=True)
class Checks:
    """How many answers of the search were confirmed.

    Attributes:
        fits: answers whether a piece fits, made again by array operations.
        replayed: trays said to be placeable whose witness was replayed.
        infeasible: trays said not to be placeable that CP-SAT proved infeasible.
    """

    fits: int
    replayed: int
    infeasible: int


def verify(ruleset: Ruleset, engine: ArrayEngine, sample: Sample) -> Checks:
    """Confirm every answer of the search in a sample.

    Raises:
        InternalFault: an engine disagrees; it carries the position.
    """
    fitting = engine.fitting(sample.boards, sample.trays)
    for row in np.flatnonzero(np.any(fitting != (sample.fits > 0), axis=1)):
        raise _fault(ruleset, sample, int(row), "search and array engine differ on what fits")
    yes = np.flatnonzero(sample.orders > 0)
    good = engine.replay(sample.boards[yes], sample.trays[yes], sample.witness[yes])
    for row in yes[~good]:
        raise _fault(ruleset, sample, int(row), "a witness of the search does not replay")
    no = np.flatnonzero(sample.orders == 0)
    for row in no:
        verdict = cp_sat_decide(sample.position(ruleset, int(row)))
        if verdict.status != "infeasible":
            raise _fault(
                ruleset,
                sample,
                int(row),
                f"search says not placeable, CP-SAT says {verdict.status}",
            )
    return Checks(fits=sample.trays.size, replayed=len(yes), infeasible=len(no))


def _fault(ruleset: Ruleset, sample: Sample, row: int, message: str) -> InternalFault:
    return InternalFault(message, position_json(sample.position(ruleset, row)))
