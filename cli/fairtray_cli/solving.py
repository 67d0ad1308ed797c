"""What ``solve`` is asked for, and the answer: the best line and whatever else was wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from fairtray_cli import engines
from fairtray_cli.engines import Solved

if TYPE_CHECKING:
    from fairtray.game import Position
    from fairtray.notation import Reading
    from fairtray.search.outcomes import Outcomes


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for.

    Attributes:
        engine: ``search``, ``cp-sat`` or ``both``.
        objective: what is best.
        top: how many different outcomes to list; None for the best line only.
    """

    engine: str
    objective: str
    top: int | None = None

    def check(self) -> None:
        """Refuse what does not go together.

        Raises:
            click.UsageError: it does not.
        """
        if self.objective == "next":
            raise click.UsageError("--objective next is for Blokus only, and this is a block game")
        if self.top is not None and self.engine != "search":
            raise click.UsageError("--top lists what the search finds; leave out --engine")

    def check_blokus(self) -> None:
        """Refuse what only block games have.

        Raises:
            click.UsageError: it is asked for.
        """
        if self.top is not None:
            raise click.UsageError("--top is for block games only, and this is Blokus")


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer.

    Attributes:
        found: the best line.
        outcomes: all outcomes, where some are to be listed.
    """

    found: Solved
    outcomes: Outcomes | None = None


def solve(position: Position, wish: Wish) -> Solution:
    """Return the answer for a position.

    Raises:
        InputError: the engine does not take so many pieces, or there are too many outcomes.
        InternalFault: two ways to the answer differ.
    """
    found = engines.solve(position, wish.engine)
    outcomes = None
    if wish.top is not None:
        from fairtray.search.outcomes import Outcomes

        outcomes = Outcomes(position)
        engines.same_line(position, found, outcomes.outcome(0).moves)
    return Solution(found, outcomes)


def document(reading: Reading, solution: Solution, wish: Wish) -> dict[str, object]:
    """Return the answer as a JSON document."""
    from fairtray_cli.render import documents, outcomes

    answer = documents.solved(reading, solution.found, wish.engine)
    if solution.outcomes is not None and wish.top is not None:
        answer |= outcomes.document(solution.outcomes, wish.top)
    return answer
