"""Can a tray be placed? Asked of one engine, or of both, which must agree."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from fairtray.core.errors import InternalFault
from fairtray.game import Move, Position
from fairtray.notation import position_json

__all__ = ["CheckResult", "Engine", "about", "check", "disagreement"]

Engine = Literal["search", "cp-sat", "both"]
"""Bitboard search in compiled kernels, the CP-SAT model that shares no code with it, or both."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Whether a tray can be placed.

    Attributes:
        placeable: whether some order of the pieces places all of them.
        orders: in how many of the n! orders that is so.
        moves: one way to do it, replayed by the plain engine; None when there is none.
    """

    placeable: bool
    orders: int
    moves: tuple[Move, ...] | None


def check(position: Position, engine: Engine = "search") -> CheckResult:
    """Return whether the whole tray of a position can be placed.

    Args:
        position: the position.
        engine: who answers; ``both`` insists that the two say the same.

    Raises:
        InputError: more pieces than the engine takes.
        InternalFault: the engines differ, or a witness does not replay. Its ``position`` is
            the one that was asked about.
    """
    with about(position):
        if engine == "cp-sat":
            return check_by_cp_sat(position)
        found = check_by_search(position)
        if engine == "both":
            other = check_by_cp_sat(position)
            if (found.placeable, found.orders) != (other.placeable, other.orders):
                raise disagreement(
                    f"placeable {found.placeable} in {found.orders} orders",
                    f"placeable {other.placeable} in {other.orders} orders",
                )
        return found


def check_by_search(position: Position) -> CheckResult:
    """Return the search's answer."""
    from fairtray.engines.search.decide import decide

    found = decide(position)
    if (found.moves is not None) is not found.placeable:
        raise InternalFault("the search gives a verdict without its witness")
    return CheckResult(found.placeable, found.orders, found.moves)


def check_by_cp_sat(position: Position) -> CheckResult:
    """Return CP-SAT's answer."""
    from fairtray.engines.proof.decide import count_orders, decide

    verdict = decide(position)
    orders = count_orders(position)
    if verdict.status == "undecided" or orders is None:
        raise InternalFault("CP-SAT gave up although no limit was set")
    placeable = verdict.status == "feasible"
    if (verdict.moves is not None) is not placeable or (orders > 0) is not placeable:
        raise InternalFault(f"CP-SAT contradicts itself: {verdict.status}, {orders} orders")
    return CheckResult(placeable, orders, verdict.moves)


def disagreement(search: str, proof: str) -> InternalFault:
    """Return the fault that two engines differ, each with what it says."""
    return InternalFault(f"the engines differ: search says {search}, CP-SAT says {proof}")


@contextlib.contextmanager
def about(position: Position) -> Iterator[None]:
    """Have every fault of our own carry the position, so that it can be saved and reported."""
    try:
        yield
    except InternalFault as fault:
        if fault.position is None:
            fault.position = position_json(position)
        raise
