"""The oracle itself, against numbers that another brute-force program worked out."""

from __future__ import annotations

from typing import Any

import pytest

import cases
import oracle
from oracle import Move, State, board_of, piece_of


def state_of(position: dict[str, Any]) -> State:
    tray = tuple(None if rows is None else piece_of(rows) for rows in position["tray"])
    counters = position.get("combo", 0), position.get("moves_since_clear", 0)
    return State(board_of(position["board"]), tray, *counters)


def test_all_positions_have_the_known_answers() -> None:
    known = cases.positions()
    assert len(known) == 160
    for number, position in enumerate(known):
        rules, state = oracle.PUBLISHED[position["ruleset"]], state_of(position)
        best = oracle.best(rules, state)
        found = {
            "placeable": oracle.placeable(rules, state),
            "orders": len(oracle.orders(rules, state)),
            "fits": [oracle.fits(rules, state.board, piece) for piece in state.tray if piece],
            "game_over": oracle.game_over(rules, state),
            "best_points_all_placed": best.all_placed,
            "best_points": best.any,
        }
        assert found == position["expect"], f"position {number}"


def test_every_witness_places_the_whole_tray() -> None:
    for position in cases.positions():
        rules, state = oracle.PUBLISHED[position["ruleset"]], state_of(position)
        witness = oracle.witness(rules, state)
        assert (witness is not None) == position["expect"]["placeable"]
        if witness is not None:
            for move in witness:
                state = oracle.play(rules, state, move).after
            assert oracle.slots(state) == []


_SLOW = 400_000
_TOO_MANY = 2_000_000
"""More sequences than this are left to the kernels."""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(c, id=c.id, marks=[pytest.mark.slow] if c.sequences[-1] > _SLOW else [])
        for c in cases.perft()
        if c.sequences[-1] < _TOO_MANY
    ],
)
def test_perft(case: cases.PerftCase) -> None:
    rules = oracle.PUBLISHED[case.ruleset]
    state = State(board_of(case.board), tuple(piece_of(piece) for piece in case.tray))
    assert oracle.perft(rules, state) == oracle.Perft(case.sequences, case.boards)


def test_the_yardstick_has_467_656_nodes() -> None:
    first = cases.perft()[0]
    assert sum(first.sequences) == 467_656


def test_divide_adds_up_to_perft() -> None:
    case = next(c for c in cases.perft() if c.id == "8x8-filled-1")
    rules = oracle.PUBLISHED[case.ruleset]
    state = State(board_of(case.board), tuple(piece_of(piece) for piece in case.tray))
    counts = oracle.divide(rules, state)
    assert len(counts) == case.sequences[0]
    assert sum(counts.values()) == case.sequences[-1]


@pytest.mark.parametrize("case", [f"field-{n:02}" for n in (1, 2, 3, 4, 6, 10)])
def test_faults_of_the_field(case: str) -> None:
    given, expect = cases.field(case)["given"], cases.field(case)["expect"]
    rules = oracle.bloky(given["ruleset"]["rows"], given["ruleset"]["cols"])
    state = state_of(given)
    orders = oracle.orders(rules, state)
    assert oracle.placeable(rules, state) is expect["placeable"]
    assert len(orders) == expect.get("orders", len(orders))
    if "only_order" in expect:
        assert orders == {tuple(expect["only_order"])}
    if "only_placement" in expect:
        piece = state.tray[0]
        assert piece is not None
        assert oracle.placements(rules, state.board, piece) == [tuple(expect["only_placement"])]
    if "fits" in expect:
        fits = [oracle.fits(rules, state.board, piece) for piece in state.tray if piece]
        assert fits == expect["fits"]


def test_the_streak_that_greed_loses() -> None:
    case = cases.field("field-07")
    plain = oracle.bloky(8, 8)
    rules = oracle.Rules(
        **{**vars(plain), "reward": lambda points, streak: points + 50 * (streak - 1)},
    )
    rules = oracle.Rules(**{**vars(rules), "patience": 1})
    assert oracle.best(rules, state_of(case["given"])).points == case["expect"]["points"] == 74


def test_a_move_that_cannot_be_is_refused() -> None:
    rules = oracle.bloky(3, 3)
    state = State(board_of(["#..", "...", "..."]), (piece_of(["##"]), None))
    for move in (Move(0, 0, 0), Move(0, 0, 2), Move(0, 3, 0), Move(0, -1, 0), Move(1, 1, 1)):
        with pytest.raises(ValueError, match=r"filled|off the board|no piece"):
            oracle.play(rules, state, move)
    assert oracle.play(rules, state, Move(0, 0, 1)).removed == {(0, 0), (0, 1), (0, 2)}


def test_nothing_to_place_is_one_order_and_no_points() -> None:
    rules, state = oracle.bloky(3, 3), State(frozenset(), (None,))
    assert oracle.orders(rules, state) == {()}
    assert oracle.witness(rules, state) == []
    assert oracle.best(rules, state) == oracle.Best(0, 0)
    assert not oracle.game_over(rules, state)


def test_pieces_are_moved_to_the_corner_of_their_box() -> None:
    assert piece_of(["...", "..#", ".##"]) == {(0, 1), (1, 0), (1, 1)}
