"""Checks what the fast search says of a sample, with engines that share no code with it.

There are two levels. ``witness``: every *yes* is replayed, every *no* is confirmed by CP-SAT.
``cp-sat``: beyond that, CP-SAT decides every tray by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairtray.audit.array_engine import ArrayEngine
from fairtray.audit.sample import Sample
from fairtray.core.errors import Fault, InputError, InternalFault, echo, nearest
from fairtray.engines.proof.decide import decide as cp_sat_decide
from fairtray.game import Placement, proven
from fairtray.notation.writing import position_json
from fairtray.rulesets.model import Ruleset
from fairtray.runs import Progress, no_progress

WITNESS, CP_SAT = "witness", "cp-sat"
LEVELS = (WITNESS, CP_SAT)
DEFAULT_LEVEL = WITNESS

_TOLD_AT_ONCE = 50
"""Deals that a progress bar moves by."""


@dataclass(frozen=True, slots=True)
class Checks:
    """How many answers of the search were confirmed.

    Attributes:
        fits: answers whether a piece fits, made again by array operations.
        replayed: trays said to be placeable whose witness was replayed.
        infeasible: trays said not to be placeable that CP-SAT proved infeasible.
        decided: trays that CP-SAT decided by itself, always as the search did.
    """

    fits: int = 0
    replayed: int = 0
    infeasible: int = 0
    decided: int = 0

    def __add__(self, other: Checks) -> Checks:
        """Return the sums."""
        return Checks(
            self.fits + other.fits,
            self.replayed + other.replayed,
            self.infeasible + other.infeasible,
            self.decided + other.decided,
        )


def level_named(name: str) -> str:
    """Return the name of a level.

    Raises:
        InputError: no level has that name.
    """
    if name not in LEVELS:
        raise InputError(Fault("verify", f"no level is called {echo(name)}", nearest(name, LEVELS)))
    return name


def verify(
    ruleset: Ruleset,
    engine: ArrayEngine,
    sample: Sample,
    level: str = DEFAULT_LEVEL,
    progress: Progress = no_progress,
) -> Checks:
    """Confirm every answer of the search in a sample.

    Args:
        ruleset: the game.
        engine: array operations for its catalogue.
        sample: the deals.
        level: one of ``LEVELS``.
        progress: told of deals that CP-SAT has decided by itself, where it decides all.

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
    everything = level == CP_SAT
    asked = np.arange(len(sample.orders)) if everything else np.flatnonzero(sample.orders == 0)
    for start in range(0, len(asked), _TOLD_AT_ONCE):
        some = asked[start : start + _TOLD_AT_ONCE].tolist()
        for row in some:
            _decide(ruleset, sample, row)
        if everything:
            progress(len(some))
    return Checks(
        fits=sample.trays.size,
        replayed=len(yes) + strange,
        infeasible=int(np.count_nonzero(sample.orders == 0)),
        decided=len(asked) if everything else 0,
    )


def _decide(ruleset: Ruleset, sample: Sample, row: int) -> None:
    """Have CP-SAT decide a tray, which must come out as the search says."""
    status = cp_sat_decide(sample.position(ruleset, row)).status
    placeable = bool(sample.orders[row] > 0)
    if status != ("feasible" if placeable else "infeasible"):
        said = "placeable" if placeable else "not placeable"
        raise _fault(ruleset, sample, row, f"search says {said}, CP-SAT says {status}")


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
