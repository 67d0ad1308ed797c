"""Every claim there is, in the order of reports."""

from __future__ import annotations

from collections.abc import Iterable

from fairtray.claims.board_blind import BoardBlind
from fairtray.claims.claim import AnswerClaim, Claim, ClaimingRuleset, DealClaim, DrawClaim
from fairtray.claims.each_fits import EachFits
from fairtray.claims.in_catalogue import InCatalogue
from fairtray.claims.large_limit import LargeLimit
from fairtray.claims.length_blind import LengthBlind
from fairtray.claims.record_blind import RecordBlind
from fairtray.claims.reproducible import Reproducible
from fairtray.claims.score_blind import ScoreBlind
from fairtray.claims.sequential_uniform import SequentialUniform
from fairtray.claims.some_fits import SomeFits
from fairtray.claims.triple_placeable import TriplePlaceable
from fairtray.claims.undo_stable import UndoStable
from fairtray.claims.uniform import Uniform
from fairtray.core.errors import Fault, InputError, echo, nearest

CLAIMS: list[Claim] = [
    InCatalogue(),
    SomeFits(),
    EachFits(),
    TriplePlaceable(),
    LargeLimit(),
    Uniform(),
    SequentialUniform(),
    BoardBlind(),
    ScoreBlind(),
    RecordBlind(),
    LengthBlind(),
    Reproducible(),
    UndoStable(),
]
"""The claims with their parameters at the defaults."""


def claim_ids() -> tuple[str, ...]:
    """Return the ids of all claims."""
    return tuple(claim.id for claim in CLAIMS)


def claim_named(name: str) -> Claim:
    """Return the claim of a name: an id, after which ``:`` and parameters may follow.

    Raises:
        InputError: no claim has that id, or its parameters are wrong.
    """
    id_, _, parameters = name.partition(":")
    claim = next((claim for claim in CLAIMS if claim.id == id_), None)
    if claim is None:
        raise InputError(Fault("", f"no claim is called {echo(name)}", nearest(name, claim_ids())))
    return claim.with_parameters(parameters) if parameters else claim


def ordered(names: Iterable[str]) -> tuple[str, ...]:
    """Return some names of claims in the order of reports, each once."""
    ids = claim_ids()
    return tuple(sorted(dict.fromkeys(names), key=lambda name: ids.index(claim_named(name).id)))


def deal_claims(names: Iterable[str] | None = None) -> list[DealClaim]:
    """Return those of some claims, or of all, that every deal keeps or breaks."""
    return [claim for claim in _claims(names) if isinstance(claim, DealClaim)]


def draw_claims(names: Iterable[str] | None = None) -> list[DrawClaim]:
    """Return those of some claims, or of all, that give draws their chances."""
    return [claim for claim in _claims(names) if isinstance(claim, DrawClaim)]


def answer_claims(names: Iterable[str] | None = None) -> list[AnswerClaim]:
    """Return those of some claims, or of all, that are about two answers."""
    return [claim for claim in _claims(names) if isinstance(claim, AnswerClaim)]


def _claims(names: Iterable[str] | None) -> list[Claim]:
    return CLAIMS if names is None else [claim_named(name) for name in ordered(names)]


def select(
    ruleset: ClaimingRuleset, names: tuple[str, ...] = (), *, recorded: bool = False
) -> tuple[str, ...]:
    """Return the claims to check, in the order of reports: ``names``, or else the ruleset's own.

    Args:
        ruleset: the game.
        names: the claims to check; none for the ruleset's own.
        recorded: whether the deals were made long ago. Of the ruleset's own claims those that
            need a dealer to ask are then left out.

    Raises:
        InputError: no claim has such a name, or the ruleset has nothing that it could be about.
    """
    wanted = [(name, claim_named(name)) for name in names or ruleset.claims]
    for name, claim in wanted:
        need = claim.unmet(ruleset)
        if need is not None:
            raise InputError(Fault("", f"{ruleset.name} {need.absent}", f"drop claim {name}"))
    if recorded and not names:
        wanted = [(name, claim) for name, claim in wanted if not isinstance(claim, AnswerClaim)]
    return ordered(name for name, _ in wanted)
