"""``fairtray rulesets`` and ``fairtray shapes``: what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from commandline import Fairtray
from fairtray import rulesets

COUNTS = {
    "bloky-8x8": 37,
    "block-knock": 37,
    "block-puzzle-19": 19,
    "eu-block-puzzle": 48,
    "ten-ten": 19,
    "woodoku": 37,
    "block-blast": 41,
}

OWN = """\
title = "Mine \\u001b[31m"
rows = 2
cols = 3
[catalogue]
shapes = [{ name = "mine", rows = ["#.#"], weight = 4 }]
[triple]
max_large = 1
large = ["mine"]
"""


def test_list(fairtray: Fairtray) -> None:
    result = fairtray("rulesets", "--json")
    assert (result.code, result.err) == (0, "")
    listed = {entry["name"]: entry["shapes"] for entry in result.json}
    assert listed == {**COUNTS, "blokus": 21, "duo": 21}
    text = fairtray("rulesets").out
    for name in rulesets.builtin_names():
        assert name in text
    assert "boxes" in text


@pytest.mark.parametrize("name", COUNTS)
def test_one_with_all_its_numbers(fairtray: Fairtray, name: str) -> None:
    answer = fairtray("rulesets", name, "--json").json
    ruleset = rulesets.get(name)
    assert answer["scoring"]["lines"] == list(ruleset.scoring.lines)
    assert len(answer["catalogue"]) == COUNTS[name]
    assert list(answer["modes"]) == [mode.name for mode in ruleset.modes]
    text = fairtray("rulesets", name).out
    assert ruleset.digest in text
    assert "Traceback" not in text


def test_published_numbers_are_shown(fairtray: Fairtray) -> None:
    text = fairtray("rulesets", "eu-block-puzzle").out
    assert "x1: 100 %, x2: 150 %, x3: 200 %, x4: 250 %, x5: 300 %" in text
    assert "2000 points, not multiplied" in text
    assert "modes.hardcore.weights" in text
    text = fairtray("rulesets", "bloky-8x8").out
    assert "at most 1 of I5h, I5v, O9, R23" in text
    assert "retry, 20 tries" in text


@pytest.mark.parametrize("name", COUNTS)
def test_shapes_are_drawn_named_and_counted(fairtray: Fairtray, name: str) -> None:
    result = fairtray("shapes", name)
    assert (result.code, result.err) == (0, "")
    assert f"{COUNTS[name]} shapes" in result.out
    assert max(map(len, result.out.splitlines())) <= 80
    answer = fairtray("shapes", name, "--json").json
    shapes = rulesets.get(name).shapes
    assert [entry["name"] for entry in answer] == [shape.name for shape in shapes]
    assert [tuple(entry["rows"]) for entry in answer] == [shape.rows for shape in shapes]
    for entry in answer:
        assert entry["name"] in result.out


def test_large_shapes_are_marked(fairtray: Fairtray) -> None:
    assert "9 of them large (at most 1 in a deal)" in fairtray("shapes", "bloky-8x8").out
    large = [e["name"] for e in fairtray("shapes", "bloky-8x8", "--json").json if e["large"]]
    assert len(large) == 9


def test_narrow_terminals(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert max(map(len, fairtray("shapes", "woodoku").out.splitlines()[1:])) <= 30


def test_a_file_of_ones_own(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    for args in ([str(file)], ["-"]):
        assert "use printable characters" in fairtray("shapes", *args, stdin=OWN).complaint
    file.write_text(OWN.replace("\\u001b[31m", "own"), encoding="utf-8")
    assert "x4" in fairtray("shapes", str(file)).out
    assert fairtray("rulesets", str(file)).code == 0
    file.write_text("rows = 2\ncols = 3\n", encoding="utf-8")
    assert "any shape is allowed" in fairtray("shapes", str(file)).out
    assert fairtray("shapes", str(file), "--json").json == []
    assert fairtray("rulesets", str(file)).code == 0


def test_faults_of_a_file_are_all_in_one_line(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("rows = 99\ncolumns = 8\n", encoding="utf-8")
    for command in ("shapes", "rulesets"):
        complaint = fairtray(command, str(file)).complaint
        assert complaint.startswith(f"{file}: rows: 99 is out of range")
        assert "columns: unknown key; did you mean cols?" in complaint
    assert "did you mean woodoku?" in fairtray("shapes", "wodoku").complaint
