"""Recorded games: which slot a move takes, which tray comes next, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cases
from fairtray import notation
from fairtray.core.errors import IllegalPlacement, NotationError, PositionError
from fairtray.core.shapes import named

EMPTY = ["........"] * 8


def names(tray: notation.Tray) -> list[str | None]:
    return [None if shape is None else shape.name for shape in tray]


def game(value: dict[str, Any]) -> notation.Game:
    return notation.parse_game(json.dumps(value))


@pytest.mark.parametrize("case", ["field-08", "field-12", "field-13", "field-15"])
def test_games_without_a_tray_take_the_shapes_as_recorded(case: str) -> None:
    known = cases.field(case)
    recorded = game(known["given"])
    played = notation.play(recorded)
    assert recorded.free
    assert [len(move.lines) for move in played.moves] == known["expect"]["lines"]
    assert not played.final.slots


def test_a_shape_takes_the_lowest_slot_that_holds_it() -> None:
    played = notation.play(
        game(
            {
                "board": EMPTY,
                "tray": ["I2h", "dot", "dot"],
                "moves": [
                    {"shape": "dot", "row": 0, "col": 0},
                    {"shape": ["#"], "row": 1, "col": 0},
                    {"slot": 0, "row": 2, "col": 0},
                ],
            }
        )
    )
    assert [move.placement.slot for move in played.moves] == [1, 2, 0]


def test_a_key_of_a_move_that_nearly_is_a_known_one_is_a_fault() -> None:
    moves = [{"shape": "dot", "row": 0, "col": 0, "Slot": 0}, {"piece": "dot", "row": 1, "colm": 1}]
    with pytest.raises(PositionError) as caught:
        game({"board": EMPTY, "moves": moves})
    told = str(caught.value)
    assert "moves[0].Slot: unknown key; did you mean slot?" in told
    assert "moves[1].piece: unknown key; did you mean shape?" in told
    assert "moves[1].colm: unknown key; did you mean col?" in told


def test_other_unknown_keys_of_moves_are_told_of_once() -> None:
    moves = [{"shape": "dot", "row": i, "col": 0, "ms": 7, "note": "", "_x": 1} for i in range(3)]
    read = game({"board": EMPTY, "moves": moves})
    assert read.warnings == (
        "moves[0]: unknown key 'ms' is ignored, here and in the entries that follow",
    )


def test_recorded_results_that_contradict_the_rules_are_told_of() -> None:
    moves: list[dict[str, Any]] = [{"shape": "dot", "row": i, "col": 0} for i in range(8)]
    moves[1] |= {"points": 1, "lines": 0, "combo": None}
    moves[2] |= {"points": 10, "lines": ["row 3"]}
    played = notation.play(game({"board": EMPTY, "moves": moves}))
    assert played.warnings == (
        "moves[2].lines: ['row 3'] is recorded, but by the rules it is 0",
        "moves[2].points: 10 is recorded, but by the rules it is 1",
    )
    wrong = [{**move, "points": 9, "combo": 9} for move in moves]
    warnings = notation.play(game({"board": EMPTY, "moves": wrong})).warnings
    assert len(warnings) == 11
    assert warnings[-1].startswith("moves: ")


@pytest.mark.parametrize("key", ["upcoming", "trays"])
def test_the_next_tray_comes_when_the_tray_is_used_up(key: str) -> None:
    value = {
        "board": EMPTY,
        "tray": ["dot"],
        key: [["O4", "I2h"], ["O9"]],
        "moves": [
            {"shape": "dot", "row": 0, "col": 0},
            {"shape": "I2h", "row": 2, "col": 0},
            {"slot": 0, "row": 4, "col": 0},
        ],
    }
    played = notation.play(game(value))
    assert played.final.tray == (named("O9"),)
    value["tray"] = []
    value["moves"] = [{"shape": "O4", "row": 0, "col": 0}]
    assert not game(value).free
    assert names(notation.play(game(value)).final.tray) == [None, "I2h"]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ({"shape": "dot", "row": 0, "col": 0}, r"moves\[1\]: dot at row 0, column 0 covers filled"),
        ({"shape": "dot", "row": 8, "col": 0}, r"moves\[1\]: dot at row 8, .* leaves the board"),
        ({"shape": "O9", "row": 1, "col": 1}, r"moves\[1\]: 'O9' is not in the tray; .* 1: dot"),
        ({"slot": 0, "row": 1, "col": 1}, r"moves\[1\]: slot 0 holds no piece"),
        ({"slot": 1, "shape": "O4", "row": 1, "col": 1}, r"moves\[1\]: 'O4' is not in slot 1"),
    ],
)
def test_an_illegal_move_is_named_with_the_reason(move: dict[str, Any], message: str) -> None:
    first = {"shape": "dot", "row": 0, "col": 0}
    recorded = game({"board": EMPTY, "tray": ["dot", "dot"], "moves": [first, move]})
    with pytest.raises(IllegalPlacement, match=message):
        notation.play(recorded)


def test_moves_after_the_last_known_tray() -> None:
    moves = [{"shape": "dot", "row": 0, "col": col} for col in range(2)]
    with pytest.raises(IllegalPlacement, match=r"moves\[1\]: the tray is used up; add"):
        notation.play(game({"board": EMPTY, "tray": ["dot"], "moves": moves}))
    with pytest.raises(IllegalPlacement, match=r"moves\[0\]: names a slot, but .* no tray"):
        notation.play(game({"board": EMPTY, "moves": [{"slot": 0, "row": 0, "col": 0}]}))


@pytest.mark.parametrize(
    ("moves", "where"),
    [
        (3, ["moves"]),
        ([3], ["moves[0]"]),
        ([{"row": 0, "col": 0}], ["moves[0]"]),
        ([{"shape": "dot", "row": -1, "col": "a"}], ["moves[0].row", "moves[0].col"]),
        (
            [{"slot": 1.5, "shape": "nope"}],
            [f"moves[0].{k}" for k in ("slot", "shape", "row", "col")],
        ),
    ],
)
def test_faults_of_moves(moves: object, where: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        game({"board": EMPTY, "tray": ["dot"], "moves": moves})
    assert [fault.where for fault in caught.value.faults] == where


def test_a_game_without_moves_or_as_a_drawing() -> None:
    with pytest.raises(PositionError, match="moves: missing"):
        game({"board": EMPTY, "tray": ["dot"]})
    with pytest.raises(NotationError, match="is a drawing"):
        notation.parse_game("\n".join(EMPTY))
