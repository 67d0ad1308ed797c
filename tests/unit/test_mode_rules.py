"""The rules of the modes, one by one: undo, continues, rescues, clocks, days and stars."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mode_oracle
import oracle
from fairtray.core.board import Grid
from fairtray.core.errors import IllegalPlacement, InputError
from fairtray.core.shapes import named
from fairtray.daily.make import Order, make
from fairtray.dealers.registry import spec_for
from fairtray.dealers.session import Ask, BuiltinSession
from fairtray.game import Placement, Position
from fairtray.gameplay.modes import Game, Mode, mode_of, practice_of, stars_of
from fairtray.gameplay.modes.days import seed_of_day
from fairtray.gameplay.modes.play import emptied, fullest_row
from fairtray.rulesets import Ruleset, get

DAY = "2026-11-30"


def mode(ruleset: str, name: str | None = None) -> Mode:
    """Return a built-in mode."""
    return mode_of(get(ruleset), name)


def at(of: Mode, board: list[str], *tray: str, seed: int | None = 1, **more: int) -> Game:
    """Return a game of a mode that begins on a board."""
    rules = of.ruleset
    position = Position(rules, rules.grid.parse(board), tuple(map(named, tray)), **more)
    return Game.from_position(position, mode=of, seed=seed)


def first_fit(game: Game) -> Placement:
    """Return the first legal placement."""
    slot = next(slot for slot in game.position.slots if game.position.fits(slot))
    shape = game.tray[slot]
    assert shape is not None
    return Placement(slot, *next(game.position.legal(shape)))


# --- Supply --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bloky-8x8", "block-knock", "eu-block-puzzle", "ten-ten"])
def test_a_game_is_dealt_what_the_audit_of_its_dealer_sees(name: str) -> None:
    game = Game.begin(mode(name), seed=9)
    session = BuiltinSession(get(name), spec_for(get(name)))
    session.new_game(9)
    for _ in range(12):
        if game.ending is not None:
            break
        fresh = all(shape is not None for shape in game.tray)
        if fresh:
            assert game.tray == session.deal(Ask(game.position.board, game.turn))
        game.place(first_fit(game))


def test_the_supply_of_the_19_shape_game_is_fixed_whatever_is_done() -> None:
    """Two players who place differently, one of whom undoes, see the same trays."""
    one, two = (Game.begin(mode("block-puzzle-19"), seed=4) for _ in range(2))
    for _ in range(5):
        for _ in range(3):
            one.place(first_fit(one))
            slot = two.position.slots[-1]
            shape = two.tray[slot]
            assert shape is not None
            last = list(two.position.legal(shape))[-1]
            two.place(Placement(slot, *last))
            two.undo()
            two.place(Placement(slot, *last))
        assert one.position.board != two.position.board
        assert (one.tray, one.turn) == (two.tray, two.turn)


def test_a_known_tray_comes_before_what_is_dealt() -> None:
    rules = get("ten-ten")
    position = Position(rules, 0, (None, named("dot")))
    game = Game.from_position(position, [(named("I2h"),), ()], seed=3)
    game.place(Placement(1, 0, 0))
    assert [s and s.name for s in game.tray] == ["I2h"]
    game.place(Placement(0, 1, 1))
    assert len(game.position.slots) == 3
    assert [event.kind for event in game.events] == ["dealt"]
    alone = Game.from_position(position)
    alone.place(Placement(1, 0, 0))
    assert alone.ending == "complete"


def test_a_position_without_pieces_needs_some() -> None:
    with pytest.raises(InputError, match="tray: holds no piece, and none follows"):
        Game.from_position(Position(get("ten-ten"), 0, ()))
    assert len(Game.from_position(Position(get("ten-ten"), 0, ()), seed=1).position.slots) == 3
    free = get({"rows": 4, "cols": 4})
    with pytest.raises(InputError, match="tray: holds no piece"):
        Game.from_position(Position(free, 0, ()), seed=1)
    with pytest.raises(InputError, match="mode: 'challenge' begins in its own way"):
        at(mode("block-knock", "challenge"), ["........"] * 8, "dot")


def test_where_the_dealer_can_deal_nothing_the_game_is_stuck() -> None:
    rules = get(
        {
            "rows": 2,
            "cols": 2,
            "lines": {"rows": False, "cols": False},
            "catalogue": {"shapes": ["I2h"]},
            "triple": {"size": 1},
            "dealer": {"kind": "any-fit"},
        }
    )
    game = Game.begin(mode_of(rules), seed=1)
    for _ in range(2):
        game.place(first_fit(game))
    assert (game.ending, game.tray) == ("stuck", ())


# --- Undo ----------------------------------------------------------------------------


def dots(**undo: Any) -> Ruleset:
    """Return a game of single cells that never ends."""
    return get(
        {
            "rows": 3,
            "cols": 3,
            "catalogue": {"shapes": ["dot", {"name": "two", "rows": ["#"], "weight": 1}][:1]},
            "dealer": {"kind": "uniform"},
            "modes": {"classic": {"undo": True}},
            "undo": undo,
        }
    )


def test_the_last_2000_moves_can_be_undone_and_no_more() -> None:
    assert mode("block-puzzle-19").undo_limit == 2000
    game = Game.begin(mode_of(dots(limit=2000)), seed=1)
    states = [game.state]
    for _ in range(2100):
        game.place(first_fit(game))
        states.append(game.state)
    for back in range(1, 2001):
        game.undo()
        assert game.state == states[-1 - back]
    assert not game.can_undo
    with pytest.raises(IllegalPlacement, match="there is no move to take back"):
        game.undo()
    assert game.state == states[100]


def test_undo_restores_tray_score_and_lines_across_deals_and_clears() -> None:
    game = at(mode("block-puzzle-19"), ["#######.", *["........"] * 7], "dot")
    before = game.state
    move = game.place(Placement(0, 0, 7))
    assert (len(move.lines), game.lines, game.score, game.turn) == (1, 1, 11, 1)
    dealt = game.tray
    game.undo()
    assert game.state == before
    assert (game.lines, game.score, game.turn, game.moves) == (0, 0, 0, 0)
    game.place(Placement(0, 0, 7))
    assert game.tray == dealt


def test_an_undo_that_redeals_passes_over_no_listed_piece() -> None:
    """A day of 6 pieces was complete with 3 once the first tray had been taken back."""
    day = {"same_for_everybody": True, "pieces": 6, "undo": True}
    table = {"rows": 5, "cols": 5, "catalogue": {"shapes": ["dot"]}, "dealer": {"kind": "uniform"}}
    rules = get({**table, "modes": {"day": day}, "undo": {"limit": 9, "redeals": True}})
    game = Game.begin(mode_of(rules), date=DAY)
    for _ in range(3):
        game.place(first_fit(game))
    game.undo()
    while game.ending is None:
        game.place(first_fit(game))
    assert (game.ending, game.moves) == ("complete", 6)


def test_where_an_undo_redeals_the_next_pieces_are_drawn_anew() -> None:
    rules = get(
        {
            "rows": 8,
            "cols": 8,
            "catalogue": {"shapes": [s.name for s in get("block-puzzle-19").shapes[:9]]},
            "triple": {"size": 1},
            "dealer": {"kind": "uniform"},
            "modes": {"m": {"undo": True}},
            "undo": {"limit": 9, "redeals": True},
        }
    )
    game = Game.begin(mode_of(rules), seed=2)
    place = first_fit(game)
    seen = set()
    for _ in range(8):
        game.place(place)
        seen.add(game.tray)
        game.undo()
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("ruleset", "name"),
    [("block-knock", "classic"), ("bloky-8x8", "free"), ("eu-block-puzzle", "zen")],
)
def test_other_games_have_no_undo(ruleset: str, name: str) -> None:
    game = Game.begin(mode(ruleset, name), seed=1)
    game.place(first_fit(game))
    assert not game.can_undo
    with pytest.raises(IllegalPlacement, match=f"mode {name} has no undo"):
        game.undo()


def test_a_finished_game_stays_finished() -> None:
    checkers = ["#.#.#.#.", ".#.#.#.#"] * 4
    game = at(mode("block-puzzle-19"), checkers, "dot", "I2h")
    game.place(Placement(0, 0, 1))
    assert game.ending == "stuck"
    assert not game.can_undo
    with pytest.raises(IllegalPlacement, match="the game has ended"):
        game.undo()
    again = Game.from_document(game.to_document())
    assert (again.ending, again.can_undo, again.can_continue) == ("stuck", False, False)


# --- Continues -------------------------------------------------------------------------

STUCK = [
    ".#.#.#.#.#",
    "#.#.#.#.#.",
    ".#.#.#.#.#",
    "#.#.#.#.#.",
    ".#.#.#.#.#",
    "#.#.#.#.##",
    ".#.#.#.#.#",
    "#.#.#.#.#.",
    ".#.#.#.#.#",
    "#.#.#.#.#.",
]
"""Five filled cells in each row, six in that of index 5; nothing but single cells fits."""


def test_a_continue_empties_the_fullest_rows_until_a_piece_fits() -> None:
    game = at(mode("eu-block-puzzle"), STUCK, "I2h", combo=0, score=77)
    assert game.ending == "stuck"
    assert game.can_continue
    game.continue_game()
    assert [(e.kind, e.rows) for e in game.events] == [("continued", ()), ("rows-emptied", (5,))]
    assert game.position.ruleset.grid.draw(game.position.board)[5] == "." * 10
    assert (game.score, game.lines, game.moves, game.ending) == (77, 0, 0, None)
    assert [s and s.name for s in game.tray] == ["I2h"]


def test_of_rows_equally_full_the_topmost_is_emptied_first() -> None:
    game = at(mode("eu-block-puzzle"), STUCK, "I4v")
    game.continue_game()
    assert game.events[-1].rows == (5, 0, 1, 2)
    assert game.ending is None


def test_a_continue_may_not_help_and_is_spent_all_the_same() -> None:
    game = at(mode("eu-block-puzzle"), STUCK, "I5v")
    game.continue_game()
    assert [event.kind for event in game.events] == ["continued", "rows-emptied", "stuck"]
    assert game.events[1].rows == (5, 0, 1, 2)
    assert game.ending == "stuck"
    assert not game.can_continue
    with pytest.raises(IllegalPlacement, match="mode classic offers no continue here"):
        game.continue_game()


@pytest.mark.parametrize(
    ("ruleset", "name"),
    [("bloky-8x8", "free"), ("block-puzzle-19", "classic"), ("ten-ten", "classic")],
)
def test_most_games_offer_no_continue(ruleset: str, name: str) -> None:
    size = get(ruleset).grid.rows
    checkers = [("#." * size)[i % 2 : size + i % 2] for i in range(size)]
    game = at(mode(ruleset, name), checkers, "I2h")
    assert (game.ending, game.can_continue) == ("stuck", False)


@pytest.mark.parametrize("seed", range(8))
def test_the_continue_of_block_knock_deals_pieces_that_fit(seed: int) -> None:
    checkers = ["#.#.#.#.", ".#.#.#.#"] * 4
    game = at(
        mode("block-knock"),
        checkers,
        "O4",
        "I3h",
        seed=seed,
        combo=2,
        moves_since_clear=1,
        score=990,
    )
    assert game.ending == "stuck"
    board = game.position.board
    game.continue_game()
    assert (game.position.board, game.score, game.ending) == (board, 990, None)
    assert (game.position.combo, game.position.moves_since_clear) == (2, 1)
    assert len(game.position.slots) == 3
    assert all(game.position.fits(slot) for slot in range(3))
    rules = oracle.PUBLISHED["block-knock"]
    tray = tuple(frozenset(shape.cells) for shape in game.tray if shape is not None)
    assert oracle.placeable(rules, oracle.State(oracle.board_of(checkers), tray))
    assert not game.can_continue


def both(**more: Any) -> Ruleset:
    """Return a game with undo and a continue, of a dealer that looks at nothing."""
    file = {
        "rows": 8,
        "cols": 8,
        "catalogue": {"shapes": [shape.name for shape in get("bloky-8x8").shapes]},
        "dealer": {"kind": "uniform"},
        "modes": {"m": {"undo": True, **more}},
    }
    return get(file)


@pytest.mark.parametrize("seed", range(8))
def test_a_continue_deals_pieces_that_fit_whoever_deals_otherwise(seed: int) -> None:
    checkers = ["#.#.#.#.", ".#.#.#.#"] * 4
    of = mode_of(both(continues={"per_game": 1, "deals_fitting_pieces": True}))
    game = at(of, checkers, "O4", seed=seed)
    game.continue_game()
    assert [shape and shape.name for shape in game.tray] == ["dot"] * 3
    assert game.ending is None


def test_a_continue_where_nothing_could_be_dealt_empties_no_row_too_many() -> None:
    """There is no piece to look at until one is dealt."""
    shapes = {"shapes": ["I4h"]}
    continues = {"per_game": 1, "empties_fullest_rows": 4}
    table = {"rows": 4, "cols": 4, "catalogue": shapes, "dealer": {"kind": "any-fit"}}
    rules = get({**table, "modes": {"m": {"continues": continues}}})
    game = at(mode_of(rules), ["#...", ".#..", "##..", "...#"])
    assert (game.ending, game.tray) == ("stuck", ())
    game.continue_game()
    assert game.ending is None
    assert game.position.ruleset.grid.draw(game.position.board) == ["#...", ".#..", "....", "...#"]
    assert [shape.name for shape in game.tray if shape] == ["I4h"] * 3
    assert Game.from_document(game.to_document()).state == game.state


def test_what_lies_before_a_continue_cannot_be_undone() -> None:
    checkers = ["#.#.#.#.", ".#.#.#.#"] * 4
    of = mode_of(both(continues={"per_game": 1, "empties_fullest_rows": 2}))
    game = at(of, checkers, "dot", "I2h")
    game.place(Placement(0, 0, 1))
    assert game.ending == "stuck"
    game.continue_game()
    assert (game.ending, game.can_undo) == (None, False)


# --- Zen -------------------------------------------------------------------------------


def test_zen_deals_three_new_pieces_when_nothing_fits_and_then_empties_the_fullest_row() -> None:
    zen = mode("eu-block-puzzle", "zen")
    emptied_rows = set()
    for seed in range(30):
        game = at(zen, STUCK, "I5v", seed=seed)
        assert game.ending is None
        assert any(game.position.fits(slot) for slot in game.position.slots)
        kinds = [event.kind for event in game.events]
        assert kinds[:2] == ["dealt", "dealt"]
        assert len(game.position.slots) == 3
        emptied_rows.add(tuple(e.rows for e in game.events if e.kind == "rows-emptied"))
        assert game.score == 0
    assert () in emptied_rows
    assert any(rows and rows[0] == (5,) for rows in emptied_rows)


# --- The clock -------------------------------------------------------------------------


def test_zen_without_more_pieces_empties_rows_for_those_there_are() -> None:
    """It used to end as if all were placed, in a file that could not be read again."""
    zen = mode("eu-block-puzzle", "zen")
    rows = ["#.########"] * 3 + ["#########."] + [".#.#.#.#.#"] * 6
    game = at(zen, rows, "O9", seed=None)
    assert game.ending is None
    emptied_rows = [event.rows for event in game.events if event.kind == "rows-emptied"]
    assert emptied_rows == [(0, 1, 2)]
    assert Game.from_document(game.to_document()).state == game.state
    game.place(first_fit(game))
    assert game.ending == "complete"


def test_zen_ends_where_a_piece_never_fits() -> None:
    modes = {"zen": {"game_over": False, "rescue_rows": 1}}
    rules = get({"rows": 3, "cols": 3, "modes": modes})
    game = at(mode_of(rules), ["#.#"] * 3, "I5h", seed=None)
    assert (game.ending, game.position.board) == ("stuck", 0)
    assert Game.from_document(game.to_document()).state == game.state


def test_three_minutes_end_a_timed_game_to_the_millisecond() -> None:
    game = Game.begin(mode("eu-block-puzzle", "timed"), seed=1)
    assert game.seconds_left == 180
    game.elapsed(179.999)
    game.place(first_fit(game))
    assert (game.ending, game.seconds_left) == (None, pytest.approx(0.001))
    game.elapsed(200)
    assert (game.ending, game.seconds, game.seconds_left) == ("time", 180, 0)
    assert [event.kind for event in game.events] == ["time"]
    assert not game.can_continue
    with pytest.raises(IllegalPlacement, match=r"the game has ended \(time\)"):
        game.place(first_fit(game))


def test_time_is_only_counted_elsewhere() -> None:
    game = Game.begin(mode("block-puzzle-19"), seed=1)
    game.elapsed(10_000.5)
    assert (game.seconds, game.seconds_left, game.ending) == (10_000.5, None, None)
    game.place(first_fit(game))
    game.undo()
    assert game.seconds == 10_000.5


@pytest.mark.parametrize("seconds", [1.5, -1, float("nan"), float("inf"), 10**10])
def test_a_clock_that_runs_wrong_is_refused(seconds: float) -> None:
    game = Game.begin(mode("eu-block-puzzle", "timed"), seed=1)
    game.elapsed(2)
    with pytest.raises(InputError, match="seconds: "):
        game.elapsed(seconds)
    assert game.seconds == 2


# --- Days --------------------------------------------------------------------------------


def test_the_daily_of_bloky_is_the_portable_sequence() -> None:
    rules = get("bloky-8x8")
    day = make(Order(rules, b"fairtray/bloky-8x8", 30, width=0), dt.date(2026, 11, 30))
    game = Game.begin(mode("bloky-8x8", "daily"), date=DAY)
    assert game.terms.supply.trays == day.trays
    for recorded in day.witness:
        slot = next(i for i, shape in enumerate(game.tray) if shape == recorded.shape)
        game.place(Placement(slot, recorded.row, recorded.col))
    assert (game.ending, game.moves, game.turn) == ("complete", 30, 9)
    again = Game.from_daily(day)
    assert (again.mode.name, again.date, again.tray) == ("daily", game.date, day.trays[0])
    secret = Game.begin(mode("bloky-8x8", "daily"), date=DAY, key=b"secret")
    assert secret.terms.supply.trays != day.trays


def test_a_day_of_a_game_without_dailies_is_practice() -> None:
    rules = get("ten-ten")
    day = make(Order(rules, b"key", 6, width=0), dt.date(2026, 11, 30))
    game = Game.from_daily(day)
    assert (game.mode.name, game.tray) == ("practice", day.trays[0])
    again = Game.from_document(game.to_document())
    assert (again.date, again.state) == (dt.date(2026, 11, 30), game.state)
    for recorded in day.witness:
        slot = next(i for i, shape in enumerate(again.tray) if shape == recorded.shape)
        again.place(Placement(slot, recorded.row, recorded.col))
    assert again.ending == "complete"


def test_a_day_of_another_number_of_pieces_is_practice() -> None:
    """Three pieces, or three hundred, are no game to be compared with those of 30."""
    day = make(Order(get("bloky-8x8"), b"fairtray/bloky-8x8", 6, width=0), dt.date(2026, 11, 30))
    assert Game.from_daily(day).mode.name == "practice"
    with pytest.raises(
        InputError, match="mode: a day of 'daily' does not have the 6 pieces of this"
    ):
        Game.from_daily(day, mode("bloky-8x8", "daily"))


def test_a_position_is_not_drawn_from_a_seed_below_zero() -> None:
    with pytest.raises(InputError, match="seed: the seed -1 to draw from"):
        at(mode("ten-ten"), ["." * 10] * 10, "dot", seed=-1)


def test_a_position_that_has_reached_the_target_is_won() -> None:
    table = {"rows": 3, "cols": 3, "catalogue": {"shapes": ["dot"]}, "dealer": {"kind": "uniform"}}
    rules = get({**table, "modes": {"m": {"winning": {"points": 5}}}})
    game = at(mode_of(rules), ["..."] * 3, "dot", score=5)
    assert (game.ending, game.moves) == ("won", 0)
    again = Game.from_document(game.to_document())
    assert again.state == game.state


def test_the_seed_of_a_day_is_what_anybody_can_work_out() -> None:
    message = b"fairtray-day/1|block-knock|daily|2026-11-30"
    digest = hmac.new(b"fairtray/block-knock", message, hashlib.sha256).hexdigest()
    expected = int(digest[:12], 16)
    assert seed_of_day("block-knock", "daily", dt.date(2026, 11, 30)) == expected
    assert expected == 185_202_934_211_201
    game = Game.begin(mode("block-knock", "daily"), date=DAY)
    assert game.terms.supply.seed == expected
    assert game.tray == Game.begin(mode("block-knock", "daily"), date=dt.date(2026, 11, 30)).tray


def test_other_days_keys_and_games_have_other_seeds() -> None:
    day = dt.date(2026, 11, 30)
    seeds = {
        seed_of_day("block-knock", "daily", day),
        seed_of_day("block-knock", "daily", day, b"secret"),
        seed_of_day("block-knock", "daily", day + dt.timedelta(days=1)),
        seed_of_day("block-knock", "weekly", day),
        seed_of_day("eu-block-puzzle", "daily", day),
    }
    assert len(seeds) == 5


def test_dailies_offer_no_continue() -> None:
    for ruleset in ("block-knock", "eu-block-puzzle", "bloky-8x8"):
        assert mode(ruleset, "daily").continues is None


# --- Winning and stars -----------------------------------------------------------------


def test_a_challenge_is_won_the_moment_its_target_is_reached() -> None:
    game = Game.begin(mode("block-knock", "challenge"), seed=0)
    before = 0
    while game.ending is None:
        before = game.score
        best = max(
            (
                game.position.place(Placement(slot, row, col))
                for slot in game.position.slots
                for row, col in game.position.legal(game.tray[slot])  # type: ignore[arg-type]
            ),
            key=lambda m: (len(m.lines), -m.placement.row - m.placement.col),
        )
        game.place(best.placement)
    assert (game.ending, game.won) == ("won", True)
    assert before < 1500 <= game.score
    assert game.events[-1].kind == "won"


def test_reaching_the_target_is_enough() -> None:
    rules = both(winning={"points": 11})
    nearly = ["#######.", *["........"] * 7]
    for score, ending in [(0, "won"), (1, "won")]:
        game = at(mode_of(rules), nearly, "dot", "dot", score=score)
        game.place(Placement(0, 0, 7))
        assert (game.score, game.ending) == (score + 11, ending)
    short = at(mode_of(rules), ["........"] * 8, "I3h", "dot", score=7)
    short.place(Placement(0, 0, 0))
    assert (short.score, short.ending) == (10, None)
    short.place(Placement(1, 7, 7))
    assert (short.score, short.ending, short.events[-1].kind) == (11, "won", "won")


KNOCK = {
    "classic": None,
    "challenge": 1,
    "daily": None,
}


@given(
    name=st.sampled_from(sorted(KNOCK)),
    score=st.integers(0, 20_000) | st.sampled_from([2499, 2500, 12_499, 12_500, 15_000]),
    won=st.booleans(),
    challenge=st.integers(1, 40),
    record=st.none() | st.integers(0, 20_000),
    today=st.integers(0, 80),
)
def test_stars_are_what_the_oracle_counts(
    name: str, score: int, won: bool, challenge: int, record: int | None, today: int
) -> None:
    number = challenge if name == "challenge" else None
    won = won and name != "classic"
    found = stars_of(
        mode("block-knock", name),
        score=score,
        won=won,
        challenge=number,
        record=record,
        stars_today=today,
    )
    assert found.total == mode_oracle.stars(
        score, won=won, challenge=number, daily=name == "daily", record=record, today=today
    )


def test_stars_by_hand() -> None:
    classic, challenge, daily = (mode("block-knock", n) for n in ("classic", "challenge", "daily"))
    assert stars_of(classic, score=2499, won=False).total == 1
    assert stars_of(classic, score=13_000, won=False, record=12_000).total == 1 + 5 + 2
    assert stars_of(classic, score=13_000, won=False).total == 6
    assert stars_of(challenge, score=1500, won=True, challenge=1).total == 1
    assert stars_of(challenge, score=4000, won=True, challenge=12).total == 12
    assert stars_of(challenge, score=4000, won=False, challenge=12).total == 2
    assert stars_of(challenge, score=9000, won=True, challenge=33).total == 20
    won = stars_of(daily, score=2600, won=True, record=1, stars_today=59)
    assert (won.game, won.day) == (1, 100)
    assert stars_of(mode("bloky-8x8"), score=9000, won=False).total == 0


def test_practice_earns_no_stars() -> None:
    practice = practice_of(get("block-knock"))
    assert stars_of(practice, score=99_999, won=False).total == 0


def test_a_game_that_still_runs_has_earned_no_stars() -> None:
    assert Game.begin(mode("block-knock"), seed=1).stars().total == 0


# --- Rows ---------------------------------------------------------------------------------


@given(board=st.integers(0, 2**36 - 1))
def test_the_fullest_row_is_found_by_counting(board: int) -> None:
    grid = Grid(6, 6)
    rows = grid.draw(board)
    row = fullest_row(grid, board)
    counts = [drawn.count("#") for drawn in rows]
    if row is None:
        assert board == 0
        return
    assert counts[row] == max(counts)
    assert all(count < counts[row] for count in counts[:row])
    rows[row] = "." * 6
    assert grid.draw(emptied(grid, board, row)) == rows
