"""What is the most that the tray can earn? A proof by CP-SAT.

Lines of play that place all pieces come first, however few points they earn. Only where
there is none the best of the shorter ones is the answer.

Status and points do not depend on the number of workers. The placements are the same from
run to run with one worker; of several workers any may find them first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fairtray.core.errors import InternalFault
from fairtray.engines.proof.decide import decide_pieces
from fairtray.engines.proof.pieces import Piece, as_placements, pieces_of
from fairtray.engines.proof.score import Score
from fairtray.engines.proof.solver import Budget
from fairtray.engines.proof.steps import StepModel
from fairtray.game import Move, Placement, Position, replay


@dataclass(frozen=True, slots=True)
class Optimum:
    """The most points that a position is good for, proven.

    Attributes:
        points: the most points of a line that places all pieces, or of any line where none
            does; the score so far does not count.
        complete: whether all pieces are placed.
        moves: a line that earns the points, as the plain engine has replayed it.
        status: always ``optimal``.
    """

    points: int
    complete: bool
    moves: tuple[Move, ...]
    status: Literal["optimal"] = "optimal"

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placements of ``moves``."""
        return tuple(move.placement for move in self.moves)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A limit came first. There is nothing else here that could pass for an answer."""

    status: Literal["undecided"] = "undecided"


BestVerdict = Optimum | Undecided
"""What CP-SAT says about the points that a position is good for; ``status`` says which."""


def best(
    position: Position,
    *,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int = 1,
) -> BestVerdict:
    """Return the most points that the remaining pieces can earn.

    The limits are those of :func:`fairtray.engines.proof.decide.decide`, for all runs together.

    Raises:
        InputError: no worker, or points that are too large for CP-SAT to count.
        InternalFault: the line does not replay to the points that the model counted, or
            CP-SAT refuses the model.
    """
    total = len(position.slots)
    if not total:
        return Optimum(0, True, ())
    budget = Budget(time_limit, work_limit, workers)
    pieces = pieces_of(position)
    placeable = decide_pieces(position, pieces, budget)
    if placeable.status == "undecided":
        return Undecided()
    if placeable.status == "feasible":
        verdict = _best_of(position, pieces, total, budget)
        if verdict is None:
            raise InternalFault("a placeable tray has no line that places it")
        return verdict
    # Any length may earn most; of equal ones the longest is the answer.
    answer = Optimum(0, False, ())
    for length in range(1, total):
        verdict = _best_of(position, pieces, length, budget)
        if verdict is None:
            break
        if verdict.status == "undecided":
            return Undecided()
        if verdict.points >= answer.points:
            answer = verdict
    return answer


def _best_of(
    position: Position, pieces: Sequence[Piece], length: int, budget: Budget
) -> BestVerdict | None:
    """Return the best line of that many placements; None where there is none."""
    steps = StepModel(position, pieces, length=length, exact=True)
    score = Score(steps, position)
    outcome = steps.model.run(budget)
    if outcome.status == "infeasible":
        return None
    if outcome.status == "undecided":
        return Undecided()
    moves = tuple(replay(position, as_placements(steps.taken(outcome))))
    points = sum(move.points for move in moves)
    if points != score.points(outcome):
        raise InternalFault(
            f"the model counts {score.points(outcome)} points, the rules give {points}"
        )
    return Optimum(points, not moves[-1].after.slots, moves)
