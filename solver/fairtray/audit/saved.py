"""Counterexamples in files: position files that also say how to see the fault again.

The key ``again`` of such a file holds the claim, the position as it was dealt before it was
shrunk, and, where a seed begins the game again, what to tell the dealer. ``run`` says where
in which audit it came up: enough for a built-in dealer to deal it once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from fairtray.audit.counterexamples import Counterexample
from fairtray.claims import claim_named
from fairtray.core.errors import Fault, InputError, NotationError
from fairtray.core.files import label, read_text
from fairtray.core.jsontext import loads
from fairtray.core.reading import Anything, document, read
from fairtray.core.shapes import Shape
from fairtray.dealers.session import Ask
from fairtray.game import Position
from fairtray.notation import read_shape, shape_json
from fairtray.notation.position import Reader
from fairtray.notation.setup import from_json
from fairtray.rulesets import registry
from fairtray.rulesets.model import Ruleset

KEY = "again"


@document(unknown="warning")
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
    dealer: str = ""
    policy: str | None = None


@document(unknown="warning")
@dataclass(frozen=True, slots=True)
class _DealTable:
    """A board and the pieces dealt on it."""

    board: tuple[str, ...]
    tray: tuple[Annotated[Any, Anything()], ...]


@document(unknown="warning")
@dataclass(frozen=True, slots=True)
class _AskTable:
    """What a dealer is told when it is to deal."""

    board: tuple[str, ...]
    turn: int
    score: int
    record: int


@document(unknown="warning", ignored={"other_tray"})
@dataclass(frozen=True, slots=True)
class _AgainTable:
    """How to see the fault again."""

    claim: str
    run: Run
    dealt: _DealTable | None = None
    seed: int | None = None
    asks: tuple[_AskTable, ...] = ()
    varied: _AskTable | None = None


@document(unknown="warning")
@dataclass(frozen=True, slots=True)
class _File:
    """A position file that says how to see a fault again."""

    board: tuple[str, ...]
    tray: tuple[Annotated[Any, Anything()], ...]
    again: _AgainTable


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
        ruleset: the ruleset to use whatever the file says; None for the file's own.

    Raises:
        InputError: the file cannot be read, or is not a saved counterexample.
    """
    text = read_text(path)
    try:
        value = loads(text)
        reader = Reader(from_json(value), ruleset, None)
        reader.close()
        return _saved(path, value, reader.ruleset or registry.builtin(registry.DEFAULT))
    except InputError as error:
        raise (error if error.source else error.located(label(path))) from None


def _saved(path: str, value: Any, rules: Ruleset) -> Saved:
    again = value.get(KEY) if isinstance(value, dict) else None
    if not isinstance(again, dict) or not _is_claim(again.get("claim")):
        raise NotationError(
            Fault(KEY, "says no claim that is broken", "name a file that fairtray audit saved")
        )
    file = read(_File, value)
    table = file.again
    if table.asks and table.seed is None:
        raise NotationError(Fault(f"{KEY}.seed", "missing", "save it again"))
    position = _position(file, rules, "")
    return Saved(
        path=path,
        claim=table.claim,
        position=position,
        dealt=position if table.dealt is None else _position(table.dealt, rules, f"{KEY}.dealt"),
        seed=table.seed if table.asks else None,
        asks=tuple(_ask(ask, rules, f"{KEY}.asks[{i}]") for i, ask in enumerate(table.asks)),
        varied=None if table.varied is None else _ask(table.varied, rules, f"{KEY}.varied"),
        run=table.run,
    )


def _is_claim(name: Any) -> bool:
    try:
        claim_named(name if isinstance(name, str) else "")
    except InputError:
        return False
    return True


def _position(table: _DealTable | _File, rules: Ruleset, where: str) -> Position:
    with _below(where):
        tray = tuple(_shape(piece, rules) for piece in table.tray)
        return Position(rules, rules.grid.parse(table.board), tray)


def _shape(piece: Any, rules: Ruleset) -> Shape:
    """Return a piece under the catalogue's name for it; it may lie outside."""
    own = {shape.name: shape for shape in rules.shapes}
    return own[piece] if isinstance(piece, str) and piece in own else read_shape(piece)


def _ask(table: _AskTable, rules: Ruleset, where: str) -> Ask:
    with _below(where):
        return Ask(rules.grid.parse(table.board), table.turn, table.score, table.record)


@contextmanager
def _below(where: str) -> Iterator[None]:
    """Say where in the file the faults are that are found inside."""
    try:
        yield
    except NotationError as error:
        raise NotationError(error.located("", where).faults) from None
