"""What ``solve`` is asked for, and the answer: the best line and whatever else was wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from fairtray_cli import engines
from fairtray_cli.engines import Solved

if TYPE_CHECKING:
    from fairtray.engines.search.orders import Order
    from fairtray.engines.search.outcomes import Outcomes
    from fairtray.engines.search.survival import Survival
    from fairtray.game import Move, Position
    from fairtray.notation import Reading

SCORE, NEXT = "score", "next"
OBJECTIVES = (SCORE, "survival", "balanced", NEXT)

DEFAULT_WIDTH = 5_000

DEFAULT_MAX_NODES = 200_000_000
"""Half a minute to a minute of search: no longer than a person waits."""

_BLOCKS_ONLY = "is for block games only, and this is Blokus"

NOT_COMPLETE = "no order places all pieces, so nothing follows: the line with most points is shown"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for.

    Attributes:
        engine: ``search``, ``cp-sat`` or ``both``.
        objective: what is best.
        top: how many different outcomes to list; None for the best line only.
        proof: whether a proof that no line earns more is to be written.
        explain: whether to say which orders fail, and where.
        width: of the beam through upcoming trays; None for the default.
        max_nodes: placements that the search for the best score looks at.
        typed: the options that stand on the command line. What only a configuration file
            sets is passed over where it has no meaning.
    """

    engine: str
    objective: str
    top: int | None = None
    proof: bool = False
    explain: bool = False
    width: int | None = None
    max_nodes: int = DEFAULT_MAX_NODES
    typed: frozenset[str] = frozenset()

    def follows(self, reading: Reading) -> bool:
        """Return whether the upcoming trays of a position are played, too.

        What else can be asked for is asked of the tray on offer alone.
        """
        alone = self.top is not None or self.proof
        plain = self.engine == "search" and self.objective == SCORE
        return bool(reading.upcoming) and plain and not alone

    def check_limits(self, reading: Reading) -> None:
        """Refuse a width or a number of placements that would not be looked at.

        Raises:
            click.UsageError: one is given for what is not searched so.
        """
        if "max_nodes" in self.typed and self.follows(reading):
            raise click.UsageError(
                "--max-nodes is for the tray on offer alone; upcoming trays have --width"
            )
        if "width" in self.typed and not self.follows(reading):
            raise click.UsageError(
                "--width is for a position with upcoming trays and the best score alone"
            )

    def check(self) -> None:
        """Refuse what does not go together.

        Raises:
            click.UsageError: it does not.
        """
        if self.objective == NEXT:
            raise click.UsageError("--objective next is for Blokus only, and this is a block game")
        if "max_nodes" in self.typed and self.engine == "cp-sat":
            raise click.UsageError("--max-nodes limits the search; leave out --engine cp-sat")
        if self.top is not None and self.engine != "search":
            raise click.UsageError("--top lists what the search finds; leave out --engine")
        if self.objective == SCORE:
            return
        if self.engine != "search":
            raise click.UsageError(
                f"--objective {self.objective} is for the search; leave out --engine"
            )
        if self.top is not None:
            raise click.UsageError("--top ranks by score; leave out --objective")
        if self.proof:
            raise click.UsageError("--proof proves the best score; leave out --objective")

    def check_blokus(self) -> None:
        """Refuse what only block games have.

        Raises:
            click.UsageError: it is asked for.
        """
        for option in ("top", "width", "max_nodes", "explain"):
            if option in self.typed:
                raise click.UsageError(f"--{option.replace('_', '-')} {_BLOCKS_ONLY}")
        if "objective" in self.typed and self.objective not in {SCORE, NEXT}:
            raise click.UsageError(f"--objective {self.objective} {_BLOCKS_ONLY}")

    @property
    def blokus_objective(self) -> str:
        """The objective for a Blokus position."""
        return self.objective if self.objective in {SCORE, NEXT} else SCORE


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer.

    Attributes:
        found: the best line.
        outcomes: all outcomes, where some are to be listed.
        survival: how the line was chosen, where not by its points.
        notes: what to say besides.
        orders: every order of the pieces, where they are to be explained.
        final: the position after the line, the next tray dealt where there is one.
        width: of the beam that found the line; None where the tray on offer was searched
            alone.
    """

    found: Solved
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
        return self.found.moves[-1].after if self.found.moves else start


def solve(reading: Reading, wish: Wish) -> Solution:
    """Return the answer for a position.

    Raises:
        InputError: the engine does not take so many pieces, or there are too many outcomes.
        InternalFault: two ways to the answer differ.
    """
    position = reading.position
    if wish.follows(reading):
        solution = _followed(reading, wish.width or DEFAULT_WIDTH)
    elif wish.objective == SCORE:
        solution = _best(position, wish)
    else:
        solution = _surviving(position, wish)
    if not wish.explain:
        return solution
    from fairtray.engines.search.orders import all_orders

    return replace(solution, orders=all_orders(position, where=True))


def _followed(reading: Reading, width: int) -> Solution:
    from fairtray.engines.search.beam import beam

    line = beam(reading.position, reading.upcoming, width)
    found = Solved(line.points, line.complete, line.exact, line.moves)
    return Solution(found, final=line.final, width=width)


def _best(position: Position, wish: Wish) -> Solution:
    if wish.top is None:
        return Solution(engines.solve(position, wish.engine, wish.max_nodes))
    from fairtray.engines.search.outcomes import Outcomes

    outcomes = Outcomes(position)
    found = engines.solve(position, wish.engine, wish.max_nodes)
    if not found.exact:
        # All lines have been walked already, only not by that search.
        best = outcomes.outcome(0)
        return Solution(Solved(best.points, outcomes.complete, True, best.moves), outcomes)
    engines.same_line(position, found, outcomes.outcome(0).moves)
    return Solution(found, outcomes)


def _surviving(position: Position, wish: Wish) -> Solution:
    from fairtray.engines.search.outcomes import Outcomes
    from fairtray.engines.search.survival import choose

    outcomes = Outcomes(position)
    if not outcomes.complete:
        return Solution(engines.solve(position, wish.engine, wish.max_nodes), notes=(NOT_COMPLETE,))
    chosen = choose(outcomes, "balanced" if wish.objective == "balanced" else "survival")
    line = chosen.outcome
    return Solution(Solved(line.points, True, chosen.exact, line.moves), survival=chosen)


def document(reading: Reading, solution: Solution, wish: Wish) -> dict[str, object]:
    """Return the answer as a JSON document."""
    from fairtray_cli.render import documents, explained, outcomes

    answer = documents.solved(reading, solution.found, wish.engine, alone=solution.width is None)
    if solution.width is not None:
        answer["width"] = solution.width
    if solution.outcomes is not None and wish.top is not None:
        answer |= outcomes.document(solution.outcomes, wish.top)
    if wish.objective != SCORE:
        chosen = solution.survival
        answer["objective"] = wish.objective
        answer["survival"] = None if chosen is None else outcomes.survival_document(chosen)
    if solution.orders is not None:
        answer["orders"] = explained.document(solution.orders)
        answer["explanation"] = explained.text(
            reading.position, first_tray(reading, solution), solution.orders
        )
    if solution.notes:
        answer["warnings"] = [*documents.warnings(reading, alone=True), *solution.notes]
    return answer


def first_tray(reading: Reading, solution: Solution) -> tuple[Move, ...]:
    """Return the moves of the line that place the tray on offer."""
    return solution.found.moves[: len(reading.position.slots)]
