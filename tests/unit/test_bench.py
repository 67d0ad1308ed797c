"""The node count of the whole program, which a commit that changes it has to name."""

from __future__ import annotations

import numpy as np
import pytest

import strategies
from commandline import Fairtray, run
from fairtray import bench, rulesets
from fairtray.core import shapes
from fairtray.engines.kernels import search as kernel
from fairtray.engines.search.decide import decide
from fairtray.engines.search.prepare import board_words, tables_of, tray_of
from fairtray.game import Position

NODES = 6_648_125
"""All nodes. A commit that changes the number says so, and why."""

ANSWERS = {"decide": 20_543, "best": 4_904, "beam": 6_643, "survival": 119_960_065, "blokus": 31}
"""What was found: no change of speed changes these."""


def test_the_node_count_of_the_whole_program() -> None:
    fairtray: Fairtray = run
    result = fairtray("bench", "--json")
    document = result.json
    parts = document["parts"]
    assert {name: part["answer"] for name, part in parts.items()} == ANSWERS
    assert document["nodes"] == sum(part["nodes"] for part in parts.values()) == NODES
    assert min(part["nodes"] for part in parts.values()) > 100_000
    assert set(document["run"]) == {"seconds", "nodes_per_second", "parts"}


def test_the_count_alone_is_on_stdout(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {"one": lambda: bench.Count(3, 0), "two": lambda: bench.Count(4, 0)}
    monkeypatch.setattr(bench, "PARTS", parts)
    result = run("bench")
    assert (result.code, result.out) == (0, "7\n")
    assert "one: 3 nodes in" in result.err
    assert "nodes a second" in result.err


def counted(position: Position) -> tuple[int, int]:
    """Return (orders, placements tried)."""
    used, tray = tray_of(position)
    nodes = np.zeros(1, dtype=np.int64)
    orders = np.zeros(1, dtype=np.int64)
    words = board_words(position.ruleset, position.board)
    kernel.count_many(tables_of(position.ruleset, used), words, tray[None, :], orders, nodes)
    return int(orders[0]), int(nodes[0])


@pytest.mark.plain
def test_counting_changes_no_answer() -> None:
    game = rulesets.get("bloky-8x8")
    for position in strategies.example_positions(game, 12):
        assert counted(position)[0] == decide(position).orders


@pytest.mark.plain
def test_nodes_that_can_be_counted_by_hand() -> None:
    game = rulesets.get({"rows": 4, "cols": 4})
    dot, square = shapes.named("dot"), shapes.named("O4")
    # The first place will do for each of three pieces; nothing is tried where nothing fits.
    assert counted(Position(game, 0, (dot, dot, dot))) == (6, 3)
    assert counted(Position(game, game.grid.full ^ 1, (square,))) == (0, 0)
    # One empty cell: two dots do not pack, and the first one tried clears lines in its place.
    orders, nodes = counted(Position(game, game.grid.full ^ 1, (dot, dot)))
    assert (orders, nodes) == (2, 2)


def test_positions_are_legal_and_the_same_each_time() -> None:
    for name in rulesets.builtin_names():
        game = rulesets.get(name)
        drawn = list(bench.positions(game, 30, (0.1, 0.9)))
        assert drawn == list(bench.positions(game, 30, (0.1, 0.9)))
        assert not any(one.board & line == line for one in drawn for line in game.lines)
        assert len({one.board for one in drawn}) == 30
