"""The fewest filled cells that block shapes, and the most lines that one placement clears.

Both start from a board without full lines. Blocking is a hitting set: every place of a shape
must have a filled cell in it, every line an empty one. CP-SAT finds the smallest such board,
or the placement that clears most, and proves that there is none better.
"""

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
from fairtray.engines.proof.pieces import Site, sites
from fairtray.engines.proof.solver import Budget, Lit, Model
from fairtray.game import Move, Placement, Position
from fairtray.rulesets.model import Ruleset

_ROUNDING = 1e-6
"""CP-SAT reports bounds as floating-point numbers; those of whole numbers round to these."""


@dataclass(frozen=True, slots=True)
class FewestBlockers:
    """What is known of the fewest filled cells.

    Attributes:
        status: ``exact``: it is ``at_most``, proven. ``bounds``: a limit came first, and it
            lies between the bounds. ``impossible``: no board without full lines blocks.
        at_least: no board with fewer filled cells blocks; None when impossible.
        at_most: filled cells of ``board``; None where there is none.
        board: a board that blocks, checked by the plain engine.
    """

    status: Literal["exact", "bounds", "impossible"]
    at_least: int | None
    at_most: int | None
    board: Board | None


def fewest_blockers(
    ruleset: Ruleset, shapes: Sequence[Shape], budget: Budget, *, allowed: Board | None = None
) -> FewestBlockers:
    """Return the fewest filled cells on which none of some shapes fits anywhere.

    ``allowed`` are the cells that may be filled; None for all.

    Raises:
        InternalFault: the board that was found does not block, or CP-SAT refuses the model.
    """
    cells = ruleset.grid.size
    model = Model()
    filled = model.literals(cells)
    for place in places(ruleset, shapes):
        model.clause([filled[cell] for cell in place])
    forbid_full_lines(model, ruleset, filled)
    if allowed is not None:
        for cell in range(cells):
            if not allowed >> cell & 1:
                model.clause([~filled[cell]])
    model.maximize([(cell, -1) for cell in filled])
    outcome = model.run(budget, thorough=True)
    if outcome.status == "infeasible":
        return FewestBlockers("impossible", None, None, None)
    at_least = max(0, math.ceil(-outcome.bound - _ROUNDING)) if outcome.bound < 0 else 0
    if not outcome.best_known:
        return FewestBlockers("bounds", at_least, None, None)
    board = sum(1 << cell for cell in filled if outcome.best_known[cell])
    check_blocked(ruleset, shapes, board)
    count = board.bit_count()
    if outcome.status == "feasible":
        if at_least != count:
            raise InternalFault(f"CP-SAT calls {count} the fewest, and its own bound {at_least}")
        return FewestBlockers("exact", count, count, board)
    return FewestBlockers("bounds", at_least, count, board)


def places(ruleset: Ruleset, shapes: Sequence[Shape]) -> list[tuple[int, ...]]:
    """Return the cells of every place of some shapes, without those that hold another.

    A place that holds all cells of another is blocked by what blocks that one.
    """
    masks = {site.mask: site.cells for shape in shapes for site in sites(ruleset.grid, shape)}
    small_first = sorted(masks, key=lambda mask: (mask.bit_count(), mask))
    smaller: dict[int, list[int]] = {}
    minimal = []
    for mask in small_first:
        cells = masks[mask]
        if any(other & ~mask == 0 for cell in cells for other in smaller.get(cell, ())):
            continue
        # Filed under one cell only: anything that holds all its cells also holds that one.
        smaller.setdefault(cells[0], []).append(mask)
        minimal.append(cells)
    return minimal


def forbid_full_lines(model: Model, ruleset: Ruleset, filled: Sequence[Lit]) -> None:
    """Require an empty cell in every line."""
    for line in ruleset.lines:
        model.clause([~filled[cell] for cell in range(ruleset.grid.size) if line >> cell & 1])


def check_blocked(ruleset: Ruleset, shapes: Sequence[Shape], board: Board) -> None:
    """Check with the plain engine that a board blocks.

    Raises:
        InternalFault: a shape fits, or a line is full.
    """
    position = Position(ruleset, board, tuple(shapes))
    if ruleset.full_lines(board):
        raise InternalFault("a blocking board has a full line")
    for slot in position.slots:
        if position.fits(slot):
            raise InternalFault(f"{shapes[slot].name} fits on a board that is said to block it")


@dataclass(frozen=True, slots=True)
class MostLines:
    """What is known of the most lines that one placement of a shape clears.

    Attributes:
        status: ``exact``: it is ``at_least``, proven. ``bounds``: a limit came first, and it
            lies between the bounds. ``impossible``: the shape is larger than the board.
        at_least: lines that ``move`` clears; None where there is no move.
        at_most: no placement clears more; None when impossible.
        move: a placement that clears that many, played by the plain engine on a board with no
            filled cell that it does not need.
    """

    status: Literal["exact", "bounds", "impossible"]
    at_least: int | None
    at_most: int | None
    move: Move | None


def most_lines(ruleset: Ruleset, shape: Shape, budget: Budget) -> MostLines:
    """Return the most lines that one placement of a shape can clear.

    Raises:
        InternalFault: the move does not clear what the model counted, or CP-SAT refuses
            the model.
    """
    offers = sites(ruleset.grid, shape)
    if not offers:
        return MostLines("impossible", None, None, None)
    model = _Clearing(ruleset, offers)
    outcome = model.model.run(budget, thorough=True)
    if outcome.status == "infeasible":
        raise InternalFault(f"no board has a place for {shape.name}, which is not larger than it")
    # Every line that clears holds a cell of the piece: a bound without any search.
    at_most = ruleset.spanned_lines(shape)
    if math.isfinite(outcome.bound):
        at_most = min(at_most, math.floor(outcome.bound + _ROUNDING))
    if not outcome.best_known:
        return MostLines("bounds", None, at_most, None)
    site, board, expected = model.solution(outcome.best_known)
    move = _play(ruleset, shape, site, board)
    lines = len(move.lines)
    if lines != expected:
        raise InternalFault(f"the model counts {expected} lines, the rules {lines}")
    if outcome.status == "undecided":
        return MostLines("bounds", lines, at_most, move)
    if lines != at_most:
        raise InternalFault(f"CP-SAT calls {lines} the most, and its own bound {at_most}")
    return MostLines("exact", lines, lines, move)


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
            # Follows from the rest, but gives the linear relaxation the bound at once: a line
            # that was not full before clears only where the piece lies on it.
            on_it = [c for c, site in zip(self._chosen, offers, strict=True) if site.mask & line]
            model.clause([~literal, *on_it])
        model.maximize([(literal, 1) for literal in self._cleared])

    def solution(self, values: Sequence[int]) -> tuple[Site, Board, int]:
        """Return the piece's site, a board with only the cells it needs, and the lines cleared."""
        site = next(s for lit, s in zip(self._chosen, self._offers, strict=True) if values[lit])
        full = [line for lit, line in zip(self._cleared, self._lines, strict=True) if values[lit]]
        needed = functools.reduce(operator.or_, full, 0) & ~site.mask
        if any(needed >> cell & 1 and not values[cell] for cell in self._filled):
            raise InternalFault("the model clears a line that it does not fill")
        return site, needed, len(full)


def _play(ruleset: Ruleset, shape: Shape, site: Site, board: Board) -> Move:
    """Return the placement as a move; the plain engine refuses one that is not legal."""
    if ruleset.full_lines(board):
        raise InternalFault("the board before the move has a full line")
    return Position(ruleset, board, (shape,)).place(Placement(0, site.row, site.col))
