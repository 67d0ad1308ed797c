"""The best line of a search that is stopped before its end, and its upper bound."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from fairtray.engines.search import best as module
from fairtray.engines.search.beam import beam
from fairtray.engines.search.best import Best, best
from fairtray.engines.search.interruptible import interruptible
from fairtray.game import Position
from fairtray.notation import parse_position

LONG = "eu-block-puzzle:0x0000000000000000000000000:O9,R23,V3-nw,I5h,dot"
"""Twenty seconds of search, if nobody ends it."""


def placements(line: Best) -> list[tuple[int, int, int]]:
    at = [move.placement for move in line.moves]
    return [(move.slot, move.row, move.col) for move in at]


@given(strategies.positions(), st.sampled_from([1, 2, 5, 20, 100]))
def test_the_truth_lies_between_points_and_bound(position: Position, limit: int) -> None:
    truth = best(position)
    early = best(position, limit)
    assert early.points <= truth.points <= early.at_most
    assert early.complete is truth.complete
    assert early.exact is (early.points == early.at_most)
    assert early.stopped == (None if early.exact else "max-nodes")
    assert early == best(position, limit)
    assert sum(move.points for move in early.moves) == early.points
    if truth.walked < limit:
        assert early == truth


def test_the_bound_tightens_with_the_search() -> None:
    position = parse_position("bloky-8x8:0x0000000000000000:O9,R23,V3-nw,I5h,dot").position
    lines = [best(position, 10**n) for n in range(2, 8)]
    assert [line.exact for line in lines] == [False] * 5 + [True]
    bounds = [line.at_most for line in lines]
    assert bounds == sorted(bounds, reverse=True)
    points = [line.points for line in lines]
    assert points == sorted(points)
    assert points[-1] == 84


def interrupted(call: Callable[[], Any], stop: Callable[[], object] | None = None) -> Any:
    """Do as ``interruptible`` and press Ctrl-C while the call runs."""
    running = threading.Event()

    def begun() -> Any:
        running.set()
        return call()

    def press() -> None:
        running.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.3, press).start()
    return interruptible(begun, stop)


def test_an_interrupt_ends_the_search_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    position = parse_position(LONG).position
    best(position, 1)  # compiles
    monkeypatch.setattr(module, "interruptible", interrupted)
    early = best(position, anytime=True)
    assert (early.stopped, early.exact, early.complete) == ("interrupted", False, True)
    assert early.points <= 124 <= early.at_most
    with pytest.raises(KeyboardInterrupt):
        best(position)


@given(strategies.positions(budget=1_500))
def test_a_beam_that_holds_every_board_has_the_same_line(position: Position) -> None:
    line = best(position)
    found = beam(position, (), 60_000)
    assert found.exact
    assert (found.points, found.complete) == (line.points, line.complete)
    assert [move.placement for move in found.moves] == [move.placement for move in line.moves]
