"""``fairtray check``: verdicts, exit codes, and many positions at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cases
from commandline import Fairtray
from fairtray import notation
from fairtray.engines import check as engines
from fairtray.game import Placement, Position, proven

EMPTY = ["........"] * 8
CROWDED = ["#" * i + "." + "#" * (7 - i) for i in range(8)]


def replayed(case: dict[str, Any], witness: list[dict[str, Any]]) -> None:
    position = notation.parse_json(json.dumps(case)).position
    proven(position, [Placement(m["slot"], m["row"], m["col"]) for m in witness])


@pytest.mark.parametrize("engine", ["search", "cp-sat", "both"])
@pytest.mark.parametrize("number", [0, 4, 57, 120])
def test_known_positions(fairtray: Fairtray, number: int, engine: str) -> None:
    case = cases.positions()[number]
    result = fairtray("check", "-", "--json", "--engine", engine, stdin=case)
    expect = case["expect"]
    answer = result.json
    assert result.code == (0 if expect["placeable"] else 1)
    assert result.err == ""
    assert answer["engine"] == engine
    for key in ("placeable", "orders", "fits", "game_over"):
        assert answer[key] == expect[key]
    if expect["placeable"]:
        replayed(case, answer["witness"])
    else:
        assert answer["witness"] is None


@pytest.mark.parametrize("case", ["field-01", "field-02", "field-03", "field-04", "field-10"])
def test_faults_of_other_tools(fairtray: Fairtray, case: str) -> None:
    known = cases.field(case)
    answer = fairtray("check", "-", "--json", "--engine", "both", stdin=known["given"]).json
    for key in set(answer) & set(known["expect"]):
        assert answer[key] == known["expect"][key]
    if "only_placement" in known["expect"]:
        (move,) = answer["witness"]
        assert [move["row"], move["col"]] == known["expect"]["only_placement"]


def test_used_slots_are_null(fairtray: Fairtray) -> None:
    stdin = {"board": CROWDED, "tray": [None, "O9", "dot"]}
    result = fairtray("check", "-", "--json", stdin=stdin)
    assert result.code == 1
    assert result.json["fits"] == [None, False, True]
    assert result.json["game_over"] is False


@pytest.mark.parametrize("engine", ["search", "cp-sat", "both"])
@pytest.mark.parametrize("tray", [[], [None, None]])
def test_empty_tray_is_placeable(fairtray: Fairtray, tray: list[None], engine: str) -> None:
    stdin = {"board": EMPTY, "tray": tray}
    result = fairtray("check", "-", "--json", "--engine", engine, stdin=stdin)
    assert result.code == 0
    assert result.json == {
        "placeable": True,
        "orders": 1,
        "fits": tray,
        "game_over": False,
        "witness": [],
        "engine": engine,
        "warnings": [],
    }
    assert "nothing to place" in fairtray("check", "-", stdin=stdin).out


def test_what_people_read(fairtray: Fairtray) -> None:
    result = fairtray("check", "-", stdin=cases.field("field-02")["given"])
    assert result.err == ""
    assert "rows and columns are counted from 1" in result.out
    assert "placeable: yes, in 1 of 6 orders (by search)" in result.out
    assert "1. V3-se (slot 3) at row 5, column 7: 13 points, clears column 8" in result.out
    result = fairtray("check", "-", "--engine", "both", stdin={"board": CROWDED, "tray": ["O4"]})
    assert "placeable: no, in none of 1 orders (by both engines)" in result.out
    assert "game over: yes, no piece fits" in result.out


def test_full_line_is_a_warning(fairtray: Fairtray) -> None:
    stdin = {"board": ["########", *EMPTY[1:]], "tray": ["dot"]}
    result = fairtray("check", "-", "--json", "--engine", "both", stdin=stdin)
    assert result.code == 0
    assert result.err == (
        "warning: board: row 1 (counted from 1) is full from the start; "
        "the next placement clears it\n"
    )
    assert len(result.json["warnings"]) == 1


def test_drawn_position_and_ruleset(fairtray: Fairtray, tmp_path: Path) -> None:
    drawing = "\n".join(["." * 10] * 10) + "\n\n##  #####\n##\n"
    file = tmp_path / "position.txt"
    file.write_text(drawing, encoding="utf-8")
    assert fairtray("check", str(file), "--ruleset", "ten-ten", "--json").json["orders"] == 2
    assert "board of bloky-8x8 has 8x8" in fairtray("check", str(file)).complaint


def test_ruleset_from_standard_input(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text('{"board": ["..", ".."], "tray": [["##"]]}', encoding="utf-8")
    result = fairtray("check", str(file), "--ruleset", "-", "--json", stdin="rows = 2\ncols = 2\n")
    assert result.json["placeable"]
    assert fairtray("check", str(file), "--ruleset", "-", stdin="rows").complaint.startswith(
        "standard input: not TOML"
    )


def test_too_many_pieces(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps({"board": EMPTY, "tray": ["dot"] * 6}), encoding="utf-8")
    assert fairtray("check", str(file)).complaint.startswith(f"{file}: tray: 6 pieces; at most 5")


def test_engines_that_differ_are_a_fault_of_our_own(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    real = engines.check_by_cp_sat

    def wrong(position: Position) -> engines.CheckResult:
        found = real(position)
        return engines.CheckResult(found.placeable, found.orders - 1, found.moves)

    monkeypatch.setattr(engines, "check_by_cp_sat", wrong)
    stdin = {"board": EMPTY, "tray": ["dot", "O4"]}
    result = fairtray("check", "-", "--engine", "both", stdin=stdin)
    assert (result.code, result.out) == (70, "")
    assert "the engines differ: search says placeable True in 2 orders" in result.err
    assert result.err.count("\n") == 1
    # What becomes of the position is tested in test_faults.
    assert "position saved as fairtray-fault.json" in result.err


# --- Many positions ----------------------------------------------------------------

YES = json.dumps({"board": EMPTY, "tray": ["dot"]})
NO = json.dumps({"board": CROWDED, "tray": ["O4"]})


def test_answers_come_in_order_with_their_lines(fairtray: Fairtray) -> None:
    result = fairtray("check", "-", "--lines", stdin=f"{YES}\n\n{NO}\r\n  \n{YES}")
    assert (result.code, result.err) == (1, "")
    assert [(a["line"], a["placeable"]) for a in result.jsons] == [(1, True), (3, False), (5, True)]
    assert fairtray("check", "-", "--lines", stdin=f"{YES}\n{YES}\n").code == 0


def test_bad_lines_are_named_and_the_rest_answered(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    lines = [
        NO,
        "{",
        YES,
        '{"board": 3, "tray": []}',
        "........",
        json.dumps({"board": EMPTY, "tray": ["dot"] * 6}),
    ]
    file.write_bytes("\n".join(lines).encode() + b"\n\xff\xfe\n" + YES.encode())
    result = fairtray("check", str(file))
    assert result.code == 2
    assert [answer["line"] for answer in result.jsons] == [1, 3, 8]
    errors = result.err.splitlines()
    assert [line.split(": ")[1] for line in errors] == [
        f"{file}, line {n}" for n in (2, 4, 5, 6, 7)
    ]
    assert errors[1].endswith('board: 3 is not a list of rows; write the rows, such as ["..##", …]')


def test_all_known_positions(fairtray: Fairtray) -> None:
    result = fairtray("check", str(cases.FIXTURES / "cases" / "positions.jsonl"))
    assert (result.code, result.err) == (1, "")
    for case, answer in zip(cases.positions(), result.jsons, strict=True):
        for key in ("placeable", "orders", "fits", "game_over"):
            assert answer[key] == case["expect"][key]


def test_a_file_without_a_position(fairtray: Fairtray, tmp_path: Path) -> None:
    assert "standard input: is empty" in fairtray("check", "-", "--lines", stdin="\n\n").complaint
    assert "no such file" in fairtray("check", str(tmp_path / "none.jsonl")).complaint
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    assert "is a folder" in fairtray("check", str(folder)).complaint


def test_a_line_of_endless_length(fairtray: Fairtray) -> None:
    stdin = '{"x": "' + "a" * (4 * 2**20) + f'"}}\n{YES}\n'
    result = fairtray("check", "-", "--lines", stdin=stdin)
    assert result.code == 2
    assert [answer["line"] for answer in result.jsons] == [2]
    assert result.err == "error: standard input, line 1: is longer than 4 MiB; shorten it\n"


def test_json_lines_read_as_one_document(fairtray: Fairtray) -> None:
    assert "need --lines" in fairtray("check", "-", stdin=f"{YES}\n{YES}\n").complaint
