"""Writing and reading proof files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairtray.core import jsontext
from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.game import Move, Position
from fairtray.notation import parse_json
from fairtray.notation.writing import position_json
from fairtray.versions import versions

FORMAT = "fairtray-proof/1"

PLACEABLE, BEST = "placeable", "best"
"""The questions: can all pieces be placed in some order; what is the most they can earn."""

INFEASIBLE = "infeasible"

SEARCH, CP_SAT = "search", "cp-sat"
ENGINES = (SEARCH, CP_SAT)

_KEYS = (
    "format",
    "question",
    "position",
    "ruleset_digest",
    "verdict",
    "witness",
    "engines",
    "versions",
    "digest",
)

_MOVE = {"slot": int, "shape": str, "row": int, "col": int}


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
    witness: tuple[dict[str, Any], ...] | None
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
    document: dict[str, Any] = {
        "format": FORMAT,
        "question": question,
        "position": position_json(position),
        "ruleset_digest": position.ruleset.digest,
        "verdict": verdict,
        "witness": None if moves is None else [_move_json(move) for move in moves],
        "engines": list(engines),
        "versions": versions(),
    }
    return document | {"digest": digest(document)}


def _move_json(move: Move) -> dict[str, Any]:
    place = move.placement
    return {"slot": place.slot, "shape": move.shape.name, "row": place.row, "col": place.col}


def digest(document: dict[str, Any]) -> str:
    """Return SHA-256 of all but the digest itself, whatever the layout and order of keys."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# Reading


def parse(text: str, source: str = "") -> Proof:
    """Return the proof that a text holds.

    Raises:
        InputError: it is no proof file, with every fault that keeps it from being one.
    """
    try:
        return _proof(jsontext.loads(text))
    except InputError as error:
        raise error.located(source) from None


def _proof(document: Any) -> Proof:
    if not isinstance(document, dict) or "format" not in document:
        raise NotationError(Fault("", "is no proof file", "write one: fairtray check --proof FILE"))
    if document["format"] != FORMAT:
        raise NotationError(
            Fault("format", f"{echo(document['format'])} is not known", f"this reads {FORMAT}")
        )
    faults = [
        Fault(key, "missing", f"a proof has {', '.join(_KEYS)}") for key in _missing(document)
    ]
    faults += [Fault("", f"unknown key {echo(key)}", "remove it") for key in _unknown(document)]
    if faults:
        raise NotationError(faults)
    faults = _faults(document)
    if faults:
        raise NotationError(faults)
    try:
        position = parse_json(json.dumps(document["position"])).position
    except InputError as error:
        raise error.located("", "position") from None
    witness = document["witness"]
    verdict = document["verdict"]
    return Proof(
        document,
        position,
        document["question"],
        (verdict["points"], verdict["complete"]) if isinstance(verdict, dict) else verdict,
        None if witness is None else tuple(witness),
        tuple(document["engines"]),
    )


def _missing(document: dict[str, Any]) -> list[str]:
    return [key for key in _KEYS if key not in document]


def _unknown(document: dict[str, Any]) -> list[str]:
    return [key for key in document if key not in _KEYS]


def _faults(document: dict[str, Any]) -> list[Fault]:
    """Return what is wrong with the types and words of a document with all keys."""
    faults = [
        Fault(key, echo(document[key]), mend)
        for key, (kind, mend) in _TYPES.items()
        if not isinstance(document[key], kind)
    ]
    return faults or _verdict_faults(document) + _list_faults(document)


_TYPES: dict[str, tuple[type | tuple[type, ...], str]] = {
    "position": (dict, "an object"),
    "ruleset_digest": (str, "a SHA-256 in hex"),
    "witness": ((list, type(None)), "a list of moves, or null"),
    "engines": (list, f"a list of {' and '.join(ENGINES)}"),
    "versions": (dict, "an object"),
    "digest": (str, "a SHA-256 in hex"),
}


def _verdict_faults(document: dict[str, Any]) -> list[Fault]:
    question, verdict = document["question"], document["verdict"]
    if question == PLACEABLE:
        known = verdict in (PLACEABLE, INFEASIBLE)
        mend = f'"{PLACEABLE}" or "{INFEASIBLE}"'
    elif question == BEST:
        known = _is_record(verdict, {"points": int, "complete": bool})
        mend = 'an object with "points" and "complete"'
    else:
        return [Fault("question", echo(question), f'"{PLACEABLE}" or "{BEST}"')]
    return [] if known else [Fault("verdict", echo(verdict), mend)]


def _list_faults(document: dict[str, Any]) -> list[Fault]:
    engines, witness = document["engines"], document["witness"] or ()
    faults = [
        Fault(f"witness[{i}]", echo(move), f"an object with {', '.join(_MOVE)}")
        for i, move in enumerate(witness)
        if not _is_record(move, _MOVE)
    ]
    if not engines or any(engine not in ENGINES for engine in engines):
        faults.append(Fault("engines", echo(engines), _TYPES["engines"][1]))
    return faults


def _is_record(value: Any, types: dict[str, type]) -> bool:
    """Return whether a value is an object with just these keys and types; a bool is no int."""
    return (
        isinstance(value, dict)
        and value.keys() == types.keys()
        and all(type(value[key]) is kind for key, kind in types.items())
    )
