"""``fairtray prove``: what it prints, as text and as JSON, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commandline import Fairtray
from fairtray import rulesets
from fairtray.game import Placement, Position

SMALL = """
name = "small"
rows = 4
cols = 5
[catalogue]
shapes = ["dot", "I2h", "V3-ne"]
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return str(path)


def test_the_document_stands_up_to_the_plain_engine(fairtray: Fairtray) -> None:
    done = fairtray("prove", "bloky-8x8", "--json")
    assert done.code == 0
    found = done.json
    ruleset = rulesets.get("bloky-8x8")
    grid = ruleset.grid
    most = found["most_lines"]
    assert (most["status"], most["at_least"], most["at_most"]) == ("exact", 6, 6)
    shape = next(s for s in ruleset.shapes if s.name == most["placement"]["shape"])
    before = Position(ruleset, grid.parse(most["board"]), (shape,))
    move = before.place(Placement(0, most["placement"]["row"], most["placement"]["col"]))
    assert len(move.lines) == 6
    assert [entry["name"] for entry in found["shapes"]] == [s.name for s in ruleset.shapes]
    for entry, shape in zip(found["shapes"], ruleset.shapes, strict=True):
        blockers = entry["fewest_blockers"]
        if blockers["status"] == "impossible":
            assert shape.size == 1
            continue
        board = grid.parse(blockers["board"])
        assert board.bit_count() == blockers["at_most"] == blockers["at_least"]
        assert not Position(ruleset, board, (shape,)).fits(0)
        assert not ruleset.full_lines(board)
    assert found["fewest_blockers_of_all"]["at_most"] == 32
    triple = found["placeable_triple"]
    assert (triple["answer"], triple["by"]) == (True, "argument")
    assert triple["boards_checked"] >= 300
    assert found["complete"] is True


def test_the_text_tells_argument_from_search(fairtray: Fairtray, small: str) -> None:
    done = fairtray("prove", small)
    assert done.code == 0
    assert done.err == ""
    assert "most lines that one placement clears: 4\n  search: CP-SAT" in done.out
    assert "every board admits a tray that can be placed: yes\n  argument: " in done.out
    assert "single cells at once: 9\n  search: CP-SAT" in done.out
    table = [line.split() for line in done.out.splitlines() if line.startswith(("dot", "I2h"))]
    assert table == [["dot", "1", "2", "impossible"], ["I2h", "2", "3", "9"]]
    assert "block I2h" not in done.out
    assert "9 block I2h" in fairtray("prove", small, "--boards").out


def test_a_limit_gives_bounds_and_exit_4(fairtray: Fairtray, tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text('name = "large"\nrows = 16\ncols = 16\n[catalogue]\nshapes = ["dot", "T5-0"]\n')
    done = fairtray("prove", str(path), "--work", "0.001")
    assert done.code == 4
    assert "note: not all is decided" in done.err
    assert "CP-SAT came to its limit" in done.out
    found = json.loads(fairtray("prove", str(path), "--work", "0.001", "--json").out)
    assert found["complete"] is False
    blockers = found["shapes"][1]["fewest_blockers"]
    assert blockers["status"] == "bounds"


def test_where_no_tray_can_be_placed_the_board_is_drawn(fairtray: Fairtray, tmp_path: Path) -> None:
    path = tmp_path / "dominoes.toml"
    path.write_text('name = "dominoes"\nrows = 3\ncols = 3\n[catalogue]\nshapes = ["I2h", "I2v"]\n')
    done = fairtray("prove", str(path))
    assert done.code == 0
    assert "every board admits a tray that can be placed: no\n  search: " in done.out
    assert "\n    1 .#.\n" in done.out or "\n    1 #.#\n" in done.out


def test_what_cannot_be_proven_of_is_refused(fairtray: Fairtray, tmp_path: Path) -> None:
    free = tmp_path / "free.toml"
    free.write_text('name = "free"\nrows = 4\ncols = 4\n')
    assert "free has no catalogue" in fairtray("prove", str(free)).complaint
    assert "did you mean bloky-8x8?" in fairtray("prove", "bloky-8").complaint
    assert "--work" in fairtray("prove", str(free), "--work", "0").complaint
