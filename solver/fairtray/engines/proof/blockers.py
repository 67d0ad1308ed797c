"""The fewest filled cells on which shapes fit nowhere, no line being full: a hitting set.

Every place of a shape must have a filled cell in it, every line an empty one. CP-SAT finds
the smallest such board and proves that there is none smaller.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fairtray.core.board import Board
from fairtray.core.errors import InternalFault
from fairtray.core.shapes import Shape
from fairtray.engines.proof.pieces import sites
from fairtray.engines.proof.solver import Budget, Lit, Model
from fairtray.game import Position
from fairtray.rulesets.model import Ruleset

_ROUNDING = 1e-6
"""CP-SAT reports bounds as floating-point numbers; those of whole numbers round to these."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """What is known of the fewest filled cells.

    Attributes:
        status: ``exact``: it is ``at_most``, proven. ``bounds``: a limit came first, and it
            lies between the bounds. ``impossible``: no board without full lines blocks.
        at_least: no board with fewer filled cells blocks; None when impossible.
        at_most: filled cells of ``board``; None where there is none.
        board: a board that blocks, looked over by the plain engine.
    """

    status: Literal["exact", "bounds", "impossible"]
    at_least: int | None
    at_most: int | None
    board: Board | None


def fewest(
    ruleset: Ruleset, shapes: Sequence[Shape], budget: Budget, *, allowed: Board | None = None
) -> Blocked:
    """Return the fewest filled cells that block all of some shapes at once.

    Args:
        ruleset: the game.
        shapes: the shapes; each of them must fit nowhere.
        budget: of the run.
        allowed: the cells that may be filled; None for all.

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
        return Blocked("impossible", None, None, None)
    at_least = max(0, math.ceil(-outcome.bound - _ROUNDING)) if outcome.bound < 0 else 0
    if not outcome.best_known:
        return Blocked("bounds", at_least, None, None)
    board = sum(1 << cell for cell in filled if outcome.best_known[cell])
    check(ruleset, shapes, board)
    count = board.bit_count()
    if outcome.status == "feasible":
        if at_least != count:
            raise InternalFault(f"CP-SAT calls {count} the fewest, and its own bound {at_least}")
        return Blocked("exact", count, count, board)
    return Blocked("bounds", at_least, count, board)


def places(ruleset: Ruleset, shapes: Sequence[Shape]) -> list[tuple[int, ...]]:
    """Return the cells of every place of some shapes, without those that hold another.

    A place that holds all cells of another is blocked by what blocks that one.
    """
    masks = {site.mask: site.cells for shape in shapes for site in sites(ruleset.grid, shape)}
    small_first = sorted(masks, key=lambda mask: (mask.bit_count(), mask))
    kept: dict[int, list[int]] = {}
    found = []
    for mask in small_first:
        held = masks[mask]
        if any(other & ~mask == 0 for cell in held for other in kept.get(cell, ())):
            continue
        # Filed under one cell only: whatever holds all its cells also holds that one.
        kept.setdefault(held[0], []).append(mask)
        found.append(held)
    return found


def forbid_full_lines(model: Model, ruleset: Ruleset, filled: Sequence[Lit]) -> None:
    """Leave a cell of every line empty."""
    for line in ruleset.lines:
        model.clause([~filled[cell] for cell in range(ruleset.grid.size) if line >> cell & 1])


def check(ruleset: Ruleset, shapes: Sequence[Shape], board: Board) -> None:
    """Look over a board that is said to block, with the plain engine.

    Raises:
        InternalFault: a shape fits, or a line is full.
    """
    position = Position(ruleset, board, tuple(shapes))
    if ruleset.full_lines(board):
        raise InternalFault("a blocking board has a full line", None)
    for slot in position.slots:
        if position.fits(slot):
            raise InternalFault(f"{shapes[slot].name} fits on a board that is said to block it")
