"""The built-in rulesets: every published number, asserted one by one."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given

import oracle
import strategies
from fairtray import rulesets
from fairtray.rulesets import Ruleset

# In the order of the ruleset files, which a daily sequence depends on.
GENERIC_37 = """
    dot I2h I2v I3h I3v I4h I4v I5h I5v O4 O9 R23 R32
    V3-ne V3-se V3-sw V3-nw V5-ne V5-se V5-sw V5-nw
    L4-0 L4-1 L4-2 L4-3 J4-0 J4-1 J4-2 J4-3 T4-0 T4-1 T4-2 T4-3 S4-h S4-v Z4-h Z4-v
"""

CLASSIC_19 = """
    dot I2h I2v I3h I3v I4h I4v I5h I5v O4 O9
    V3-ne V3-se V3-sw V3-nw V5-ne V5-se V5-sw V5-nw
"""

EU_48 = """
    dot I2h I2v I3h I3v I4h I4v I5h I5v D2-0 D2-1 O4 O9 R23 R32 V3-ne V3-se V3-sw V3-nw
    L4-0 L4-1 L4-2 L4-3 J4-0 J4-1 J4-2 J4-3 T4-0 T4-1 T4-2 T4-3 S4-h S4-v Z4-h Z4-v
    X5 U5-0 U5-1 U5-2 U5-3 V5-ne V5-se V5-sw V5-nw T5-0 T5-1 T5-2 T5-3
"""

SHAPES = {
    "bloky-8x8": (37, GENERIC_37),
    "block-knock": (37, GENERIC_37),
    "block-puzzle-19": (19, CLASSIC_19),
    "eu-block-puzzle": (48, EU_48),
    "ten-ten": (19, CLASSIC_19),
    "woodoku": (37, GENERIC_37),
    "block-blast": (41, GENERIC_37 + "D3-0 D3-1 D2-0 D2-1"),
}

every_ruleset = pytest.mark.parametrize("name", rulesets.builtin_names())


def names(ruleset: Ruleset) -> list[str]:
    return [shape.name for shape in ruleset.shapes]


def test_the_built_in_rulesets_are_the_published_games_and_their_relatives() -> None:
    assert rulesets.builtin_names() == tuple(SHAPES)
    assert rulesets.DEFAULT == "bloky-8x8"


# --- Board, lines, catalogue -------------------------------------------------------


@every_ruleset
def test_shapes_their_number_and_their_order(name: str) -> None:
    count, expected = SHAPES[name]
    ruleset = rulesets.get(name)
    assert len(ruleset.shapes) == count
    assert names(ruleset) == expected.split()
    assert {entry.weight for entry in ruleset.catalogue or ()} == {1}


@every_ruleset
def test_board_size_and_lines(name: str) -> None:
    ruleset, rules = rulesets.get(name), oracle.PUBLISHED[name]
    assert (ruleset.grid.rows, ruleset.grid.cols) == (rules.rows, rules.cols)
    assert tuple(strategies.cells_of(ruleset, line) for line in ruleset.lines) == rules.lines
    assert ruleset.start == 0
    assert ruleset.tray_size == 3


def test_lines_are_named_as_people_count() -> None:
    woodoku = rulesets.get("woodoku")
    assert len(woodoku.lines) == 27
    assert (woodoku.line_names[0], woodoku.line_names[9]) == ("row 1", "column 1")
    assert woodoku.line_names[18:] == tuple(f"box {i}" for i in range(1, 10))
    middle = oracle.boxes_of(9, 9, 3, 3)[4]
    assert middle == {(r, c) for r in (3, 4, 5) for c in (3, 4, 5)}
    assert strategies.cells_of(woodoku, woodoku.lines[22]) == middle


def test_nine_large_shapes_of_bloky_and_at_most_one_in_a_triple() -> None:
    bloky = rulesets.get("bloky-8x8")
    large = {entry.shape.name for entry in bloky.catalogue or () if entry.large}
    assert large == {"I5h", "I5v", "V5-ne", "V5-se", "V5-sw", "V5-nw", "R23", "R32", "O9"}
    assert bloky.max_large == 1


@every_ruleset
def test_only_bloky_limits_large_shapes(name: str) -> None:
    assert (rulesets.get(name).max_large is not None) == (name == "bloky-8x8")


def test_no_move_of_bloky_can_clear_more_than_six_lines() -> None:
    bloky = rulesets.get("bloky-8x8")
    spans = {shape.name: bloky.spanned_lines(shape) for shape in bloky.shapes}
    assert max(spans.values()) == 6
    assert {name for name, span in spans.items() if span == 6} == {
        *("O9", "I5h", "I5v"),
        *("V5-ne", "V5-se", "V5-sw", "V5-nw"),
    }
    for shape in bloky.shapes:
        assert spans[shape.name] == shape.height + shape.width


# --- Scoring -----------------------------------------------------------------------


@every_ruleset
def test_line_points_of_every_number_of_lines(name: str) -> None:
    ruleset, rules = rulesets.get(name), oracle.PUBLISHED[name]
    points = ruleset.scoring.lines
    assert points[0] == 0
    assert len(points) == len(ruleset.lines) + 1
    assert list(points[1:]) == [rules.line_points(n) for n in range(1, len(points))]


@pytest.mark.parametrize(
    ("name", "per_cell", "first_lines"),
    [
        ("bloky-8x8", 1, (10, 30, 60, 100, 150, 210)),
        ("block-knock", 10, (100, 200, 600, 1200, 2000)),
        ("block-puzzle-19", 1, (10, 30, 60, 100, 150, 210)),
        ("eu-block-puzzle", 1, (100, 250, 500, 1000, 1500, 2000)),
        ("ten-ten", 1, (10, 30, 60, 100, 150, 210)),
        ("woodoku", 1, (18, 38, 60, 84)),
        ("block-blast", 1, (10, 30, 60, 100, 150, 210)),
    ],
)
def test_points_of_a_cell_and_of_the_first_lines(
    name: str, per_cell: int, first_lines: tuple[int, ...]
) -> None:
    scoring = rulesets.get(name).scoring
    assert scoring.per_cell == per_cell
    assert scoring.lines[1 : 1 + len(first_lines)] == first_lines


@pytest.mark.parametrize("name", [n for n in SHAPES if n not in ("block-knock", "eu-block-puzzle")])
def test_the_other_games_have_neither_combo_nor_perfect_clear(name: str) -> None:
    scoring = rulesets.get(name).scoring
    assert scoring.combo.kind == "none"
    assert scoring.combo.after(True, 0, 0) == (0, 0)
    assert scoring.points(4, 2, 0, True) == 4 + scoring.lines[2]


def test_combo_of_block_knock() -> None:
    scoring = rulesets.get("block-knock").scoring
    combo = scoring.combo
    assert (combo.kind, combo.grace) == ("grace", 3)
    assert [combo.line_points(100, count) for count in (1, 2, 7)] == [100, 200, 700]
    # Three moves without a clear end it, two do not.
    assert combo.after(False, 4, 0) == (4, 1)
    assert combo.after(False, 4, 1) == (4, 2)
    assert combo.after(False, 4, 2) == (0, 0)
    assert combo.after(True, 4, 2) == (5, 0)
    assert combo.after(False, 0, 0) == (0, 0)


def test_perfect_clear_of_block_knock_is_not_multiplied() -> None:
    scoring = rulesets.get("block-knock").scoring
    assert scoring.perfect_clear == 3000
    assert scoring.points(4, 2, 3, True) == 40 + 200 * 3 + 3000
    assert scoring.points(4, 0, 3, True) == 40


def test_streak_of_eu_block_puzzle() -> None:
    scoring = rulesets.get("eu-block-puzzle").scoring
    combo = scoring.combo
    assert combo.kind == "streak"
    worth = [combo.line_points(100, count) for count in range(1, 8)]
    assert worth == [100, 150, 200, 250, 300, 300, 300]
    assert combo.line_points(250, 2) == 375
    assert combo.after(True, 2, 0) == (3, 0)
    assert combo.after(False, 2, 0) == (0, 0)
    assert scoring.perfect_clear == 2000
    assert scoring.points(3, 2, 3, True) == 3 + 500 + 2000


# --- Dealers, claims, modes --------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "claims"),
    [
        ("bloky-8x8", "retry", {"in-catalogue", "large-limit"}),
        ("block-knock", "sequential-fit", {"in-catalogue", "each-fits", "triple-placeable"}),
        ("block-puzzle-19", "uniform", {"in-catalogue"}),
        ("eu-block-puzzle", "any-fit", {"in-catalogue", "some-fits"}),
        ("ten-ten", "uniform", {"in-catalogue"}),
        ("woodoku", "uniform", {"in-catalogue"}),
        ("block-blast", "unknown", set()),
    ],
)
def test_dealer_and_what_is_promised_of_it(name: str, kind: str, claims: set[str]) -> None:
    ruleset = rulesets.get(name)
    assert ruleset.dealer.kind == kind
    # Further claims may join; these are what the publisher says.
    assert claims <= set(ruleset.claims)
    assert ("triple-placeable" in ruleset.claims) == (name == "block-knock")
    assert bool(ruleset.claims) == (name != "block-blast")


def test_bloky_tries_twenty_triples() -> None:
    assert rulesets.get("bloky-8x8").dealer.tries == 20


@pytest.mark.parametrize(
    ("name", "modes"),
    [
        ("bloky-8x8", {"free", "daily"}),
        ("block-knock", {"classic", "challenge", "daily"}),
        ("block-puzzle-19", {"classic"}),
        ("eu-block-puzzle", {"classic", "daily", "zen", "timed", "hardcore"}),
    ],
)
def test_published_modes(name: str, modes: set[str]) -> None:
    assert {mode.name for mode in rulesets.get(name).modes} == modes


def modes_of(name: str) -> dict[str, Any]:
    """Return what a ruleset's file says of its modes."""
    return rulesets.get(name).modes_document()["modes"]


def test_daily_of_bloky() -> None:
    daily = modes_of("bloky-8x8")["daily"]
    assert daily["pieces"] == 30
    assert daily["same_for_everybody"] is True
    assert daily["attempts"] == "unlimited"
    assert daily["best_attempt_counts"] is True
    assert daily["renewed_at"] == "local-midnight"


def test_modes_of_block_knock() -> None:
    modes = modes_of("block-knock")
    for mode in ("classic", "challenge"):
        assert modes[mode]["continues"]["per_game"] == 1
        assert modes[mode]["continues"]["deals_fitting_pieces"] is True
    assert modes["daily"]["continues"] is None
    assert modes["daily"]["attempts"] == 1
    assert modes["daily"]["same_for_everybody"] is True
    assert modes["challenge"]["targets"] == [1500]
    stages = {s["from_challenge"]: s["shapes"] for s in modes["challenge"]["stages"]}
    assert stages == {
        6: ["X5"],
        10: ["U5-0", "U5-1", "U5-2", "U5-3"],
        15: ["D3-0", "D3-1"],
    }
    assert not any(mode["undo"] for mode in modes.values())


def test_stars_of_block_knock() -> None:
    assert rulesets.get("block-knock").modes_document()["stars"] == {
        "base": 1,
        "per_points": 2500,
        "per_points_max": 5,
        "record_bonus": 2,
        "record_bonus_modes": ["classic", "challenge"],
        "challenge_max": 20,
        "daily_limit": 60,
        "won_daily": 100,
    }


def test_undo_of_the_19_shape_game() -> None:
    ruleset = rulesets.get("block-puzzle-19")
    assert ruleset.modes_document()["undo"] == {"limit": 2000, "redeals": False}
    classic = ruleset.modes[0]
    assert (classic.name, classic.undo_limit, classic.continues) == ("classic", 2000, None)


def test_modes_of_eu_block_puzzle() -> None:
    modes = modes_of("eu-block-puzzle")
    for mode in ("classic", "zen", "timed", "hardcore"):
        assert modes[mode]["continues"]["per_game"] == 1
        assert modes[mode]["continues"]["empties_fullest_rows"] == 4
    assert modes["daily"]["continues"] is None
    assert modes["daily"]["renewed_at"] == "local-midnight"
    assert (modes["zen"]["points"], modes["zen"]["game_over"]) == (False, False)
    assert modes["zen"]["rescue_rows"] == 1
    assert (modes["timed"]["seconds"], modes["timed"]["record"]) == (180, False)


def test_hardcore_weights_of_eu_block_puzzle() -> None:
    ruleset = rulesets.get("eu-block-puzzle")
    weights = modes_of("eu-block-puzzle")["hardcore"]["weights"]
    by_cells, single = weights["by_cells"], weights["shapes"]
    found = {
        shape.name: single.get(shape.name, by_cells[min(shape.size, len(by_cells)) - 1])
        for shape in ruleset.shapes
    }
    clumsy = [name for name in found if name[0] in "USZX"]
    assert len(clumsy) == 9
    assert {found[name] for name in clumsy} == {8}
    for shape in ruleset.shapes:
        if shape.name not in clumsy:
            assert found[shape.name] == {1: 1, 2: 1, 3: 1, 4: 4}.get(shape.size, 8), shape.name


@pytest.mark.parametrize(
    ("name", "assumed"),
    [
        ("bloky-8x8", {"dealer"}),
        (
            "block-knock",
            {
                "catalogue",
                "scoring.perfect_clear",
                *(f"modes.challenge.stages[{i}]" for i in range(3)),
                "modes.challenge.progression",
                "modes.daily.winning",
            },
        ),
        ("block-puzzle-19", set()),
        ("eu-block-puzzle", {"catalogue", "modes.hardcore.weights"}),
        ("ten-ten", set()),
        ("woodoku", {"catalogue", "scoring", "dealer"}),
        ("block-blast", {"catalogue", "scoring"}),
    ],
)
def test_what_the_publisher_does_not_state_is_marked_assumed(name: str, assumed: set[str]) -> None:
    assert set(rulesets.get(name).assumed) == assumed


# --- As values ---------------------------------------------------------------------


@every_ruleset
def test_a_ruleset_can_be_sent_to_another_process(name: str) -> None:
    ruleset = rulesets.get(name)
    pickled = pickle.loads(pickle.dumps(ruleset))  # noqa: S301
    for twin in (pickled, copy.deepcopy(ruleset)):
        assert twin == ruleset
        assert hash(twin) == hash(ruleset)
        with pytest.raises(TypeError):
            twin.modes[0] = None


def test_a_built_in_ruleset_is_loaded_once() -> None:
    assert rulesets.get("ten-ten") is rulesets.get("ten-ten")


@given(strategies.descriptions())
def test_a_described_ruleset_is_what_the_description_says(description: dict[str, object]) -> None:
    ruleset = rulesets.get(description)
    read, meant = strategies.oracle_rules(ruleset), strategies.described_rules(description)
    assert (read.rows, read.cols, read.lines) == (meant.rows, meant.cols, meant.lines)
    assert (read.per_cell, read.patience, read.perfect) == (
        meant.per_cell,
        meant.patience,
        meant.perfect,
    )
    for n in range(1, len(read.lines) + 1):
        assert read.line_points(n) == meant.line_points(n)
    for count in range(1, 9):
        assert read.reward(170, count) == meant.reward(170, count)
        assert ruleset.scoring.combo.line_points(170, count) == meant.reward(170, count)
