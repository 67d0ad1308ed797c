"""Proof files of block games: what answers write, and the answer to checking one again."""

from __future__ import annotations

from collections.abc import Sequence

from fairtray.core.errors import printable as plain
from fairtray.engines.check import CheckResult, Engine
from fairtray.engines.solve import SolveResult
from fairtray.families.family import Answer, Document, RequestError
from fairtray.game import Position
from fairtray.pictures.text import Line
from fairtray.prooffile.document import ENGINES, Proof, best_proof, placeable_proof
from fairtray.prooffile.verify import Verified


def of_check(position: Position, result: CheckResult, engine: Engine) -> Document:
    """Return the proof that a tray can be placed, or that it cannot."""
    return placeable_proof(position, result.moves, _claimants(engine))


def of_solve(position: Position, result: SolveResult, engine: Engine) -> Document:
    """Return the proof that no line is better.

    Raises:
        RequestError: it is not proven, so that there is no proof to write.
    """
    if not result.exact:
        raise RequestError("proof", "needs an answer that is proven best, and this is not")
    return best_proof(position, result.moves, _claimants(engine))


def _claimants(engine: Engine) -> Sequence[str]:
    return ENGINES if engine == "both" else (engine,)


_NAMES = {"replay": "replay by the rules", "search": "the search", "cp-sat": "CP-SAT"}


class VerifyAnswer(Answer):
    """Whether a proof file holds."""

    def __init__(self, result: Verified) -> None:
        self.result = result
        self.yes = not result.differences

    def document(self) -> Document:
        proof = self.result.proof
        return {
            "verified": self.yes,
            "question": proof.question,
            "verdict": proof.document["verdict"],
            "ruleset": proof.position.ruleset.name,
            "claimed_by": list(proof.engines),
            "checked_by": list(self.result.by),
            "differences": list(self.result.differences),
        }

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (short lines)
        proof = self.result.proof
        claimants = " and ".join(_NAMES[engine] for engine in proof.engines)
        return [
            f"{plain(proof.position.ruleset.title)}: {_claim(proof)}",
            f"claimed by: {claimants}",
            f"checked by: {', then '.join(_NAMES[by] for by in self.result.by)}",
            *(f"differs: {plain(difference)}" for difference in self.result.differences),
            f"verified: {'yes' if self.yes else 'no'}",
        ]


def _claim(proof: Proof) -> str:
    if proof.verdict == "placeable":
        return "all pieces can be placed"
    if isinstance(proof.verdict, str):
        return "in no order can all pieces be placed"
    points, complete = proof.verdict
    if complete:
        return f"no line that places all pieces earns more than {points} points"
    return f"no order places all pieces, and no line earns more than {points} points"
