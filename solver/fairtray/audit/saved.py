"""Counterexamples in files: position files that also say how to see the fault again.

The key ``again`` of such a file holds the claim, the position as it was dealt before it was
shrunk, and, where a seed begins the game again, what to tell the dealer. ``run`` says where
in which audit it came up: enough for a built-in dealer to deal it once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairtray.audit.counterexamples import Counterexample
from fairtray.claims import claim_named
from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.files import label, read_text
from fairtray.core.jsontext import loads
from fairtray.core.shapes import Shape
from fairtray.dealers.session import Ask
from fairtray.game import Position
from fairtray.notation import read_shape, shape_json
from fairtray.notation.position import Reader
from fairtray.notation.setup import from_json
from fairtray.rulesets import registry
from fairtray.rulesets.model import Ruleset

KEY = "again"


@dataclass(frozen=True, slots=True)
class Run:
    """Where in which audit a counterexample came up.

    Attributes:
        dealer: the dealer, as the audit named it.
        policy: who played; None for recorded deals.
        seed: the audit's seed.
        chunk: the chunk.
        game: number of the game in the chunk.
        turn: number of the deal in the game.
    """

    dealer: str
    policy: str | None
    seed: int
    chunk: int
    game: int
    turn: int


@dataclass(frozen=True, slots=True)
class Saved:
    """A counterexample read from a file.

    Attributes:
        path: the file.
        claim: the claim it breaks.
        position: the board and the tray, shrunk.
        dealt: the same as they were dealt.
        seed: the seed of the game; None where there is none.
        asks: what to tell the dealer, deal by deal; may be empty.
        varied: what to tell it instead of the last.
        run: the audit that found it.
    """

    path: str
    claim: str
    position: Position
    dealt: Position
    seed: int | None
    asks: tuple[Ask, ...]
    varied: Ask | None
    run: Run


def again_json(found: Counterexample) -> dict[str, Any]:
    """Return what a file says under ``again``, but for ``run``."""
    ruleset = found.position.ruleset
    document: dict[str, Any] = {"claim": found.claim}
    if found.dealt != found.position:
        document["dealt"] = _dealt_json(found.dealt)
    if found.asks:
        document["seed"] = found.seed
        document["asks"] = [_ask_json(ruleset, ask) for ask in found.asks]
    if found.varied is not None:
        document["varied"] = _ask_json(ruleset, found.varied)
    if found.other is not None:
        document["other_tray"] = [shape_json(shape) for shape in found.other]
    return document


def _dealt_json(position: Position) -> dict[str, Any]:
    return {
        "board": position.ruleset.grid.draw(position.board),
        "tray": [shape_json(shape) for shape in position.tray],
    }


def _ask_json(ruleset: Ruleset, ask: Ask) -> dict[str, Any]:
    return {
        "board": ruleset.grid.draw(ask.board),
        "turn": ask.turn,
        "score": ask.score,
        "record": ask.record,
    }


def read(path: str, ruleset: Ruleset | None = None) -> Saved:
    """Return the counterexample in a file.

    Args:
        path: the file; ``-`` for standard input.
        ruleset: the ruleset to use whatever the file says; None for the file's own.

    Raises:
        InputError: the file cannot be read, or is no saved counterexample.
    """
    text = read_text(path)
    try:
        document = loads(text)
        reader = Reader(from_json(document), ruleset, None)
        reader.close()
        return _saved(path, document, reader.ruleset or registry.builtin(registry.DEFAULT))
    except InputError as error:
        raise (error if error.source else error.located(label(path))) from None


def _saved(path: str, document: Any, rules: Ruleset) -> Saved:
    again = document.get(KEY) if isinstance(document, dict) else None
    if not isinstance(again, dict) or not _is_claim(again.get("claim")):
        raise NotationError(
            Fault(KEY, "says no claim that is broken", "name a file that fairtray audit saved")
        )
    position = _position(document, rules, "")
    asks = tuple(
        _ask(ask, rules, f"{KEY}.asks[{i}]") for i, ask in enumerate(_list(again.get("asks", [])))
    )
    varied = again.get("varied")
    return Saved(
        path=path,
        claim=again["claim"],
        position=position,
        dealt=_position(again["dealt"], rules, f"{KEY}.dealt") if "dealt" in again else position,
        seed=_number(again, "seed", KEY) if asks else None,
        asks=asks,
        varied=None if varied is None else _ask(varied, rules, f"{KEY}.varied"),
        run=_run(again.get("run"), f"{KEY}.run"),
    )


def _is_claim(name: Any) -> bool:
    try:
        claim_named(name if isinstance(name, str) else "")
    except InputError:
        return False
    return True


def _run(value: Any, where: str) -> Run:
    table = _table(value, where)
    policy = table.get("policy")
    return Run(
        dealer=str(table.get("dealer", "")),
        policy=None if policy is None else str(policy),
        **{name: _number(table, name, where) for name in ("seed", "chunk", "game", "turn")},
    )


def _position(value: Any, rules: Ruleset, where: str) -> Position:
    table = _table(value, where)
    try:
        board = rules.grid.parse(_list(table.get("board")))
        tray = tuple(_shape(piece, rules) for piece in _list(table.get("tray")))
    except NotationError as error:
        raise NotationError(error.located("", where).faults) from None
    return Position(rules, board, tray)


def _shape(piece: Any, rules: Ruleset) -> Shape:
    """Return a piece under the catalogue's name for it; it may lie outside."""
    own = {shape.name: shape for shape in rules.shapes}
    return own[piece] if isinstance(piece, str) and piece in own else read_shape(piece)


def _ask(value: Any, rules: Ruleset, where: str) -> Ask:
    table = _table(value, where)
    try:
        board = rules.grid.parse(_list(table.get("board")))
    except NotationError as error:
        raise NotationError(error.located("", where).faults) from None
    turn, score, record = (_number(table, name, where) for name in ("turn", "score", "record"))
    return Ask(board, turn, score, record)


def _table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise NotationError(Fault(where, f"{echo(value)} is no object", "save it anew"))
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise NotationError(Fault("", f"{echo(value)} is no list", "save it anew"))
    return value


def _number(table: Mapping[str, Any], name: str, where: str) -> int:
    value = table.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(Fault(f"{where}.{name}", f"{echo(value)} is no whole number", ""))
    return value
