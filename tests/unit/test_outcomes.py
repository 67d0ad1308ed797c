"""The best different outcomes and the counts, against brute force."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

import cases
import oracle
import strategies
from fairtray import notation, rulesets
from fairtray.core import shapes
from fairtray.core.errors import PositionError
from fairtray.engines.search import outcomes as module
from fairtray.engines.search.best import best
from fairtray.engines.search.outcomes import Outcomes
from fairtray.game import Position


def brute_force(position: Position) -> dict[tuple[oracle.Cells, frozenset[int]], int]:
    """Return the most points by final board and pieces left, of lines that cannot go on.

    Pieces left are told apart by their shapes.
    """
    rules = strategies.oracle_rules(position.ruleset)
    found: dict[tuple[oracle.Cells, object], int] = {}
    complete = oracle.placeable(rules, strategies.oracle_state(position))
    layer = {strategies.oracle_state(position): 0}
    while layer:
        following: dict[oracle.State, int] = {}
        for state, points in layer.items():
            ended = True
            for _, played in oracle.moves(rules, state):
                ended = False
                most = following.get(played.after, -1)
                following[played.after] = max(most, points + played.points)
            left = tuple(sorted(sorted(piece) for piece in state.tray if piece is not None))
            if ended and (not complete or not left):
                key = (state.board, str(left))
                found[key] = max(found.get(key, -1), points)
        layer = following
    return found  # type: ignore[return-value]


@given(strategies.positions(budget=3000))
def test_every_outcome_is_found_once_and_ranked(position: Position) -> None:
    found = Outcomes(position)
    expected = brute_force(position)
    assert len(found) == len(expected)
    assert sorted(expected.values(), reverse=True) == found.points.tolist()
    first = best(position)
    leader = found.outcome(0)
    assert (leader.points, found.complete) == (first.points, first.complete)
    assert leader.moves == first.moves
    ranked = [found.outcome(i) for i in range(min(len(found), 25))]
    for outcome in ranked:
        board = strategies.cells_of(position.ruleset, outcome.final.board)
        left = sorted(sorted(s.cells) for s in outcome.final.tray if s is not None)
        assert expected[board, str(tuple(left))] == outcome.points  # type: ignore[index]
    orders = [
        (
            -o.points,
            -len(o.moves),
            [(m.placement.slot, m.placement.row, m.placement.col) for m in o.moves],
        )
        for o in ranked
    ]
    assert orders == sorted(orders)


@pytest.mark.plain
@given(strategies.positions(budget=3000))
def test_counts(position: Position) -> None:
    rules, state = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    counts = Outcomes(position).counts()
    walked = oracle.perft(rules, state)
    sequences = walked.sequences or (1,)
    assert counts.solutions == sequences[-1]
    assert counts.boards == walked.boards
    if walked.sequences:
        assert counts.first_moves == walked.sequences[0]
        opening = [
            oracle.placeable(rules, played.after) for _, played in oracle.moves(rules, state)
        ]
        assert counts.open_moves == sum(opening)


@settings(max_examples=10)
@given(strategies.positions(max_pieces=3, budget=1000))
def test_the_line_of_an_outcome_is_its_smallest_best_one(position: Position) -> None:
    found = Outcomes(position)
    rules = strategies.oracle_rules(position.ruleset)
    lines: dict[oracle.Cells, tuple[int, list[tuple[int, int, int]]]] = {}

    def walk(state: oracle.State, points: int, line: list[tuple[int, int, int]]) -> None:
        if not oracle.slots(state):
            best_so_far = lines.get(state.board)
            if best_so_far is None or (-points, line) < (-best_so_far[0], best_so_far[1]):
                lines[state.board] = (points, line)
        for move, played in oracle.moves(rules, state):
            place = (move.slot, move.row, move.col)
            walk(played.after, points + played.points, [*line, place])

    if not found.complete:
        return
    walk(strategies.oracle_state(position), 0, [])
    for i in range(len(found)):
        outcome = found.outcome(i)
        expected = lines[strategies.cells_of(position.ruleset, outcome.final.board)]
        placed = [m.placement for m in outcome.moves]
        assert (outcome.points, [(p.slot, p.row, p.col) for p in placed]) == expected


def test_known_counts() -> None:
    for case in cases.positions()[:12:3]:
        position = notation.parse_position(json.dumps(case)).position
        assert Outcomes(position).outcome(0).points == best(position).points


def test_too_many_boards_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FIRST_ROOM", 16)
    monkeypatch.setattr(module, "MAX_STATES", 256)
    rules = rulesets.get("bloky-8x8")
    tray = tuple(shapes.named(name) for name in ("dot", "I2h", "I3h"))
    with pytest.raises(PositionError, match="too many boards"):
        Outcomes(Position(rules, 0, tray))
    assert len(Outcomes(Position(rules, 0, tray[:1]))) == 64
