"""The table of Blokus, driven through Textual's own pilot."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot
from textual.widgets import Static

import cases
from commandline import Fairtray
from fairtray.core.shapes import Shape
from fairtray.families.blokus.game import BlokusTable
from fairtray.families.blokus.pieces import by_name
from fairtray.families.blokus.table import BlokusSitting, choose
from fairtray.families.blokus.table.sitting import mirrored, take
from fairtray.families.blokus.variants import get
from fairtray.gameplay.saves import Store
from fairtray.gameplay.table import PlayRequest
from fairtray_cli.table.app import Table
from fairtray_cli.table.folder import now

EXAMPLES = cases.FIXTURES / "examples"
ARROWS = (("up", "down"), ("left", "right"))

Play = Callable[[Pilot[None]], Awaitable[None]]


class BlokusApp(Table):
    """The table without colours, with a game of Blokus on it."""

    painted = False
    sitting: BlokusSitting


def wish(name: str, people: str | None = None, *, new: bool = False) -> PlayRequest:
    return PlayRequest(now, ruleset=name, people=people, new=new)


def sit(
    folder: Path | None, what: PlayRequest, play: Play, size: tuple[int, int] = (80, 24)
) -> BlokusApp:
    """Play at a table, leave it, and return it."""
    store = None if folder is None else Store.open(folder)
    try:
        app = BlokusApp(choose(what).sit_down(store, lambda: 7.0))

        async def run() -> None:
            async with app.run_test(size=size) as pilot:
                await settled(pilot)
                await play(pilot)

        asyncio.run(run())
    finally:
        if store is not None:
            store.close()
    assert app.fault is None
    return app


async def settled(pilot: Pilot[None]) -> BlokusApp:
    """Wait until a person is to move or the game is over."""
    app = pilot.app
    assert isinstance(app, BlokusApp)
    while True:
        await app.workers.wait_for_complete()
        await pilot.pause()
        if app.sitting.table.is_persons_turn or app.sitting.table.ending:
            return app


def shown(app: BlokusApp, name: str) -> str:
    """Return what a part of the table shows."""
    visual = app.query_one(f"#{name}", Static).render()
    return str(getattr(visual, "_renderable", visual))


async def by_hints(pilot: Pilot[None], moves: int = 30) -> None:
    """Play what the solver would, for some moves or to the end."""
    for _ in range(moves):
        app = await settled(pilot)
        if app.sitting.table.ending:
            return
        await pilot.press("h")
        await settled(pilot)
        await pilot.press("enter")
    await settled(pilot)


def test_a_piece_is_chosen_turned_flipped_moved_and_placed() -> None:
    async def play(pilot: Pilot[None]) -> None:
        app = await settled(pilot)
        sitting = app.sitting
        await pilot.press("5")
        assert sitting.hand is not None
        assert sitting.hand.piece == "F"
        await pilot.press("5")
        assert sitting.hand.piece == "I5"
        await pilot.press("comma", "full_stop", "full_stop")
        assert sitting.hand.piece == "L5"
        assert ">L5<" in shown(app, "tray")
        seen = set()
        for _ in range(2):
            for _ in range(4):
                await pilot.press("r")
                seen.add(sitting.hand.shape)
            await pilot.press("f")
        assert seen == set(by_name()["L5"].orientations)
        await pilot.press("escape")
        assert sitting.hand is None
        await pilot.press("2", *["up"] * 20, *["left"] * 20)
        assert sitting.hand.cells == [(0, 0), (0, 1)]
        assert "oooo" in shown(app, "board")
        await pilot.press("enter")
        await settled(pilot)
        assert sitting.table.moves[0].piece == "I2"
        # The solver has answered with the three others, in small letters.
        assert len(sitting.table.moves) == 4
        drawn = shown(app, "board")
        assert "bb" in drawn
        assert "yy" in drawn
        assert "I2" not in shown(app, "tray")
        assert "+" in drawn

    sit(None, wish("blokus"), play)


def test_what_the_rules_forbid_is_crossed_and_said() -> None:
    async def play(pilot: Pilot[None]) -> None:
        app = await settled(pilot)
        await pilot.press("1", *["down"] * 5, "enter")
        assert "first move not on the corner" in shown(app, "said")
        await pilot.press(*["up"] * 9, *["left"] * 9, "enter")
        await settled(pilot)
        await pilot.press("2", *["up"] * 20, *["left"] * 20)
        assert "x" in shown(app, "board")
        await pilot.press("enter")
        assert "overlap" in shown(app, "said")
        await pilot.press("right", "enter")
        assert "side contact" in shown(app, "said")
        assert len(app.sitting.table.moves) == 4
        await pilot.press("down", "enter")
        await settled(pilot)
        assert len(app.sitting.table.moves) == 8

    sit(None, wish("blokus"), play)


@pytest.mark.parametrize("size", [(80, 24), (120, 50)])
def test_the_mouse_plays_too(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[None]) -> None:
        app = await settled(pilot)
        # The second name in the list, of the single cell and the domino.
        await pilot.click("#tray", offset=(6, 1))
        assert app.sitting.hand is not None
        assert app.sitting.hand.piece == "I2"
        assert app.shown is not None
        scale = app.shown.scale
        await pilot.hover("#board", offset=(3 + scale.width, 1))
        assert app.sitting.hand.cells == [(0, 0), (0, 1)]
        app.on_mouse_scroll_down()
        await pilot.click("#board", offset=(3, 1 + scale.height))
        await settled(pilot)
        assert app.sitting.table.position.boards[0] == 1 | 1 << 20

    sit(None, wish("blokus"), play, size)


def test_a_whole_game_is_played_to_its_end(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await by_hints(pilot)
        app = await settled(pilot)
        assert app.sitting.table.ending == "over"
        assert "the game is over: " in shown(app, "said")
        assert "n new game" in shown(app, "keys")

    app = sit(tmp_path, wish("duo"), play)
    table = app.sitting.table
    # The plain engine, playing the recorded game again, comes to the same scores.
    assert BlokusTable.from_document(table.to_document()).scores == table.scores
    with Store.open(tmp_path) as store:
        (result,) = store.results()
        assert result.score == table.scores[0]
        assert result.won == (table.scores[0] == max(table.scores))
        assert store.best(result.key) == result.score
        assert store.saves() == []


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    async def two(pilot: Pilot[None]) -> None:
        await by_hints(pilot, 2)
        await pilot.press("q")

    async def look(pilot: Pilot[None]) -> None:
        app = await settled(pilot)
        assert "the saved game continues" in shown(app, "said")

    first = sit(tmp_path, wish("duo"), two)
    again = sit(tmp_path, wish("duo"), look)
    assert again.sitting.table.position == first.sitting.table.position
    assert len(again.sitting.table.moves) == 4

    async def nothing(_pilot: Pilot[None]) -> None:
        return

    # Other people, another game.
    other = sit(tmp_path, wish("duo", "blue,yellow"), nothing)
    assert other.sitting.table.moves == []
    new = sit(tmp_path, wish("duo", new=True), nothing)
    assert new.sitting.table.moves == []
    with Store.open(tmp_path) as store:
        assert [r.ending for r in store.results()] == ["given up"]


def test_people_play_in_turn_and_the_solver_begins_where_it_is_first() -> None:
    async def together(pilot: Pilot[None]) -> None:
        app = await settled(pilot)
        for colour in range(2):
            assert app.sitting.table.to_move == colour
            await pilot.press("1")
            assert app.sitting.hand is not None
            await pilot.press("enter")
        assert len(app.sitting.table.moves) == 2

    app = sit(None, wish("duo", "blue,yellow"), together)
    assert not app.sitting.keeper.record

    async def nothing(_pilot: Pilot[None]) -> None:
        return

    second = sit(None, wish("duo", "yellow"), nothing)
    assert [move.colour for move in second.sitting.table.moves] == [0]


def test_a_new_game_help_and_a_small_terminal(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        app = await settled(pilot)
        await by_hints(pilot, 1)
        await pilot.press("question_mark")
        await pilot.pause()
        await pilot.press("x", "n", "x")
        assert app.sitting.game.moves == 1
        await pilot.press("n", "y")
        await settled(pilot)
        assert app.sitting.game.moves == 0
        await pilot.resize_terminal(70, 20)
        await pilot.pause()
        assert "the game needs 67x18" not in shown(app, "small")
        await pilot.resize_terminal(60, 17)
        await pilot.pause()
        assert "This terminal is 60x17; the game needs 67x18" in shown(app, "small")

    sit(tmp_path, wish("duo"), play)


def test_turning_keeps_the_piece_on_the_board() -> None:
    position = BlokusTable().position
    for name in by_name():
        grid = position.variant.grid
        held = take(grid, name, (19, 19))
        for step in (Shape.rotated, Shape.rotated, mirrored, Shape.rotated):
            held = held.reshaped(grid, step(held.shape))
            assert all(0 <= r < 20 and 0 <= c < 20 for r, c in held.cells)
            assert held.shape in by_name()[name].orientations


# The command line.


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--ruleset", "blokus"], "is not a terminal"),
        (["--ruleset", "blokus", "--people", "pink"], "--people: no colour is called 'pink'"),
        (["--ruleset", "duo", "--people", "blue,blue"], "--people: blue appears twice"),
        (["--ruleset", "blokus", "--seed", "1"], "--seed: Blokus deals nothing"),
        (["--ruleset", "blokus", "--mode", "zen"], "--mode: Blokus has one mode, table"),
        (["--people", "blue"], "--people: means nothing in a block game"),
        ([str(EXAMPLES / "blokus-endgame.json")], "is not a recorded game of Blokus"),
        (
            [str(EXAMPLES / "blokus-endgame.json"), "--ruleset", "blokus"],
            "is not a recorded game of Blokus",
        ),
    ],
)
def test_what_cannot_be_played_is_one_line(
    fairtray: Fairtray, tmp_path: Path, args: list[str], message: str
) -> None:
    assert message in fairtray("play", "--data", str(tmp_path), *args).complaint


def test_a_recorded_game_is_played_on(fairtray: Fairtray, tmp_path: Path) -> None:
    table = BlokusTable(variant=get("duo"))
    table.place([(4, 4)])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(table.to_document()))
    assert "is not a terminal" in fairtray("play", str(path)).complaint

    async def play(pilot: Pilot[None]) -> None:
        await settled(pilot)

    app = sit(tmp_path / "data", PlayRequest(now, path.read_text(), str(path)), play)
    assert len(app.sitting.table.moves) == 2
    broken = path.read_text().replace('"scores": {"blue": -87', '"scores": {"blue": 9')
    path.write_text(broken)
    assert f"{path}: state.scores" in fairtray("play", str(path)).complaint
