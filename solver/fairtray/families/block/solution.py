"""``solve`` for block games: the best line, and all else that a request wants to know of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairtray.engines.solve import SolveResult, insist_on_line
from fairtray.engines.solve import solve as solve_tray
from fairtray.families.family import DEFAULT_MAX_NODES, RequestError, SolveRequest

if TYPE_CHECKING:
    from fairtray.engines.search.orders import Order
    from fairtray.engines.search.outcomes import Outcomes
    from fairtray.engines.search.survival import Survival
    from fairtray.game import Move, Position
    from fairtray.notation import Reading

DEFAULT_WIDTH = 5_000

NOT_COMPLETE = "no order places all pieces, so nothing follows: the line with most points is shown"


OBJECTIVES = ("score", "survival", "balanced")
"""What a line can be best at."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best line of a position.

    Attributes:
        result: the line.
        outcomes: all outcomes, where some are to be listed.
        survival: how the line was chosen, where not by its points.
        notes: what to say besides.
        orders: every order of the pieces, where they are to be explained.
        final: the position after the line, the next tray dealt where there is one.
        width: of the beam that found the line; None where the tray on offer was searched
            alone.
    """

    result: SolveResult
    outcomes: Outcomes | None = None
    survival: Survival | None = None
    notes: tuple[str, ...] = ()
    orders: tuple[Order, ...] | None = None
    final: Position | None = None
    width: int | None = None

    def end(self, start: Position) -> Position:
        """Return the position that the line from ``start`` ends in."""
        if self.final is not None:
            return self.final
        return self.result.moves[-1].after if self.result.moves else start

    def first_tray(self, reading: Reading) -> tuple[Move, ...]:
        """Return the moves of the line that place the tray on offer."""
        return self.result.moves[: len(reading.position.slots)]


def follows(reading: Reading, request: SolveRequest) -> bool:
    """Return whether the upcoming trays of a position are played, too.

    What else can be asked for is asked of the tray on offer alone.
    """
    alone = request.top is not None or request.proof
    plain = request.engine == "search" and request.objective == "score"
    return bool(reading.upcoming) and plain and not alone


def refuse(request: SolveRequest) -> None:
    """Refuse options that do not go together.

    Raises:
        RequestError: some do not.
    """
    if "max_nodes" in request.given and request.engine == "cp-sat":
        raise RequestError("max_nodes", "limits the search; leave out {engine} cp-sat")
    if request.top is not None and request.engine != "search":
        raise RequestError("top", "lists what the search finds; leave out {engine}")
    if request.objective == "score":
        return
    if request.objective not in OBJECTIVES:
        # On the command line the registry has refused it; a configuration file may still say it.
        what = f"{request.objective} is not one of {', '.join(OBJECTIVES)}, which block games have"
        raise RequestError("objective", what)
    if request.engine != "search":
        what = f"{request.objective} is for the search; leave out {{engine}}"
        raise RequestError("objective", what)
    if request.top is not None:
        raise RequestError("top", "ranks by score; leave out {objective}")
    if request.proof:
        raise RequestError("proof", "proves the best score; leave out {objective}")


def refuse_limits(reading: Reading, request: SolveRequest) -> None:
    """Refuse a width or a number of placements that the search would not look at.

    Raises:
        RequestError: one was given.
    """
    if "max_nodes" in request.given and follows(reading, request):
        what = "is for the tray on offer alone; upcoming trays have {width}"
        raise RequestError("max_nodes", what)
    if "width" in request.given and not follows(reading, request):
        what = "is for a position with upcoming trays and the best score alone"
        raise RequestError("width", what)


def solve(reading: Reading, request: SolveRequest) -> Solution:
    """Return the best line of a position; Ctrl-C ends the search with what it has.

    Raises:
        InputError: the engine does not take that many pieces, or there are too many outcomes.
        InternalFault: two ways to the answer differ.
    """
    position = reading.position
    if follows(reading, request):
        solution = _followed(reading, request.width or DEFAULT_WIDTH)
    elif request.objective == "score":
        solution = _best(position, request)
    else:
        solution = _surviving(position, request)
    if not request.explain:
        return solution
    from fairtray.engines.search.orders import all_orders

    return replace(solution, orders=all_orders(position, where=True))


def _followed(reading: Reading, width: int) -> Solution:
    from fairtray.engines.search.beam import beam

    line = beam(reading.position, reading.upcoming, width)
    result = SolveResult(line.points, line.complete, line.exact, line.moves)
    return Solution(result, final=line.final, width=width)


def _scored(position: Position, request: SolveRequest) -> SolveResult:
    nodes = request.max_nodes or DEFAULT_MAX_NODES
    return solve_tray(position, request.engine, nodes, anytime=True)


def _best(position: Position, request: SolveRequest) -> Solution:
    if request.top is None:
        return Solution(_scored(position, request))
    from fairtray.engines.search.outcomes import Outcomes

    outcomes = Outcomes(position)
    result = _scored(position, request)
    if not result.exact:
        # All lines have been walked already, only not by that search.
        best = outcomes.outcome(0)
        return Solution(SolveResult(best.points, outcomes.complete, True, best.moves), outcomes)
    insist_on_line(position, result, outcomes.outcome(0).moves)
    return Solution(result, outcomes)


def _surviving(position: Position, request: SolveRequest) -> Solution:
    from fairtray.engines.search.outcomes import Outcomes
    from fairtray.engines.search.survival import choose

    outcomes = Outcomes(position)
    if not outcomes.complete:
        return Solution(_scored(position, request), notes=(NOT_COMPLETE,))
    chosen = choose(outcomes, "balanced" if request.objective == "balanced" else "survival")
    line = chosen.outcome
    return Solution(SolveResult(line.points, True, chosen.exact, line.moves), survival=chosen)
