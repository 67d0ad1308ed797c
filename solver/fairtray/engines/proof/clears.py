"""The most lines that one placement can clear, from a board without full lines."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fairtray.core.board import Board
from fairtray.core.errors import InternalFault
from fairtray.core.shapes import Shape
from fairtray.engines.proof.blockers import forbid_full_lines
from fairtray.engines.proof.pieces import Site, sites
from fairtray.engines.proof.solver import Budget, Model
from fairtray.game import Move, Placement, Position
from fairtray.rulesets.model import Ruleset

_ROUNDING = 1e-6
"""CP-SAT reports bounds as floating-point numbers; those of whole numbers round to these."""


@dataclass(frozen=True, slots=True)
class Clears:
    """What is known of the most lines that one placement of a shape clears.

    Attributes:
        status: ``exact``: it is ``at_least``, proven. ``bounds``: a limit came first, and it
            lies between the bounds. ``impossible``: the shape is larger than the board.
        at_least: lines that ``move`` clears; None where there is no move.
        at_most: no placement clears more; None when impossible.
        move: a placement that clears so many, played by the plain engine on a board with no
            filled cell that it does not need.
    """

    status: Literal["exact", "bounds", "impossible"]
    at_least: int | None
    at_most: int | None
    move: Move | None


def most_lines(ruleset: Ruleset, shape: Shape, budget: Budget) -> Clears:
    """Return the most lines that one placement of a shape can clear.

    Args:
        ruleset: the game.
        shape: the shape.
        budget: of the run.

    Raises:
        InternalFault: the move does not clear what the model counted, or CP-SAT refuses
            the model.
    """
    offers = sites(ruleset.grid, shape)
    if not offers:
        return Clears("impossible", None, None, None)
    model = _Clearing(ruleset, offers)
    outcome = model.model.run(budget, thorough=True)
    if outcome.status == "infeasible":
        raise InternalFault(f"no board has a place for {shape.name}, which is not larger than it")
    # Every line that clears holds a cell of the piece: a bound without any search.
    at_most = ruleset.spanned_lines(shape)
    if math.isfinite(outcome.bound):
        at_most = min(at_most, math.floor(outcome.bound + _ROUNDING))
    if not outcome.best_known:
        return Clears("bounds", None, at_most, None)
    site, board, expected = model.found(outcome.best_known)
    move = _played(ruleset, shape, site, board)
    lines = len(move.lines)
    if lines != expected:
        raise InternalFault(f"the model counts {expected} lines, the rules {lines}")
    if outcome.status == "undecided":
        return Clears("bounds", lines, at_most, move)
    if lines != at_most:
        raise InternalFault(f"CP-SAT calls {lines} the most, and its own bound {at_most}")
    return Clears("exact", lines, lines, move)


class _Clearing:
    """A board without full lines, a piece put on it, and the lines that then are full.

    Attributes:
        model: the CP-SAT model.
    """

    def __init__(self, ruleset: Ruleset, offers: Sequence[Site]) -> None:
        """Build the model."""
        self._lines = ruleset.lines
        self._offers = offers
        cells = range(ruleset.grid.size)
        self.model = model = Model()
        self._filled = model.literals(len(cells))
        self._chosen = model.literals(len(offers))
        self._cleared = model.literals(len(ruleset.lines))
        model.exactly_one(self._chosen)
        covering = {cell: [self._filled[cell]] for cell in cells}
        for literal, site in zip(self._chosen, offers, strict=True):
            for cell in site.cells:
                covering[cell].append(literal)
        for literals in covering.values():
            # A piece lies on empty cells.
            model.at_most_one(literals)
        forbid_full_lines(model, ruleset, self._filled)
        for literal, line in zip(self._cleared, ruleset.lines, strict=True):
            for cell in cells:
                if line >> cell & 1:
                    model.clause([~literal, *covering[cell]])
            # Follows from the rest, but tells the linear relaxation the bound at once: a line
            # that was not full before clears only where the piece lies on it.
            on_it = [c for c, site in zip(self._chosen, offers, strict=True) if site.mask & line]
            model.clause([~literal, *on_it])
        model.maximize([(literal, 1) for literal in self._cleared])

    def found(self, values: Sequence[int]) -> tuple[Site, Board, int]:
        """Return the piece's site, a board with only the cells it needs, and the lines cleared."""
        site = next(s for lit, s in zip(self._chosen, self._offers, strict=True) if values[lit])
        full = [line for lit, line in zip(self._cleared, self._lines, strict=True) if values[lit]]
        needed = functools.reduce(operator.or_, full, 0) & ~site.mask
        if any(needed >> cell & 1 and not values[cell] for cell in self._filled):
            raise InternalFault("the model clears a line that it does not fill")
        return site, needed, len(full)


def _played(ruleset: Ruleset, shape: Shape, site: Site, board: Board) -> Move:
    """Return the placement as a move; the plain engine refuses one that is not legal."""
    if ruleset.full_lines(board):
        raise InternalFault("the board before the move has a full line")
    return Position(ruleset, board, (shape,)).place(Placement(0, site.row, site.col))
