"""Writing and reading proof files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from fairtray.core import jsontext
from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.reading import (
    Anything,
    Choice,
    Converted,
    Format,
    ListOf,
    MappingOf,
    Meaning,
    Needed,
    Optional,
    Place,
    Union,
    document,
    kind_of,
    read_partly,
)
from fairtray.game import Move, Position
from fairtray.notation import read_document
from fairtray.notation.writing import position_json
from fairtray.versions import versions

FORMAT = "fairtray-proof/1"

PLACEABLE, BEST = "placeable", "best"
"""The questions: can all pieces be placed in some order; what is the most they can earn."""

INFEASIBLE = "infeasible"

SEARCH, CP_SAT = "search", "cp-sat"
ENGINES = (SEARCH, CP_SAT)


@document(noun="verdict", example="an object with points and complete")
@dataclass(frozen=True, slots=True)
class Optimum:
    """The most that can be earned."""

    points: int
    complete: Annotated[bool, Meaning("whether all pieces are placed")]


@document(noun="move", example="an object with slot, shape, row and col")
@dataclass(frozen=True, slots=True)
class MoveFile:
    """A move of a witness."""

    slot: int
    shape: str
    row: int
    col: int


@document()
@dataclass(frozen=True, slots=True)
class ProofFile:
    """A verdict with what is needed to check it again."""

    format: Annotated[str, Format(FORMAT)]
    question: Annotated[str, Choice((PLACEABLE, BEST)), Needed()] = PLACEABLE
    position: Annotated[
        dict[str, Any], Converted(MappingOf(Anything()), dict), Needed(), Meaning("a position file")
    ] = field(default_factory=dict)
    ruleset_digest: Annotated[str, Needed(), Meaning("SHA-256 of the rules")] = ""
    verdict: Annotated[
        Any,
        Union({str: Choice((PLACEABLE, INFEASIBLE)), dict: kind_of(Optimum)}, "verdict"),
        Needed(),
    ] = PLACEABLE
    witness: Annotated[
        Sequence[MoveFile] | None, Optional(ListOf(kind_of(MoveFile), partly=True)), Needed()
    ] = None
    engines: Annotated[Sequence[str], ListOf(Choice(ENGINES), 1), Needed()] = ENGINES
    versions: Annotated[Mapping[str, Any], MappingOf(Anything()), Needed()] = field(
        default_factory=dict
    )
    digest: Annotated[str, Needed(), Meaning("SHA-256 of everything else")] = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof file as read: well-formed, but not yet believed.

    Attributes:
        document: the whole document.
        position: its position.
        question: ``PLACEABLE`` or ``BEST``.
        verdict: ``placeable`` or ``infeasible``; for ``BEST`` points and completeness.
        witness: its moves; None where there is none.
        engines: who claimed it.
    """

    document: dict[str, Any]
    position: Position
    question: str
    verdict: str | tuple[int, bool]
    witness: tuple[MoveFile, ...] | None
    engines: tuple[str, ...]


def placeable_proof(
    position: Position, moves: Sequence[Move] | None, engines: Sequence[str]
) -> dict[str, Any]:
    """Return the proof that a tray can be placed as the moves say; that it cannot, for None."""
    verdict = INFEASIBLE if moves is None else PLACEABLE
    return _document(PLACEABLE, position, verdict, moves, engines)


def best_proof(position: Position, moves: Sequence[Move], engines: Sequence[str]) -> dict[str, Any]:
    """Return the proof that no line of play is better than these moves."""
    complete = not (moves[-1].after if moves else position).slots
    verdict = {"points": sum(move.points for move in moves), "complete": complete}
    return _document(BEST, position, verdict, moves, engines)


def _document(
    question: str,
    position: Position,
    verdict: object,
    moves: Sequence[Move] | None,
    engines: Sequence[str],
) -> dict[str, Any]:
    proof: dict[str, Any] = {
        "format": FORMAT,
        "question": question,
        "position": position_json(position),
        "ruleset_digest": position.ruleset.digest,
        "verdict": verdict,
        "witness": None if moves is None else [_move_json(move) for move in moves],
        "engines": list(engines),
        "versions": versions(),
    }
    return proof | {"digest": digest(proof)}


def _move_json(move: Move) -> dict[str, Any]:
    place = move.placement
    return {"slot": place.slot, "shape": move.shape.name, "row": place.row, "col": place.col}


def digest(proof: dict[str, Any]) -> str:
    """Return SHA-256 of all but the digest itself, regardless of layout and order of keys."""
    rest = {key: value for key, value in proof.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# Reading


def parse(text: str, source: str = "") -> Proof:
    """Return the proof that a text holds.

    Raises:
        InputError: it is not a proof file, with every fault that keeps it from being one.
    """
    try:
        return _proof(jsontext.loads(text))
    except InputError as error:
        raise error.located(source) from None


def _proof(value: Any) -> Proof:
    if not isinstance(value, dict) or "format" not in value:
        what = "is not a proof file"
        raise NotationError(Fault("", what, "write one: fairtray check --proof FILE"))
    file, log = read_partly(ProofFile, value)
    if file is None:
        raise NotationError(log.faults)
    root = Place(log)
    _check_verdict(file, root)
    position = None
    if not root.at("position").touches_refused():
        try:
            position = read_document(file.position).position
        except InputError as error:
            root.at("position").nested(error)
    log.sort(value)
    log.raise_faults(NotationError)
    assert position is not None  # noqa: S101 (nothing is refused without a fault)
    verdict, witness = file.verdict, file.witness
    return Proof(
        value,
        position,
        file.question,
        (verdict.points, verdict.complete) if isinstance(verdict, Optimum) else verdict,
        None if witness is None else tuple(witness),
        tuple(file.engines),
    )


def _check_verdict(file: ProofFile, root: Place) -> None:
    """Note a verdict that does not answer the question."""
    at = root.at("verdict")
    given = echo(asdict(file.verdict) if isinstance(file.verdict, Optimum) else file.verdict)
    if at.touches_refused() or root.at("question").touches_refused():
        return
    if isinstance(file.verdict, Optimum) != (file.question == BEST):
        answers = f'"{PLACEABLE}" or "{INFEASIBLE}"'
        mend = answers if file.question == PLACEABLE else "an object with points and complete"
        at.fault(f"{given} does not answer the question {echo(file.question)}", f"write {mend}")
