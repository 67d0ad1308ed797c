"""What a dealer can promise, and how one deal is held against it.

Each claim here is exact: a single deal keeps or breaks it. The facts it reads (which
pieces fit, in how many orders a tray is placeable) come from the fast search and are
checked by independent engines in ``verify`` before they count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.sample import Sample
from fairtray.core.errors import Fault, InputError, InternalFault, echo, nearest
from fairtray.rulesets.model import CLAIM_IDS, Ruleset

Rows = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Claim:
    """A promise that every single deal keeps or breaks.

    Attributes:
        id: how rulesets and reports call it.
        promise: the promise in one sentence.
        broken: bool (N,) of a sample: which deals break it.
    """

    id: str
    promise: str
    broken: Callable[[Ruleset, Sample], Rows]


def _outside_catalogue(ruleset: Ruleset, sample: Sample) -> Rows:
    known = (sample.trays >= 0) & (sample.trays < len(ruleset.shapes))
    return np.asarray(np.any(~known, axis=1))


def _none_fits(ruleset: Ruleset, sample: Sample) -> Rows:  # noqa: ARG001
    return np.asarray(np.all(sample.fits == 0, axis=1))


def _one_does_not_fit(ruleset: Ruleset, sample: Sample) -> Rows:  # noqa: ARG001
    return np.asarray(np.any(sample.fits == 0, axis=1))


def _not_placeable(ruleset: Ruleset, sample: Sample) -> Rows:  # noqa: ARG001
    return np.asarray(sample.orders == 0)


def _too_many_large(ruleset: Ruleset, sample: Sample) -> Rows:
    if ruleset.max_large is None:
        return np.zeros(len(sample.trays), dtype=np.bool_)
    # The last entry answers for index -1: nobody says what is large outside the catalogue.
    large = np.array([e.large for e in ruleset.catalogue or ()] + [False], dtype=np.int64)
    return np.asarray(large[sample.trays].sum(axis=1) > ruleset.max_large)


_CLAIMS = (
    Claim("in-catalogue", "only shapes of the catalogue are dealt", _outside_catalogue),
    Claim("some-fits", "at least one piece fits when dealt", _none_fits),
    Claim("each-fits", "every piece fits by itself when dealt", _one_does_not_fit),
    Claim("triple-placeable", "all pieces of a deal can be placed in some order", _not_placeable),
    Claim("large-limit", "no deal holds more large shapes than the rules allow", _too_many_large),
)

CLAIMS = {claim.id: claim for claim in _CLAIMS}
"""Every exact claim by id, in the order of reports."""

PROMISES = {claim.id: claim.promise for claim in _CLAIMS} | {
    "uniform": "every piece is drawn by itself, with the weights of the catalogue",
    "sequential-uniform": "each piece is drawn evenly from the shapes that still fit with the "
    "earlier ones",
    "board-blind": "the board does not influence what is dealt",
    "score-blind": "the score does not influence what is dealt",
    "record-blind": "the record does not influence what is dealt",
    "length-blind": "how long the game has run does not influence what is dealt",
    "reproducible": "the same seed gives the same deals",
    "undo-stable": "going back and forward does not deal anew",
}
"""What each claim promises, in the order of reports."""

if tuple(PROMISES) != CLAIM_IDS:  # pragma: no cover (a slip of ours, caught on import)
    raise InternalFault("the claims and the ids that rulesets may use differ")

DRAWN_FROM_DEALS = ("uniform", "sequential-uniform")
"""Claims that recorded deals can tell of, besides the exact ones."""


def claimed(ruleset: Ruleset, ids: tuple[str, ...], *, recorded: bool = False) -> tuple[str, ...]:
    """Return the claims to check, in the order of reports: ``ids``, or else the ruleset's.

    Args:
        ruleset: the game.
        ids: the claims asked for; none for the ruleset's own.
        recorded: whether the deals were made long ago. Of the ruleset's own claims those
            that need a dealer that can be asked again are then left out.

    Raises:
        InputError: no claim has such an id, or the ruleset has nothing it could speak of.
    """
    for name in ids:
        if name not in PROMISES:
            raise InputError(Fault("", f"no claim is called {echo(name)}", nearest(name, PROMISES)))
    wanted = ids or tuple(
        name
        for name in ruleset.claims
        if not recorded or name in CLAIMS or name in DRAWN_FROM_DEALS
    )
    if "large-limit" in wanted and ruleset.max_large is None:
        raise InputError(
            Fault("", f"{ruleset.name} has no limit of large shapes", "drop claim large-limit")
        )
    return tuple(name for name in PROMISES if name in wanted)
