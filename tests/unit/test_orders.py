"""Which orders fail, and where, against brute force."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given

import oracle
import strategies
from fairtray.game import Position
from fairtray.search.orders import all_orders


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
