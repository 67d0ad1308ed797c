"""Checks what the fast search says of a sample, with engines that share no code with it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairtray.audit.array_engine import ArrayEngine
from fairtray.audit.sample import Sample
from fairtray.errors import InternalFault
from fairtray.game import Placement, proven
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
    inside = np.flatnonzero(sample.inside)
    fitting = engine.fitting(sample.boards[inside], sample.trays[inside])
    for row in inside[np.any(fitting != (sample.fits[inside] > 0), axis=1)]:
        raise _fault(ruleset, sample, int(row), "search and array engine differ on what fits")
    yes = inside[sample.orders[inside] > 0]
    good = engine.replay(sample.boards[yes], sample.trays[yes], sample.witness[yes])
    for row in yes[~good]:
        raise _fault(ruleset, sample, int(row), "a witness of the search does not replay")
    strange = _verify_outside(ruleset, sample)
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
    return Checks(fits=sample.trays.size, replayed=len(yes) + strange, infeasible=len(no))


def _verify_outside(ruleset: Ruleset, sample: Sample) -> int:
    """Confirm deals with pieces outside the catalogue by the plain engine, one by one.

    Returns:
        How many witnesses were replayed.
    """
    replayed = 0
    for row in np.flatnonzero(~sample.inside).tolist():
        position = sample.position(ruleset, row)
        fits = [position.fits(slot) for slot in position.slots]
        if fits != (sample.fits[row] > 0).tolist():
            raise _fault(ruleset, sample, row, "search and plain engine differ on what fits")
        if sample.orders[row] > 0:
            columns = ruleset.grid.cols
            moves = sample.witness[row].tolist()
            proven(position, [Placement(slot, *divmod(cell, columns)) for slot, cell in moves])
            replayed += 1
    return replayed


def _fault(ruleset: Ruleset, sample: Sample, row: int, message: str) -> InternalFault:
    return InternalFault(message, position_json(sample.position(ruleset, row)))
