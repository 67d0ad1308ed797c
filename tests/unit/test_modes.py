"""Modes as data: what there is, what a game is begun with, and what a ruleset file may say."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from fairtray import rulesets
from fairtray.core.errors import IllegalPlacement, InputError, RulesetError
from fairtray.game import Placement, Position
from fairtray.gameplay.modes import Game, Mode, mode_of, modes_of, practice_of, rules_of
from fairtray.rulesets import Ruleset, get

DAY = "2026-11-30"


def mode(ruleset: str, name: str) -> Mode:
    """Return a built-in mode."""
    return mode_of(get(ruleset), name)


def file_with(modes: dict[str, Any], **more: Any) -> Ruleset:
    """Return a ruleset of 4x4 cells with some modes."""
    shapes = {"shapes": ["dot", "I2h", "I2v"]}
    dealer = {"kind": "any-fit"}
    file = {"rows": 4, "cols": 4, "catalogue": shapes, "dealer": dealer, "modes": modes}
    return get({**file, **more})


def test_modes_stand_in_the_order_of_the_file() -> None:
    names = {name: [m.name for m in modes_of(get(name))] for name in rulesets.builtin_names()}
    assert names == {
        "bloky-8x8": ["free", "daily"],
        "block-knock": ["classic", "challenge", "daily"],
        "block-puzzle-19": ["classic"],
        "eu-block-puzzle": ["classic", "daily", "zen", "timed", "hardcore"],
        "ten-ten": ["classic"],
        "woodoku": ["classic"],
        "block-blast": ["classic"],
    }


def test_a_ruleset_without_modes_has_one_endless_game() -> None:
    (only,) = modes_of(file_with({}))
    assert (only.name, only.undo_limit, only.continues) == ("classic", 0, None)
    assert mode_of(file_with({})) == only


def test_an_unknown_dealer_deals_evenly_and_that_is_said() -> None:
    (only,) = modes_of(get("block-blast"))
    assert only.dealer is not None
    assert only.dealer.kind == "uniform"
    assert "not known" in only.notes[0]
    assert mode("ten-ten", "classic").notes == ()


def test_an_unknown_mode_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match=r"no mode called 'zenn'; did you mean zen\?.*timed"):
        mode("eu-block-puzzle", "zenn")


# --- The rules of a mode -----------------------------------------------------------


def test_a_mode_that_changes_nothing_is_played_by_the_very_ruleset() -> None:
    for name, of in [("bloky-8x8", "free"), ("eu-block-puzzle", "timed")]:
        assert rules_of(mode(name, of)) is get(name)
    assert rules_of(mode("block-knock", "challenge"), 5) is get("block-knock")


def test_zen_earns_nothing_and_counts_no_combo() -> None:
    rules = rules_of(mode("eu-block-puzzle", "zen"))
    nearly = Position(rules, rules.lines[0] & ~1, (get("eu-block-puzzle").shapes[0],))
    move = nearly.place(Placement(0, 0, 0))
    assert (len(move.lines), move.points, move.combo) == (1, 0, 0)
    assert rules.digest != get("eu-block-puzzle").digest


def test_hardcore_makes_simple_shapes_rare() -> None:
    rules = rules_of(mode("eu-block-puzzle", "hardcore"))
    weights = {entry.shape.name: entry.weight for entry in rules.catalogue or ()}
    assert {weights[name] for name in ("dot", "I2v", "D2-0", "V3-ne", "I3h")} == {1}
    assert {weights[name] for name in ("I4h", "O4", "T4-0", "L4-2")} == {4}
    assert {weights[name] for name in ("I5h", "O9", "R23", "X5", "U5-1", "S4-h", "Z4-v")} == {8}


@pytest.mark.parametrize(
    ("challenge", "joined"),
    [
        (1, 0),
        (5, 0),
        (6, 1),
        (9, 1),
        (10, 5),
        (14, 5),
        (15, 7),
        (100, 7),
    ],
)
def test_shapes_join_from_challenges_6_10_and_15(challenge: int, joined: int) -> None:
    rules = rules_of(mode("block-knock", "challenge"), challenge)
    assert len(rules.shapes) == 37 + joined
    assert [s.name for s in rules.shapes[37:]] == [
        *("X5", "U5-0", "U5-1", "U5-2", "U5-3", "D3-0", "D3-1")
    ][:joined]


def test_shapes_that_join_weigh_what_the_mode_has_for_their_cells() -> None:
    stages = [{"from_challenge": 2, "shapes": ["I3h", "O4"]}]
    table = {"targets": [5], "stages": stages}
    plain = mode_of(file_with({"m": table}))
    weighted = mode_of(file_with({"m": {**table, "weights": {"by_cells": [1, 2, 5]}}}))
    for each, joined in ((plain, [1, 1, 1, 1, 1]), (weighted, [1, 2, 2, 5, 5])):
        assert [entry.weight for entry in rules_of(each, 2).catalogue or ()] == joined
        assert [entry.weight for entry in rules_of(each, 1).catalogue or ()] == joined[:3]


def test_each_challenge_asks_for_more_than_the_one_before() -> None:
    challenge = mode("block-knock", "challenge")
    first = challenge.level(1)
    assert (first.target, first.start) == (1500, 0)
    for k in range(2, 40):
        before, level = challenge.level(k - 1), challenge.level(k)
        assert before.start & ~level.start == 0
        blocks = level.start.bit_count() - before.start.bit_count()
        assert (blocks, level.target - before.target) == (
            (2, 0) if k % 2 == 0 and k <= 20 else (0, 500)
        ), k


@pytest.mark.parametrize("challenge", [0, -1, 10**6 + 1, 10**30])
def test_challenges_count_from_1(challenge: int) -> None:
    with pytest.raises(InputError, match="count from 1 to 1000000"):
        mode("block-knock", "challenge").level(challenge)


def test_the_positions_of_ones_own_are_practice() -> None:
    practice = practice_of(get("block-puzzle-19"))
    assert (practice.hints, practice.record, practice.undo_limit) == (True, False, 2000)
    assert mode("block-puzzle-19", "classic").hints is False


# --- How a game begins -------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "name", "arguments", "message"),
    [
        ("bloky-8x8", "free", {}, "seed: no seed"),
        ("bloky-8x8", "free", {"seed": -1}, "seed: the seed -1"),
        # Its file could not be read again: numbers there have at most 18 digits.
        ("bloky-8x8", "free", {"seed": 10**18}, "seed: the seed 1000000000000000000 to draw"),
        ("bloky-8x8", "free", {"seed": 1, "date": DAY}, "date: mode 'free' is not a daily"),
        ("bloky-8x8", "free", {"seed": 1, "challenge": 2}, "challenge: mode 'free' has none"),
        ("bloky-8x8", "daily", {}, "date: mode 'daily' needs one"),
        ("bloky-8x8", "daily", {"seed": 1, "date": DAY}, "seed: a date decides"),
        ("eu-block-puzzle", "daily", {"date": "2026-02-30"}, "date: there is no day"),
        ("block-knock", "challenge", {"seed": 1, "challenge": 0}, "challenge: there is no 0"),
    ],
)
def test_what_a_mode_has_no_use_for_is_refused(
    ruleset: str, name: str, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Game.begin(mode(ruleset, name), **arguments)


def test_a_game_begins_with_the_start_board_and_one_deal() -> None:
    game = Game.begin(mode("block-knock", "challenge"), seed=1, challenge=20)
    assert game.position.board.bit_count() == 20
    assert (game.target, game.challenge, game.turn, game.moves) == (6000, 20, 0, 0)
    assert [event.kind for event in game.events] == ["dealt"]
    assert all(game.position.fits(slot) for slot in range(3))
    assert Game.begin(mode("block-knock", "challenge"), seed=1).challenge == 1


def test_the_same_seed_deals_the_same_and_another_does_not() -> None:
    def trays(seed: int) -> list[object]:
        return [Game.begin(mode("eu-block-puzzle", name), seed=seed).tray for name in ("classic",)]

    assert trays(5) == trays(5)
    assert len({str(trays(seed)) for seed in range(6)}) == 6


def test_the_game_ends_only_by_its_rules() -> None:
    game = Game.begin(mode("ten-ten", "classic"), seed=1)
    while game.ending is None:
        slot = next(slot for slot in game.position.slots if game.position.fits(slot))
        shape = game.tray[slot]
        assert shape is not None
        game.place(Placement(slot, *next(game.position.legal(shape))))
    assert game.ending == "stuck"
    assert game.position.game_over
    assert game.events[-1].kind == "stuck"
    board = game.position
    with pytest.raises(IllegalPlacement, match="the game has ended"):
        game.place(Placement(0, 0, 0))
    assert game.position is board


def test_a_ruleset_of_ones_own_has_its_modes_and_its_games_keep_them() -> None:
    """The example of the documentation, played, saved and read again without its file."""
    page = (Path(__file__).parents[2] / "docs" / "modes.md").read_text(encoding="utf-8")
    table = page.partition("```toml\n")[2].partition("```")[0]
    ruleset = file_with(**tomllib.loads(table), name="own")
    sprint, calm, classic = modes_of(ruleset)
    assert (sprint.seconds, sprint.record) == (60, False)
    assert sprint.continues is not None
    assert (sprint.continues.per_game, sprint.continues.empties_rows) == (1, 2)
    assert (calm.points, calm.game_over, calm.rescue_rows) == (False, False, 1)
    assert (classic.undo_limit, classic.hints) == (100, False)
    for each in (sprint, calm, classic):
        game = Game.begin(each, seed=3)
        for _ in range(5):
            slot = next(slot for slot in game.position.slots if game.position.fits(slot))
            game.place(
                Placement(
                    slot, *next(game.position.legal(game.tray[slot] or get("ten-ten").shapes[0]))
                )
            )
        again = Game.from_document(json.loads(json.dumps(game.to_document())))
        assert (again.mode, again.state) == (each, game.state)


# --- What a file may say -----------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file["modes"].update(sprint={"seconds": 10}),
        lambda file: file["modes"]["challenge"].update(targets=[700]),
        lambda file: file["stars"].update(base=9),
        lambda file: file.update(undo={"limit": 5}),
    ],
)
def test_other_modes_need_another_name_than_that_of_a_built_in_game(
    change: Callable[[dict[str, Any]], object],
) -> None:
    """Saved games name the ruleset: they would be read with the modes of the built-in one."""
    data = resources.files("fairtray.rulesets") / "data" / "block-knock.toml"
    file = tomllib.loads(data.read_text(encoding="utf-8"))
    assert get(file) == get("block-knock")
    change(file)
    with pytest.raises(RulesetError, match="'block-knock' is built in, with other modes than"):
        get(file)
    own = get({**file, "name": "own"})
    again = Game.from_document(Game.begin(mode_of(own), seed=1).to_document()).mode.ruleset
    assert (again.name, again.modes) == ("own", own.modes)
    assert (again.stars, again.undo) == (own.stars, own.undo)


@pytest.mark.parametrize(
    ("modes", "message"),
    [
        ({"m": {"pieces": 30}}, r"modes\.m\.pieces: a number of pieces; add same_for_everybody"),
        (
            {"m": {"pieces": 31, "same_for_everybody": True}},
            r"modes\.m\.pieces: 31 pieces are not a whole number of trays; write a multiple of 3",
        ),
        ({"practice": {}}, r"modes\.practice: is what playing single positions is called"),
        ({"m": {"game_over": False}}, r"modes\.m\.rescue_rows: missing"),
        (
            {"m": {"progression": {"further_points": 1, "levels": [{"target": 2, "start": [""]}]}}},
            r"modes\.m\.targets: missing",
        ),
        (
            {"m": {"targets": [10], "stages": [{"from_challenge": 2, "shapes": ["dot", "I5v"]}]}},
            r"modes\.m\.stages\[0\]: I5v \(5x1\) is larger than the board",
        ),
        (
            {"m": {"stages": [{"from_challenge": 2, "shapes": ["I3h"]}]}},
            r"modes\.m\.stages: no challenge to join from; add targets",
        ),
        ({"m": {"attempts": 3}}, r"modes\.m\.attempts: is of days; add same_for_everybody"),
        ({"m": {"best_attempt_counts": True}}, r"modes\.m\.best_attempt_counts: is of days"),
        (
            {"m": {"same_for_everybody": True, "targets": [5]}},
            r"modes\.m\.targets: a day has no challenges",
        ),
        (
            {"m": {"same_for_everybody": True, "pieces": 6, "weights": {"by_cells": [1, 9]}}},
            r"modes\.m\.weights: a day with a number of pieces cannot",
        ),
        ({"m": {"rescue_rows": 1}}, r"modes\.m\.rescue_rows: has no effect"),
        ({"m": {"continues": {"per_game": 1}}}, r"modes\.m\.continues: changes nothing; add"),
        ({"m": {"points": False, "targets": [5]}}, r"modes\.m\.targets: cannot be reached"),
        (
            {"m": {"points": False, "winning": {"points": 5}}},
            r"modes\.m\.winning: cannot be reached without points",
        ),
        (
            {"m": {"targets": [5], "winning": {"points": 5}}},
            r"modes\.m\.winning: challenges are won by their targets",
        ),
        ({"m": {"targets": [5, 5]}}, r"modes\.m\.targets\[1\]: is not harder .* more than 5"),
    ],
)
def test_a_mode_that_could_not_be_played_is_refused(modes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        file_with(modes)


def test_a_bonus_for_records_is_for_modes_that_there_are() -> None:
    stars = tomllib.loads(
        """
        base = 1
        per_points = 2500
        per_points_max = 5
        record_bonus = 2
        record_bonus_modes = ["sprint", "sprnt"]
        challenge_max = 20
        daily_limit = 60
        won_daily = 100
        """
    )
    message = r"^stars\.record_bonus_modes\[1\]: unknown mode 'sprnt'; did you mean sprint\?$"
    with pytest.raises(RulesetError, match=message):
        file_with({"sprint": {}}, stars=stars)


@pytest.mark.parametrize(
    ("target", "start", "message"),
    [
        (9, ["....", "....", "....", "...#"], r"levels\[0\]: is not harder than the one before"),
        (10, ["....", "....", "....", "...."], r"levels\[0\]: is not harder"),
        (10, ["....", "....", "....", "####"], r"levels\[0\]\.start: a line is full"),
        (10, ["....", "....", "...."], r"levels\[0\]\.start: 3 rows"),
        (10, ["....", "....", "....", "..#?"], r"levels\[0\]\.start\[3\]\[3\]: cell '\?'"),
    ],
)
def test_a_progression_must_progress(target: int, start: list[str], message: str) -> None:
    progression = {"further_points": 5, "levels": [{"target": target, "start": start}]}
    with pytest.raises(RulesetError, match=r"modes\.m\.progression\." + message):
        file_with({"m": {"targets": [10], "progression": progression}})
