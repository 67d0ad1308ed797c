"""Facts of a ruleset against brute force, known numbers, and limits that come first."""

from __future__ import annotations

from typing import Any

import pytest

from fairtray import rulesets
from fairtray.core import shapes
from fairtray.core.board import Board
from fairtray.core.errors import InputError, InternalFault
from fairtray.core.shapes import Shape
from fairtray.engines.proof import facts
from fairtray.engines.proof.extremes import (
    check_blocked,
    fewest_blockers,
    most_lines,
    places,
)
from fairtray.engines.proof.solver import Budget
from fairtray.rulesets import Ruleset

BLOKY = rulesets.get("bloky-8x8")

TINY: list[dict[str, Any]] = [
    {"rows": 3, "cols": 3},
    {"rows": 3, "cols": 4},
    {"rows": 4, "cols": 3, "lines": {"cols": False}},
    {"rows": 4, "cols": 4, "lines": {"boxes": [2, 2]}},
    {"rows": 3, "cols": 3, "lines": {"rows": False, "regions": [[[0, 0], [1, 1], [2, 2]]]}},
]
NAMES = ("dot", "I2h", "I3v", "O4", "V3-ne", "D2-0", "S4-h", "V5-nw")


def masks(ruleset: Ruleset, shape: Shape) -> list[Board]:
    """Return every place of a shape, worked out without the proof's own tables."""
    cols = ruleset.grid.cols
    return [
        sum(1 << ((row + r) * cols + col + c) for r, c in shape.cells)
        for row in range(ruleset.grid.rows - shape.height + 1)
        for col in range(cols - shape.width + 1)
    ]


def boards_without_full_lines(ruleset: Ruleset) -> list[Board]:
    return [
        board
        for board in range(1 << ruleset.grid.size)
        if not any(board & line == line for line in ruleset.lines)
    ]


def brute_fewest(ruleset: Ruleset, some: tuple[Shape, ...]) -> int | None:
    blocked = [mask for shape in some for mask in masks(ruleset, shape)]
    counts = [
        board.bit_count()
        for board in boards_without_full_lines(ruleset)
        if all(board & mask for mask in blocked)
    ]
    return min(counts, default=None)


def brute_most_lines(ruleset: Ruleset, shape: Shape) -> int | None:
    counts = [
        sum((board | mask) & line == line for line in ruleset.lines)
        for board in boards_without_full_lines(ruleset)
        for mask in masks(ruleset, shape)
        if not board & mask
    ]
    return max(counts, default=None)


@pytest.mark.parametrize("description", TINY, ids=str)
def test_the_fewest_blockers_are_those_of_brute_force(description: dict[str, Any]) -> None:
    ruleset = rulesets.get(description)
    named = [shapes.named(name) for name in NAMES]
    for some in [*((shape,) for shape in named), tuple(named[1:]), tuple(named[4:6])]:
        found = fewest_blockers(ruleset, some, Budget())
        truth = brute_fewest(ruleset, some)
        assert found.status == ("impossible" if truth is None else "exact")
        assert found.at_most == truth
        assert found.at_least == truth


@pytest.mark.parametrize("description", [d for d in TINY if d["rows"] * d["cols"] < 16], ids=str)
def test_the_most_lines_are_those_of_brute_force(description: dict[str, Any]) -> None:
    ruleset = rulesets.get(description)
    for name in NAMES:
        found = most_lines(ruleset, shapes.named(name), Budget())
        assert found.at_least == brute_most_lines(ruleset, shapes.named(name)), name
        if found.move is not None:
            assert len(found.move.lines) == found.at_least
            assert not ruleset.full_lines(found.move.before.board)


def test_a_shape_larger_than_the_board_is_blocked_by_nothing_and_clears_nothing() -> None:
    ruleset = rulesets.get({"rows": 3, "cols": 3})
    assert fewest_blockers(ruleset, [shapes.named("I5h")], Budget()).at_most == 0
    assert most_lines(ruleset, shapes.named("I5h"), Budget()).status == "impossible"


def test_places_that_hold_another_are_left_out() -> None:
    dominoes = [shapes.named("I2h"), shapes.named("I2v")]
    both = [*dominoes, *BLOKY.shapes[3:]]
    assert sorted(places(BLOKY, both)) == sorted(places(BLOKY, dominoes))
    assert len(places(BLOKY, dominoes)) == 2 * 7 * 8


# Each follows from a covering of the board by disjoint places, except I3h: two cells a row
# could only be columns 3 and 6, and those columns would be full.
@pytest.mark.parametrize(
    ("name", "cells"), [("I2h", 32), ("I3h", 17), ("I4v", 16), ("I5h", 8), ("O4", 16), ("O9", 4)]
)
def test_numbers_that_can_be_worked_out_by_hand(name: str, cells: int) -> None:
    assert fewest_blockers(BLOKY, [shapes.named(name)], Budget()).at_most == cells


def test_a_limit_is_never_passed_off_as_an_answer() -> None:
    large = rulesets.get({"rows": 18, "cols": 18})
    corner = shapes.named("T5-0")
    for work in (1e-7, 1e-3, 0.02):
        found = fewest_blockers(large, [corner], Budget(work_limit=work))
        assert found.status == "bounds"
        assert found.at_least is not None
        if found.at_most is not None:
            assert found.board is not None
            assert found.at_least < found.at_most == found.board.bit_count()
    clears = most_lines(large, corner, Budget(work_limit=1e-9))
    assert clears.status == "bounds"
    assert clears.at_most == 6


def test_facts_of_a_limit_are_not_complete() -> None:
    ruleset = rulesets.get({"rows": 16, "cols": 16, "catalogue": {"shapes": ["dot", "T5-0"]}})
    assert not facts.prove(ruleset, work_limit=1e-3).complete
    small = rulesets.get({"rows": 5, "cols": 5, "catalogue": {"shapes": ["dot", "T5-0"]}})
    assert facts.prove(small).complete


def test_the_published_claim_of_six_lines() -> None:
    done: list[int] = []
    boards = (0, 0b1011)
    found = facts.prove(BLOKY, boards, progress=done.append)
    most = found.most_lines
    assert most is not None
    assert (most.status, most.at_least) == ("exact", 6)
    assert most.move is not None
    assert len(most.move.lines) == 6
    assert sum(done) == facts.questions(BLOKY)
    assert found.complete
    for shape, clears in found.clears:
        assert clears.at_least == BLOKY.spanned_lines(shape)
    assert found.catalogue.at_most == 32
    by_name = {shape.name: blocked.at_most for shape, blocked in found.blocked}
    # Turned and mirrored shapes are as hard to block on a square board.
    for kinds in (("I2",), ("I3",), ("I4",), ("I5",), ("R",), ("V3",), ("V5",), ("L4", "J4")):
        assert len({n for name, n in by_name.items() if name.startswith(kinds)}) == 1, kinds
    assert found.placeable.answer is True
    assert found.placeable.by == "argument"
    assert found.placeable.checked == 2


def small(names: list[str], **triple: Any) -> Ruleset:
    return rulesets.get(
        {"rows": 2, "cols": 2, "catalogue": {"shapes": names}, "triple": {"size": 3, **triple}}
    )


def test_a_placeable_triple_without_the_single_cell_needs_the_search() -> None:
    diagonals = small(["D2-0", "D2-1"])
    found = facts.existence(diagonals, [0, 0b0001, 0b1001], Budget())
    assert (found.answer, found.by, found.checked) == (True, "search", 3)


def test_where_nothing_fits_the_answer_is_no_with_the_board() -> None:
    found = facts.existence(small(["I2h", "I2v"]), [0], Budget())
    assert found.answer is False
    assert found.board in (0b1001, 0b0110)
    assert found.checked == 0


def test_where_only_limited_shapes_fit_the_answer_is_open() -> None:
    limited = small(["D2-0", "D2-1"], max_large=1, large=["D2-0", "D2-1"])
    assert facts.existence(limited, [0], Budget()).answer is None


def test_without_lines_a_full_board_is_the_counterexample() -> None:
    lines = {"rows": False, "cols": False}
    free = rulesets.get({"rows": 2, "cols": 2, "lines": lines, "catalogue": {"shapes": ["dot"]}})
    found = facts.existence(free, [], Budget())
    assert (found.answer, found.board) == (False, 0b1111)


def test_a_ruleset_without_catalogue_is_refused() -> None:
    with pytest.raises(InputError, match="has no catalogue"):
        facts.prove(rulesets.get({"rows": 4, "cols": 4}))


def test_a_board_that_does_not_block_is_a_fault_of_our_own() -> None:
    with pytest.raises(InternalFault, match="O9 fits"):
        check_blocked(BLOKY, [shapes.named("O9")], 0)
    with pytest.raises(InternalFault, match="full line"):
        check_blocked(BLOKY, [shapes.named("O9")], BLOKY.lines[0])
