"""The table, driven as a player does, by keys and mouse, through Textual's own pilot."""

from __future__ import annotations

import asyncio
import datetime
import html
import json
import re
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot
from textual.widgets import Static

import cases
from commandline import Fairtray
from fairtray.core.errors import Fault, InternalFault
from fairtray.daily.document import to_json
from fairtray.families import families
from fairtray.families.block.table import BlockSitting, choose, sitting
from fairtray.game import Placement
from fairtray.gameplay.modes import Game
from fairtray.gameplay.modes.days import pieces_of_day
from fairtray.gameplay.saves import FILE, Saved, Store, StoreDamaged
from fairtray.gameplay.table import Hand, PlayRequest
from fairtray.rulesets import get
from fairtray_cli.table.app import Table
from fairtray_cli.table.folder import now
from fairtray_cli.table.styles import CELLS, legend_of

EXAMPLES = cases.FIXTURES / "examples"
SIZE = (80, 24)
SHORT = 0
"""A seed with which a player without a plan is soon stuck."""

SHORT_TWICE = 11
"""The same of ``block-knock``, before and after its continue."""

Play = Callable[[Pilot[None]], Awaitable[None]]


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def wish(ruleset: str = "bloky-8x8", **rest: Any) -> PlayRequest:
    return PlayRequest(now, ruleset=ruleset, **rest)


def file(path: Path, **rest: Any) -> PlayRequest:
    return PlayRequest(now, path.read_text(), str(path), **rest)


def opened(
    what: PlayRequest, store: Store | None, clock: Callable[[], float] | None = None
) -> BlockSitting:
    """Sit down at a game."""
    return choose(what).sit_down(store, clock or Clock())


def placement(hand: Hand[int]) -> Placement:
    return Placement(hand.piece, hand.row, hand.col)


class Seen(Table):
    """A table without colours that remembers what it showed last; a closed one has no parts."""

    painted = False
    texts: dict[str, str] | None = None


class SeenInColour(Seen):
    """The same with colours, where the terminal has them."""

    painted = Table.painted  # type: ignore[assignment]


def sit(
    folder: Path | None,
    what: PlayRequest,
    play: Play,
    *,
    size: tuple[int, int] = SIZE,
    clock: Callable[[], float] | None = None,
    kind: type[Seen] = Seen,
) -> Seen:
    """Play at a table, leave it, and return it."""
    store = None if folder is None else Store.open(folder)
    try:
        table = kind(opened(what, store, clock))

        async def run() -> None:
            async with table.run_test(size=size) as pilot:
                await play(pilot)
                await table.workers.wait_for_complete()
                if table.is_running:
                    await pilot.pause()
                    names = ("title", "board", "tray", "score", "said", "keys", "small")
                    table.texts = {name: shown(table, name) for name in names}

        asyncio.run(run())
    finally:
        if store is not None:
            store.close()
    assert table.fault is None
    return table


def keys(*names: str) -> Play:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press(*names)
        await pilot.pause()

    return play


def shown(table: Table, name: str) -> str:
    """Return what a part of the table shows, or showed when it was left."""
    if isinstance(table, Seen) and table.texts is not None:
        return table.texts[name]
    visual = table.query_one(f"#{name}", Static).render()
    # Early versions of Textual wrap what they were given.
    return str(getattr(visual, "_renderable", visual))


def position_file(folder: Path, **parts: Any) -> Path:
    document = {"ruleset": "bloky-8x8", "board": ["........"] * 8, "tray": ["O4", "I3h"]} | parts
    path = folder / "position.json"
    path.write_text(json.dumps(document))
    return path


# A piece in hand.


def test_a_piece_is_chosen_moved_and_placed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await pilot.press("1")
        assert table.sitting.hand is not None
        await pilot.press(*["up"] * 9, *["left"] * 9)
        assert placement(table.sitting.hand) == Placement(0, 0, 0)
        assert "oooo" in shown(table, "board")
        assert ">1 O4" in shown(table, "tray")
        await pilot.press("down", "right", "right")
        assert placement(table.sitting.hand) == Placement(0, 1, 2)
        await pilot.press("enter")
        assert table.sitting.hand is None
        assert table.sitting.game.position.ruleset.grid.draw(table.sitting.game.position.board) == [
            "........", "..##....", "..##....", *["........"] * 5,
        ]  # fmt: skip
        assert "O4 at row 2, column 3: 4 points" in shown(table, "said")
        assert "score 4" in shown(table, "score")
        assert "1 (used)" in shown(table, "tray")

    sit(None, file(position_file(tmp_path)), play)


def test_the_piece_stays_on_the_board_whatever_is_pressed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await pilot.press("2")
        for key in ("up", "left", "down", "right"):
            await pilot.press(*[key] * 12)
            hand = table.sitting.hand
            assert hand is not None
            shape = table.sitting.game.tray[hand.piece]
            assert shape is not None
            assert 0 <= hand.row <= 8 - shape.height
            assert 0 <= hand.col <= 8 - shape.width
        assert placement(hand) == Placement(1, 7, 5)

    sit(None, file(position_file(tmp_path)), play)


def test_escape_puts_the_piece_back_and_enter_then_does_nothing(tmp_path: Path) -> None:
    table = sit(None, file(position_file(tmp_path)), keys("1", "escape", "enter", "up"))
    assert table.sitting.hand is None
    assert table.sitting.game.moves == 0


def test_another_piece_takes_the_place_of_the_one_in_hand(tmp_path: Path) -> None:
    table = sit(None, file(position_file(tmp_path)), keys("1", "2", "3", "9"))
    assert table.sitting.hand is not None
    assert table.sitting.hand.piece == 1


def test_what_is_in_the_way_is_crossed_and_nothing_is_placed(tmp_path: Path) -> None:
    board = ["........"] * 3 + ["...##..."] * 2 + ["........"] * 3

    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await pilot.press("1")
        assert "x" in shown(table, "board")
        await pilot.press("enter")
        assert "it does not fit there" in shown(table, "said")
        assert table.sitting.game.moves == 0
        assert table.sitting.hand is not None

    sit(None, file(position_file(tmp_path, board=board)), play)


def test_lines_about_to_clear_are_framed(tmp_path: Path) -> None:
    board = ["#####..."] + [".....#.."] * 7

    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await pilot.press("2", *["up"] * 8, *["right"] * 8)
        lines = shown(table, "board").split("\n")
        assert lines[1].startswith(" 1[")
        assert lines[1].endswith("]")
        assert lines[0].split() == ["1", "2", "3", "4", "5", "v", "7", "8"]
        assert lines[-1].split() == ["^"]
        await pilot.press("enter")
        assert "clears row 1, column 6" in shown(table, "said")
        assert "score 33" in shown(table, "score")
        assert "lines 2" in shown(table, "score")

    sit(None, file(position_file(tmp_path, board=board)), play)


def test_boxes_about_to_clear_are_marked() -> None:
    text = (
        "woodoku:" + "/".join(["##.......", "###......", "###......", *["........."] * 6]) + ":dot"
    )
    from fairtray.notation import document_of

    assert document_of(text).value

    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await pilot.press("1", *["up"] * 9, *["left"] * 9, "right", "right")
        drawn = shown(table, "board")
        assert "@" in drawn
        assert "%" in drawn
        assert "[" not in drawn

    sit(None, PlayRequest(now, text, "FILE"), play)


def test_a_piece_that_fits_nowhere_is_greyed_and_shown_where_least_is_in_its_way() -> None:
    table = sit(None, file(EXAMPLES / "tight.txt"), keys("1"))
    assert "1 no room" in shown(table, "tray")
    assert "::::" in shown(table, "tray")
    assert "3 V3-se" in shown(table, "tray")
    assert "R32 fits nowhere now" in shown(table, "said")
    from fairtray.engines.search.blocked import nearest_place

    hand, position = table.sitting.hand, table.sitting.game.position
    assert hand is not None
    shape = position.tray[0]
    assert shape is not None
    place = nearest_place(position, shape)
    assert place is not None
    assert (hand.row, hand.col) == (place.row, place.col)


def test_a_dead_end_is_shown() -> None:
    table = sit(None, file(EXAMPLES / "stuck.json"), keys())
    assert table.sitting.dead_end is True
    assert "dead end" in shown(table, "score")


# The mouse.


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (140, 50)])
def test_the_mouse_plays_too(tmp_path: Path, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await pilot.click("#tray", offset=(14, 1))
        assert table.sitting.hand is not None
        assert table.sitting.hand.piece == 1
        assert table.shown is not None
        scale = table.shown.scale
        # The middle of the lying three goes to row 3, column 2.
        spot = (3 + 1 * scale.width, 1 + 2 * scale.height)
        await pilot.hover("#board", offset=spot)
        assert placement(table.sitting.hand) == Placement(1, 2, 0)
        # Beside the board nothing is placed.
        await pilot.click("#board", offset=(0, 0))
        assert table.sitting.game.moves == 0
        await pilot.click("#board", offset=spot)
        assert table.sitting.game.moves == 1
        # Without a piece in hand a click means nothing.
        await pilot.click("#board", offset=(3 + 5 * scale.width, 1))
        assert table.sitting.game.moves == 1

    sit(None, file(position_file(tmp_path)), play, size=size)


# Undo, hints, new games.


def test_undo_restores_exactly_where_the_mode_allows_it(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        start = table.sitting.game.state
        states = [start]
        for key in ("1", "2", "3", "1"):
            await pilot.press(key, *["up"] * 8, *["left"] * 8)
            while table.sitting.ghost is not None and table.sitting.ghost.move is None:
                await pilot.press("right")
                if table.sitting.hand is not None and table.sitting.hand.col > 5:
                    await pilot.press("down", *["left"] * 8)
            await pilot.press("enter")
            states.append(table.sitting.game.state)
        assert table.sitting.game.moves == 4
        for state in reversed(states[:-1]):
            await pilot.press("u")
            assert table.sitting.game.state == state
        await pilot.press("u")
        assert "there is no move to take back" in shown(table, "said")

    sit(tmp_path, wish("block-puzzle-19", seed=3), play)


def test_no_undo_and_no_hint_where_the_mode_has_none(tmp_path: Path) -> None:
    table = sit(tmp_path, wish("block-knock", seed=3), keys("1", "enter", "u"))
    assert "has no undo" in shown(table, "said")
    assert table.sitting.game.moves == 1
    assert "u undo" not in shown(table, "keys")
    table = sit(tmp_path, wish("block-puzzle-19", seed=3), keys("h"))
    assert "mode classic has no hints" in shown(table, "said")
    assert table.sitting.hand is None
    assert "h hint" not in shown(table, "keys")


def test_a_hint_takes_the_solvers_piece_in_hand() -> None:
    from fairtray.engines.search.best import best
    from fairtray.notation import read_position

    path = EXAMPLES / "mid-game.json"
    wanted = best(read_position(str(path)).position)

    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        for move in wanted.moves:
            await pilot.press("h")
            await table.workers.wait_for_complete()
            await pilot.pause()
            assert table.sitting.hand is not None
            assert placement(table.sitting.hand) == move.placement
            await pilot.press("enter")
        assert table.sitting.game.score == wanted.points
        assert table.sitting.game.ending == "complete"
        assert "game over: all pieces are placed" in shown(table, "said")
        # After the end nothing can be placed, and there is nothing to ask.
        await pilot.press("1", "h", "enter", "u")
        assert table.sitting.game.moves == len(wanted.moves)

    sit(None, file(path), play)


def test_a_new_game_is_asked_about_and_gives_the_old_one_up(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        first = table.sitting.game
        await pilot.press("1", "enter", "n", "x")
        assert table.sitting.game is first
        await pilot.press("n", "y")
        await pilot.pause()
        assert table.sitting.game is not first
        assert table.sitting.game.moves == 0
        # Nothing is lost by leaving a game without a move: nothing is asked.
        second = table.sitting.game
        await pilot.press("n")
        await pilot.pause()
        assert table.sitting.game is not second

    sit(tmp_path, wish("block-knock", seed=3), play)
    with Store.open(tmp_path) as store:
        assert [(r.ending, r.moves, r.stars) for r in store.results()] == [("given up", 1, 0)]
        assert len(store.saves()) == 1


def test_help_is_shown_and_goes_away(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 2
        await pilot.press("1")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 1

    table = sit(None, file(position_file(tmp_path)), play)
    assert table.sitting.hand is None


def test_more_pieces_than_the_search_takes_can_be_played(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await pilot.press("h")
        await table.workers.wait_for_complete()
        await pilot.pause()
        assert "pieces" in shown(table, "said")
        await pilot.press("7", "enter")
        assert table.sitting.game.tray[6] is None

    path = position_file(tmp_path, tray=["dot"] * 7)
    table = sit(None, file(path), play, size=(120, 40))
    assert table.sitting.game.moves == 1


def test_who_leaves_while_the_solver_thinks_need_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(_position: object) -> None:
        begun.set()
        go_on.wait(600)

    monkeypatch.setattr(sitting, "best_placement", slow)
    monkeypatch.setattr(sitting, "is_dead_end", lambda _position: False)
    table = Table(opened(file(position_file(tmp_path)), None))

    async def run() -> None:
        async with table.run_test() as pilot:
            await pilot.press("h")
            assert begun.wait(240)
            # The table is open to keys meanwhile, and what comes later is no longer wanted.
            await pilot.press("1", "enter")
            assert table.sitting.game.moves == 1
            await pilot.press("q")

    started = time.monotonic()
    asyncio.run(run())
    assert time.monotonic() - started < 300
    go_on.set()
    assert table.sitting.hand is None


def test_a_fault_beside_the_table_is_kept_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_position: object) -> None:
        raise InternalFault("two engines disagree")

    monkeypatch.setattr(sitting, "is_dead_end", broken)
    table = Table(opened(file(EXAMPLES / "mid-game.json"), None))

    async def run() -> None:
        async with table.run_test() as pilot:
            await table.workers.wait_for_complete()
            await pilot.pause()

    with pytest.raises(BaseException, match="two engines disagree"):
        asyncio.run(run())
    assert isinstance(table.fault, InternalFault)


# Whole games.


async def play_to_the_end(pilot: Pilot[None], limit: int = 400, *, by_keys: bool = False) -> None:
    """Place each piece at the first place where it fits, until the game ends.

    Args:
        pilot: the pilot.
        limit: more moves than the game takes.
        by_keys: whether every piece is moved by the arrows, which takes long.
    """
    table = pilot.app
    assert isinstance(table, Table)
    for _ in range(limit):
        game = table.sitting.game
        if game.ending is not None:
            return
        position = game.position
        slot = next(slot for slot in position.slots if position.fits(slot))
        shape = position.tray[slot]
        assert shape is not None
        row, col = next(position.legal(shape))
        await pilot.press(str(slot + 1))
        hand = table.sitting.hand
        assert hand is not None
        downs, rights = row - hand.row, col - hand.col
        if by_keys:
            await pilot.press(*["down" if downs > 0 else "up"] * abs(downs))
            await pilot.press(*["right" if rights > 0 else "left"] * abs(rights))
        else:
            table.sitting.move(downs, rights)
        await pilot.press("enter")
    raise AssertionError("the game does not end")


def test_a_whole_game_to_its_end_enters_the_best_score(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await play_to_the_end(pilot, by_keys=True)

    table = sit(tmp_path, wish("block-puzzle-19", seed=SHORT), play)
    game = table.sitting.game
    assert game.ending == "stuck"
    assert "game over: no piece left fits\na new best score" in shown(table, "said")
    assert "n new game" in shown(table, "keys")
    with Store.open(tmp_path) as store:
        (result,) = store.results()
        assert (result.score, result.moves, result.lines) == (game.score, game.moves, game.lines)
        assert store.saves() == []
        document = store.last_document(result.key)
    # The recorded game, replayed by the rules, says the same.
    from fairtray.gameplay.modes.reading import from_document
    from fairtray.gameplay.modes.replay import replayed

    again = replayed(from_document(document))
    assert again.differences == ()
    assert again.game.score == game.score


def test_a_continued_game_has_one_result_with_its_stars(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await play_to_the_end(pilot)
        assert "c continue" in shown(table, "keys")
        before = table.sitting.game.score
        await pilot.press("c")
        assert table.sitting.game.ending is None
        assert table.sitting.game.score == before
        assert "continues" in shown(table, "said")
        await play_to_the_end(pilot)
        assert "c continue" not in shown(table, "keys")

    table = sit(tmp_path, wish("block-knock", seed=SHORT_TWICE), play)
    game = table.sitting.game
    with Store.open(tmp_path) as store:
        (result,) = store.results()
    assert (result.score, result.ending) == (game.score, "stuck")
    assert result.stars == 1 + min(game.score // 2500, 5)
    assert f"{result.stars} star" in shown(table, "said")


def test_an_ended_game_can_still_be_continued_the_next_time(tmp_path: Path) -> None:
    first = sit(tmp_path, wish("block-knock", seed=SHORT_TWICE), play_to_the_end)
    table = sit(tmp_path, wish("block-knock"), keys())
    assert table.sitting.game.ending == "stuck"
    assert table.sitting.game.score == first.sitting.game.score
    table = sit(tmp_path, wish("block-knock"), keys("c"))
    assert table.sitting.game.ending is None
    with Store.open(tmp_path) as store:
        assert store.results() == []
        assert len(store.saves()) == 1


def test_a_timed_game_ends_by_the_clock(tmp_path: Path) -> None:
    clock = Clock()

    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        assert "time left 3:00" in shown(table, "score")
        clock.time += 60.5
        await pilot.press("1", "enter")
        assert "time left 2:00" in shown(table, "score")
        await pilot.press("2")
        clock.time += 120
        await pilot.press("enter")
        assert table.sitting.game.ending == "time"
        assert table.sitting.game.moves == 1
        assert "game over: the time is over" in shown(table, "said")

    sit(tmp_path, wish("eu-block-puzzle", mode="timed", seed=3), play, clock=clock)
    with Store.open(tmp_path) as store:
        (result,) = store.results()
        assert (result.milliseconds, result.record, store.best(result.key)) == (
            180_000,
            False,
            None,
        )


def test_the_clock_stands_still_between_two_sittings(tmp_path: Path) -> None:
    clock = Clock()

    async def leave(pilot: Pilot[None]) -> None:
        clock.time += 30
        await pilot.press("q")

    sit(tmp_path, wish("eu-block-puzzle", mode="timed", seed=3), leave, clock=clock)
    clock.time += 1000
    table = sit(tmp_path, wish("eu-block-puzzle", mode="timed"), keys(), clock=clock)
    assert "time left 2:30" in shown(table, "score")


def test_a_timer_ends_the_game_without_any_key(tmp_path: Path) -> None:
    clock = Clock()

    async def play(pilot: Pilot[None]) -> None:
        clock.time += 500
        assert isinstance(pilot.app, Table)
        limit = time.monotonic() + 240
        while pilot.app.sitting.game.ending is None and time.monotonic() < limit:
            await pilot.pause(0.1)
        assert pilot.app.sitting.game.ending == "time"

    sit(tmp_path, wish("eu-block-puzzle", mode="timed", seed=3), play, clock=clock)


def test_a_zen_game_shows_no_points(tmp_path: Path) -> None:
    table = sit(tmp_path, wish("eu-block-puzzle", mode="zen", seed=3), keys("1", "enter"))
    assert "score" not in shown(table, "score")
    assert "moves 1" in shown(table, "score")


def test_a_daily_may_be_played_once_where_the_ruleset_says_so(
    tmp_path: Path, fairtray: Fairtray
) -> None:
    daily = wish("block-knock", mode="daily", date="2026-11-20")
    table = sit(tmp_path, daily, play_to_the_end)
    assert not table.sitting.another_allowed
    assert "n new game" not in shown(table, "keys")
    from fairtray.core.errors import InputError

    with Store.open(tmp_path) as store:
        with pytest.raises(InputError, match="2026-11-20 has been played"):
            opened(daily, store)
        assert store.results()[0].key.variant == "2026-11-20"
    found = fairtray("play", "--scores", "--json", "--data", str(tmp_path)).json["scores"]
    assert found[0]["variants"][0]["variant"] == "2026-11-20"


def test_the_next_challenge_is_the_one_after_the_last_won(tmp_path: Path) -> None:
    challenge = wish("block-knock", mode="challenge")

    async def win(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        assert table.sitting.game.challenge == 1
        assert "target 1,500" in shown(table, "score")
        for _ in range(200):
            if table.sitting.game.ending is not None:
                break
            await pilot.press("h")
            await table.workers.wait_for_complete()
            await pilot.pause()
            await pilot.press("enter")
        assert table.sitting.game.won
        assert "won: the target of 1,500 points is reached" in shown(table, "said")

    sit(tmp_path, challenge, win)
    table = sit(tmp_path, challenge, keys())
    assert table.sitting.game.challenge == 2
    with Store.open(tmp_path) as store:
        (result,) = store.results()
    assert (result.won, result.key.variant, result.ending) == (True, "1", "won")


# Saving and going on.


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    first = sit(tmp_path, wish("eu-block-puzzle", seed=8), keys("1", "enter", "2", "up", "q"))
    table = sit(tmp_path, wish("eu-block-puzzle"), keys())
    assert table.sitting.game.state == first.sitting.game.state
    assert table.sitting.game.terms.supply.seed == 8
    assert "the saved game continues" in shown(table, "said")
    new = sit(tmp_path, wish("eu-block-puzzle", new=True), keys())
    assert new.sitting.game.moves == 0
    other = sit(tmp_path, wish("eu-block-puzzle", mode="hardcore"), keys())
    assert other.sitting.game.moves == 0


def test_every_move_is_in_the_store_at_once(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        for number, key in enumerate(("1", "2", "3"), start=1):
            await pilot.press(key, *["up"] * 8)
            while table.sitting.ghost is not None and table.sitting.ghost.move is None:
                await pilot.press("down")
            await pilot.press("enter")
            with Store.open(tmp_path) as store:
                saved = store.latest(table.sitting.keeper.key)
            assert saved is not None
            assert saved.moves == number
            assert Game.from_document(saved.document).state == table.sitting.game.state

    sit(tmp_path, wish("bloky-8x8", seed=8), play)


def test_two_tables_at_once_lose_nothing(tmp_path: Path) -> None:
    what = wish("block-puzzle-19")
    sit(tmp_path, wish("block-puzzle-19", seed=SHORT), keys("1", "enter"))
    with Store.open(tmp_path) as one, Store.open(tmp_path) as two:
        tables = [Table(opened(what, store)) for store in (one, two)]

        async def run() -> None:
            async with tables[0].run_test(size=SIZE) as first:
                async with tables[1].run_test(size=SIZE) as second:
                    await first.press("2", "up", "up", "up", "up", "enter")
                    await second.press("2", "down", "down", "down", "down", "enter")
                    assert "another window" in shown(tables[1], "said")
                    await play_to_the_end(second)
                await play_to_the_end(first)

        asyncio.run(run())
        scores = sorted(table.sitting.game.score for table in tables)
        assert sorted(r.score for r in one.results()) == scores
        assert one.best(tables[0].sitting.keeper.key) == scores[-1]
        assert one.saves() == []


def test_a_damaged_saved_game_is_set_aside(tmp_path: Path) -> None:
    sit(tmp_path, wish(seed=4), keys("1", "enter"))
    import sqlite3

    base = sqlite3.connect(tmp_path / FILE)
    base.execute("UPDATE saves SET document = replace(document, 'bloky', 'block')")
    base.commit()
    base.close()
    table = sit(tmp_path, wish(), keys())
    assert table.sitting.game.moves == 0
    assert "its checksum differs; set aside as game-" in shown(table, "said")
    assert len(list(tmp_path.glob("game-*.json.damaged-1"))) == 1


def test_a_database_damaged_during_a_game_is_set_aside(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        (tmp_path / FILE).write_bytes(b"rubbish " * 4000)
        await pilot.press("1", "enter")
        assert isinstance(pilot.app, Table)
        assert "set aside as" in shown(pilot.app, "said")

    table = sit(tmp_path, wish(seed=4), play)
    assert (tmp_path / f"{FILE}.damaged-1").read_bytes() == b"rubbish " * 4000
    table = sit(tmp_path, wish(), keys())
    assert table.sitting.game.moves == 1


def test_a_store_that_cannot_be_begun_anew_does_not_end_the_game(tmp_path: Path) -> None:
    import sqlite3

    async def play(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, Table)
        # Another program's database in its place: neither damaged nor ours.
        (tmp_path / FILE).unlink()
        base = sqlite3.connect(tmp_path / FILE)
        base.execute("CREATE TABLE chess (move TEXT)")
        base.close()
        await pilot.press("1", "enter")
        assert pilot.app.sitting.game.moves == 1

    def damaged(_store: Store, _game: Saved) -> Saved:
        raise StoreDamaged(Fault("", "is damaged"))

    with pytest.MonkeyPatch.context() as patch:

        async def patched(pilot: Pilot[None]) -> None:
            patch.setattr(Store, "save", damaged)
            await play(pilot)
            assert isinstance(pilot.app, Table)
            assert "not saved: " in shown(pilot.app, "said")
            assert "another program" in shown(pilot.app, "said")
            await pilot.press("2", "up", "up", "up", "enter", "q")

        sit(tmp_path, wish(seed=4), patched)


def test_a_full_disk_does_not_end_the_game(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, Table)
        store = pilot.app.sitting.keeper.store
        assert store is not None
        # Closed behind the game's back, it can no more be written than on a full disk.
        store._connection.execute("PRAGMA query_only = ON")
        await pilot.press("1", "enter")
        assert "not saved: " in shown(pilot.app, "said")
        assert pilot.app.sitting.game.moves == 1

    sit(tmp_path, wish(seed=4), play)


# Files.


def test_a_position_is_gone_on_with_when_it_is_opened_again(tmp_path: Path) -> None:
    path = position_file(tmp_path)
    folder = tmp_path / "data"
    sit(folder, file(path), keys("1", "enter"))
    table = sit(folder, file(path), keys())
    assert table.sitting.game.moves == 1
    with Store.open(folder) as store:
        assert store.results() == []
    table = sit(folder, file(path, new=True), keys())
    assert table.sitting.game.moves == 0


def test_pieces_follow_a_position_when_a_seed_is_given(tmp_path: Path) -> None:
    path = position_file(tmp_path, tray=["dot"])
    assert sit(None, file(path), keys("1", "enter")).sitting.game.ending == "complete"
    game = sit(None, file(path, seed=1), keys("1", "enter")).sitting.game
    assert game.ending is None
    assert len(game.position.slots) == 3


def test_a_daily_file_is_played(tmp_path: Path) -> None:
    path = tmp_path / "day.json"
    day = pieces_of_day(get("bloky-8x8"), 30, datetime.date(2026, 11, 29))
    path.write_text(json.dumps(to_json(day)))
    table = sit(tmp_path, file(path), keys("1", "enter"))
    assert table.sitting.game.mode.name == "daily"
    assert "27 pieces to follow" in shown(table, "score")
    # It is the same game as the one that is begun by its date.
    table = sit(tmp_path, wish(mode="daily", date="2026-11-29"), keys())
    assert table.sitting.game.moves == 1


def test_a_recorded_game_is_played_on(tmp_path: Path) -> None:
    game = Game.begin(opened(wish(seed=1), None).game.mode, seed=7)
    shape = game.tray[0]
    assert shape is not None
    game.place(Placement(0, 0, 0))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.to_document()))
    table = sit(tmp_path / "data", file(path), keys())
    assert table.sitting.game.state == game.state
    assert not table.sitting.keeper.counts


def test_a_counterexample_is_played(tmp_path: Path, fairtray: Fairtray) -> None:
    audit = (
        "audit",
        "--ruleset",
        "block-knock",
        "--dealer",
        "uniform",
        "-n",
        "1000",
        "--jobs",
        "1",
    )
    assert fairtray(*audit, "--save", str(tmp_path)).code == 1
    path = tmp_path / "triple-placeable-1.json"
    table = sit(None, file(path), keys())
    assert table.sitting.dead_end or table.sitting.game.ending == "stuck"
    assert table.sitting.game.mode.name == "practice"


def test_what_is_odd_about_a_position_is_said(tmp_path: Path) -> None:
    path = position_file(tmp_path, board=["########", *["........"] * 7])
    table = sit(None, file(path), keys())
    assert "row 1" in shown(table, "said") or "full" in shown(table, "said")


def test_a_game_of_a_ruleset_file_goes_on(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        'name = "mine"\nrows = 6\ncols = 6\ncatalogue = { shapes = ["dot", "O4", "I3h"] }\n'
        'dealer = { kind = "uniform" }\n[modes.quick]\nseconds = 60\nundo = true\n'
        "[undo]\nlimit = 5\n"
    )
    first = sit(tmp_path, wish(str(rules), seed=1), keys("1", "enter", "2", "up", "up", "enter"))
    table = sit(tmp_path, wish(str(rules)), keys())
    assert first.sitting.game.moves >= 1
    assert table.sitting.game.position == first.sitting.game.position
    assert table.sitting.game.mode == first.sitting.game.mode
    # Under other rules it is another game.
    rules.write_text(rules.read_text().replace("cols = 6", "cols = 7"))
    assert sit(tmp_path, wish(str(rules)), keys()).sitting.game.moves == 0


# The screen.


@pytest.mark.parametrize("ruleset", ["bloky-8x8", "eu-block-puzzle", "woodoku"])
def test_80x24_suffices(tmp_path: Path, ruleset: str) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        await pilot.press("1")
        for name in ("title", "board", "tray", "score", "said", "keys"):
            region = table.query_one(f"#{name}", Static).region
            lines = [line.rstrip() for line in shown(table, name).split("\n")]
            assert region.width >= max(map(len, lines)) or name == "said"
            assert region.height >= len(lines)
            assert region.bottom <= 24

    sit(tmp_path, wish(ruleset, seed=2), play)


def test_a_terminal_that_is_too_small_says_so(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        table = pilot.app
        assert isinstance(table, Table)
        assert "This terminal is 40x12; the game needs 56x18" in shown(table, "small")
        assert not table.query_one("#board").is_on_screen
        await pilot.resize_terminal(56, 18)
        await pilot.pause()
        assert table.query_one("#board").is_on_screen
        await pilot.resize_terminal(55, 18)
        await pilot.pause()
        assert not table.query_one("#board").is_on_screen

    sit(None, file(position_file(tmp_path)), play, size=(40, 12))


def test_without_colour_characters_say_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table = sit(None, file(EXAMPLES / "tight.txt"), keys("1"), kind=SeenInColour)
    drawn = shown(table, "board")
    assert {"#", ".", "o", "x"} <= set(drawn)
    assert table.no_color


def test_with_colour_cells_are_painted_and_hold_no_characters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    table = sit(None, file(EXAMPLES / "tight.txt"), keys("1"), kind=SeenInColour)
    assert set(shown(table, "board")) <= set(" 12345678\n")
    assert not set(shown(table, "tray")) & set("#:")


@pytest.mark.parametrize("painted", [True, False])
def test_the_legend_names_every_kind_of_cell(*, painted: bool) -> None:
    for family in families():
        name = family.ruleset_names()[0]
        legend = family.table(wish(name)).sit_down(None, Clock()).legend
        words = legend_of(legend, painted=painted).plain
        for style, characters, meaning in legend:
            assert style in CELLS
            assert painted or f"{characters:<8}{meaning}" in words
        assert not painted or not set(words) & set("#%@[]")


def test_what_is_told_apart_by_characters_is_told_apart_by_colours() -> None:
    for prefix in ("", "-odd"):
        kinds = ("empty", "filled", "last", "new", "wanted", "crossed", "gone", "gone-new")
        assert len({CELLS[kind + prefix] for kind in kinds}) == len(kinds)
    assert len(set(CELLS.values())) >= len(CELLS) - 2


def test_the_picture_of_the_page_shows_the_table_as_it_is() -> None:
    import make_play_picture

    def words(svg: str) -> str:
        """Return all that is written in a picture, without the blanks between."""
        texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
        return "".join(html.unescape("".join(texts)).split())

    page = words(make_play_picture.PICTURE.read_text(encoding="utf-8"))
    assert "combo" in page
    assert page == words(make_play_picture.picture())
