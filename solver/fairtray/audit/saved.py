"""Counterexamples in files: position files that also say how to see the fault again.

The key ``again`` of such a file holds the claim, the position as it was dealt before it was
shrunk, and, where a seed begins the game again, what to tell the dealer. ``run`` says where
in which audit it came up: enough for a built-in dealer to deal it once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fairtray.audit.counterexamples import Counterexample
from fairtray.claims import claim_named
from fairtray.core.board import Board
from fairtray.core.errors import InputError, NotationError, echo
from fairtray.core.files import label, read_text
from fairtray.core.jsontext import loads
from fairtray.core.reading import (
    Anything,
    Converted,
    ListOf,
    Log,
    Optional,
    Place,
    document,
    kind_of,
    read_partly,
)
from fairtray.dealers.session import Ask
from fairtray.game import Position
from fairtray.notation import shape_json
from fairtray.notation.pieces import PIECE
from fairtray.notation.position import (
    HINTS,
    NOT_GIVEN,
    OWN_KEYS,
    ROW,
    RULESET,
    SYNONYMS,
    read_piece,
    read_ruleset,
)
from fairtray.rulesets.model import Ruleset

KEY = "again"


Rows = Annotated[Sequence[object], ListOf(ROW)]
Pieces = Annotated[Sequence[object], ListOf(PIECE)]


@document(unknown="ignored")
@dataclass(frozen=True, slots=True)
class DealtFile:
    """A board and the pieces dealt on it."""

    board: Rows
    tray: Pieces


@document(unknown="ignored")
@dataclass(frozen=True, slots=True)
class AskFile:
    """What a dealer is told when it is asked for pieces."""

    board: Rows
    turn: int
    score: int
    record: int


@document(unknown="ignored")
@dataclass(frozen=True, slots=True)
class Run:
    """Where in which audit a counterexample came up.

    Attributes:
        seed: the audit's seed.
        chunk: the chunk.
        game: number of the game in the chunk.
        turn: number of the deal in the game.
        dealer: the dealer, as the audit named it.
        policy: who played; None for recorded deals.
    """

    seed: int
    chunk: int
    game: int
    turn: int
    dealer: Annotated[str, Converted(Anything({"type": "string"}), str)] = ""
    policy: Annotated[str | None, Optional(Converted(Anything({"type": "string"}), str))] = None


@document(unknown="ignored")
@dataclass(frozen=True, slots=True)
class AgainFile:
    """How to see the fault again."""

    claim: str
    run: Run
    dealt: Annotated[DealtFile | None, kind_of(DealtFile)] = None
    asks: tuple[AskFile, ...] = ()
    seed: Annotated[Any, Anything()] = None
    varied: AskFile | None = None


@document(
    unknown="warning",
    ignored=OWN_KEYS,
    synonyms=SYNONYMS,
    hints=HINTS,
    exact={KEY},
    noun="position",
    example='an object: {"board": …, "tray": …}',
)
@dataclass(frozen=True, slots=True)
class CounterexampleFile:
    """A position file that also says how to see the fault again."""

    board: Rows
    tray: Pieces
    ruleset: Annotated[object, RULESET] = NOT_GIVEN
    again: Annotated[Any, Anything()] = None
    combo: Annotated[object, Anything()] = None
    moves_since_clear: Annotated[object, Anything()] = None
    score: Annotated[object, Anything()] = None
    upcoming: Annotated[object, Anything()] = None
    moves: Annotated[object, Anything()] = None


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


def again_json(example: Counterexample) -> dict[str, Any]:
    """Return what a file says under ``again``, but for ``run``."""
    ruleset = example.position.ruleset
    table: dict[str, Any] = {"claim": example.claim}
    if example.dealt != example.position:
        table["dealt"] = _dealt_json(example.dealt)
    if example.asks:
        table["seed"] = example.seed
        table["asks"] = [_ask_json(ruleset, ask) for ask in example.asks]
    if example.varied is not None:
        table["varied"] = _ask_json(ruleset, example.varied)
    if example.other is not None:
        table["other_tray"] = [shape_json(shape) for shape in example.other]
    return table


def file_json(report: Mapping[str, Any], example: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position file of a counterexample.

    Args:
        report: the document of the audit.
        example: one of its ``counterexamples``.
    """
    run = {
        **{name: report[name] for name in ("dealer", "policy", "seed")},
        **{name: example[name] for name in ("chunk", "game", "turn")},
    }
    note = (
        f"breaks {example['claim']}: {report['ruleset']}, dealer {run['dealer']}, policy "
        f"{run['policy']}, seed {run['seed']}, chunk {run['chunk']}, game {run['game']}, "
        f"deal {run['turn']}"
    )
    return {**example["position"], "note": note, KEY: {**example[KEY], "run": run}}


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


def read_saved(path: str, ruleset: Ruleset | None = None) -> Saved:
    """Return the counterexample in a file.

    Args:
        path: the file; ``-`` for standard input.
        ruleset: the ruleset to use instead of the file's; None for the file's own.

    Raises:
        InputError: the file cannot be read, or is not a saved counterexample.
    """
    text = read_text(path)
    try:
        return _saved(path, loads(text), ruleset)
    except InputError as error:
        raise (error if error.source else error.located(label(path))) from None


def _saved(path: str, value: object, ruleset: Ruleset | None) -> Saved:
    log = Log()
    file, _ = read_partly(CounterexampleFile, value, log)
    root = Place(log)
    if file is not None:
        rules = ruleset or read_ruleset(file.ruleset, root.at("ruleset"), None)
    log.raise_faults(NotationError)
    assert file is not None  # noqa: S101 (nothing is refused without a fault)
    assert rules is not None  # noqa: S101
    at = root.at(KEY)
    if not isinstance(file.again, dict) or not _is_claim(file.again.get("claim")):
        at.fault("names no claim that is broken", "name a file that fairtray audit saved")
        log.raise_faults(NotationError)
    again: Any = kind_of(AgainFile).read(file.again, at)
    position = _position(file, rules, root)
    log.raise_faults(NotationError)
    saved = Saved(
        path=path,
        claim=again.claim,
        position=position,
        dealt=position if again.dealt is None else _position(again.dealt, rules, at.at("dealt")),
        seed=again.seed if again.asks else None,
        asks=tuple(_ask(ask, rules, at.at("asks", i)) for i, ask in enumerate(again.asks)),
        varied=None if again.varied is None else _ask(again.varied, rules, at.at("varied")),
        run=again.run,
    )
    if again.asks and type(again.seed) is not int:
        at.at("seed").fault(f"{echo(again.seed)} is not a whole number")
    log.raise_faults(NotationError)
    return saved


def _is_claim(name: Any) -> bool:
    try:
        claim_named(name if isinstance(name, str) else "")
    except InputError:
        return False
    return True


def _position(dealt: DealtFile | CounterexampleFile, rules: Ruleset, at: Place) -> Position:
    own = {shape.name: shape for shape in rules.shapes}
    tray = []
    for slot, piece in enumerate(dealt.tray):
        # Under the catalogue's name for it; it may lie outside.
        named = own.get(piece) if isinstance(piece, str) else None
        tray.append(named or read_piece(piece, at.at("tray", slot), None))
    return Position(rules, _board(dealt.board, rules, at), tuple(tray))


def _ask(ask: AskFile, rules: Ruleset, at: Place) -> Ask:
    return Ask(_board(ask.board, rules, at), ask.turn, ask.score, ask.record)


def _board(rows: Sequence[object], rules: Ruleset, at: Place) -> Board:
    try:
        return rules.grid.parse(rows)
    except NotationError as error:
        at.at("board").nested(error)
        return 0
