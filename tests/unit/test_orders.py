"""Which orders fail, and where, against brute force."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings

import oracle
import strategies
from fairtray.core.shapes import Shape
from fairtray.engines.search.orders import all_orders
from fairtray.game import Placement, Position


def brute_force(position: Position) -> dict[tuple[frozenset[oracle.Cell], ...], int]:
    rules, state = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    found: dict[tuple[frozenset[oracle.Cell], ...], int] = {}
    for order in itertools.permutations(oracle.slots(state)):
        layer, placed = {state}, 0
        for slot in order:
            layer = {
                played.after
                for reached in layer
                for move, played in oracle.moves(rules, reached)
                if move.slot == slot
            }
            if not layer:
                break
            placed += 1
        pieces = tuple(frozenset(position.tray[slot].cells) for slot in order)  # type: ignore[union-attr]
        found[pieces] = placed
    return found


@pytest.mark.plain
@given(strategies.positions(max_pieces=4, budget=800))
def test_every_order_comes_as_far_as_it_can(position: Position) -> None:
    found = all_orders(position)
    expected = brute_force(position) if position.slots else {}
    assert {tuple(frozenset(s.cells) for s in o.shapes): o.placed for o in found} == expected
    assert len(found) == len(expected)
    assert all(order.works == (order.placed == len(order.shapes)) for order in found)


Miss = tuple[int, tuple[tuple[int, int], ...], tuple[int, int]]


def nearest(position: Position, pieces: tuple[Shape, ...]) -> Miss | None:
    """Return the best (cells in the way, placements before, place) by the plain engine."""
    grid = position.ruleset.grid
    piece, *later = pieces
    found = []
    if not later:
        for row, col in grid.anchors(piece):
            cells = (grid.placed(piece, row, col) & position.board).bit_count()
            found.append((cells, (), (row, col)))
        return min(found, default=None)
    slot = next(slot for slot in position.slots if position.tray[slot] == piece)
    for row, col in position.legal(piece):
        rest = nearest(position.place(Placement(slot, row, col)).after, tuple(later))
        if rest is not None:
            found.append((rest[0], ((row, col), *rest[1]), rest[2]))
    return min(found, default=None)


@given(strategies.positions(max_pieces=3, budget=400))
def test_the_next_piece_comes_nearest_where_least_is_in_its_way(position: Position) -> None:
    assert_nearest(position)


@pytest.mark.plain
@settings(max_examples=20)
@given(strategies.positions(strategies.tiny_rulesets(4), max_pieces=3, budget=100))
def test_the_same_on_tiny_boards(position: Position) -> None:
    assert_nearest(position)


def assert_nearest(position: Position) -> None:
    grid = position.ruleset.grid
    for order in all_orders(position, where=True):
        if order.works:
            assert order.miss is None
            continue
        expected = nearest(position, order.shapes[: order.placed + 1])
        if order.miss is None:
            assert expected is None
            continue
        miss = order.miss
        assert (len(miss.in_the_way), miss.before, miss.place) == expected
        assert len(miss.before) == order.placed
        covered = grid.placed(order.shapes[order.placed], *miss.place)
        assert set(miss.in_the_way) <= set(grid.cells(covered))
