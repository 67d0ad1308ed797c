"""Placeable or not, and the best line, against other engines that know nothing of each other."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cases
import oracle
import strategies
from fairtray import notation, rulesets
from fairtray.core import shapes
from fairtray.core.errors import PositionError
from fairtray.core.shapes import Shape
from fairtray.engines.kernels import search as kernel
from fairtray.engines.search.best import best
from fairtray.engines.search.decide import decide, decide_many
from fairtray.engines.search.prepare import board_words, tables_of, tray_of
from fairtray.game import Placement, Position, replay
from fairtray.rulesets import Ruleset
from fairtray.rulesets.model import Ruleset as RulesetModel

WIDE = {
    "12x12": rulesets.get({"rows": 12, "cols": 12, "lines": {"boxes": [3, 4]}}),
    "20x20": rulesets.get({"rows": 20, "cols": 20}),
}
"""Boards of three and seven words; the built-in games have one or two."""


def position_of(case: dict[str, Any]) -> Position:
    return notation.parse_json(json.dumps(case)).position


# --- Positions with known answers --------------------------------------------------


@pytest.mark.plain
def test_known_positions() -> None:
    known = cases.positions()
    for number, case in enumerate(known):
        position, expect = position_of(case), case["expect"]
        decision, line = decide(position), best(position)
        found = {
            "placeable": decision.placeable,
            "orders": decision.orders,
            "fits": list(decision.fits),
            "game_over": decision.game_over,
        }
        assert found.items() <= expect.items(), f"position {number}"
        complete = expect["best_points_all_placed"]
        assert line.complete == (complete is not None), f"position {number}"
        assert line.points == (expect["best_points"] if complete is None else complete), (
            f"position {number}"
        )
    assert len(known) == 160


def test_loss_is_declared_only_after_the_clear() -> None:
    case = cases.field("field-01")
    decision = decide(position_of(case["given"]))
    expect = case["expect"]
    assert (decision.placeable, decision.orders) == (True, expect["orders"])
    assert list(decision.fits) == expect["fits"]
    assert decision.game_over is False
    assert decision.witness is not None
    assert decision.witness[0].slot == 0


def test_every_order_is_tried() -> None:
    case = cases.field("field-02")
    decision = decide(position_of(case["given"]))
    assert decision.orders == 1
    assert list(decision.fits) == case["expect"]["fits"]
    assert decision.witness is not None
    assert [move.slot for move in decision.witness] == case["expect"]["only_order"]


@pytest.mark.parametrize("name", ["field-03", "field-04"])
def test_the_only_placement_is_found(name: str) -> None:
    case = cases.field(name)
    decision = decide(position_of(case["given"]))
    assert decision.witness == (Placement(0, *case["expect"]["only_placement"]),)
    assert not decision.game_over


def test_no_board_is_taken_for_another_size() -> None:
    expect = cases.field("field-05")["expect"]
    dot, bar = shapes.named("dot"), shapes.named("I3h")
    for name, placements in (
        ("ten-ten", expect["placements"]),
        ("bloky-8x8", expect["placements_on_empty_8x8"]),
    ):
        ruleset = rulesets.get(name)
        tray = [[ruleset.shapes.index(shape) for shape in (bar, dot, dot, dot)]]
        many = decide_many(ruleset, board_words(ruleset, 0), np.array(tray))
        assert many.fits.tolist() == [[placements] + [ruleset.grid.size] * 3]
        assert many.orders.tolist() == [24]
    assert ruleset.grid.size == 64
    assert expect["first_level_candidates_for_three_dots"] == rulesets.get("ten-ten").grid.size


def test_a_plan_may_clear_nothing() -> None:
    case = cases.field("field-06")
    position = position_of(case["given"])
    decision = decide(position)
    assert decision.orders == case["expect"]["orders"]
    assert decision.witness is not None
    assert not any(move.lines for move in replay(position, decision.witness))


def test_greed_does_not_cost_the_streak() -> None:
    case = cases.field("field-07")
    line = best(position_of(case["given"]))
    assert (line.points, line.complete, line.exact) == (case["expect"]["points"], True, True)


def test_fitting_one_by_one_is_not_placeable() -> None:
    case = cases.field("field-10")
    decision = decide(position_of(case["given"]))
    assert (decision.placeable, decision.orders, decision.witness) == (False, 0, None)
    assert decision.fits == (True, True, True)


# --- Perft -------------------------------------------------------------------------


def perft(position: Position, room: int) -> oracle.Perft:
    """Count the placement sequences with the kernel, which keeps up to ``room`` final boards."""
    found, tray = tray_of(position)
    pieces = np.ascontiguousarray(tray[list(position.slots)])
    counts = np.zeros(len(pieces), dtype=np.int64)
    finals = np.zeros((room, position.ruleset.grid.words), dtype=np.uint64)
    leaves = kernel.perft(
        tables_of(position.ruleset, found),
        pieces,
        len(pieces),
        board_words(position.ruleset, position.board),
        counts,
        finals,
    )
    assert leaves == counts[-1]
    finals = finals[: min(leaves, room)]
    in_order = finals[np.lexsort(finals.T)]
    different = np.any(in_order[1:] != in_order[:-1], axis=1)
    return oracle.Perft(tuple(counts.tolist()), int(different.sum()) + bool(len(finals)))


def divide(position: Position) -> dict[oracle.Move, int]:
    """Return, for each first move, how many sequences that place everything begin with it."""
    counts = {}
    for slot in position.slots:
        for row, col in position.legal(position.tray[slot] or shapes.named("dot")):
            rest = position.place(Placement(slot, row, col)).after
            counts[oracle.Move(slot, row, col)] = perft(rest, 0).sequences[-1] if rest.slots else 1
    return counts


def differences(case: cases.PerftCase, position: Position) -> str:
    """Say which first moves have how many sequences, for whoever must find the fault."""
    ours = divide(position)
    theirs = oracle.divide(oracle.PUBLISHED[case.ruleset], strategies.oracle_state(position))
    return "\n".join(
        f"slot {move.slot} row {move.row} col {move.col}: {ours.get(move)}, "
        f"the oracle has {theirs.get(move)}"
        for move in sorted({*ours, *theirs})
        if ours.get(move) != theirs.get(move)
    )


def perft_position(case: cases.PerftCase) -> Position:
    # Not read as a file: a perft case names its ruleset for the lines, not for the shapes.
    ruleset = rulesets.get(case.ruleset)
    tray = tuple(shapes.from_drawing(rows) for rows in case.tray)
    return Position(ruleset, ruleset.grid.parse(case.board), tray)


@pytest.mark.parametrize("case", cases.perft(), ids=lambda case: case.id)
def test_perft(case: cases.PerftCase) -> None:
    position = perft_position(case)
    found = perft(position, case.sequences[-1] + 1)
    if found != oracle.Perft(case.sequences, case.boards):
        pytest.fail(f"{found} instead of {case}\n{differences(case, position)}")


def test_perft_with_no_room_for_boards() -> None:
    case = cases.perft()[0]
    assert perft(perft_position(case), 7).sequences == case.sequences


@pytest.mark.parametrize("name", ["8x8-filled-1", "8x8-filled-4", "9x9-filled-2"])
def test_divide_is_that_of_the_oracle(name: str) -> None:
    case = next(c for c in cases.perft() if c.id == name)
    position = perft_position(case)
    assert differences(case, position) == ""
    assert sum(divide(position).values()) == case.sequences[-1]


@pytest.mark.plain
@settings(max_examples=15)
@given(strategies.positions(strategies.tiny_rulesets(5), max_pieces=3, budget=400))
def test_perft_is_that_of_the_oracle(position: Position) -> None:
    if position.slots:
        rules, state = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
        expected = oracle.perft(rules, state)
        assert perft(position, expected.sequences[-1]) == expected


# --- Placeable or not --------------------------------------------------------------


def plain_orders(position: Position) -> set[tuple[int, ...]]:
    """Return the slot orders that place everything, tried one after another by the plain engine."""
    known: dict[tuple[int, tuple[Shape | None, ...]], set[tuple[int, ...]]] = {}

    def search(position: Position) -> set[tuple[int, ...]]:
        if not position.slots:
            return {()}
        key = position.board, position.tray
        if key not in known:
            known[key] = {
                (slot, *rest)
                for slot in position.slots
                for row, col in position.legal(position.tray[slot] or shapes.named("dot"))
                for rest in search(position.place(Placement(slot, row, col)).after)
            }
        return known[key]

    return search(position)


def assert_decided(position: Position) -> int:
    """Hold a decision against the oracle; return in how many orders it is placeable."""
    rules, state = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    orders = oracle.orders(rules, state)
    decision = decide(position)
    assert decision.orders == len(orders)
    assert decision.placeable == bool(orders)
    assert decision.game_over == oracle.game_over(rules, state) == position.game_over
    assert decision.fits == tuple(
        piece is not None and oracle.fits(rules, state.board, piece) for piece in state.tray
    )
    if decision.witness is None:
        assert not orders
    else:
        assert tuple(move.slot for move in decision.witness) in orders
        for move in decision.witness:
            state = oracle.play(rules, state, oracle.Move(move.slot, move.row, move.col)).after
        assert oracle.slots(state) == []
    return len(orders)


@given(strategies.positions())
def test_decisions_are_those_of_the_oracle(position: Position) -> None:
    assert_decided(position)


@settings(max_examples=40)
@given(strategies.positions(budget=600))
def test_decisions_are_those_of_the_plain_engine(position: Position) -> None:
    assert decide(position).orders == len(plain_orders(position))


@pytest.mark.plain
@settings(max_examples=25)
@given(strategies.positions(strategies.tiny_rulesets(5), budget=800))
def test_decisions_on_tiny_boards(position: Position) -> None:
    assert_decided(position)


@pytest.mark.parametrize("name", [*rulesets.builtin_names(), *WIDE])
def test_decisions_on_boards_of_every_width(name: str) -> None:
    ruleset = WIDE.get(name) or rulesets.get(name)

    @settings(max_examples=15)
    @given(strategies.positions(ruleset, budget=3_000))
    def check(position: Position) -> None:
        assert_decided(position)

    check()


@given(strategies.cut_positions())
def test_what_was_cut_out_can_be_put_back(
    drawn: tuple[Position, tuple[Placement, ...]],
) -> None:
    position, witness = drawn
    replay(position, witness)
    decision = decide(position)
    assert decision.placeable
    # The places that were cut stay free whatever is cleared, so every order will do.
    assert decision.orders == math.factorial(len(position.slots))


def hard_positions(ruleset: Ruleset, pieces: list[str], count: int, seed: int) -> list[Position]:
    """Return boards with several lines a few cells short of full, and trays of big pieces."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        board = strategies._almost(ruleset, rng, rng.randint(2, 5), rng.uniform(0.4, 0.8))
        size = rng.choice([2, 3, 3, 4])
        tray: list[Shape | None] = [shapes.named(rng.choice(pieces)) for _ in range(size)]
        if rng.random() < 0.2:
            tray.insert(rng.randint(0, size), None)
        found.append(Position(ruleset, board, tuple(tray)))
    return found


BIG = ["I3h", "I3v", "I4h", "O4", "O4", "R23", "V3-nw", "V5-se", "L4-1", "D3-0", "T4-0", "U5-0"]


@pytest.mark.plain
@pytest.mark.parametrize(
    ("ruleset", "count", "needed"),
    [
        ({"rows": 5, "cols": 5}, 400, 40),
        ({"rows": 6, "cols": 6, "lines": {"boxes": [2, 3]}}, 250, 40),
        (
            {"rows": 4, "cols": 7, "lines": {"cols": False, "regions": [[[0, 0], [3, 6], [1, 3]]]}},
            250,
            10,
        ),
        ("bloky-8x8", 60, 5),
        ("woodoku", 40, 1),
    ],
    ids=["5x5", "boxes", "regions", "8x8", "9x9"],
)
def test_trays_that_only_some_orders_place(
    ruleset: dict[str, Any] | str, count: int, needed: int
) -> None:
    """Where pieces fit only after clears the search proper is at work, not the packing."""
    seen: Counter[str] = Counter()
    for drawn in hard_positions(rulesets.get(ruleset), BIG, count, 5):
        position = strategies._affordable(drawn, 20_000)
        orders = assert_decided(position)
        some = 0 < orders < math.factorial(len(position.slots))
        seen["some" if some else "none" if orders == 0 else "all"] += 1
    assert seen["some"] >= needed, seen
    assert seen["none"] >= 5


def test_a_chain_of_clears() -> None:
    """Only the single cell fits; then each bar clears the whole board for the next one."""
    ruleset = rulesets.get({"rows": 1, "cols": 5})
    names = ["dot", "I5h", "I5h", "I5h", "I5h"]
    position = Position(ruleset, 0b11110, tuple(shapes.named(name) for name in names))
    decision = decide(position)
    assert decision.orders == 24
    assert decision.witness is not None
    assert decision.witness[0].slot == 0
    assert decision.fits == (True, False, False, False, False)
    shuffled = replace(position, tray=(*position.tray[1:4], None, position.tray[0]))
    assert decide(shuffled).orders == 6
    assert_decided(shuffled)


@pytest.mark.parametrize(
    ("board", "orders"),
    [(0, 2), (0b1111, 2), (0b0001, 2), (0b0001_0001, 0)],
    ids=["empty", "full row", "one row free", "no row free"],
)
def test_full_lines_are_cleared_by_the_next_placement(board: int, orders: int) -> None:
    ruleset = rulesets.get({"rows": 2, "cols": 4, "lines": {"cols": False}})
    four = shapes.named("I4h")
    assert decide(Position(ruleset, board, (four, four))).orders == orders
    assert decide(Position(ruleset, ruleset.grid.full, (four, four))).game_over


def test_without_lines_nothing_ever_clears() -> None:
    ruleset = rulesets.get({"rows": 2, "cols": 2, "lines": {"rows": False, "cols": False}})
    dot = shapes.named("dot")
    assert decide(Position(ruleset, 0b0100, (dot,) * 3)).orders == 6
    assert decide(Position(ruleset, 0b0100, (dot,) * 4)).orders == 0
    assert best(Position(ruleset, 0b0100, (dot,) * 4)).points == 3


@pytest.mark.parametrize("name", ["8x8", "12x12", "20x20"])
def test_pieces_larger_than_the_board_fit_nowhere(name: str) -> None:
    side = int(name.split("x", 1)[0])
    ruleset = WIDE.get(name) or rulesets.get({"rows": side, "cols": side})
    dot = shapes.named("dot")
    for cells in ([(r, 0) for r in range(20)], [(0, c) for c in range(20)], [(0, 0), (19, 19)]):
        long = shapes.from_cells(cells)
        decision = decide(Position(ruleset, 0, (long, dot)))
        fits = side == 20
        assert decision.fits == (fits, True)
        assert decision.orders == (2 if fits else 0)
        assert not decision.game_over
        line = best(Position(ruleset, 0, (long, dot)))
        assert len(line.moves) == 1 + fits


def test_an_empty_tray_is_placeable() -> None:
    for tray in ((), (None, None)):
        position = Position(rulesets.get("bloky-8x8"), rulesets.get("bloky-8x8").grid.full, tray)
        decision = decide(position)
        assert (decision.orders, decision.witness, decision.game_over) == (1, (), False)
        assert decision.fits == (False,) * len(tray)
        line = best(position)
        assert (line.points, line.complete, line.moves) == (0, True, ())
        assert line.final == position


def test_used_slots_do_not_count_as_pieces() -> None:
    ruleset = rulesets.get("bloky-8x8")
    dot = shapes.named("dot")
    tray = (None, dot, dot, None, dot, dot, dot, None)
    decision = decide(Position(ruleset, 0, tray))
    assert decision.orders == 120
    assert decision.fits == tuple(piece is not None for piece in tray)
    assert best(Position(ruleset, 0, tray)).points == 5
    for question in (decide, best):
        with pytest.raises(PositionError, match=r"^tray: 6 pieces; at most 5"):
            question(Position(ruleset, 0, (*tray, dot)))


def test_rulesets_of_equal_digest_are_not_taken_for_each_other() -> None:
    """A ruleset made by hand, or changed with ``replace``, has no digest of its own."""
    dot = shapes.named("dot")
    small, large = rulesets.get({"rows": 2, "cols": 3}), rulesets.get({"rows": 5, "cols": 4})
    by_hand = [
        RulesetModel("by-hand", "By hand", r.grid, r.lines, r.line_names, None, r.scoring)
        for r in (small, large)
    ]
    for ruleset, cells in zip(by_hand, (6, 20), strict=True):
        # Only the last cell is free.
        position = Position(ruleset, ruleset.grid.full >> 1, (dot,))
        (move,) = decide(position).witness or ()
        assert position.place(move).removed.bit_count() == cells
    points = [
        best(
            Position(replace(small, scoring=replace(small.scoring, per_cell=each)), 0, (dot,))
        ).points
        for each in (3, 4)
    ]
    assert points == [3, 4]


# --- Many positions at once --------------------------------------------------------


def many_positions(ruleset: Ruleset, count: int, size: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        board = rng.choice(
            [
                strategies._random_board(ruleset, rng, rng.random()),
                strategies._almost(ruleset, rng, rng.randint(1, 6), rng.uniform(0.2, 0.9)),
            ]
        )
        if rng.random() < 0.1:
            board |= rng.choice(ruleset.lines)
        kinds = rng.sample(ruleset.shapes, 3)
        tray = tuple(None if rng.random() < 0.1 else rng.choice(kinds) for _ in range(size))
        found.append(Position(ruleset, board, tray))
    return found


def as_arrays(positions: list[Position]) -> tuple[np.ndarray, np.ndarray]:
    ruleset = positions[0].ruleset
    boards = np.array([ruleset.grid.to_words(p.board) for p in positions], dtype=np.uint64)
    trays = [[-1 if s is None else ruleset.shapes.index(s) for s in p.tray] for p in positions]
    return boards, np.array(trays)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("name", ["block-blast", "eu-block-puzzle", "woodoku"])
def test_many_at_once_are_decided_as_one_by_one(name: str, size: int) -> None:
    ruleset = rulesets.get(name)
    positions = many_positions(ruleset, 60, size, size)
    many = decide_many(ruleset, *as_arrays(positions))
    for i, position in enumerate(positions):
        one = decide(position)
        assert many.orders[i] == one.orders
        placements = [len(list(position.legal(s))) if s is not None else 0 for s in position.tray]
        assert many.fits[i].tolist() == placements
        moves = [(slot, anchor) for slot, anchor in many.witness[i].tolist() if slot >= 0]
        padding = many.witness[i, len(moves) :]
        assert (padding == -1).all()
        if one.orders:
            line = [Placement(slot, *divmod(at, ruleset.grid.cols)) for slot, at in moves]
            assert replay(position, line)[-1].after.slots == () if line else not position.slots
        else:
            assert moves == []


@pytest.mark.plain
def test_a_row_does_not_depend_on_its_neighbours() -> None:
    ruleset = rulesets.get("bloky-8x8")
    boards, trays = as_arrays(many_positions(ruleset, 200, 4, 9))
    whole = decide_many(ruleset, boards, trays)
    order = np.random.Generator(np.random.PCG64(1)).permutation(len(boards))
    parts = [
        decide_many(ruleset, boards[i], trays[i]) for i in (order[:1], order[1:77], order[77:])
    ]
    for name in ("orders", "fits", "witness"):
        together = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_array_equal(together, getattr(whole, name)[order])


def test_arrays_are_taken_as_they_come_and_left_alone() -> None:
    ruleset = rulesets.get("ten-ten")
    boards, trays = as_arrays(many_positions(ruleset, 20, 3, 3))
    expected = decide_many(ruleset, boards, trays).orders.tolist()
    for given_boards, given_trays in (
        (np.asfortranarray(boards), np.asfortranarray(trays)),
        (boards.repeat(2, axis=0)[::2], trays.astype(np.int8)),
        (boards, trays.tolist()),
    ):
        before = given_boards.copy()
        assert decide_many(ruleset, given_boards, given_trays).orders.tolist() == expected
        np.testing.assert_array_equal(given_boards, before)
    boards.flags.writeable = False
    trays.flags.writeable = False
    assert decide_many(ruleset, boards, trays).orders.tolist() == expected
    assert decide_many(ruleset, boards[:0], trays[:0]).orders.shape == (0,)


BOARDS, TRAYS = np.zeros((2, 2), dtype=np.uint64), np.zeros((2, 3), dtype=np.int64)
OUTSIDE = np.array([[0, 0], [0, 1 << 36]], dtype=np.uint64)


@pytest.mark.parametrize(
    ("boards", "trays", "message"),
    [
        (BOARDS.astype(np.int64), TRAYS, r"boards: int64 \(2, 2\); give uint64 \(N, 2\)"),
        (BOARDS[:, :1], TRAYS, r"boards: uint64 \(2, 1\)"),
        (BOARDS[0], TRAYS, r"boards: uint64 \(2,\)"),
        (OUTSIDE, TRAYS, "boards: a bit beyond the last cell is set"),
        (BOARDS, TRAYS[:1], r"trays: int64 \(1, 3\); give integers \(2, 1\.\.5\)"),
        (BOARDS, TRAYS[:, :0], "trays: int64"),
        (BOARDS, np.zeros((2, 6), dtype=np.int64), "trays: int64"),
        (BOARDS, TRAYS[0], "trays: int64"),
        (BOARDS, TRAYS.astype(float), "trays: float64"),
        (BOARDS, TRAYS.astype(bool), "trays: bool"),
        (BOARDS, TRAYS - 2, "trays: an index outside the catalogue; -1 to 18"),
        (BOARDS, TRAYS + 19, "trays: an index outside the catalogue"),
        (BOARDS, TRAYS.astype(np.uint64) + np.uint64(2**64 - 1), "trays: an index outside"),
    ],
)
def test_arrays_that_are_no_positions(boards: np.ndarray, trays: np.ndarray, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        decide_many(rulesets.get("ten-ten"), boards, trays)


def test_many_at_once_need_a_catalogue() -> None:
    ruleset = rulesets.get({"rows": 10, "cols": 10})
    with pytest.raises(PositionError, match="has no catalogue; use decide"):
        decide_many(ruleset, BOARDS, TRAYS)


# --- The best line -----------------------------------------------------------------


def assert_best(position: Position) -> None:
    """Hold the best line against the oracle's points."""
    rules, state = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    expected = oracle.best(rules, state)
    line = best(position)
    assert line.points == expected.points
    assert line.complete == (expected.all_placed is not None)
    assert line.exact
    points = 0
    for move in line.moves:
        at = move.placement
        played = oracle.play(rules, state, oracle.Move(at.slot, at.row, at.col))
        points, state = points + played.points, played.after
    assert points == line.points
    assert strategies.oracle_state(line.final) == state
    assert bool(line.final.slots) != line.complete


@given(strategies.positions())
def test_the_best_points_are_those_of_the_oracle(position: Position) -> None:
    assert_best(position)


@pytest.mark.plain
@settings(max_examples=25)
@given(strategies.positions(strategies.tiny_rulesets(4), budget=500))
def test_the_best_points_on_tiny_boards(position: Position) -> None:
    assert_best(position)


@pytest.mark.parametrize("name", [*rulesets.builtin_names(), *WIDE])
def test_the_best_points_on_boards_of_every_width(name: str) -> None:
    ruleset = WIDE.get(name) or rulesets.get(name)

    @settings(max_examples=12)
    @given(strategies.positions(ruleset, budget=2_000))
    def check(position: Position) -> None:
        assert_best(position)

    check()


COMBOS: dict[str, dict[str, Any]] = {
    "none": {"kind": "none"},
    "streak": {"kind": "streak", "percents": [100, 150, 70, 300]},
    "grace": {"kind": "grace", "grace": 2},
    "additive": {"kind": "additive", "bonus": 50},
}


@pytest.mark.parametrize("perfect", [0, 500])
@pytest.mark.parametrize("combo", COMBOS)
def test_the_best_points_with_every_combo_and_perfect_clears(combo: str, perfect: int) -> None:
    """Boards on which many moves clear and some empty the board, from any counter."""
    scoring = {
        "per_cell": 1,
        # Two lines are worth less than one: more lines are not always more points.
        "lines": {"table": [90, 40], "formula": "60*n"},
        "combo": COMBOS[combo],
        "perfect_clear": {"points": perfect},
    }
    ruleset = rulesets.get({"rows": 4, "cols": 4, "scoring": scoring})
    rng = random.Random(8)
    perfects = 0
    for _ in range(60):
        board = strategies._almost(ruleset, rng, rng.randint(1, 2), rng.choice([0, 0, 0.2]))
        names = rng.sample(["dot", "dot", "I2h", "I2v", "O4", "I3h", "V3-nw", "I4v"], 3)
        count = 0 if combo == "none" else rng.randint(0, 4)
        since = rng.randint(0, 1) if count and combo == "grace" else 0
        tray = tuple(shapes.named(name) for name in names)
        position = Position(ruleset, board, tray, count, since, score=1000)
        assert_best(position)
        perfects += any(move.after.board == 0 for move in best(position).moves)
    assert perfects >= 5


def lexicographically_first(position: Position) -> tuple[tuple[int, int, int], ...]:
    """Return, by brute force, the line that ``best`` promises among equals."""
    rules, start = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    complete = oracle.placeable(rules, start)
    Line = tuple[int, int, tuple[tuple[int, int, int], ...]]  # noqa: N806
    known: dict[oracle.State, Line | None] = {}

    def search(state: oracle.State) -> Line | None:
        """Return points, moves and the first of the best lines; None where there is none."""
        if not oracle.slots(state):
            return 0, 0, ()
        if state not in known:
            found: Line | None = None if complete else (0, 0, ())
            for move, played in oracle.moves(rules, state):
                rest = search(played.after)
                if rest is not None:
                    line = (played.points + rest[0], 1 + rest[1], (tuple(move), *rest[2]))
                    if found is None or line[:2] > found[:2]:
                        found = line  # type: ignore[assignment]
            known[state] = found
        return known[state]

    line = search(start)
    assert line is not None
    return line[2]


def found_line(position: Position) -> tuple[tuple[int, int, int], ...]:
    at = [move.placement for move in best(position).moves]
    return tuple((move.slot, move.row, move.col) for move in at)


@given(strategies.positions(budget=4_000))
def test_among_equals_the_first_line_is_the_answer(position: Position) -> None:
    assert found_line(position) == lexicographically_first(position)


@pytest.mark.parametrize("per_cell", [0, 1])
def test_among_equals_on_boards_with_many_ties(per_cell: int) -> None:
    """Where lines are worth nothing every complete line is as good as any other."""
    ruleset = rulesets.get({"rows": 4, "cols": 5, "scoring": {"per_cell": per_cell}})
    lines = Counter(
        len(found_line(position))
        for position in hard_positions(ruleset, ["dot", "I2h", "I2h", "O4", "L4-0", "R23"], 150, 2)
        if found_line(position) == lexicographically_first(position) or pytest.fail(str(position))
    )
    assert len(lines) >= 4


def test_more_pieces_win_where_points_tie() -> None:
    lines = {"rows": False, "cols": False}
    ruleset = rulesets.get({"rows": 3, "cols": 3, "lines": lines, "scoring": {"per_cell": 0}})
    tray = tuple(shapes.named(name) for name in ("O9", "O4", "dot"))
    line = best(Position(ruleset, ruleset.grid.bit(0, 0), tray))
    assert (line.points, line.complete) == (0, False)
    assert found_line(line.moves[0].before) == ((1, 0, 1), (2, 1, 0))


def test_the_yardstick_is_walked_in_part() -> None:
    case = cases.perft()[0]
    line = best(perft_position(case))
    assert line.exact
    assert line.walked < sum(case.sequences) / 4


def test_orders_do_not_depend_on_slots() -> None:
    """Permuting the tray permutes the answer: the number of orders and the points stay."""
    position = position_of(cases.positions()[3])
    answers = set()
    for tray in itertools.permutations(position.tray):
        shuffled = replace(position, tray=tray)
        answers.add((decide(shuffled).orders, best(shuffled).points))
    assert answers == {(4, 51)}


@given(st.integers(0, 159), st.integers(1, 10**6))
@settings(max_examples=10)
def test_the_score_so_far_changes_nothing(number: int, score: int) -> None:
    position = position_of(cases.positions()[number])
    line = best(replace(position, score=score))
    assert line.points == best(position).points
    assert line.final.score == score + line.points
