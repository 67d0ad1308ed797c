"""``fairtray replay``: recorded games."""

from __future__ import annotations

from typing import Any

import pytest

import cases
from commandline import Fairtray

EMPTY = ["........"] * 8
CROWDED = ["#" * i + "." + "#" * (7 - i) for i in range(8)]


@pytest.mark.parametrize("case", ["field-08", "field-12", "field-13", "field-15"])
def test_faults_of_other_tools(fairtray: Fairtray, case: str) -> None:
    known = cases.field(case)
    result = fairtray("replay", "-", "--json", stdin=known["given"])
    assert (result.code, result.err) == (0, "")
    expect, answer = known["expect"], result.json
    assert [move["lines"] for move in answer["moves"]] == expect["lines"]
    if "points" in expect:
        assert [move["points"] for move in answer["moves"]] == expect["points"]
    if "cells_removed" in expect:
        assert answer["moves"][0]["removed"] == expect["cells_removed"]
    if "board_empty" in expect:
        assert not any("#" in row for row in answer["board"])
        assert answer["moves"][-1]["board"] == answer["board"]
    assert answer["game_over"] is False
    assert answer["moves"][0]["slot"] is None


@pytest.mark.parametrize("name", sorted(cases.games()))
def test_recorded_games(fairtray: Fairtray, name: str) -> None:
    result = fairtray("replay", str(cases.FIXTURES / "games" / name), "--json")
    assert (result.code, result.err) == (0, "")
    expect = cases.games()[name]["expect"]
    assert_like(result.json, expect)


def assert_like(answer: Any, expect: Any) -> None:
    """Assert what is expected of the keys that answer and expectation share."""
    if isinstance(expect, dict) and isinstance(answer, dict):
        for key in expect.keys() & answer.keys():
            assert_like(answer[key], expect[key])
    elif isinstance(expect, list) and isinstance(answer, list) and len(answer) == len(expect):
        for one, other in zip(answer, expect, strict=True):
            assert_like(one, other)
    else:
        assert answer == expect


def test_the_moves_of_solve_can_be_replayed(fairtray: Fairtray) -> None:
    case = cases.positions()[90]
    solved = fairtray("solve", "-", "--json", stdin=case).json
    played = fairtray("replay", "-", "--json", stdin={**case, "moves": solved["moves"]}).json
    assert played["score"] == solved["points"]
    assert played["board"] == solved["board"]
    again = fairtray("replay", "-", "--json", stdin={**case, "moves": played["moves"]}).json
    assert again == played


def test_what_people_read(fairtray: Fairtray) -> None:
    result = fairtray("replay", "-", stdin=cases.field("field-15")["given"])
    assert "rows and columns are counted from 1" in result.out
    assert "row 1, row 2, row 3, column 1, column 2, column 3" in result.out
    assert "score: 219\ngame over: no\n" in result.out


def test_game_over_is_judged_on_the_next_tray(fairtray: Fairtray) -> None:
    stdin = {
        "board": CROWDED,
        "tray": ["dot"],
        "upcoming": [["O9"]],
        "score": 10,
        "moves": [{"slot": 0, "row": 1, "col": 1}],
    }
    answer = fairtray("replay", "-", "--json", stdin=stdin).json
    assert (answer["score"], answer["game_over"]) == (41, True)


def test_an_illegal_move_is_bad_input(fairtray: Fairtray) -> None:
    moves = [{"shape": "dot", "row": 0, "col": 0}, {"shape": "O4", "row": 7, "col": 0}]
    for stdin in ({"board": EMPTY, "moves": moves}, {"board": EMPTY, "tray": [], "moves": moves}):
        assert fairtray("replay", "-", stdin=stdin).complaint == (
            "standard input: moves[1]: O4 at row 7, column 0 leaves the board; "
            "its corner can be at rows 0..6, columns 0..6 (counted from 0)"
        )
