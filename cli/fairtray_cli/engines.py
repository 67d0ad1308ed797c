"""Asking one engine or both, and insisting that both say the same."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from fairtray.core.errors import InternalFault
from fairtray.game import Move, Position, proven, replay
from fairtray.notation import position_json

INTERRUPTED = "interrupted"
"""What ``Solved.stopped`` says after Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer of ``check``.

    Attributes:
        placeable: whether the whole tray can be placed.
        orders: in how many orders of its pieces.
        moves: a way to do it, replayed by the plain engine; None when there is none.
    """

    placeable: bool
    orders: int
    moves: tuple[Move, ...] | None


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer of ``solve``.

    Attributes:
        points: what the moves earn.
        complete: whether they place all pieces.
        exact: whether it is proven that no others earn more.
        moves: the moves, replayed by the plain engine.
        at_most: where it is not proven, what no line exceeds; None where nobody knows.
        stopped: why the search did not come to its end; None if it did.
    """

    points: int
    complete: bool
    exact: bool
    moves: tuple[Move, ...]
    at_most: int | None = None
    stopped: str | None = None


def check(position: Position, engine: str) -> Checked:
    """Return whether a tray is placeable, by ``search``, ``cp-sat`` or ``both``.

    Raises:
        InputError: the engine does not take so many pieces.
        InternalFault: two engines differ, or a witness does not replay.
    """
    with _about(position):
        return _check(position, engine)


def _check(position: Position, engine: str) -> Checked:
    if engine == "cp-sat":
        return _check_by_proof(position)
    found = _check_by_search(position)
    if engine == "both":
        other = _check_by_proof(position)
        if (found.placeable, found.orders) != (other.placeable, other.orders):
            raise _disagreement(
                f"placeable {found.placeable} in {found.orders} orders",
                f"placeable {other.placeable} in {other.orders} orders",
            )
    return found


def _check_by_search(position: Position) -> Checked:
    from fairtray.engines.search.decide import decide

    found = decide(position)
    moves = None if found.witness is None else tuple(proven(position, found.witness))
    if (moves is not None) is not found.placeable:
        raise InternalFault("the search gives a verdict without its witness")
    return Checked(found.placeable, found.orders, moves)


def _check_by_proof(position: Position) -> Checked:
    from fairtray.engines.proof.decide import count_orders, decide

    verdict = decide(position)
    orders = count_orders(position)
    if verdict.status == "undecided" or orders is None:
        raise InternalFault("CP-SAT gave up although no limit was set")
    moves = None if verdict.witness is None else tuple(proven(position, verdict.witness))
    placeable = verdict.status == "feasible"
    if (moves is not None) is not placeable or (orders > 0) is not placeable:
        raise InternalFault(f"CP-SAT contradicts itself: {verdict.status}, {orders} orders")
    return Checked(placeable, orders, moves)


def solve(position: Position, engine: str, max_nodes: int | None = None) -> Solved:
    """Return the best-scoring line, by ``search``, ``cp-sat`` or ``both``.

    Args:
        position: the position.
        engine: which.
        max_nodes: placements that the search looks at before it stops with what it has; so
            it does on Ctrl-C, too.

    Raises:
        InputError: the engine does not take so many pieces.
        InternalFault: two engines differ, or a line does not replay to its points.
    """
    with _about(position):
        return _solve(position, engine, max_nodes)


def _solve(position: Position, engine: str, max_nodes: int | None) -> Solved:
    if engine == "cp-sat":
        return _solve_by_proof(position)
    found = _solve_by_search(position, max_nodes)
    if engine == "both" and found.stopped != INTERRUPTED:
        other = _solve_by_proof(position)
        if not found.exact and found.complete is other.complete:
            most = found.at_most
            if found.points <= other.points and (most is None or other.points <= most):
                # What the search left open the other engine has closed.
                return other
        if (found.points, found.complete) != (other.points, other.complete):
            raise _disagreement(
                f"{found.points} points, complete {found.complete}",
                f"{other.points} points, complete {other.complete}",
            )
    return found


def _solve_by_search(position: Position, max_nodes: int | None) -> Solved:
    from fairtray.engines.search.best import best

    found = best(position, max_nodes, anytime=True)
    moves = tuple(replay(position, [move.placement for move in found.moves]))
    at_most = None if found.exact else found.at_most
    solved = Solved(found.points, found.complete, found.exact, moves, at_most, found.stopped)
    return _accounted(solved, position)


def _solve_by_proof(position: Position) -> Solved:
    from fairtray.engines.proof.best import best

    found = best(position)
    if found.status == "undecided":
        raise InternalFault("CP-SAT gave up although no limit was set")
    moves = tuple(replay(position, found.placements))
    return _accounted(Solved(found.points, found.complete, True, moves), position)


def _accounted(solved: Solved, position: Position) -> Solved:
    """Return the answer if its moves earn what it says."""
    points = sum(move.points for move in solved.moves)
    last = solved.moves[-1].after if solved.moves else position
    if points != solved.points or solved.complete is bool(last.slots):
        raise InternalFault(
            f"a line of {solved.points} points, complete {solved.complete}, replays to {points}"
        )
    return solved


def same_line(position: Position, found: Solved, moves: tuple[Move, ...]) -> None:
    """Insist that another search of ours comes to the same best line.

    Raises:
        InternalFault: it does not.
    """
    if found.moves != moves:
        raise InternalFault(
            f"the best line of {found.points} points is not the first of all outcomes",
            position_json(position),
        )


def _disagreement(search: str, proof: str) -> InternalFault:
    return InternalFault(f"the engines differ: search says {search}, CP-SAT says {proof}")


@contextlib.contextmanager
def _about(position: Position) -> Iterator[None]:
    """Have every fault of our own carry the position, so that it can be saved and reported."""
    try:
        yield
    except InternalFault as fault:
        if fault.position is None:
            fault.position = position_json(position)
        raise
