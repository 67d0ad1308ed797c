"""Blokus on the command line."""

from __future__ import annotations

import builtins
import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import blokus_cases
import cases
from commandline import Fairtray, Result
from fairtray.families.blokus import notation
from fairtray.families.blokus.position import initial
from fairtray.families.blokus.variants import DUO

GAMES = cases.blokus_games()
EMPTY = {"ruleset": "blokus", "board": ["." * 20] * 20}
COMMANDS = ("check", "solve", "replay")


def endgame() -> dict[str, Any]:
    """Return a late position with few moves, as JSON."""
    played = blokus_cases.replays()[0].moves[51]
    return notation.position_json(replace(played.before, to_move=played.move.colour))


@pytest.mark.parametrize("number", range(len(GAMES)), ids=[game["id"] for game in GAMES])
def test_replay(fairtray: Fairtray, tmp_path: Path, number: int) -> None:
    game = GAMES[number]
    result = fairtray("replay", "-", "--json", stdin=blokus_cases.game_json(game))
    assert (result.code, result.err) == (0, "")
    answer = result.json
    assert [move["legal_moves"] for move in answer["moves"]] == game["legal_counts"]
    for field in ("squares", "bonus", "score"):
        assert list(answer[field].values()) == game[field]
    assert list(answer["score"]) == ["blue", "yellow", "red", "green"]
    assert answer["game_over"] is True
    standard = fairtray(
        *("replay", "-", "--json", "--scoring", "standard"), stdin=blokus_cases.game_json(game)
    ).json
    assert list(standard["score"].values()) == [
        score - squares for score, squares in zip(game["score"], game["squares"], strict=True)
    ]
    file = tmp_path / "game.blksgf"
    written = fairtray("replay", "-", "--to", "blksgf", stdin=blokus_cases.game_json(game))
    assert (written.code, written.err) == (0, "")
    file.write_text(written.out, encoding="utf-8")
    assert fairtray("replay", str(file), "--json").json == answer
    assert fairtray("replay", str(file), "--to", "blksgf").out == written.out
    assert fairtray("replay", "-", "--json", stdin=written.out).json == answer


def test_moves_of_the_answers_can_be_replayed(fairtray: Fairtray) -> None:
    answer = fairtray("replay", "-", "--json", stdin=blokus_cases.game_json(GAMES[1])).json
    again = {"ruleset": "blokus", "moves": answer["moves"]}
    assert fairtray("replay", "-", "--json", stdin=again).json == answer
    solved = fairtray("solve", "-", "--json", stdin=endgame()).json
    played = fairtray("replay", "-", "--json", stdin={**endgame(), "moves": solved["moves"]})
    assert played.json["board"] == solved["board"]
    assert played.json["score"][solved["colour"]] == solved["points"]


def test_check(fairtray: Fairtray) -> None:
    result = fairtray("check", "-", "--json", stdin=EMPTY)
    assert (result.code, result.err) == (0, "")
    answer = result.json
    assert answer["can_move"] == dict.fromkeys(["blue", "yellow", "red", "green"], True)
    assert len(answer["legal_moves"]) == 58
    assert {"colour": "blue", "piece": "I1", "cells": [[0, 0]]} in answer["legal_moves"]
    assert answer["game_over"] is False
    assert "blue to move: 58 legal moves" in fairtray("check", "-", stdin=EMPTY).out
    duo = {"ruleset": "duo", "board": ["." * 14] * 14, "to_move": 2}
    assert len(fairtray("check", "-", "--json", stdin=duo).json["legal_moves"]) == 414
    over = notation.position_json(blokus_cases.replays()[0].final)
    result = fairtray("check", "-", "--json", stdin=over)
    assert (result.code, result.json["game_over"], result.json["legal_moves"]) == (1, True, [])
    assert "game over: yes, no colour can move" in fairtray("check", "-", stdin=over).out


def test_check_of_a_game_looks_at_its_end(fairtray: Fairtray) -> None:
    game = "(;GM[Blokus];1[a20];2[t20])"
    answer = fairtray("check", "-", "--json", stdin=game).json
    assert (answer["to_move"], len(answer["legal_moves"])) == ("red", 58)


def test_solve(fairtray: Fairtray) -> None:
    for engine in ("search", "cp-sat", "both"):
        result = fairtray("solve", "-", "--json", "--engine", engine, stdin=endgame())
        assert (result.code, result.err) == (0, "")
        assert result.json["exact"] is True
        assert result.json["points"] == result.json["upper_bound"] == 43
        assert result.json["confirmed"] is (engine != "search")
    answer = fairtray("solve", "-", "--json", stdin=EMPTY).json
    assert (answer["points"], answer["complete"], answer["exact"]) == (109, True, True)
    assert answer["moves"][-1]["piece"] == "I1"
    standard = fairtray("solve", "-", "--json", "--scoring", "standard", stdin=EMPTY).json
    assert standard["points"] == 20
    text = fairtray("solve", "-", stdin=EMPTY).out
    assert "blue places all its pieces in 21 moves while the others pass: 109 points" in text


def test_no_bonus_for_pieces_that_were_never_placed(fairtray: Fairtray) -> None:
    left = {"blue": ["I1", "I5"], "yellow": [], "red": [], "green": []}
    position = {**EMPTY, "to_move": "blue", "left": left}
    result = fairtray("check", "-", "--json", stdin=position)
    assert set(result.json["bonus"].values()) == {0}
    assert set(result.json["score"].values()) == {-89}
    assert result.err.count("neither left nor on the board, so no bonus\n") == 4
    solved = fairtray("solve", "-", "--json", stdin=position).json
    assert (solved["points"], solved["exact"], solved["complete"]) == (-77, True, False)
    text = fairtray("solve", "-", stdin=position).out
    assert "blue places 2 of 2 pieces while the others pass: -77 points\nproven best\n" in text


def test_what_cp_sat_does_not_confirm_is_said(fairtray: Fairtray) -> None:
    result = fairtray("solve", "-", "--json", "--engine", "both", stdin=EMPTY)
    assert result.err.startswith("warning: CP-SAT has not confirmed this")
    assert (result.json["points"], result.json["confirmed"]) == (109, False)
    complaint = fairtray("check", "-", "--engine", "both", stdin=EMPTY).complaint
    assert "a Blokus position is checked by search only" in complaint
    for command in ("check", "solve"):
        args = (command, "-", "--lines", "--image", "x.svg")
        assert "this is a file of many" in fairtray(*args, stdin=json.dumps(EMPTY)).complaint


def test_next(fairtray: Fairtray) -> None:
    answer = fairtray("solve", "-", "--json", "--objective", "next", stdin=EMPTY).json
    best = answer["moves"][0]
    assert len(answer["moves"]) == 58
    assert best["value"] == best["squares"] + best["corners_gained"] + best["corners_taken"]
    assert best["value"] == max(move["value"] for move in answer["moves"])
    assert "nothing is proven" in fairtray("solve", "-", "--objective", "next", stdin=EMPTY).out
    over = notation.position_json(blokus_cases.replays()[0].final)
    result = fairtray("solve", "-", "--objective", "next", stdin=over)
    assert result.out.endswith("can place nothing and passes\n")
    assert result.code == 0


def test_lines(fairtray: Fairtray) -> None:
    block = {"board": ["........"] * 8, "tray": ["dot"]}
    over = notation.position_json(blokus_cases.replays()[0].final)
    lines = [EMPTY, block, over, {**EMPTY, "to_move": "x"}]
    stdin = "\n".join(map(json.dumps, lines))
    result = fairtray("check", "-", "--lines", stdin=stdin)
    assert result.code == 2
    assert result.err.startswith("error: standard input, line 4: to_move: no colour is called 'x'")
    assert [answer["line"] for answer in result.jsons] == [1, 2, 3]
    assert result.jsons[1]["placeable"] is True
    stdin = "\n".join(map(json.dumps, [EMPTY, block, over]))
    assert fairtray("check", "-", "--lines", stdin=stdin).code == 1
    solved = fairtray("solve", "-", "--lines", stdin=stdin)
    assert (solved.code, solved.err) == (0, "")
    assert [answer["points"] for answer in solved.jsons][:2] == [109, 1]
    following = fairtray("solve", "-", "--lines", "--objective", "next", stdin=json.dumps(EMPTY))
    assert following.json["objective"] == "next"


def test_by_name_of_the_ruleset(fairtray: Fairtray) -> None:
    board = {"board": EMPTY["board"]}
    answer = fairtray("check", "-", "--json", "--ruleset", "blokus", stdin=board).json
    assert len(answer["legal_moves"]) == 58
    drawn = "\n".join(["." * 14] * 14)
    answer = fairtray("check", "-", "--json", "--ruleset", "duo", stdin=drawn).json
    assert len(answer["legal_moves"]) == 414


def test_what_belongs_to_the_other_family_is_refused(fairtray: Fairtray) -> None:
    block = {"board": ["........"] * 8, "tray": ["dot"], "moves": []}
    for args in (
        ("solve", "-", "--scoring", "standard"),
        ("replay", "-", "--to", "blksgf"),
        ("replay", "-", "--game", "2"),
    ):
        assert f"{args[2]} is for Blokus only" in fairtray(*args, stdin=block).complaint
    complaint = fairtray("solve", "-", "--objective", "next", stdin=block).complaint
    assert "--objective next is for Blokus only" in complaint
    complaint = fairtray("replay", "-", "--to", "blksgf", "--json", stdin=EMPTY).complaint
    assert "only one of --to and --json" in complaint
    assert "deals nothing" in fairtray("audit", "--ruleset", "blokus").complaint


def test_rulesets_and_shapes(fairtray: Fairtray) -> None:
    listed = fairtray("rulesets", "--json").json
    assert [entry["name"] for entry in listed][-2:] == ["blokus", "duo"]
    assert listed[-1].keys() == listed[0].keys()
    answer = fairtray("rulesets", "blokus", "--json").json
    assert (answer["placements"], answer["orientations"]) == (30_433, 91)
    assert fairtray("rulesets", "duo", "--json").json["placements"] == 13_729
    assert "30433" in fairtray("rulesets", "blokus").out
    assert "Blokus Duo" in fairtray("rulesets").out
    shapes = fairtray("shapes", "blokus", "--json").json
    assert len(shapes) == 21
    drawn = fairtray("shapes", "duo").out
    assert all(entry["name"] in drawn for entry in shapes)
    assert max(map(len, drawn.splitlines())) <= 80


def test_colours(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    game = blokus_cases.game_json(GAMES[0])
    plain = fairtray("replay", "-", stdin=game).out
    assert "\x1b" not in plain
    assert all(f" {letter} " in plain for letter in "BYRG")
    monkeypatch.setenv("FORCE_COLOR", "1")
    styled = fairtray("replay", "-", stdin=game).out
    for code in ("34", "33", "31", "32"):
        assert f"\x1b[{code}m" in styled
    assert re.sub(r"\x1b\[[0-9;]*m", "", styled) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert fairtray("replay", "-", stdin=game).out == plain


def test_svg(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    game = blokus_cases.game_json(GAMES[6])
    assert fairtray("replay", "-", "--image", str(file), stdin=game).code == 0
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    fills = [box.get("fill") for box in root.iter("{http://www.w3.org/2000/svg}rect")]
    squares = [fills.count(fill) for fill in ("#1f5fbf", "#f2c12e", "#c9302c", "#2e8b3d")]
    assert squares == GAMES[6]["squares"]
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a", "t", "1", "20", "66"} <= set(words)
    for command, stdin in (("check", EMPTY), ("solve", endgame())):
        file.unlink()
        assert fairtray(command, "-", "--image", str(file), stdin=stdin).code in {0, 1}
        assert file.exists()


def test_png(fairtray: Fairtray, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "board.png"
    game = blokus_cases.game_json(GAMES[6])
    assert fairtray("replay", "-", "--json", "--image", str(file), stdin=game).code == 0
    with image.open(file) as picture:
        assert picture.size == (1072, 1072)
        colours = {colour for _, colour in picture.getcolors(100_000)}
    for fill in ("1f5fbf", "f2c12e", "c9302c", "2e8b3d"):
        assert tuple(bytes.fromhex(fill)) in colours


def test_png_without_pillow(
    fairtray: Fairtray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "PIL":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    complaint = fairtray("check", "-", "--image", str(tmp_path / "x.png"), stdin=EMPTY).complaint
    assert "PNG needs Pillow; pip install 'fairtray[images]'" in complaint


def test_pictures_that_cannot_be_written(fairtray: Fairtray, tmp_path: Path) -> None:
    for name, message in (
        ("x.gif", "name a file that ends in .svg or .png"),
        ("nowhere/x.svg", "cannot be written"),
        ("", "name a file that ends in .svg or .png"),
    ):
        path = str(tmp_path / name) if name else ""
        assert message in fairtray("check", "-", "--image", path, stdin=EMPTY).complaint


def test_illegal_moves_and_bad_files(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "bad.blksgf"
    file.write_text("(;GM[Blokus];1[a20,b20];1[c20])", encoding="utf-8")
    assert fairtray("replay", str(file)).complaint == (
        f"{file}: moves[1]: blue, side contact: I1 at c20 touches its own b20; "
        "its own pieces may touch at corners only"
    )
    file.write_text("nothing", encoding="utf-8")
    assert "holds no game" in fairtray("replay", str(file)).complaint
    assert fairtray("replay", str(tmp_path / "no.blksgf")).complaint.endswith("check the path")
    file.write_bytes(b"(;GM[Blokus]C[\xe4])")
    assert "is not UTF-8" in fairtray("replay", str(file)).complaint
    complaint = fairtray("solve", "-", "--engine", "cp-sat", stdin=EMPTY).complaint
    assert "too many for CP-SAT; it takes up to 1500; use --engine search" in complaint


def test_warnings_go_to_stderr(fairtray: Fairtray) -> None:
    text = "(;GM[Blokus];2[t20]) tail"
    result = fairtray("replay", "-", "--json", stdin=text)
    assert result.code == 0
    assert result.err.count("warning: ") == 2
    assert len(result.json["warnings"]) == 2


ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**40, 0.5, "", "x", "\0", "\ud800", "I1", "blue", "a20", "all"),
    *([], {}, [[]], [None], [0, 0], [[0, 0]], ["I1"], {"blue": ["I1"]}, ["B" * 20] * 20),
)


def nodes(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to all values inside of a value."""
    found = [path]
    if isinstance(value, dict):
        value = list(value.items())
    elif isinstance(value, list):
        value = list(enumerate(value))
    else:
        return found
    for key, inner in value:
        found += nodes(inner, (*path, key))
    return found


def spoilt(good: dict[str, Any], rng: random.Random) -> str:
    """Return a JSON text with a value or two changed, dropped or misspelt."""
    value = json.loads(json.dumps(good))
    for _ in range(rng.choice((1, 1, 2))):
        paths = [path for path in nodes(value) if path and path[0] != "ruleset"]
        *path, last = rng.choice(paths or [("board",)])
        parent = value
        for step in path:
            parent = parent[step]
        kind = rng.randrange(3)
        if kind == 0 and isinstance(parent, dict) and last in parent:
            parent[f"{last}s"] = parent.pop(last)
        elif kind == 1 and last in (parent if isinstance(parent, dict) else range(len(parent))):
            del parent[last]
        else:
            parent[last] = rng.choice(ODD)
    return json.dumps(value)


def test_broken_inputs(fairtray: Fairtray) -> None:
    rng = random.Random(11)
    good = {**endgame(), "last": {"blue": "W"}, "moves": []}
    game = {**blokus_cases.game_json(GAMES[0]), "board": ["." * 20] * 20}
    game["moves"] = game["moves"][:6]
    makers: list[Callable[[], str]] = [
        lambda: spoilt(good, rng),
        lambda: spoilt(game, rng),
        lambda: json.dumps(good)[: rng.randrange(900)],
    ]
    for i in range(600):
        command = COMMANDS[i % 3]
        stdin = makers[rng.randrange(3)]()
        args = ["--ruleset", "blokus", *(["--json"] if i % 2 else [])]
        result = fairtray(command, "-", *args, stdin=stdin)
        assert answers(result), (command, stdin, result)


def answers(result: Result) -> bool:
    """Return whether a command either answered or refused in one line."""
    if result.code == 2:
        return result.out == "" and result.err.count("\n") == 1 and result.err[:-1].isprintable()
    return result.code in {0, 1} and all(
        line.startswith("warning: ") for line in result.err.splitlines()
    )


def test_duo_documents(fairtray: Fairtray) -> None:
    stdin = notation.position_json(initial(DUO))
    answer = fairtray("solve", "-", "--json", stdin=stdin).json
    assert (answer["ruleset"], answer["points"], answer["exact"]) == ("duo", 109, True)
    game = "(;GM[Blokus Duo];B[e10];W[j5])"
    assert fairtray("replay", "-", "--to", "blksgf", stdin=game).out == (
        "(;GM[Blokus Duo]FF[4]CA[UTF-8]\n;B[e10]\n;W[j5])\n"
    )
