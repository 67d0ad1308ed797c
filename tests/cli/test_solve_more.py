"""What ``fairtray solve`` tells beyond the best line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cases
from commandline import Fairtray

MID_GAME = "bloky-8x8:0xd9d900ef00aa01e7:I2h,O4,V5-ne"
STUCK = "bloky-8x8:0x7fbfdfeff7fbfdfe:O9,dot"


def test_the_best_different_boards(fairtray: Fairtray) -> None:
    result = fairtray("solve", MID_GAME, "--top", "5", "--json")
    answer = result.json
    assert (result.code, result.err, len(answer["top"])) == (0, "", 5)
    assert answer["top"][0] == {key: answer[key] for key in ("points", "moves", "board")}
    assert len({"/".join(outcome["board"]) for outcome in answer["top"]}) == 5
    points = [outcome["points"] for outcome in answer["top"]]
    assert points == sorted(points, reverse=True)
    assert (answer["solutions"], answer["final_boards"], answer["outcomes"]) == (1237, 306, 306)
    assert (answer["first_moves"], answer["open_first_moves"]) == (29, 27)
    lines = fairtray("solve", "-", "--lines", "--top", "5", stdin=MID_GAME).json
    assert lines == {"line": 1, **answer}


def test_the_list_as_people_read_it(fairtray: Fairtray) -> None:
    shown = fairtray("solve", MID_GAME, "--top", "2").out
    assert "the best 2 of 306 different outcomes:" in shown
    assert "O4 at 7,4: clears 2" in shown
    assert "tightness: 27 of 29 first placements leave room" in shown


def test_where_not_all_can_be_placed(fairtray: Fairtray) -> None:
    answer = fairtray("solve", STUCK, "--top", "100", "--json").json
    assert (answer["complete"], answer["solutions"], answer["final_boards"]) == (False, 0, 0)
    assert answer["outcomes"] == len(answer["top"]) == 8
    assert "no sequence places all pieces" in fairtray("solve", STUCK, "--top", "1").out
    nothing = fairtray("solve", STUCK.replace("O9,dot", ""), "--top", "2", "--json").json
    assert (nothing["outcomes"], nothing["solutions"], nothing["first_moves"]) == (1, 1, 0)


def test_what_does_not_go_together(fairtray: Fairtray) -> None:
    refused = fairtray("solve", MID_GAME, "--top", "2", "--engine", "both")
    assert "--top lists what the search finds" in refused.complaint
    blokus = {"ruleset": "blokus", "board": ["." * 20] * 20}
    assert "block games only" in fairtray("solve", "-", "--top", "2", stdin=blokus).complaint
    four = "ten-ten:0x" + "0" * 25 + ":I2h,I3v,O4,V5-ne"
    assert "too many boards" in fairtray("solve", four, "--top", "1").complaint


def test_the_line_that_leaves_most_room(fairtray: Fairtray) -> None:
    answer = fairtray("solve", MID_GAME, "--objective", "survival", "--json").json
    best = fairtray("solve", MID_GAME, "--json").json
    survival = answer["survival"]
    assert (answer["exact"], answer["complete"], answer["objective"]) == (True, True, "survival")
    assert answer["points"] < best["points"]
    assert survival["share"] == survival["placeable_weight"] / survival["total_weight"] == 1.0
    assert (survival["boards"], survival["all_trays"]) == (306, True)
    balanced = fairtray("solve", MID_GAME, "--objective", "balanced", "--json").json
    assert balanced["points"] == best["points"]
    assert balanced["survival"]["share"] < 1
    shown = fairtray("solve", MID_GAME, "--objective", "balanced").out
    assert "none has a higher product of points and share" in shown


def test_one_outcome_alone_is_not_compared(fairtray: Fairtray) -> None:
    shown = fairtray("solve", "bloky-8x8:0x0000000000000000:-", "--objective", "survival").out
    assert shown.endswith("\nno other outcome is possible\n")


def test_nothing_follows_a_tray_that_cannot_be_placed(fairtray: Fairtray) -> None:
    result = fairtray("solve", STUCK, "--objective", "survival")
    assert "nothing follows" in result.err
    answer = fairtray("solve", STUCK, "--objective", "survival", "--json").json
    assert answer["survival"] is None
    assert any("nothing follows" in warning for warning in answer["warnings"])
    assert answer["points"] == fairtray("solve", STUCK, "--json").json["points"]


def test_objectives_that_do_not_go_with_other_options(fairtray: Fairtray) -> None:
    def refused(*more: str) -> str:
        return fairtray("solve", MID_GAME, "--objective", "survival", *more).complaint

    assert "is for the search" in refused("--engine", "both")
    assert "--top ranks by score" in refused("--top", "3")
    assert "--proof proves the best score" in refused("--proof", "-")
    plain = "4x4:0x0000:dot"
    assert "no catalogue" in fairtray("solve", plain, "--objective", "balanced").complaint
    blokus = {"ruleset": "blokus", "board": ["." * 20] * 20}
    assert (
        "block games only"
        in fairtray("solve", "-", "--objective", "balanced", stdin=blokus).complaint
    )


TIGHT = "bloky-8x8:0x5fe9d9fdf6dc3fdb:R32,I3h,V3-se"


def test_why_the_order_matters(fairtray: Fairtray) -> None:
    shown = fairtray("solve", TIGHT, "--explain").out
    assert "only one of 6 orders works: V3-se, R32, I3h" in shown
    assert "R32 cannot go first (nearest place: row 2, column 6, 1 cell in the way)" in shown
    assert "it clears column 8, which makes room for R32 and I3h" in shown
    assert (
        "2. R32: if I3h goes here, R32 still does not fit (nearest place: row 3, column 7, "
        "1 cell in the way, with V3-se at row 5, column 7 and I3h at row 2, column 6)" in shown
    )
    answer = fairtray("solve", TIGHT, "--explain", "--json").json
    fails = {tuple(order["order"]): order["fails"] for order in answer["orders"]}
    assert fails["V3-se", "R32", "I3h"] is None
    assert fails["V3-se", "I3h", "R32"] == {
        "shape": "R32",
        "nearest": {
            "row": 2,
            "col": 6,
            "in_the_way": [[4, 6]],
            "before": [
                {"shape": "V3-se", "row": 4, "col": 6},
                {"shape": "I3h", "row": 1, "col": 5},
            ],
        },
    }
    assert [order["placed"] for order in answer["orders"]].count(3) == 1
    assert all(line in shown for line in answer["explanation"])


def test_why_no_order_works(fairtray: Fairtray) -> None:
    shown = fairtray("solve", str(cases.FIXTURES / "examples" / "stuck.json"), "--explain").out
    assert "none of 6 orders works" in shown
    assert "- if I4v goes first, I5v no longer fits" in shown
    shown = fairtray("solve", STUCK, "--explain").out
    assert "- O9 cannot go first (nearest place: row 1, column 1, 6 cells in the way)" in shown
    assert "- if dot goes first, O9 still does not fit" in shown


def test_where_there_is_little_to_explain(fairtray: Fairtray) -> None:
    assert "all 6 orders work" in fairtray("solve", MID_GAME, "--explain").out
    assert "there is one order only" in fairtray("solve", "4x4:0x0000:dot,dot", "--explain").out
    assert "nothing is to be placed" in fairtray("solve", "4x4:0x0000:", "--explain").out
    too_large = fairtray("solve", "3x3:0x000:I5h,dot", "--explain").out
    assert "I5h is larger than the board" in too_large
    alone = fairtray("solve", "3x3:0x000:I5h", "--explain").out
    assert "the only order fails, wherever each piece is put:" in alone
    blokus = {"ruleset": "blokus", "board": ["." * 20] * 20}
    assert "block games only" in fairtray("solve", "-", "--explain", stdin=blokus).complaint


def test_trays_that_are_known_to_follow(fairtray: Fairtray) -> None:
    line = "4x4:0x7110:I3h,dot:next=O4,-:next=I2v"
    result = fairtray("solve", line, "--json")
    answer = result.json
    assert (result.code, result.err, answer["warnings"]) == (0, "", [])
    assert (answer["exact"], answer["complete"], answer["width"]) == (True, True, 5000)
    assert [move["tray"] for move in answer["moves"]] == [0, 0, 1, 2]
    assert answer["points"] == sum(move["points"] for move in answer["moves"])
    by_line = fairtray("solve", "-", "--lines", stdin=line).json
    assert by_line == {"line": 1, **answer}
    alone = fairtray("solve", line.partition(":next")[0], "--json").json
    assert alone["points"] < answer["points"]
    shown = fairtray("solve", line).out
    assert "with all of 4 pieces in 3 trays placed; no line earns more" in shown


def test_a_narrow_beam_says_that_it_proves_nothing(fairtray: Fairtray) -> None:
    line = f"{MID_GAME}:next=O9,I5h,dot:next=dot,I2h,V3-ne"
    answer = fairtray("solve", line, "--json", "--width", "20").json
    assert (answer["exact"], answer["width"]) == (False, 20)
    shown = fairtray("solve", line, "--width", "20").out
    assert "the best line found with 20 boards kept; a better one may exist" in shown


def test_a_sequence_that_ends_early(fairtray: Fairtray) -> None:
    line = "4x4:0xa5a5:dot:next=O9,dot"
    answer = fairtray("solve", line, "--json").json
    assert (answer["exact"], answer["complete"]) == (True, False)
    shown = fairtray("solve", line).out
    assert "O9 (slot 1) does not fit; least is in its way" in shown
    assert "pieces in 2 trays placed" in shown


def test_a_width_that_would_not_be_looked_at(fairtray: Fairtray) -> None:
    assert "upcoming trays" in fairtray("solve", MID_GAME, "--width", "9").complaint
    blokus = {"ruleset": "blokus", "board": ["." * 20] * 20}
    assert "block games only" in fairtray("solve", "-", "--width", "9", stdin=blokus).complaint


def test_a_configuration_is_passed_over_where_it_has_no_meaning(
    fairtray: Fairtray, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[solve]\nwidth = 9\nobjective = "survival"\n', encoding="utf-8")
    answer = fairtray("--config", str(file), "solve", MID_GAME, "--json").json
    assert answer["objective"] == "survival"
    blokus = {"ruleset": "blokus", "board": ["B" + "." * 19] + ["." * 20] * 19}
    blokus["left"] = {"blue": [], "yellow": ["I1"], "red": [], "green": []}
    result = fairtray("--config", str(file), "solve", "-", "--json", stdin=blokus)
    assert result.code == 0, result


WIDE = "bloky-8x8:0x0000000000000000:O9,R23,V3-nw,I5h,dot"


def test_a_search_that_is_given_up_says_so(fairtray: Fairtray) -> None:
    shown = fairtray("solve", WIDE, "--max-nodes", "1000")
    assert shown.code == 0
    assert "points with all pieces placed; the best line found, not proven: none" in shown.out
    answer = fairtray("solve", WIDE, "--max-nodes", "1000", "--json").json
    assert (answer["exact"], answer["stopped"]) == (False, "max-nodes")
    assert answer["points"] <= 84 < answer["upper_bound"]
    proven = fairtray("solve", WIDE, "--json").json
    assert (proven["exact"], proven["upper_bound"], proven["stopped"]) == (True, 84, None)
    assert proven["points"] == 84
    refused = fairtray("solve", WIDE, "--max-nodes", "1000", "--proof", "proof.json").complaint
    assert "proven best" in refused


def test_where_no_placements_are_counted(fairtray: Fairtray) -> None:
    known = "4x4:0x7110:I3h,dot:next=O4,-"
    assert "--width" in fairtray("solve", known, "--max-nodes", "5").complaint
    cp_sat = ("--engine", "cp-sat", "--max-nodes", "5")
    assert "leave out" in fairtray("solve", MID_GAME, *cp_sat).complaint
    blokus = {"ruleset": "blokus", "board": ["." * 20] * 20}
    limited = fairtray("solve", "-", "--max-nodes", "5", stdin=blokus)
    assert "--max-nodes is for block games only" in limited.complaint


def test_ctrl_c_shows_the_best_so_far(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(call: Callable[[], Any], stop: Callable[[], object]) -> Any:
        stop()
        return call()

    monkeypatch.setattr("fairtray.engines.search.best.interruptible", pressed)
    result = fairtray("solve", WIDE, "--json")
    answer = result.json
    assert (result.code, answer["stopped"], answer["exact"]) == (130, "interrupted", False)
    assert answer["points"] <= 84 < answer["upper_bound"]
    assert "not proven" in result.err
    lines = fairtray("solve", "-", "--lines", stdin=f"4x4:0x0000:dot\n{WIDE}\n")
    assert (lines.code, lines.json["line"], lines.json["exact"]) == (130, 1, True)
