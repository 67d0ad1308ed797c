"""The CP-SAT decision against the oracle, known answers, limits, and models broken on purpose."""

from __future__ import annotations

import functools
import itertools
import math
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cases
import oracle
import strategies
from fairtray import rulesets
from fairtray.core import shapes
from fairtray.core.errors import InputError, InternalFault
from fairtray.engines.proof import pieces as pieces_module
from fairtray.engines.proof import solver, steps
from fairtray.engines.proof.decide import count_orders, decide, decide_order, pack
from fairtray.engines.proof.pieces import Piece
from fairtray.game import Placement, Position, replay
from fairtray.rulesets import Ruleset

BIG = rulesets.get({"rows": 20, "cols": 20})


def position_of(case: dict[str, Any]) -> Position:
    ruleset = rulesets.get(case.get("ruleset", "bloky-8x8"))
    return Position(
        ruleset,
        ruleset.grid.parse(case["board"]),
        tuple(shapes.from_drawing(piece) for piece in case["tray"]),
        case.get("combo", 0),
        case.get("moves_since_clear", 0),
    )


def drawn(board: list[str], *tray: str) -> Position:
    """Return a position without scoring on a board of any size; pieces by standard name."""
    ruleset = rulesets.get({"rows": len(board), "cols": len(board[0])})
    return Position(ruleset, ruleset.grid.parse(board), tuple(shapes.named(n) for n in tray))


@functools.cache
def known_cases() -> tuple[tuple[Position, dict[str, Any]], ...]:
    return tuple((position_of(case), case["expect"]) for case in cases.positions())


# The dot fills the last gap of row 0, and only there the bar then fits.
NEEDS_A_CLEAR = drawn(["###.", "#.##", "##.#", ".###"], "I3h", "dot")

# The dots fill rows 2 and 3, and only between these the square then fits.
TWO_CLEARS = drawn(["#.#.#", ".#.#.", "##.##", ".####", "#.#.#"], "O4", "dot", "dot")

# Any placement clears row 0, and only there the bar then fits.
FULL_LINE = drawn(["####", "#.##", "##.#", "#.##"], "I4h", "dot")

# Were a full line allowed to stay until it suits, these four could be placed.
MUST_CLEAR = drawn([".#.", "#..", "#.#", "#.#"], "V3-nw", "O4", "I2h", "I3h")


def wrong(positions: Iterable[tuple[Position, bool]]) -> list[Position]:
    """Return the positions on which CP-SAT gives no answer or another than the right one."""
    found = []
    for position, placeable in positions:
        try:
            verdict = decide(position)
        except InternalFault:
            found.append(position)
            continue
        if verdict.status != ("feasible" if placeable else "infeasible"):
            found.append(position)
    return found


def oracle_orders(position: Position) -> set[tuple[int, ...]]:
    return oracle.orders(
        strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    )


# --- Agreement ---------------------------------------------------------------------


def test_known_positions() -> None:
    assert len(known_cases()) == 160
    for position, expect in known_cases():
        verdict = decide(position)
        assert (verdict.status == "feasible") == expect["placeable"]
        assert (verdict.witness is not None) == expect["placeable"]
        assert count_orders(position) == expect["orders"]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 6, 10])
def test_field(number: int) -> None:
    case = cases.field(f"field-{number:02d}")
    position, expect = position_of(case["given"]), case["expect"]
    verdict = decide(position)
    assert (verdict.status == "feasible") == expect["placeable"]
    if "orders" in expect:
        assert count_orders(position) == expect["orders"]
    if "only_order" in expect:
        assert verdict.witness is not None
        assert [move.slot for move in verdict.witness] == expect["only_order"]
    if "only_placement" in expect:
        row, col = expect["only_placement"]
        assert verdict.witness == (Placement(0, row, col),)


def test_perft_boards() -> None:
    for case in cases.perft():
        position = position_of({"ruleset": case.ruleset, "board": case.board, "tray": case.tray})
        placeable = len(case.sequences) == len(case.tray) and case.sequences[-1] > 0
        assert (decide(position).status == "feasible") == placeable, case.id


@given(strategies.positions(budget=4000))
def test_agrees_with_the_oracle(position: Position) -> None:
    orders = oracle_orders(position)
    verdict = decide(position)
    assert verdict.status == ("feasible" if orders else "infeasible")
    assert count_orders(position) == len(orders)
    if verdict.witness is not None:
        played = replay(position, verdict.witness)
        assert len(played) == len(position.slots)


@settings(max_examples=60)
@given(strategies.positions(max_pieces=3, budget=3000))
def test_each_order_agrees_with_the_oracle(position: Position) -> None:
    orders = oracle_orders(position)
    for order in itertools.permutations(position.slots):
        verdict = decide_order(position, order)
        assert (verdict.status == "feasible") == (order in orders)
        if verdict.witness is not None:
            assert tuple(move.slot for move in verdict.witness) == order


@settings(max_examples=40)
@given(strategies.positions(strategies.tiny_rulesets(4), max_pieces=5, budget=30_000))
def test_long_trays_on_tiny_boards(position: Position) -> None:
    rules, state = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    assert (decide(position).status == "feasible") == oracle.placeable(rules, state)


@settings(max_examples=15)
@given(strategies.cut_positions(st.just(BIG)))
def test_placeable_by_construction_on_the_largest_board(
    made: tuple[Position, tuple[Placement, ...]],
) -> None:
    position, _ = made
    assert decide(position).status == "feasible"


# --- Small positions worth a name --------------------------------------------------


def test_nothing_to_place() -> None:
    position = Position(rulesets.get("bloky-8x8"), 0, (None, None, None))
    assert decide(position) == decide_order(position, ())
    assert decide(position).witness == ()
    assert count_orders(position) == 1


def test_a_piece_larger_than_the_board() -> None:
    assert decide(drawn(["..", ".."], "I3h")).status == "infeasible"


def test_a_clear_makes_room() -> None:
    verdict = decide(NEEDS_A_CLEAR)
    assert verdict.witness is not None
    assert [move.slot for move in verdict.witness] == [1, 0]
    assert count_orders(NEEDS_A_CLEAR) == 1


def test_two_clears_make_room() -> None:
    verdict = decide(TWO_CLEARS)
    assert verdict.witness is not None
    assert verdict.witness[-1].slot == 0
    assert count_orders(TWO_CLEARS) == 2


def test_a_full_line_goes_with_the_next_placement() -> None:
    verdict = decide(FULL_LINE)
    assert verdict.witness is not None
    assert [move.slot for move in verdict.witness] == [1, 0]
    assert decide_order(FULL_LINE, (0, 1)).status == "infeasible"
    # It does not go by itself: alone the bar does not fit.
    assert decide(drawn(["####", "#.##", "##.#", "#.##"], "I4h")).status == "infeasible"


def test_a_full_line_can_be_filled_again() -> None:
    board = ["####", "#.#.", ".#.#", "#.#."]
    assert decide(drawn(board, "dot", "I4h", "I4h", "I4h")).status == "feasible"
    assert decide(drawn(["####"], "dot")).status == "infeasible"


def test_a_full_line_may_not_be_left_standing() -> None:
    assert oracle_orders(MUST_CLEAR) == set()
    assert decide(MUST_CLEAR).status == "infeasible"


def test_order_of_other_slots_is_refused() -> None:
    with pytest.raises(InputError, match="name each of the slots"):
        decide_order(NEEDS_A_CLEAR, (0, 0))


# --- Limits and repeatability ------------------------------------------------------


@pytest.mark.parametrize("limits", [{"work_limit": 0.0}, {"time_limit": 0.0}])
def test_a_limit_is_no_answer(limits: dict[str, float]) -> None:
    position = Position(
        rulesets.get("bloky-8x8"), 0, tuple(shapes.named(n) for n in ("O9", "I5h", "V5-ne"))
    )
    assert decide(position, **limits).status == "undecided"
    assert decide(position, **limits).witness is None
    assert decide_order(position, (2, 0, 1), **limits).status == "undecided"
    assert count_orders(position, **limits) is None


def test_a_limit_that_is_not_hit_changes_nothing() -> None:
    for position, expect in known_cases()[::8]:
        verdict = decide(position, work_limit=100.0, time_limit=600.0)
        assert verdict == decide(position)
        assert (verdict.status == "feasible") == expect["placeable"]


def test_workers_do_not_change_the_verdict() -> None:
    for position, _ in known_cases()[::16]:
        statuses = {decide(position, workers=workers).status for workers in (1, 2, 3)}
        assert len(statuses) == 1


def test_heavy_modules_stay_out() -> None:
    code = (
        "import sys; from fairtray.engines.proof import decide, best\n"
        "assert not {m for m in sys.modules if m.split('.')[0] in ('ortools', 'numpy')}\n"
        "from fairtray import rulesets, shapes; from fairtray.game import Position\n"
        "p = Position(rulesets.get('bloky-8x8'), 0, (shapes.named('dot'),))\n"
        "assert decide.decide(p).status == 'feasible'\n"
        "assert not {m for m in sys.modules if m.split('.')[0] in ('pandas', 'numba')}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_worker_is_refused() -> None:
    with pytest.raises(InputError, match="0 workers"):
        decide(NEEDS_A_CLEAR, workers=0)


def test_long_runs_give_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [decide(position) for position, _ in known_cases()[::8]]
    monkeypatch.setattr(solver, "AT_ONCE", 1e-9)
    assert [decide(position) for position, _ in known_cases()[::8]] == expected


def test_an_interrupt_still_reaches_python() -> None:
    decide(NEEDS_A_CLEAR)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="signals to oneself are POSIX")
def test_an_interrupt_ends_a_long_run() -> None:
    # Thirteen pigeons in twelve holes: longer than anybody's patience.
    code = """
import os, signal, threading, time
from fairtray.engines.proof.solver import Budget, Model
model = Model()
holes = [list(model.literals(12)) for pigeon in range(13)]
for row in holes:
    model.clause(row)
for hole in zip(*holes):
    for i, one in enumerate(hole):
        for other in hole[:i]:
            model.clause([~one, ~other])
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    model.run(Budget(time_limit=200.0))
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)


# --- Broken on purpose -------------------------------------------------------------


def _no_clears(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(steps.StepModel, "_fillable", lambda _self, _step: [])


def _first_clear_only(patch: pytest.MonkeyPatch) -> None:
    right = steps.StepModel._fillable
    patch.setattr(
        steps.StepModel, "_fillable", lambda self, step: right(self, step) if step == 1 else []
    )


def _clears_at_will(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(steps.StepModel, "_strict", lambda _self, _step: False)


def _no_full_lines_at_the_start(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Ruleset, "full_lines", lambda _self, _board: [])


def _anchored_on_a_filled_corner(patch: pytest.MonkeyPatch) -> None:
    right = pieces_module.sites
    patch.setattr(
        pieces_module,
        "sites",
        lambda grid, shape: right(grid, shape) if (0, 0) in shape.cells else (),
    )


def _tray_order_only(patch: pytest.MonkeyPatch) -> None:
    from fairtray.engines.proof import decide as module

    right = module.StepModel

    def in_order(position: Position, held: Sequence[Piece], _order: None) -> steps.StepModel:
        order = sorted((slot, i) for i, piece in enumerate(held) for slot in piece.slots)
        return right(position, held, [i for _, i in order])

    patch.setattr(module, "StepModel", in_order)


BROKEN: list[Callable[[pytest.MonkeyPatch], None]] = [
    _no_clears,
    _first_clear_only,
    _clears_at_will,
    _no_full_lines_at_the_start,
    _anchored_on_a_filled_corner,
    _tray_order_only,
]


@pytest.mark.parametrize("breaking", BROKEN)
def test_a_broken_model_is_noticed(
    breaking: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = [(position, expect["placeable"]) for position, expect in known_cases()]
    checked += [(NEEDS_A_CLEAR, True), (TWO_CLEARS, True), (MUST_CLEAR, False)]
    checked += [(FULL_LINE, True)]
    checked += [(position_of(cases.field("field-04")["given"]), True)]
    assert wrong(checked) == []
    breaking(monkeypatch)
    assert wrong(checked)


def test_a_wrong_yes_cannot_get_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = rulesets.get({"rows": 2, "cols": 2, "lines": {"rows": False, "cols": False}})
    position = Position(ruleset, 0b1000, (shapes.named("I2h"), shapes.named("I2v")))
    assert decide(position).status == "infeasible"
    monkeypatch.setattr(solver.Model, "at_most_one", lambda _self, _literals: None)
    with pytest.raises(InternalFault, match="not legal"):
        decide(position)


def test_a_model_that_cp_sat_refuses_is_our_fault() -> None:
    model = solver.Model()
    model.clause([7])
    with pytest.raises(InternalFault, match="MODEL_INVALID"):
        model.run(solver.Budget())


def test_packing_needs_no_order() -> None:
    position = Position(
        rulesets.get("eu-block-puzzle"), 0, tuple(shapes.named("O9") for _ in range(5))
    )
    outcome, taken = pack(pieces_module.pieces_of(position), position.board, solver.Budget())
    assert outcome.status == "feasible"
    assert len(taken) == 5
    assert count_orders(position) == math.factorial(5)
