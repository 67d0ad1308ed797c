"""What a mode is: the numbers of a ruleset's file, typed, and how to find one by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fairtray.core.board import Board
from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray.core.shapes import Shape, named
from fairtray.dealers import registry
from fairtray.rulesets.model import DealerSpec, Ruleset
from fairtray.rulesets.modetables import RESERVED
from fairtray.rulesets.schema import ModeTable, ModeWeights

CLASSIC = "classic"
"""The mode of a ruleset that lists none: one endless game."""

PRACTICE = RESERVED
"""The mode of a game that begins with a position of somebody's own."""

UNDO_LIMIT = 2000
"""Moves that can be taken back where a mode has undo and its ruleset names no limit."""


MAX_CHALLENGE = 1_000_000
"""The last challenge that can be played or read from a file."""


@dataclass(frozen=True, slots=True)
class ContinueRule:
    """What is offered when nothing fits any more.

    Attributes:
        per_game: how often in a game.
        deals_fitting_pieces: whether new pieces are dealt that all fit.
        empties_rows: up to how many of the fullest rows are emptied, one at a time, until
            a piece fits; 0 for none.
    """

    per_game: int
    deals_fitting_pieces: bool
    empties_rows: int


@dataclass(frozen=True, slots=True)
class Level:
    """One challenge.

    Attributes:
        target: the score at which it is won.
        start: the board that it begins with.
    """

    target: int
    start: Board


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play a ruleset. The numbers are those of its file (``docs/modes.md``).

    Attributes:
        ruleset: the game, as its file has it; see :func:`fairtray.play.modes.terms.rules_of`
            for what a game of this mode is played by.
        name: what the ruleset calls it.
        pieces: how many pieces a game has; None for no end.
        daily: whether date and key decide the game, the same for everybody.
        attempts: games of one day; None for any number.
        best_attempt_counts: whether the best of a day's games counts.
        continues: what is offered when nothing fits; None for nothing.
        undo_limit: how many moves can be taken back; 0 for none.
        undo_redeals: whether what is dealt after an undo is drawn anew.
        points: whether moves earn points and combos.
        game_over: whether the game ends when nothing fits; else ``rescue_rows`` helps.
        rescue_rows: how many rows a rescue empties when new pieces do not fit either.
        seconds: how long a game takes at most; None for any time.
        record: whether a game can set a record.
        hints: whether the solver may help.
        levels: the challenges that have numbers of their own, from challenge 1; empty
            where the mode has no challenges.
        further_points: by how much each challenge after those raises the target.
        stages: shapes that join the catalogue, with the challenge that they join from.
        winning_points: the score at which a game without challenges is won; None for none.
        weights: catalogue weights by shape name, where the mode has its own.
        dealer: who deals; None where nothing can be dealt.
        notes: what a player should know, such as that the true dealer is unknown.
    """

    ruleset: Ruleset
    name: str
    pieces: int | None = None
    daily: bool = False
    attempts: int | None = None
    best_attempt_counts: bool = False
    continues: ContinueRule | None = None
    undo_limit: int = 0
    undo_redeals: bool = False
    points: bool = True
    game_over: bool = True
    rescue_rows: int = 0
    seconds: int | None = None
    record: bool = True
    hints: bool = True
    levels: tuple[Level, ...] = ()
    further_points: int = 0
    stages: tuple[tuple[int, tuple[Shape, ...]], ...] = ()
    winning_points: int | None = None
    weights: Mapping[str, int] = field(default_factory=dict, hash=False)
    dealer: DealerSpec | None = None
    notes: tuple[str, ...] = ()

    @property
    def challenges(self) -> bool:
        """Whether its games are challenges, counted from 1."""
        return bool(self.levels)

    def level(self, challenge: int) -> Level:
        """Return the target and the start board of a challenge, counted from 1.

        Raises:
            InputError: the mode has no challenges, or none of that number.
        """
        if not self.levels:
            raise InputError(Fault("challenge", f"mode {echo(self.name)} has none", "leave it out"))
        if not 1 <= challenge <= MAX_CHALLENGE:
            what = f"there is no {echo(challenge)}"
            raise InputError(Fault("challenge", what, f"count from 1 to {MAX_CHALLENGE}"))
        last = self.levels[min(challenge, len(self.levels)) - 1]
        beyond = max(challenge - len(self.levels), 0)
        return Level(last.target + beyond * self.further_points, last.start)


def modes_of(ruleset: Ruleset) -> tuple[Mode, ...]:
    """Return the modes of a ruleset in the order of its file; ``classic`` where it lists none."""
    tables = ruleset.modes or {CLASSIC: {}}
    return tuple(_mode(ruleset, name, table) for name, table in tables.items())


def mode_of(ruleset: Ruleset, name: str | None = None) -> Mode:
    """Return the mode of that name; the first one for None.

    Raises:
        InputError: the ruleset has no such mode; the message names those there are.
    """
    modes = modes_of(ruleset)
    for mode in modes:
        if name in {None, mode.name}:
            return mode
    known = ", ".join(mode.name for mode in modes)
    near = nearest(str(name), [mode.name for mode in modes])
    mend = f"{near if near.startswith('did') else 'choose one'} (there are: {known})"
    what = f"{ruleset.name} has no mode called {echo(name)}"
    raise InputError(Fault("mode", what, mend))


def practice_of(ruleset: Ruleset) -> Mode:
    """Return the mode in which positions of one's own are played: undo, hints, no record."""
    dealer, notes = _dealer(ruleset)
    return Mode(ruleset, PRACTICE, undo_limit=UNDO_LIMIT, record=False, dealer=dealer, notes=notes)


def _mode(ruleset: Ruleset, name: str, given: Mapping[str, object]) -> Mode:
    # Validated when the file was read: this only gives the values their types back.
    table = ModeTable.model_validate(_mutable(given))
    dealer, notes = _dealer(ruleset)
    undo = ruleset.undo
    rule = table.continues
    stages = tuple(
        (stage.from_challenge, tuple(_shape(ruleset, shape) for shape in stage.shapes))
        for stage in table.stages
    )
    joining = [shape for _, shapes in stages for shape in shapes]
    continues = None
    if rule is not None:
        continues = ContinueRule(
            rule.per_game, rule.deals_fitting_pieces, rule.empties_fullest_rows
        )
    return Mode(
        ruleset=ruleset,
        name=name,
        pieces=table.pieces,
        daily=table.same_for_everybody,
        attempts=table.attempts if isinstance(table.attempts, int) else None,
        best_attempt_counts=table.best_attempt_counts,
        continues=continues,
        undo_limit=int(str(undo.get("limit", UNDO_LIMIT))) if table.undo else 0,
        undo_redeals=bool(undo.get("redeals", False)),
        points=table.points,
        game_over=table.game_over,
        rescue_rows=table.rescue_rows,
        seconds=table.seconds,
        record=table.record,
        hints=table.hints,
        levels=_levels(ruleset, table),
        further_points=0 if table.progression is None else table.progression.further_points,
        stages=stages,
        winning_points=None if table.winning is None else table.winning.points,
        weights={} if table.weights is None else _weights(ruleset, table.weights, joining),
        dealer=dealer,
        notes=notes,
    )


def _mutable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _mutable(inner) for key, inner in value.items()}
    return [_mutable(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _dealer(ruleset: Ruleset) -> tuple[DealerSpec | None, tuple[str, ...]]:
    if not ruleset.catalogue:
        return None, (f"{ruleset.name} has no catalogue, so nothing is dealt",)
    if ruleset.dealer.kind == "unknown":
        note = f"how {ruleset.name} deals is not known: each piece is drawn evenly by itself"
        return registry.spec_for(ruleset, "uniform"), (note,)
    return registry.spec_for(ruleset), ()


def _shape(ruleset: Ruleset, name: str) -> Shape:
    own = {shape.name: shape for shape in ruleset.shapes}
    return own[name] if name in own else named(name)


def _levels(ruleset: Ruleset, table: ModeTable) -> tuple[Level, ...]:
    levels = [Level(target, ruleset.start) for target in table.targets or ()]
    if table.progression is not None:
        levels += [
            Level(level.target, ruleset.grid.parse(level.start))
            for level in table.progression.levels
        ]
    return tuple(levels)


def _weights(ruleset: Ruleset, table: ModeWeights, stages: Iterable[Shape]) -> dict[str, int]:
    by_cells = table.by_cells
    return {
        shape.name: table.shapes.get(shape.name, by_cells[min(shape.size, len(by_cells)) - 1])
        for shape in (*stages, *ruleset.shapes)
    }
