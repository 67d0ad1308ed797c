"""``fairtray solve``: points, moves and the boards drawn."""

from __future__ import annotations

import json

import pytest

import cases
from commandline import Fairtray
from fairtray import notation
from fairtray.engines import solve as engines
from fairtray.game import Placement, Position, replay

EMPTY = ["........"] * 8
CROWDED = ["#" * i + "." + "#" * (7 - i) for i in range(8)]


def expected(case: dict[str, object]) -> tuple[int, bool]:
    expect = case["expect"]
    assert isinstance(expect, dict)
    if expect["best_points_all_placed"] is None:
        return expect["best_points"], False
    return expect["best_points_all_placed"], True


@pytest.mark.parametrize("engine", ["search", "both"])
@pytest.mark.parametrize("number", [0, 3, 7, 50, 90, 130])
def test_known_positions(fairtray: Fairtray, number: int, engine: str) -> None:
    case = cases.positions()[number]
    result = fairtray("solve", "-", "--json", "--engine", engine, stdin=case)
    answer = result.json
    assert (result.code, result.err) == (0, "")
    assert (answer["points"], answer["complete"]) == expected(case)
    assert answer["exact"] is True
    position = notation.parse_json(json.dumps(case)).position
    moves = replay(position, [Placement(m["slot"], m["row"], m["col"]) for m in answer["moves"]])
    assert [len(move.lines) for move in moves] == [m["lines"] for m in answer["moves"]]
    assert sum(m["points"] for m in answer["moves"]) == answer["points"]
    final = moves[-1].after if moves else position
    assert answer["board"] == position.ruleset.grid.draw(final.board)


def test_cp_sat_finds_as_many_points(fairtray: Fairtray) -> None:
    case = cases.positions()[3]
    answer = fairtray("solve", "-", "--json", "--engine", "cp-sat", stdin=case).json
    assert (answer["points"], answer["complete"]) == expected(case)
    assert answer["engine"] == "cp-sat"


def test_what_people_read(fairtray: Fairtray) -> None:
    stdin = {"board": ["#####...", *EMPTY[1:]], "tray": ["I3h", None]}
    result = fairtray("solve", "-", stdin=stdin)
    assert (result.code, result.err) == (0, "")
    assert "1. I3h (slot 1) at row 1, column 6: 13 points, clears row 1" in result.out
    assert "  1[#####ooo]     1 ........" in result.out
    assert "13 points with all pieces placed; no line earns more" in result.out


def test_incomplete_and_empty(fairtray: Fairtray) -> None:
    result = fairtray("solve", "-", stdin={"board": CROWDED, "tray": ["O9", "dot"]})
    assert result.code == 0
    assert "with 1 of 2 pieces placed: no order places all" in result.out
    assert not fairtray("solve", "-", "--json", stdin={"board": CROWDED, "tray": ["O9"]}).json[
        "complete"
    ]
    assert (
        "the game is over" in fairtray("solve", "-", stdin={"board": CROWDED, "tray": ["O9"]}).out
    )
    result = fairtray("solve", "-", "--json", stdin={"board": CROWDED, "tray": []})
    assert (result.json["points"], result.json["complete"]) == (0, True)
    assert "nothing to place" in fairtray("solve", "-", stdin={"board": CROWDED, "tray": []}).out


def test_upcoming_trays_are_left_alone_where_only_one_tray_can_be_answered(
    fairtray: Fairtray,
) -> None:
    stdin = {"board": EMPTY, "tray": ["dot"], "upcoming": [["O9"]]}
    result = fairtray("solve", "-", "--json", "--engine", "both", stdin=stdin)
    assert (
        result.err == "note: upcoming trays are not looked at: only the tray on offer is solved\n"
    )
    assert len(result.json["moves"]) == 1
    assert len(result.json["warnings"]) == 1
    result = fairtray("solve", "-", "--lines", "--top", "1", stdin=stdin)
    assert (result.err, len(result.json["warnings"])) == ("", 1)


def test_many_positions(fairtray: Fairtray) -> None:
    lines = [json.dumps({"board": CROWDED, "tray": [piece]}) for piece in ("dot", "O9")]
    result = fairtray("solve", "-", "--lines", stdin="\n".join(lines))
    assert (result.code, result.err) == (0, "")
    assert [(a["line"], a["complete"]) for a in result.jsons] == [(1, True), (2, False)]
    assert fairtray("solve", "-", "--lines", stdin=f"{lines[0]}\nx\n").code == 2


def test_engines_that_differ_are_a_fault_of_our_own(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(_position: Position) -> engines.SolveResult:
        return engines.SolveResult(7, True, True, ())

    monkeypatch.setattr(engines, "solve_by_cp_sat", wrong)
    result = fairtray("solve", "-", "--engine", "both", stdin={"board": EMPTY, "tray": ["dot"]})
    assert result.code == 70
    assert "search says 1 points, complete True, CP-SAT says 7 points" in result.err


def test_a_line_that_does_not_earn_its_points_is_a_fault(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = engines.accounted

    def inflated(solved: engines.SolveResult, position: Position) -> engines.SolveResult:
        return real(engines.SolveResult(solved.points + 1, True, True, solved.moves), position)

    monkeypatch.setattr(engines, "accounted", inflated)
    result = fairtray("solve", "-", stdin={"board": EMPTY, "tray": ["dot"]})
    assert (result.code, result.out) == (70, "")
