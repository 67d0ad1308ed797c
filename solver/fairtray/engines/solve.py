"""Which line of play earns most? Asked of one engine, or of both, which must agree."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.core.errors import InternalFault
from fairtray.engines.check import Engine, about, disagreement
from fairtray.game import Move, Position
from fairtray.notation import position_json

__all__ = ["INTERRUPTED", "SolveResult", "insist_on_line", "solve"]

INTERRUPTED = "interrupted"
"""What :attr:`SolveResult.stopped` is after Ctrl-C."""


@dataclass(frozen=True, slots=True)
class SolveResult:
    """The best line of play, or the best that was found.

    Attributes:
        points: what the moves earn; the score so far does not count.
        complete: whether they place all pieces. If any line does, the answer is one of those.
        exact: whether it is proven that no other line is better.
        moves: the moves, replayed by the plain engine.
        at_most: where it is not proven, what no line exceeds; None where that is unknown.
        stopped: why the search did not come to its end; None if it did.
    """

    points: int
    complete: bool
    exact: bool
    moves: tuple[Move, ...]
    at_most: int | None = None
    stopped: str | None = None


def solve(
    position: Position,
    engine: Engine = "search",
    max_nodes: int | None = None,
    *,
    anytime: bool = False,
) -> SolveResult:
    """Return the best-scoring line for the tray of a position.

    Args:
        position: the position.
        engine: who answers; ``both`` insists that the two say the same.
        max_nodes: placements that the search looks at before it stops with what it has; None
            for no limit. What it leaves open CP-SAT closes, where both are asked.
        anytime: whether Ctrl-C makes the search stop so, too, instead of being raised.

    Raises:
        InputError: more pieces than the engine takes.
        InternalFault: the engines differ, or a line does not replay to its points. Its
            ``position`` is the one that was asked about.
    """
    with about(position):
        if engine == "cp-sat":
            return solve_by_cp_sat(position)
        found = solve_by_search(position, max_nodes, anytime=anytime)
        if engine == "both" and found.stopped != INTERRUPTED:
            return _agreed(found, solve_by_cp_sat(position))
        return found


def _agreed(found: SolveResult, other: SolveResult) -> SolveResult:
    """Return what the search and CP-SAT say together."""
    if not found.exact and found.complete is other.complete:
        most = found.at_most
        if found.points <= other.points and (most is None or other.points <= most):
            # What the search left open the other engine has closed.
            return other
    if (found.points, found.complete) != (other.points, other.complete):
        raise disagreement(
            f"{found.points} points, complete {found.complete}",
            f"{other.points} points, complete {other.complete}",
        )
    return found


def solve_by_search(
    position: Position, max_nodes: int | None = None, *, anytime: bool = False
) -> SolveResult:
    """Return the search's answer."""
    from fairtray.engines.search.best import best

    found = best(position, max_nodes, anytime=anytime)
    at_most = None if found.exact else found.at_most
    result = SolveResult(
        found.points, found.complete, found.exact, found.moves, at_most, found.stopped
    )
    return accounted(result, position)


def solve_by_cp_sat(position: Position) -> SolveResult:
    """Return CP-SAT's answer."""
    from fairtray.engines.proof.best import best

    found = best(position)
    if found.status == "undecided":
        raise InternalFault("CP-SAT gave up although no limit was set")
    return accounted(SolveResult(found.points, found.complete, True, found.moves), position)


def accounted(result: SolveResult, position: Position) -> SolveResult:
    """Return an answer whose moves earn what it says.

    Raises:
        InternalFault: they do not.
    """
    points = sum(move.points for move in result.moves)
    last = result.moves[-1].after if result.moves else position
    if points != result.points or result.complete is bool(last.slots):
        raise InternalFault(
            f"a line of {result.points} points, complete {result.complete}, replays to {points}"
        )
    return result


def insist_on_line(position: Position, result: SolveResult, moves: tuple[Move, ...]) -> None:
    """Insist that another search of ours comes to the same best line.

    Raises:
        InternalFault: it does not.
    """
    if result.moves != moves:
        raise InternalFault(
            f"the best line of {result.points} points is not the first of all outcomes",
            position_json(position),
        )
