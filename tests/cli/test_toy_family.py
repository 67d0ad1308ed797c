"""A third family of games takes its own folder and one entry of the registry, nothing else."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import cases
from commandline import Fairtray
from fairtray import families

GAMES = ("strip-6", "strip-10")
POSITION = json.dumps({"ruleset": "strip-6", "cells": "#....."})
STUCK = json.dumps({"ruleset": "strip-6", "cells": "#.#.#."})


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = families.Registration("toyfamily.family:Strips", names=GAMES)
    monkeypatch.setattr(families, "REGISTRY", [*families.REGISTRY, entry])


def test_its_games_are_listed_beside_the_others(fairtray: Fairtray) -> None:
    listed = fairtray("rulesets", "--json").json
    assert [game["name"] for game in listed][-2:] == list(GAMES)
    assert {"bloky-8x8", "blokus"} < {game["name"] for game in listed}
    assert "strip-10" in fairtray("rulesets").out
    assert fairtray("shapes", "strip-6", "--json").json["name"] == "domino"


def test_a_position_is_shown_checked_and_solved(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "strip.json"
    file.write_text(POSITION, encoding="utf-8")
    name = str(file)
    assert fairtray("show", name).out == "#.....\n"
    checked = fairtray("check", name, "--json")
    assert (checked.code, checked.json["places"]) == (0, [1, 2, 3, 4])
    solved = fairtray("solve", name, "--json").json
    assert (solved["points"], solved["cells"]) == (2, "#####.")
    assert "points: 2" in fairtray("solve", name).out
    file.write_text(STUCK, encoding="utf-8")
    assert fairtray("check", name).code == 1


def test_a_file_of_many_holds_positions_of_all_families(fairtray: Fairtray, tmp_path: Path) -> None:
    block = {"ruleset": {"rows": 1, "cols": 2}, "board": ["#."], "tray": ["dot"]}
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join([POSITION, json.dumps(block), STUCK]), encoding="utf-8")
    done = fairtray("check", str(file))
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [answer["placeable"] for answer in answers] == [True, True, False]
    assert done.code == 1


def test_a_game_is_replayed(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"cells": "......", "ruleset": "strip-6", "moves": [0, 3]}), "utf-8")
    answer = fairtray("replay", str(file), "--json").json
    assert (answer["cells"], answer["score"], answer["game_over"]) == ("##.##.", 2, True)
    file.write_text(json.dumps({"cells": "......", "ruleset": "strip-6", "moves": [0, 1]}), "utf-8")
    refused = fairtray("replay", str(file))
    assert refused.code == 2
    assert "moves[1]: no domino fits at 1" in refused.complaint


def test_its_picture_is_drawn(fairtray: Fairtray, tmp_path: Path) -> None:
    file, image = tmp_path / "strip.json", tmp_path / "strip.svg"
    file.write_text(POSITION, encoding="utf-8")
    assert fairtray("check", str(file), "--image", str(image)).code == 0
    assert image.read_text(encoding="utf-8").count("<rect") >= 6


def test_all_faults_of_its_documents_are_named(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "strip.json"
    file.write_text('{"ruleset": "strip-6", "cells": "", "moves": [-1]}', encoding="utf-8")
    refused = fairtray("check", str(file))
    assert refused.code == 2
    assert f"{file}: cells: " in refused.complaint
    assert "moves[0]: -1 is out of range" in refused.complaint


@pytest.mark.parametrize(
    ("command", "part"),
    [
        (("prove", "strip-6"), "strip-6 deals nothing"),
        (("rulesets", "strip-6"), "strips have none"),
        (("simulate", "--ruleset", "strip-6"), "strips have none"),
        (("play", "--ruleset", "strip-6"), "strips have none"),
        (("audit", "--ruleset", "strip-6"), "strip-6 deals nothing"),
    ],
)
def test_what_it_does_not_offer_is_refused_in_one_line(
    fairtray: Fairtray, command: tuple[str, ...], part: str
) -> None:
    refused = fairtray(*command)
    assert refused.code == 2
    assert part in refused.complaint


def test_options_of_other_families_are_refused(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "strip.json"
    file.write_text(POSITION, encoding="utf-8")
    refused = fairtray("solve", str(file), "--top", "3")
    assert refused.code == 2
    assert "block games only, and this is a strip" in refused.complaint


def test_the_command_line_names_no_family_in_its_code() -> None:
    """Help texts may name examples; code may not decide by a game's name."""
    named = []
    for path in (cases.ROOT / "cli" / "fairtray_cli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                modules = [alias.name for alias in node.names] + [
                    getattr(node, "module", None) or ""
                ]
                named += [(path.name, name) for name in modules if "blokus" in name.lower()]
            elif isinstance(node, (ast.Name, ast.Attribute)):
                word = node.id if isinstance(node, ast.Name) else node.attr
                if "blokus" in word.lower():
                    named.append((path.name, word))
            elif isinstance(node, ast.Compare):
                texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
                named += [(path.name, text) for text in texts if text in {"blokus", "duo"}]
    assert named == []
