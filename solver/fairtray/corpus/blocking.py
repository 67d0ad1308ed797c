"""Boards that CP-SAT constructs: the fewest cells that block, and pieces that exclude each other.

Of many boards that serve equally well a random sum of cells decides, so that a corpus holds
different ones. All is repeatable: one thread, fixed seeds, limits in CP-SAT's count of work.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

from fairtray.board import Board
from fairtray.proof.blockers import check, fewest, forbid_full_lines, places
from fairtray.proof.pieces import Site, sites, spans
from fairtray.proof.solver import Budget, Lit, Model
from fairtray.rulesets.model import Ruleset
from fairtray.shapes import Shape

PROOF_WORK = 30.0
"""CP-SAT's count of work for a proof that there is no smaller board."""

_VARIETY_WORK = 0.05
"""The same for choosing among boards that are equally good."""


@functools.lru_cache(maxsize=512)
def _fewest(ruleset: Ruleset, shapes: tuple[Shape, ...]) -> int | None:
    """Return the fewest filled cells that block some shapes; None when that is not proven."""
    found = fewest(ruleset, shapes, Budget(work_limit=PROOF_WORK))
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
        check(ruleset, shapes, board)
    return board


def excluding(ruleset: Ruleset, tray: Sequence[Shape], rng: random.Random) -> Board | None:
    """Return a board on which each of three pieces fits, but no order places them all.

    Wherever the first two pieces, A and B, could lie side by side, something is in the way;
    and every line keeps more empty cells than the third, C, can cover together with A or with
    B. So two placements clear nothing, and the third has as much room as at the start: in the
    orders A B C and B A C the second fails, in all others the third.

    Returns:
        A board without full lines; None where there is none within the limit.
    """
    grid = ruleset.grid
    model = Model()
    filled = model.literals(grid.size)
    for line, mask in enumerate(ruleset.lines):
        covers = [spans(grid, ruleset.lines, shape)[line] for shape in tray]
        reach = max(covers[:2]) + sum(covers[2:])
        cells = [cell for cell in filled if mask >> cell & 1]
        if reach >= len(cells):
            return None
        model.total([(cell, 1) for cell in cells], 0, len(cells) - reach - 1)
    for shape in dict.fromkeys(tray):
        _has_room(model, filled, sites(grid, shape))
    for one in sites(grid, tray[0]):
        for other in sites(grid, tray[1]):
            if not one.mask & other.mask:
                model.clause([filled[cell] for cell in (*one.cells, *other.cells)])
    return _some(model, filled, rng)


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
