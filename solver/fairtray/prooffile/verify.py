"""Checking a proof again, from scratch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairtray.core.errors import IllegalPlacement, InternalFault, echo
from fairtray.game import Placement, replay
from fairtray.prooffile.document import BEST, CP_SAT, ENGINES, INFEASIBLE, PLACEABLE, Proof, digest


@dataclass(frozen=True, slots=True)
class Verified:
    """What checking a proof came to.

    Attributes:
        proof: the proof.
        by: what confirmed or refuted it: ``replay``, ``search``, ``cp-sat``.
        differences: what is not as the file says; empty when the file holds.
    """

    proof: Proof
    by: tuple[str, ...]
    differences: tuple[str, ...]


def verify(proof: Proof) -> Verified:
    """Check a proof from scratch.

    Raises:
        InputError: the engine that must confirm it does not take that many pieces.
        InternalFault: that engine contradicts itself.
    """
    differences = []
    if proof.document["digest"] != digest(proof.document):
        differences.append("digest: the file was changed after it was written")
    rules = proof.position.ruleset
    if proof.document["ruleset_digest"] != rules.digest:
        differences.append(f"ruleset_digest: the rules of {rules.name} are not those of the file")
    by: tuple[str, ...] = ()
    if proof.verdict == INFEASIBLE:
        if proof.witness is not None:
            differences.append("witness: there is one, but the verdict is infeasible")
        by = _others(proof.engines)
        differences += [text for engine in by for text in _unplaceable(proof, engine)]
    else:
        by = ("replay",)
        found = _replayed(proof)
        differences += found
        if proof.question == BEST and not found:
            engines = _others(proof.engines)
            by += engines
            differences += [text for engine in engines for text in _best(proof, engine)]
    return Verified(proof, by, tuple(differences))


def _others(claimed: Sequence[str]) -> tuple[str, ...]:
    """Return the engines that did not claim it; all of them where all did."""
    return tuple(engine for engine in ENGINES if engine not in claimed) or ENGINES


def _replayed(proof: Proof) -> list[str]:
    """Return what the rules say against the witness."""
    if proof.witness is None:
        return [f"witness: there is none, but the verdict is {_words(proof.verdict)}"]
    tray = proof.position.tray
    for i, move in enumerate(proof.witness):
        piece = tray[move.slot] if 0 <= move.slot < len(tray) else None
        if piece is not None and piece.name != move.shape:
            return [f"witness[{i}]: slot {move.slot} holds {piece.name}, not {echo(move.shape)}"]
    placements = [Placement(move.slot, move.row, move.col) for move in proof.witness]
    try:
        moves = replay(proof.position, placements)
    except IllegalPlacement as error:
        return [str(error).replace("moves[", "witness[")]
    left = list((moves[-1].after if moves else proof.position).slots)
    if proof.question == PLACEABLE:
        return [f"witness: it leaves slots {left} unplaced"] if left else []
    replayed = (sum(move.points for move in moves), not left)
    if replayed != proof.verdict:
        return [f"verdict: the moves earn {_words(replayed)}, not {_words(proof.verdict)}"]
    return []


def _unplaceable(proof: Proof, engine: str) -> list[str]:
    """Return what an engine says against the claim that a tray cannot be placed."""
    if engine == CP_SAT:
        from fairtray.engines.proof.decide import decide as decide_by_proof

        placeable = decide_by_proof(proof.position).status == "feasible"
    else:
        from fairtray.engines.search.decide import decide

        placeable = decide(proof.position).placeable
    return [f"verdict: infeasible, but {engine} places all pieces"] if placeable else []


def _best(proof: Proof, engine: str) -> list[str]:
    """Return what an engine says against the claim that no line is better."""
    if engine == CP_SAT:
        from fairtray.engines.proof.best import best as best_by_proof

        optimum = best_by_proof(proof.position)
        if optimum.status == "undecided":
            raise InternalFault("CP-SAT gave up although no limit was set")
        answer = (optimum.points, optimum.complete)
    else:
        from fairtray.engines.search.best import best

        found = best(proof.position)
        answer = (found.points, found.complete)
    if answer != proof.verdict:
        return [f"verdict: {_words(proof.verdict)}, but {engine} finds {_words(answer)}"]
    return []


def _words(verdict: str | tuple[int, bool]) -> str:
    if isinstance(verdict, str):
        return verdict
    points, complete = verdict
    return f"{points} points with {'all pieces' if complete else 'some pieces'} placed"
