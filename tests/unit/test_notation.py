"""Positions and games as FORMATS describes them: both forms, every fault, and back again."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cases
import strategies
from fairtray import notation, rulesets
from fairtray.core.errors import InputError, NotationError, PositionError
from fairtray.game import Position

EMPTY = ["........"] * 8
DRAWN = "\n".join(EMPTY)


def names(tray: notation.Tray) -> list[str | None]:
    return [None if shape is None else shape.name for shape in tray]


def read(value: object, **options: Any) -> notation.Reading:
    return notation.parse_position(json.dumps(value), **options)


def faults(value: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(value)
    return [fault.where for fault in caught.value.faults]


# --- JSON --------------------------------------------------------------------------


def test_json_form() -> None:
    reading = read(
        {
            "ruleset": "block-knock",
            "board": ["...#X1__", "00000000", *EMPTY[2:]],
            "tray": [["##", "#."], "I3h", None],
            "combo": 2,
            "moves_since_clear": 1,
            "score": 120,
            "upcoming": [["dot", "O4"]],
        }
    )
    position = reading.position
    assert position.ruleset.name == "block-knock"
    assert position.ruleset.grid.draw(position.board)[0] == "...###.."
    assert names(position.tray) == ["V3-nw", "I3h", None]
    assert (position.combo, position.moves_since_clear, position.score) == (2, 1, 120)
    assert [names(tray) for tray in reading.upcoming] == [["dot", "O4"]]
    assert reading.warnings == ()


def test_rows_of_numbers_stand_for_boards_and_pieces() -> None:
    reading = read({"board": [[1, 0] * 4] * 8, "tray": [[[1, 1], [1, 0]], "##/#."]})
    assert reading.position.ruleset.grid.draw(reading.position.board) == ["#.#.#.#."] * 8
    assert names(reading.position.tray) == ["V3-nw", "V3-nw"]


def test_empty_rows_and_columns_around_a_piece_are_trimmed() -> None:
    assert names(read({"board": EMPTY, "tray": [["...", ".#.", "..."]]}).position.tray) == ["dot"]


def test_empty_tray_is_no_fault() -> None:
    assert read({"board": EMPTY, "tray": []}).position.tray == ()


@pytest.mark.parametrize("case", cases.positions())
def test_case_files_can_be_fed_straight_in(case: dict[str, Any]) -> None:
    reading = notation.parse_json(json.dumps(case))
    assert reading.warnings == ()
    assert reading.position.ruleset.grid.draw(reading.position.board) == case["board"]
    assert [list(s.rows) for s in reading.position.tray if s is not None] == case["tray"]


def test_full_line_is_a_warning() -> None:
    reading = read({"board": ["########", *EMPTY[1:]], "tray": []})
    assert reading.warnings == (
        "board: row 1 (counted from 1) is full from the start; the next placement clears it",
    )


def test_a_combo_that_the_game_does_not_have_is_a_warning() -> None:
    reading = read({"board": EMPTY, "tray": [], "combo": 3})
    assert reading.position.combo == 0
    assert len(reading.warnings) == 1


def test_unknown_keys_are_ignored_with_a_warning() -> None:
    reading = read({"board": EMPTY, "tray": [], "zzz": 1, "_mine": 2, "id": "x", "expect": {}})
    assert reading.warnings == ("unknown key 'zzz' is ignored",)


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("trey", "tray"),
        ("bord", "board"),
        ("Board", "board"),
        ("rulset", "ruleset"),
        ("moves-since-clear", "moves_since_clear"),
        ("pieces", "tray"),
    ],
)
def test_nearly_known_keys_are_faults(key: str, meant: str) -> None:
    value = {k: v for k, v in {"board": EMPTY, "tray": []}.items() if k != meant}
    with pytest.raises(NotationError, match=rf"^{key}: unknown key; did you mean {meant}\?"):
        read({**value, key: []})


def test_every_fault_is_listed_with_its_field() -> None:
    value = {
        "board": [*EMPTY[:6], "...x....", "......."],
        "tray": ["I3x", ["##", "#"], 7, "X5", [["a"]], []],
        "combo": -1,
        "moves_since_clear": True,
        "score": 1.5,
        "upcoming": [3, ["dot", "nope"]],
    }
    assert faults(value) == [
        "board[6][3]",
        "board[7]",
        "tray[0]",
        "tray[1][1]",
        "tray[2]",
        "tray[3]",
        "tray[4][0]",
        "tray[5]",
        "combo",
        "moves_since_clear",
        "score",
        "upcoming[0]",
        "upcoming[1][1]",
    ]


def test_faults_of_an_in_place_ruleset_are_placed_under_it() -> None:
    assert faults({"ruleset": {"rows": 8, "kols": 8}, "board": 3, "tray": None}) == [
        "ruleset.kols",
        "board",
        "tray",
    ]


def test_wrong_size_is_one_fault_and_names_both_sizes() -> None:
    with pytest.raises(PositionError, match=r"^board: 8x8 cells, .* ten-ten has 10x10; write "):
        read({"ruleset": "ten-ten", "board": EMPTY, "tray": []})


def test_nearest_names_are_suggested() -> None:
    with pytest.raises(PositionError, match=r"did you mean bloky-8x8\?.*did you mean I3h\?"):
        read({"ruleset": "bloky", "board": EMPTY, "tray": ["i3H"]})


def test_a_piece_outside_the_catalogue_is_bad_input() -> None:
    with pytest.raises(PositionError, match=r"tray\[0\]: 'X5' is not in the catalogue of bloky"):
        read({"board": EMPTY, "tray": [[".#.", "###", ".#."]]})
    free = read(
        {"ruleset": {"rows": 8, "cols": 8}, "board": EMPTY, "tray": [[".#.", "###", ".#."]]}
    )
    assert names(free.position.tray) == ["X5"]


def test_moves_since_clear_that_have_ended_the_combo() -> None:
    value = {"ruleset": "block-knock", "board": EMPTY, "tray": [], "combo": 2}
    assert read({**value, "moves_since_clear": 2}).position.moves_since_clear == 2
    assert faults({**value, "moves_since_clear": 3}) == ["moves_since_clear"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        (" \n\t\n", "is empty"),
        ("{", "column 2: not JSON"),
        ('{"board": NaN}', "board: NaN is not a JSON number"),
        ('{"board": [[0], [0, -Infinity]]}', "board[1][1]: -Infinity is not a JSON number"),
        ('{"score": ' + "9" * 5000 + "}", "score: the number "),
        ('{"tray": [], "tray": []}', "tray: the key appears twice in one object; keep one"),
        (
            '{"moves": [{"row": 1e999, "row": 1, "a": NaN}], "a": NaN}',
            "moves[0].row: the key appears twice in one object; keep one | a: NaN",
        ),
        ("[" * 100_000, "column 25: lists or objects are nested too deeply"),
        ('{"a":' * 100_000, "column 121: lists or objects are nested too deeply"),
        ('{"[[\\"":\n' + "[" * 500 + "]" * 500 + "}", "line 2, column 24: lists or objects are"),
        ('{"board": "\x01"}', "column 12: not JSON: invalid control character"),
        ("{}{}", "column 3: more text after the end"),
        ("[]", "[] is not a position"),
        ('""', "'' is not a position"),
        ("hello", "is neither JSON nor the start of a drawing"),
        ("#" * 3000, "too long for a drawing"),
        ("#\n" * 3000, "too long for a drawing"),
    ],
)
def test_texts_that_are_no_position(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse_position(text, source="f.json")
    assert message in str(caught.value)
    assert str(caught.value).startswith("f.json: ")


def test_surrogates_and_control_characters_come_out_escaped() -> None:
    with pytest.raises(PositionError) as caught:
        notation.parse_position(r'{"board": "\ud800", "tray": ["\u001b[31m\n"]}')
    assert str(caught.value).isprintable()
    assert str(caught.value).isascii() or "…" in str(caught.value)


def test_byte_order_mark_and_carriage_returns() -> None:
    text = json.dumps({"board": EMPTY, "tray": ["dot"]}, indent=1).replace("\n", "\r\n")
    assert names(notation.parse_position("\ufeff" + text).position.tray) == ["dot"]


# --- Rulesets ----------------------------------------------------------------------


def test_ruleset_asked_for_takes_the_place_of_the_files_own() -> None:
    other = rulesets.get("block-blast")
    reading = read({"ruleset": "bloky-8x8", "board": EMPTY, "tray": ["D3-0"]}, ruleset=other)
    assert reading.position.ruleset == other
    assert len(reading.warnings) == 1
    assert not read({"board": EMPTY, "tray": []}, ruleset=other).warnings


def test_ruleset_by_path_starts_in_the_files_folder(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text("rows = 2\ncols = 2\n")
    file = tmp_path / "position.json"
    file.write_text('{"ruleset": "small.toml", "board": ["..", ".."], "tray": []}')
    assert notation.read_position(str(file)).position.ruleset.grid.rows == 2
    (tmp_path / "small.toml").write_text("rows = 0\ncols = 2\n")
    with pytest.raises(PositionError, match=r"position\.json: ruleset: .*small\.toml.* rows: 0"):
        notation.read_position(str(file))


# --- Round trips -------------------------------------------------------------------


@given(strategies.positions())
def test_writing_and_reading_gives_the_same_position(position: Position) -> None:
    document = json.loads(json.dumps(notation.position_json(position)))
    again = notation.parse_position(json.dumps(document)).position
    assert again.ruleset.digest == position.ruleset.digest
    assert dataclasses.replace(again, ruleset=position.ruleset) == position


@pytest.mark.parametrize("name", rulesets.builtin_names())
def test_a_ruleset_that_is_not_built_in_is_written_out(name: str) -> None:
    ruleset = rulesets.get(name)
    assert notation.ruleset_json(ruleset) == name
    renamed = dataclasses.replace(ruleset, name="mine")
    document = notation.ruleset_json(renamed)
    assert isinstance(document, dict)
    again = rulesets.get(json.loads(json.dumps(document)))
    assert again.digest == ruleset.digest
    assert (again.line_names, again.claims) == (ruleset.line_names, ruleset.claims)


def test_regions_and_shapes_of_ones_own_are_written_out() -> None:
    ruleset = rulesets.get(
        {
            "rows": 3,
            "cols": 3,
            "lines": {"rows": False, "cols": False, "regions": [[[0, 0], [2, 2]]]},
            "catalogue": {"shapes": [{"name": "mine", "rows": ["#.#"], "weight": 4}]},
            "triple": {"max_large": 1, "large": ["mine"]},
            "scoring": {"per_cell": 2, "combo": {"kind": "grace", "grace": 2}},
        }
    )
    assert rulesets.get(notation.ruleset_json(ruleset)).digest == ruleset.digest
    reading = read(
        {"ruleset": notation.ruleset_json(ruleset), "board": ["..."] * 3, "tray": ["mine"]}
    )
    assert names(reading.position.tray) == ["mine"]
    assert notation.position_json(reading.position)["tray"] == [["#.#"]]


def test_own_names_of_a_shape_do_not_leak_into_another_catalogue() -> None:
    for name in ("one", "two"):
        catalogue = {"shapes": [{"name": name, "rows": ["#.#"]}]}
        ruleset = {"rows": 3, "cols": 3, "catalogue": catalogue}
        reading = read({"ruleset": ruleset, "board": ["..."] * 3, "tray": [name, ["#.#"]]})
        assert names(reading.position.tray) == [name, name]


@given(st.sampled_from(["[", "]", "{", "}", '"', ",", "#", ".", "\n", " "]), st.data())
def test_any_edit_of_a_good_text_is_read_or_refused(mark: str, data: st.DataObject) -> None:
    good = json.dumps({"board": EMPTY, "tray": ["dot", ["##"]]})
    at = data.draw(st.integers(0, len(good)))
    cut = data.draw(st.integers(at, min(len(good), at + 3)))
    message = ""
    try:
        notation.parse_position(good[:at] + mark + good[cut:])
    except InputError as error:
        message = str(error)
    assert message.isprintable()
