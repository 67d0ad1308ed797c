"""The table without a terminal: what is drawn, what is in hand, what is kept."""

from __future__ import annotations

import datetime as dt
import itertools
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import oracle
from fairtray.core.board import Grid
from fairtray.families.block.table import (
    BlockSitting,
    choose,
    drawing,
    opening,
    sitting,
    words,
)
from fairtray.game import Placement, Position
from fairtray.gameplay.modes import Game, Stars, mode_of, stars_of
from fairtray.gameplay.saves import Key, Store
from fairtray.gameplay.saves.statistics import tallies
from fairtray.gameplay.table import (
    SCALES,
    Hand,
    Keeper,
    Line,
    PlayRequest,
    board_size,
    cell_at,
)
from fairtray.rulesets import get, load
from fairtray.rulesets.model import Ruleset

Cells = set[tuple[int, int]]

NAMES = ("bloky-8x8", "eu-block-puzzle", "woodoku")


def now() -> dt.datetime:
    return dt.datetime(2026, 11, 29, 12, tzinfo=dt.UTC)


def text(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    rules = get(draw(st.sampled_from(NAMES)))
    crowded = draw(st.booleans())
    boards = st.integers(0, rules.grid.full)
    board = draw(boards) | (draw(boards) if crowded else 0)
    tray = tuple(draw(st.sampled_from(rules.shapes)) for _ in range(3))
    return Position(rules, board, tray)


# What is drawn.


@given(
    positions(), st.integers(0, 2), st.tuples(st.integers(-3, 12), st.integers(-3, 12)), st.data()
)
def test_every_cell_is_drawn_by_what_it_is(
    position: Position, slot: int, cell: tuple[int, int], data: st.DataObject
) -> None:
    """Read back from the characters, through the map that the mouse uses."""
    scale = data.draw(st.sampled_from(SCALES))
    rules = position.ruleset
    grid = rules.grid
    shape = position.tray[slot]
    assert shape is not None
    held = Hand(slot, shape).over(grid, cell)
    ghost = {(held.row + r, held.col + c) for r, c in shape.cells}
    filled = set(grid.cells(position.board))
    assert all(0 <= r < grid.rows and 0 <= c < grid.cols for r, c in ghost)

    lines = text(drawing.board(position, sitting.ghost(position, held), scale))
    width, height = board_size(grid, scale)
    assert (len(lines), {len(line) for line in lines}) == (height, {width})
    gone: set[tuple[int, int]] = set()
    if not ghost & filled:
        regions = [set(grid.cells(line)) for line in rules.lines]
        gone = {c for line in regions if line <= filled | ghost for c in line}
    seen: dict[tuple[int, int], set[str]] = {}
    for y, line in enumerate(lines):
        for x, mark in enumerate(line):
            at = cell_at(grid, scale, x, y)
            if at is not None:
                seen.setdefault(at, set()).add(mark)
    assert set(seen) == {(r, c) for r in range(grid.rows) for c in range(grid.cols)}
    for at, marks in seen.items():
        assert marks <= _expected(at, ghost, filled)
        assert " " not in marks or "." in marks
        assert at in gone or not marks & {"@", "%"}
    drawn_rows = {
        (y - 1) // scale.height
        for y, line in enumerate(lines)
        if line[2] == "[" and line[-1] == "]"
    }
    assert drawn_rows == {r for r in range(grid.rows) if gone and _full(grid, r, filled | ghost)}


def _full(grid: Grid, row: int, cells: set[tuple[int, int]]) -> bool:
    return all((row, c) in cells for c in range(grid.cols))


def _expected(cell: tuple[int, int], ghost: Cells, filled: Cells) -> set[str]:
    """Return the characters that a cell may be drawn with."""
    if cell in ghost:
        return {"x"} if cell in filled else {"o", "@"}
    return {"#", "%"} if cell in filled else {".", " "}


@given(positions(), st.integers(20, 90), st.sampled_from([None, 0, 1, 2]))
def test_the_tray_is_drawn_as_it_is(position: Position, width: int, held: int | None) -> None:
    plan = drawing.tray_plan(position.tray, width)
    lines = text(drawing.tray(position, held, plan))
    assert {len(line) for line in lines} <= {plan.slot_width * n for n in range(1, 4)}
    rules = oracle.PUBLISHED[position.ruleset.name]
    board = frozenset(position.ruleset.grid.cells(position.board))
    for slot, shape in enumerate(position.tray):
        assert shape is not None
        seen = set()
        for y, line in enumerate(lines):
            for x, mark in enumerate(line):
                if plan.slot_at(3, x, y) == slot and mark in "#:" and y % plan.slot_height:
                    left = slot % plan.in_a_row * plan.slot_width + 1
                    seen.add((y % plan.slot_height - 1, (x - left) // 2, mark))
        # The oracle of the tests says whether it fits, by brute force.
        fits = oracle.fits(rules, board, frozenset(shape.cells))
        mark = "#" if fits else ":"
        assert seen == {(r, c, mark) for r, c in shape.cells}
        caption = lines[slot // plan.in_a_row * plan.slot_height]
        assert f"{'>' if slot == held else ' '}{slot + 1} " in caption


@pytest.mark.parametrize("name", NAMES)
def test_the_layout_fits_into_what_it_asks_for(name: str) -> None:
    rules = get(name)
    tray = rules.shapes[:3]
    width, height = drawing.needed(rules.grid, tray)
    assert width <= 80
    assert height <= 24
    assert drawing.layout(rules.grid, tray, width, height) is not None
    assert drawing.layout(rules.grid, tray, width - 1, height) is None
    assert drawing.layout(rules.grid, tray, width, height - 1) is None
    sizes = [drawing.layout(rules.grid, tray, 40 * n, 12 * n) for n in range(2, 6)]
    scales = [found.scale.width for found in sizes if found is not None]
    assert scales == sorted(scales)
    assert scales[-1] == SCALES[-1].width


def test_the_drawing_needs_no_textual() -> None:
    script = (
        "import sys; import fairtray.families.block.table, fairtray.families.blokus.table\n"
        "print([name for name in ('textual', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


# Words.


def test_the_combo_says_what_is_left_of_its_grace() -> None:
    game = Game.begin(mode_of(get("block-knock")), seed=1)
    rules = game.position.ruleset
    said = []
    for combo, since in ((0, 0), (2, 0), (2, 1), (2, 2)):
        position = Position(rules, 0, game.tray, combo, since)
        said.append(words.combo(Game.from_position(position)))
        # As many moves without a clear end it, by the plain engine.
        for _ in range(3 - since if combo else 0):
            move = position.place(Placement(*_far(position)))
            position = Position(rules, 0, game.tray, move.after.combo, move.after.moves_since_clear)
        assert position.combo == 0
    assert said == [
        "no combo",
        "combo 2: clear within 3 moves",
        "combo 2: clear within 2 moves",
        "combo 2: clear with the next move",
    ]


def _far(position: Position) -> tuple[int, int, int]:
    slot = position.slots[0]
    shape = position.tray[slot]
    assert shape is not None
    row, col = next(position.legal(shape))
    return slot, row, col


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(180, "3:00"), (179.2, "3:00"), (60.0, "1:00"), (0.1, "0:01"), (0, "0:00")],
)
def test_a_clock_counts_what_has_begun(seconds: float, shown: str) -> None:
    assert words.clock(seconds) == shown


# What is kept.


class Finished:
    """A finished game of ``block-knock``, as far as the store wants to know."""

    moves, lines, clock, ending, won, can_continue = 9, 2, 1000, "stuck", False, False

    def __init__(self, score: int) -> None:
        self.score = score
        self._mode = mode_of(get("block-knock"), "classic")

    def stars(self, *, record: int | None = None, stars_today: int = 0) -> Stars:
        return stars_of(
            self._mode, score=self.score, won=False, record=record, stars_today=stars_today
        )

    def to_document(self) -> dict[str, Any]:
        return {}


def test_a_day_brings_sixty_stars_at_most(tmp_path: Path) -> None:
    days = [dt.datetime(2026, 11, day, 12, tzinfo=dt.UTC) for day in (29, 30)]
    with Store.open(tmp_path) as store:
        for day in days:
            for n in range(16):
                at = day.replace(minute=n)
                keeper = Keeper(store, Key("block-knock", "d", "classic"), lambda at=at: at)
                # 1 for the game, 3 for 7,500 points; 2 more where it beats the record.
                assert keeper.over(Finished(7500 + n // 15)) == ""
        stars = [result.stars for result in store.results()]
        assert tallies(store.results())[0].stars == 120
    # The sixteenth would earn 2 more for the record, but nothing is left of the day.
    assert stars[:16] == [4] * 15 + [0]
    assert stars[16:31] == [4] * 15


SMALL = """
name = "small"
rows = 4
cols = 4
catalogue = { shapes = ["O9", "V5-ne", "O4", "I3v", "L4-0"] }
scoring = { per_cell = 1, lines = { table = [10, 30], formula = "10*n*(n+1)//2" } }
dealer = { kind = "uniform" }
[modes.classic]
undo = true
continues = { per_game = 1, empties_fullest_rows = 1 }
[modes.timed]
seconds = 30
record = false
[undo]
limit = 3
"""


def small() -> Ruleset:
    return load.from_toml(SMALL, "small.toml")


class Player(RuleBasedStateMachine):
    """Whatever a player does: the store has the game, and every game has one result at most."""

    @initialize(mode=st.sampled_from(["classic", "timed"]), seed=st.integers(0, 99))
    def sit_down(self, mode: str, seed: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        seeds = itertools.count(seed + 1)
        known = SimpleNamespace(randbits=lambda _bits: next(seeds))
        self.seeds = mock.patch.object(opening, "secrets", known)
        self.seeds.start()
        self.time = 50.0
        self.mode = mode
        self.store = Store.open(Path(self.folder.name))
        # What is on disk after a power cut is not asked here.
        self.store._connection.execute("PRAGMA synchronous = OFF")
        self.sitting = self.opened(seed)
        self.over: list[int] = []

    def opened(self, seed: int | None) -> BlockSitting:
        request = PlayRequest(now, ruleset=small(), mode=self.mode, seed=seed)
        return choose(request).sit_down(self.store, lambda: self.time)

    @rule(slot=st.integers(0, 3))
    def choose(self, slot: int) -> None:
        self.sitting.choose(slot)

    @rule(rows=st.integers(-3, 3), cols=st.integers(-3, 3))
    def move(self, rows: int, cols: int) -> None:
        self.sitting.move(rows, cols)

    @rule()
    def cancel(self) -> None:
        self.sitting.cancel()
        assert self.sitting.hand is None

    @rule(data=st.data(), moves=st.integers(1, 4))
    def place_somewhere(self, data: st.DataObject, moves: int) -> None:
        """Legally, and several at once, so that games come to an end."""
        for _ in range(moves):
            game = self.sitting.game
            position = game.position
            fitting = [slot for slot in position.slots if position.fits(slot)]
            if game.ending is not None:
                return
            slot = data.draw(st.sampled_from(fitting))
            shape = position.tray[slot]
            assert shape is not None
            row, col = data.draw(st.sampled_from(list(position.legal(shape))))
            self.sitting.hand = Hand(slot, shape, row, col)
            before = game.moves
            self.sitting.place()
            assert game.moves == before + 1 or game.ending == "time"

    @rule()
    def place(self) -> None:
        ghost, before = self.sitting.ghost, self.sitting.game.moves
        allowed = ghost is not None and ghost.move is not None
        self.sitting.place()
        assert self.sitting.game.moves == before + allowed or self.sitting.game.ending == "time"

    @rule()
    def undo(self) -> None:
        allowed, before = self.sitting.game.can_undo, self.sitting.game.moves
        self.sitting.undo()
        assert self.sitting.game.moves == before - allowed or self.sitting.game.ending == "time"

    @precondition(lambda self: self.sitting.game.ending is not None)
    @rule()
    def go_on(self) -> None:
        allowed = self.sitting.game.can_continue
        self.sitting.go_on()
        assert not allowed or self.sitting.game.state.continues == 1
        assert not self.sitting.game.can_continue

    @rule(seconds=st.floats(1, 9))
    def wait(self, seconds: float) -> None:
        game = self.sitting.game
        running, before = game.ending is None, game.clock
        self.time += seconds
        self.sitting.tick()
        # Only the time counts in which somebody could play.
        wanted = before + running * seconds * 1000
        if game.mode.seconds is not None:
            wanted = min(wanted, game.mode.seconds * 1000)
        assert abs(game.clock - wanted) <= 1

    @precondition(lambda self: self.sitting.game.moves)
    @rule()
    def another(self) -> None:
        game = self.sitting.game
        self.sitting.tick()
        if game.ending is not None or game.moves:
            self.over.append(game.score)
        self.sitting.another()
        assert self.sitting.game is not game
        assert self.sitting.game.moves == 0

    @rule(seconds=st.floats(0, 100))
    def leave_and_come_back(self, seconds: float) -> None:
        game = self.sitting.game
        self.sitting.leave()
        if game.ending is not None and not game.can_continue:
            self.over.append(game.score)
        self.time += seconds
        self.sitting = self.opened(None)
        again = self.sitting.game
        if game.ending is None or game.can_continue:
            assert again.state == game.state
            assert again.clock == game.clock
            assert not again.can_undo
        else:
            assert again.moves == 0

    @invariant()
    def the_store_has_the_game(self) -> None:
        if not hasattr(self, "sitting"):
            return
        game = self.sitting.game
        saved = self.store.latest(self.sitting.keeper.key)
        if game.ending is None or game.can_continue:
            assert saved is not None
            assert Game.from_document(saved.document).state == game.state
        else:
            assert saved is None
        ended = [game.score] if game.ending is not None else []
        results = self.store.results()
        assert sorted(r.score for r in results) == sorted(self.over + ended)
        best = max(self.over + ended, default=None)
        assert self.store.best(self.sitting.keeper.key) == (None if self.mode == "timed" else best)

    @invariant()
    def the_piece_in_hand_is_on_the_board(self) -> None:
        if not hasattr(self, "sitting") or self.sitting.hand is None:
            return
        assert self.sitting.game.ending is None
        ghost = self.sitting.ghost
        assert ghost is not None
        shape = self.sitting.game.tray[self.sitting.hand.piece]
        assert shape is not None
        assert ghost.mask.bit_count() == shape.size

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.seeds.stop()
            self.folder.cleanup()


Player.TestCase.settings = settings(
    max_examples=50, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestPlayer = Player.TestCase
