"""Random play of every mode: placing, undoing, continuing, saving; the oracle beside it agrees."""

from __future__ import annotations

import datetime as dt
import json
import random
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import mode_oracle
import oracle
from fairtray.core.errors import IllegalPlacement
from fairtray.daily.document import Daily
from fairtray.game import Placement
from fairtray.gameplay.modes import Game, mode_of
from fairtray.gameplay.modes.days import pieces_of_day
from fairtray.gameplay.modes.reading import from_document
from fairtray.gameplay.modes.replay import replayed
from fairtray.rulesets import get
from mode_cases import MODES, table_of, tray_of

DAY = "2026-11-30"
PICKS = ("any", "crowd", "clear")


@cache
def day() -> Daily:
    """Return one day of bloky-8x8."""
    return pieces_of_day(get("bloky-8x8"), 30, dt.date.fromisoformat(DAY))


def begin(ruleset: str, name: str, seed: int) -> Game:
    """Begin a game of a mode."""
    mode = mode_of(get(ruleset), name)
    if mode.pieces is not None:
        return Game.from_daily(day())
    if mode.daily:
        return Game.begin(mode, date=dt.date(2026, 1, 1) + dt.timedelta(days=seed))
    return Game.begin(mode, seed=seed, challenge=1 + seed % 25 if mode.challenges else None)


class Machine(RuleBasedStateMachine):
    """A game and the oracle's table, side by side."""

    ruleset = ""
    mode = ""

    @initialize(seed=st.integers(0, 200))
    def begin(self, seed: int) -> None:
        self.game = begin(self.ruleset, self.mode, seed)
        self.table = table_of(self.game.record)

    def _place(self, pick: str, rng: random.Random) -> None:
        position = self.game.position
        options = [
            Placement(slot, row, col)
            for slot in position.slots
            for row, col in position.legal(position.tray[slot])
        ]
        choice = rng.choice(options)
        if pick != "any":
            moves = [
                position.place(option) for option in rng.sample(options, min(25, len(options)))
            ]
            weigh = {
                "clear": lambda m: (len(m.lines), -m.placement.row),
                "crowd": lambda m: (m.after.board.bit_count(), m.placement.col),
            }[pick]
            choice = max(moves, key=weigh).placement
        move = self.game.place(choice)
        played = self.table.place(oracle.Move(choice.slot, choice.row, choice.col))
        assert (len(move.lines), move.points, move.combo) == (
            *(len(played.lines), played.points, played.after.combo),
        )

    @precondition(lambda self: self.game.ending is None)
    @rule(count=st.integers(1, 15), pick=st.sampled_from(PICKS), seed=st.integers(0, 999))
    def play_on(self, count: int, pick: str, seed: int) -> None:
        rng = random.Random(seed)
        self._refused(Placement(rng.randint(-1, 3), rng.randint(-1, 10), rng.randint(-1, 10)))
        for _ in range(count):
            if self.game.ending is None:
                self.game.elapsed(self.game.seconds + 1.5)
                self.table.tick(self.table.seconds + 1.5)
            if self.game.ending is None:
                self._place(pick, rng)
            self.agree()

    def _refused(self, placement: Placement) -> None:
        """Assert that what the oracle does not allow is refused and changes nothing."""
        if (placement.slot, placement.row, placement.col) in self.table.legal():
            return
        state = self.game.state
        with pytest.raises(IllegalPlacement):
            self.game.place(placement)
        assert self.game.state == state

    @precondition(lambda self: self.game.can_undo)
    @rule(count=st.integers(1, 8))
    def undo(self, count: int) -> None:
        for _ in range(count):
            if self.game.can_undo:
                self.game.undo()
                self.table.undo()
                self.agree()

    @precondition(lambda self: self.game.can_undo)
    @rule(seed=st.integers(0, 99))
    def there_and_back(self, seed: int) -> None:
        """A move and its undo restore everything, and the same moves lead to the same deals."""
        before = self.game.state
        assume(before.ending is None)
        rng = random.Random(seed)
        options = [
            Placement(slot, row, col)
            for slot in before.position.slots
            for row, col in before.position.legal(before.position.tray[slot])
        ]
        choice = rng.choice(options)
        self.game.place(choice)
        after = self.game.state
        if not self.game.can_undo:
            self.table.place(oracle.Move(choice.slot, choice.row, choice.col))
            return
        self.game.undo()
        assert self.game.state == before
        self.game.place(choice)
        assert self.game.state == after
        self.game.undo()

    @precondition(lambda self: self.game.can_continue)
    @rule()
    def go_on(self) -> None:
        self.game.continue_game()
        self.table.go_on()

    @precondition(lambda self: self.game.mode.seconds is not None)
    @rule(seconds=st.integers(0, 40))
    def tick(self, seconds: int) -> None:
        now = self.game.seconds + seconds + 0.25
        self.game.elapsed(now)
        self.table.tick(now)

    @rule(moves=st.booleans())
    def save_and_resume(self, moves: bool) -> None:
        document = self.game.to_document(moves=moves)
        again = Game.from_document(json.loads(json.dumps(document)))
        assert again.state == self.game.state
        assert again.can_undo is False
        assert again.clock == self.game.clock
        found = replayed(from_document(document))
        assert found.differences == ()
        assert found.game.state == self.game.state
        self.game = again
        self.table.forget()

    @precondition(lambda self: self.game.ending is not None)
    @rule()
    def finished_stays_finished(self) -> None:
        state = self.game.state
        for act in (lambda: self.game.place(Placement(0, 0, 0)), self.game.undo):
            with pytest.raises(IllegalPlacement):
                act()
        self.game.elapsed(self.game.seconds + 1)
        if not self.game.can_continue:
            with pytest.raises(IllegalPlacement):
                self.game.continue_game()
        assert self.game.state == state

    @invariant()
    def agree(self) -> None:
        game, table = self.game, self.table
        now, position = table.now, game.position
        assert frozenset(position.ruleset.grid.cells(position.board)) == now.board
        assert tray_of(position.tray) == now.tray
        assert (position.combo, position.moves_since_clear) == (now.combo, now.idle)
        assert (game.score, game.turn, game.moves, game.lines) == (
            *(now.score, now.turn, now.moves, now.lines),
        )
        assert game.ending == table.ending
        assert game.state.continues == table.used
        assert (game.can_undo, game.can_continue) == (table.can_undo, table.can_continue)
        assert game.seconds == table.seconds
        assert game.hints_allowed == (self.ruleset != "block-puzzle-19")


@pytest.mark.parametrize(("ruleset", "mode"), MODES)
def test_game_and_oracle_never_disagree(ruleset: str, mode: str) -> None:
    machine = type("Machine", (Machine,), {"ruleset": ruleset, "mode": mode})
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine,
        settings=settings(
            max_examples=12,
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_oracle_knows_no_mode_that_is_not_there() -> None:
    assert set(mode_oracle.KINDS) == {f"{ruleset} {mode}" for ruleset, mode in MODES}
