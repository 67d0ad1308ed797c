"""Can the whole tray be placed? A proof by CP-SAT, either way.

A *yes* comes with a witness that the plain engine has replayed; a *no* is CP-SAT's proof
that its model has no solution. With a limit set and hit the verdict is ``undecided``.

The verdict does not depend on the number of workers. The witness is the same from run to
run with one worker; several workers race, and any of their witnesses may win.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairtray.core.board import Board
from fairtray.core.errors import Fault, InputError
from fairtray.engines.proof.pieces import Piece, Site, as_placements, pieces_of
from fairtray.engines.proof.solver import Budget, Lit, Model, Outcome, Status
from fairtray.engines.proof.steps import StepModel
from fairtray.game import Move, Placement, Position, proven


@dataclass(frozen=True, slots=True)
class Verdict:
    """What CP-SAT says about a position.

    Attributes:
        status: ``feasible``, ``infeasible`` or ``undecided``.
        moves: when feasible, a way to place all remaining pieces, as the plain engine has
            replayed it; else None.
    """

    status: Status
    moves: tuple[Move, ...] | None = None

    @property
    def witness(self) -> tuple[Placement, ...] | None:
        """The placements of ``moves``."""
        return None if self.moves is None else tuple(move.placement for move in self.moves)


def decide(
    position: Position,
    *,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int = 1,
) -> Verdict:
    """Decide whether all remaining pieces can be placed in some order, clears included.

    Args:
        position: any position, with or without full lines.
        time_limit: seconds after which to give up; None never gives up.
        work_limit: the same in CP-SAT's own count of work, so that giving up is
            repeatable; None never gives up.
        workers: search threads. More than one pays only on large boards.

    Raises:
        InputError: no worker.
        InternalFault: the witness does not replay, or CP-SAT refuses the model.
    """
    if not position.slots:
        return Verdict("feasible", ())
    return decide_pieces(position, pieces_of(position), Budget(time_limit, work_limit, workers))


def decide_pieces(position: Position, pieces: Sequence[Piece], budget: Budget) -> Verdict:
    """Do the work of :func:`decide` for at least one piece, on a budget that other runs share."""
    packed = _decide_packing(position, pieces, budget)
    if packed.status != "infeasible":
        return packed
    return _decide_steps(position, pieces, None, budget, packed=False)


def decide_order(
    position: Position,
    order: Sequence[int],
    *,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int = 1,
) -> Verdict:
    """Decide whether the remaining pieces can be placed in the order of these slots.

    ``order`` names all slots that still hold a piece, the first to be placed first. The limits
    are those of :func:`decide`.

    Raises:
        InputError: the order is not one of the remaining slots, or no worker.
        InternalFault: the witness does not replay, or CP-SAT refuses the model.
    """
    if sorted(order) != list(position.slots):
        raise InputError(
            Fault("", f"order {list(order)}", f"name each of the slots {list(position.slots)} once")
        )
    if not order:
        return Verdict("feasible", ())
    pieces = pieces_of(position)
    budget = Budget(time_limit, work_limit, workers)
    piece_of = _piece_of(pieces)
    verdict = _decide_steps(position, pieces, [piece_of[slot] for slot in order], budget)
    if verdict.witness is None:
        return verdict
    # Equal pieces are one to the model, so it does not say which of their slots goes first.
    own = tuple(
        Placement(slot, move.row, move.col)
        for slot, move in zip(order, verdict.witness, strict=True)
    )
    return Verdict("feasible", tuple(proven(position, own)))


def count_orders(
    position: Position,
    *,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int = 1,
) -> int | None:
    """Return in how many of the n! orders of its n slots the tray can be placed.

    Equal pieces in different slots count as different. The limits are those of :func:`decide`,
    for all orders together; None when one of them came first.

    Raises:
        InputError: no worker.
        InternalFault: a witness does not replay, or CP-SAT refuses a model.
    """
    slots = position.slots
    if not slots:
        return 1
    budget = Budget(time_limit, work_limit, workers)
    pieces = pieces_of(position)
    packed = _decide_packing(position, pieces, budget)
    if packed.status == "feasible":
        return math.factorial(len(slots))
    if packed.status == "undecided":
        return None
    any_order = _decide_steps(position, pieces, None, budget, packed=False)
    if any_order.status != "feasible":
        return 0 if any_order.status == "infeasible" else None
    piece_of = _piece_of(pieces)
    twins = math.prod(math.factorial(len(piece.slots)) for piece in pieces)
    count = 0
    for order in _distinct([piece_of[slot] for slot in slots]):
        verdict = _decide_steps(position, pieces, order, budget, packed=False)
        if verdict.status == "undecided":
            return None
        count += twins * (verdict.status == "feasible")
    return count


def pack(
    pieces: Sequence[Piece], board: Board, budget: Budget
) -> tuple[Outcome, list[tuple[Piece, Site]]]:
    """Return whether all pieces fit side by side on the empty cells, without clears, and where.

    Where they do, every order places them all, for a clear only ever empties cells. This
    small model answers nearly every deal of a game that is going well.
    """
    model = Model()
    cover: dict[int, list[Lit]] = {}
    choices: list[tuple[Piece, Site]] = []
    for piece in pieces:
        free = [site for site in piece.sites if not site.mask & board]
        literals = model.literals(len(free))
        for literal, site in zip(literals, free, strict=True):
            for cell in site.cells:
                if cell in cover:
                    cover[cell].append(literal)
                else:
                    cover[cell] = [literal]
            choices.append((piece, site))
        times = len(piece.slots)
        if times == 1:
            model.exactly_one(literals)
        else:
            model.total([(literal, 1) for literal in literals], times, times)
    if sum(len(piece.slots) for piece in pieces) > 1:
        for covering in cover.values():
            if len(covering) > 1:
                model.at_most_one(covering)
    outcome = model.run(budget)
    taken = [choice for i, choice in enumerate(choices) if outcome.values and outcome.values[i]]
    return outcome, taken


def _decide_packing(position: Position, pieces: Sequence[Piece], budget: Budget) -> Verdict:
    """Decide whether the pieces fit side by side on the empty cells."""
    outcome, taken = pack(pieces, position.board, budget)
    if outcome.status != "feasible":
        return Verdict(outcome.status)
    return Verdict("feasible", tuple(proven(position, as_placements(taken))))


def _decide_steps(
    position: Position,
    pieces: Sequence[Piece],
    order: Sequence[int] | None,
    budget: Budget,
    *,
    packed: bool | None = None,
) -> Verdict:
    """Decide with clears, for one order of pieces or for any.

    Args:
        position: the position.
        pieces: its pieces.
        order: indices of pieces; None for any order.
        budget: of the run.
        packed: False where the pieces are known not to fit side by side.
    """
    steps = StepModel(position, pieces, order)
    if packed is False:
        steps.require_clear()
    outcome = steps.model.run(budget)
    if outcome.status != "feasible":
        return Verdict(outcome.status)
    return Verdict("feasible", tuple(proven(position, as_placements(steps.taken(outcome)))))


def _piece_of(pieces: Sequence[Piece]) -> dict[int, int]:
    """Return the index of the piece in each slot."""
    return {slot: i for i, piece in enumerate(pieces) for slot in piece.slots}


def _distinct(items: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the different orders of some items."""
    return sorted(set(itertools.permutations(items)))
