"""The CP-SAT optimum against the oracle and known answers, for every way of scoring."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

import cases
import oracle
import strategies
from fairtray import rulesets
from fairtray.core import shapes
from fairtray.core.errors import InputError, InternalFault
from fairtray.engines.proof import score
from fairtray.engines.proof.best import Optimum, best
from fairtray.game import Position, replay

SCORING: dict[str, dict[str, Any]] = {
    "none": {"combo": {"kind": "none"}},
    "streak": {"combo": {"kind": "streak", "percents": [100, 150, 200, 250, 300]}},
    "grace": {"combo": {"kind": "grace", "grace": 3}},
    "additive": {"combo": {"kind": "additive", "bonus": 50}},
}


def scored(side: int, kind: str, perfect: int = 0) -> rulesets.Ruleset:
    scoring = {
        "per_cell": 1,
        "lines": {"formula": "5*n*(n+1)"},
        "perfect_clear": {"points": perfect},
        **SCORING[kind],
    }
    return rulesets.get({"rows": side, "cols": side, "scoring": scoring})


def answer(position: Position) -> tuple[int, bool]:
    """Return CP-SAT's points and whether they are for the whole tray, checked by replay."""
    found = best(position)
    assert isinstance(found, Optimum)
    moves = replay(position, found.placements)
    assert sum(move.points for move in moves) == found.points
    assert (len(moves) == len(position.slots)) == found.complete
    return found.points, found.complete


def right(position: Position) -> tuple[int, bool]:
    """Return the oracle's."""
    found = oracle.best(
        strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    )
    return found.points, found.all_placed is not None


def test_known_positions() -> None:
    for case in cases.positions():
        ruleset, expect = rulesets.get(case["ruleset"]), case["expect"]
        position = Position(
            ruleset,
            ruleset.grid.parse(case["board"]),
            tuple(shapes.from_drawing(piece) for piece in case["tray"]),
            case["combo"],
            case["moves_since_clear"],
        )
        whole = expect["best_points_all_placed"]
        want = (expect["best_points"], False) if whole is None else (whole, True)
        assert answer(position) == want


@given(strategies.positions(max_pieces=4, budget=4000))
def test_agrees_with_the_oracle(position: Position) -> None:
    assert answer(position) == right(position)


@pytest.mark.parametrize("kind", SCORING)
@pytest.mark.parametrize("perfect", [0, 500])
@settings(max_examples=25)
@given(data=strategies.st.data())
def test_every_combo_from_every_start(kind: str, perfect: int, data: Any) -> None:
    ruleset = scored(4, kind, perfect)
    position = data.draw(strategies.positions(ruleset, max_pieces=3, budget=4000))
    assert answer(position) == right(position)


def test_a_streak_is_worth_more_than_a_double_clear() -> None:
    board = ["#######."] * 2 + ["........"] * 6
    ruleset = scored(8, "additive")
    tray = tuple(shapes.named(name) for name in ("I2v", "dot", "dot"))
    assert answer(Position(ruleset, ruleset.grid.parse(board), tray)) == (74, True)


def test_all_pieces_come_before_points() -> None:
    # The corner alone earns 32 and leaves no room for the bar; both together earn 25.
    ruleset = rulesets.get({"rows": 4, "cols": 4})
    board = ruleset.grid.parse(["..##", "#..#", ".###", "##.."])
    position = Position(ruleset, board, (shapes.named("V3-nw"), shapes.named("I2h")))
    found = oracle.best(strategies.oracle_rules(ruleset), strategies.oracle_state(position))
    assert found == (25, 32)
    assert answer(position) == (25, True)


def test_nothing_fits() -> None:
    ruleset = rulesets.get({"rows": 4, "cols": 4})
    assert answer(Position(ruleset, ruleset.grid.full, (shapes.named("dot"),))) == (0, False)


def test_a_perfect_clear_is_not_multiplied() -> None:
    ruleset = rulesets.get("block-knock")
    board = ruleset.grid.parse(["#######."] + ["........"] * 7)
    position = Position(ruleset, board, (shapes.named("dot"),), combo=2)
    assert answer(position) == (10 + 100 * 3 + 3000, True)


def test_six_lines_and_two_more_that_were_full() -> None:
    ruleset = scored(8, "none", 500)
    rows = ["...#####"] * 3 + ["###....."] * 5
    board = ruleset.grid.parse(rows)
    position = Position(ruleset, board, (shapes.named("O9"),))
    assert answer(position) == (9 + 5 * 6 * 7 + 500, True)
    full = Position(ruleset, ruleset.grid.parse(["########", *rows[1:]]), (shapes.named("dot"),))
    assert answer(full) == right(full)


def test_nothing_to_place() -> None:
    position = Position(rulesets.get("bloky-8x8"), 0, (None, None, None))
    assert best(position) == Optimum(0, True, ())


def test_a_limit_is_no_answer() -> None:
    ruleset = rulesets.get("bloky-8x8")
    tray = tuple(shapes.named(name) for name in ("O9", "I5h", "V5-ne"))
    found = best(Position(ruleset, 0, tray), work_limit=0.0)
    assert found.status == "undecided"
    assert not hasattr(found, "points")


def test_workers_do_not_change_the_points() -> None:
    ruleset = rulesets.get("block-knock")
    for position in strategies.example_positions(ruleset, 5, seed=3):
        points = [best(position, workers=workers) for workers in (1, 2, 3)]
        assert len({(p.points, p.complete) for p in points if isinstance(p, Optimum)}) == 1


def test_points_beyond_what_cp_sat_counts_are_refused() -> None:
    ruleset = rulesets.get(
        {
            "rows": 2,
            "cols": 2,
            "scoring": {"lines": {"formula": "1000000*n"}, "combo": {"kind": "grace", "grace": 1}},
        }
    )
    position = Position(ruleset, 0, (shapes.named("I2h"),), combo=10**13)
    with pytest.raises(InputError, match="counts no further"):
        best(position)


def test_points_that_do_not_replay_are_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score.Score, "points", lambda _self, _outcome: -1)
    position = Position(rulesets.get("bloky-8x8"), 0, (shapes.named("dot"),))
    with pytest.raises(InternalFault, match="counts -1 points"):
        best(position)
