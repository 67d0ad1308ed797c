"""Boards that CP-SAT constructs: the fewest cells that block, and pieces that exclude each other.

Of many boards that serve equally well a random sum of cells decides, so that a corpus holds
different ones. All is repeatable: one thread, fixed seeds, limits in CP-SAT's count of work.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

from fairtray.core.board import Board, Mask
from fairtray.core.shapes import Shape
from fairtray.engines.proof.extremes import (
    check_blocked,
    fewest_blockers,
    forbid_full_lines,
    places,
)
from fairtray.engines.proof.pieces import Site, sites
from fairtray.engines.proof.solver import Budget, Lit, Model
from fairtray.rulesets.model import Ruleset

PROOF_WORK = 30.0
"""CP-SAT's count of work for a proof that there is no smaller board."""

_VARIETY_WORK = 0.2
"""The same for choosing among boards that are equally good."""


@functools.lru_cache(maxsize=512)
def _fewest(ruleset: Ruleset, shapes: tuple[Shape, ...]) -> int | None:
    """Return the fewest filled cells that block some shapes; None when that is not proven."""
    found = fewest_blockers(ruleset, shapes, Budget(work_limit=PROOF_WORK))
    return found.at_most if found.status == "exact" else None


def blocker(ruleset: Ruleset, shapes: Sequence[Shape], rng: random.Random) -> Board | None:
    """Return a board with the fewest filled cells that block all of some shapes.

    Returns:
        A board without full lines; None where there is none, or none was proven smallest.
    """
    count = _fewest(ruleset, tuple(sorted(set(shapes), key=lambda shape: shape.cells)))
    if count is None:
        return None
    model = Model()
    filled = model.literals(ruleset.grid.size)
    for place in places(ruleset, shapes):
        model.clause([filled[cell] for cell in place])
    forbid_full_lines(model, ruleset, filled)
    model.total([(cell, 1) for cell in filled], count, count)
    board = _some(model, filled, rng)
    if board is not None:
        check_blocked(ruleset, shapes, board)
    return board


def excluding(ruleset: Ruleset, tray: Sequence[Shape], rng: random.Random) -> Board | None:
    """Return a board on which three pieces fit, the first two never together, and none clears.

    Wherever the first two could lie side by side, something is in the way; and no single
    placement of a piece fills a line. So the orders that begin with these two fail at the
    second piece. The others fail at the third, unless the third piece of the tray and one of
    the first two clear a line together: that is left to the engines, which decide every board.

    Returns:
        A board without full lines; None where there is none within the limit.
    """
    grid = ruleset.grid
    model = Model()
    filled = model.literals(grid.size)
    forbid_full_lines(model, ruleset, filled)
    for shape in dict.fromkeys(tray):
        _has_room(model, filled, sites(grid, shape))
        for site in sites(grid, shape):
            for line in ruleset.lines:
                if line & site.mask:
                    _clears_nothing(model, filled, site, line)
    for one in sites(grid, tray[0]):
        for other in sites(grid, tray[1]):
            if not one.mask & other.mask:
                model.clause([filled[cell] for cell in (*one.cells, *other.cells)])
    return _some(model, filled, rng)


def _clears_nothing(model: Model, filled: Sequence[Lit], site: Site, line: Mask) -> None:
    """Have a site blocked, or leave another cell of the line empty."""
    others = [cell for cell in filled if (line & ~site.mask) >> cell & 1]
    model.clause([*(filled[cell] for cell in site.cells), *(~filled[cell] for cell in others)])


def _has_room(model: Model, filled: Sequence[Lit], offers: Sequence[Site]) -> None:
    """Leave at least one of some sites empty."""
    empty = model.literals(len(offers))
    for literal, site in zip(empty, offers, strict=True):
        model.none_if([literal], [filled[cell] for cell in site.cells])
    model.clause(empty)


def _some(model: Model, filled: Sequence[Lit], rng: random.Random) -> Board | None:
    """Return one of a model's boards, by a random sum of its cells."""
    model.maximize([(cell, rng.randint(-9, 9)) for cell in filled])
    outcome = model.run(Budget(work_limit=_VARIETY_WORK), thorough=True)
    if not outcome.best_known:
        return None
    return sum(1 << cell for cell in filled if outcome.best_known[cell])
