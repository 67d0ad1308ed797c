"""The most that one colour can still place while the others pass: a proof by CP-SAT.

It shares no code with the kernels. Every placement within reach is a variable. Cells say
what excludes what: of all placements that cover a cell or the one beside it, one may be
chosen, which forbids overlap and side contact at once. What is chosen must hang together
by corners: there is an order of the pieces in which each is a root, or hangs on an earlier
one.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fairtray.core.errors import Fault, InternalFault, PositionError
from fairtray.engines.proof.best import Undecided
from fairtray.engines.proof.solver import Budget, Model
from fairtray.families.blokus.pieces import SINGLE, by_name
from fairtray.families.blokus.position import Move, Position
from fairtray.families.blokus.reach import Option, within_reach

MAX_PLACEMENTS = 1500
"""The most placements within reach that a model is made for."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The most that the colour can place, proven.

    Attributes:
        cells: cells of the pieces placed.
        single_last: whether all pieces are placed, the single cell as the last of them.
        moves: a line that does it, in an order in which it can be played.
        status: always ``optimal``.
    """

    cells: int
    single_last: bool
    moves: tuple[Move, ...]
    status: Literal["optimal"] = "optimal"


def best(
    position: Position,
    *,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int = 1,
) -> Optimum | Undecided:
    """Return the most that the colour to move can place while the others pass.

    More cells come first; where all pieces can be placed, the single cell last.

    Args:
        position: any position.
        time_limit: seconds after which to give up; None never gives up.
        work_limit: the same in CP-SAT's own count of work, so that giving up is
            repeatable; None never gives up.
        workers: search threads.

    Raises:
        PositionError: more than ``MAX_PLACEMENTS`` placements within reach.
    """
    options = within_reach(position)
    if len(options) > MAX_PLACEMENTS:
        raise PositionError(
            Fault(
                "",
                f"{len(options)} placements are within reach of "
                f"{position.variant.colours[position.to_move].name}, too many for CP-SAT",
                f"it takes up to {MAX_PLACEMENTS}; use --engine search",
            )
        )
    budget = Budget(time_limit, work_limit, workers)
    held = position.left[position.to_move]
    chosen = _Question(position, options).answer(budget)
    if chosen is None:
        return Undecided()
    cells = sum(option.move.mask.bit_count() for option in chosen)
    if len(chosen) < len(held) or SINGLE not in held:
        return Optimum(cells, False, _played(chosen))
    last = chosen
    if not _hangs_together(chosen, without_single=True):
        again = _Question(position, options, single_last=True).answer(budget)
        if again is None:
            return Undecided()
        last = again
    if not last:
        return Optimum(cells, False, _played(chosen))
    return Optimum(cells, True, _played(last, single_last=True))


class _Question:
    """A model, with the placements as its first variables, in their order."""

    def __init__(
        self, position: Position, options: Sequence[Option], *, single_last: bool = False
    ) -> None:
        """Build the model.

        Args:
            position: the position.
            options: the placements within reach.
            single_last: whether all pieces have to be placed, and none may hang on the
                single cell; else as many cells as possible.
        """
        self._options = options
        self._single_last = single_last
        self._model = Model()
        self._model.literals(len(options))
        for together in _exclusive(position, options):
            self._model.at_most_one(together)
        self._of_piece: dict[str, list[int]] = {
            name: [x for x, option in enumerate(options) if option.move.piece == name]
            for name in position.left[position.to_move]
        }
        self._worth()
        self._hang_together()

    def answer(self, budget: Budget) -> list[Option] | None:
        """Return the placements chosen, playable in this order.

        Empty where there is no answer; None when the limit came first.

        Raises:
            InternalFault: they do not hang together, although the model says so.
        """
        outcome = self._model.run(budget)
        if outcome.status == "undecided":
            return None
        if outcome.status == "infeasible":
            return []
        chosen = [option for x, option in enumerate(self._options) if outcome.true(x)]
        played = _held(chosen, without_single=self._single_last)
        if len(played) < len(chosen):
            raise InternalFault("the pieces that CP-SAT chose do not hang together")
        return played

    def _worth(self) -> None:
        terms: list[tuple[int, int]] = []
        for name, same in self._of_piece.items():
            if self._single_last:
                self._model.exactly_one(same)
                continue
            self._model.at_most_one(same)
            # One variable a piece, so that the objective has no more terms than the hand.
            placed = self._model.literal()
            self._model.clause([~placed, *same])
            terms.append((placed, by_name()[name].size))
        if terms:
            self._model.maximize(terms)

    def _hang_together(self) -> None:
        """Each piece that is not a root hangs on one that comes earlier in some order."""
        names = list(self._of_piece)
        before = self._order(names)
        hangs = {
            (name, on): self._model.literal()
            for name in names
            for on in names
            if on != name and not (self._single_last and on == SINGLE)
        }
        for (name, on), literal in hangs.items():
            self._model.clause([~literal, before[on, name]])
        for name, same in self._of_piece.items():
            for x in same:
                option = self._options[x]
                hooks = {on: self._hooks(option, on) for on in names if (name, on) in hangs}
                if not option.rooted:
                    useful = [hangs[name, on] for on, found in hooks.items() if found]
                    self._model.clause([~x, *useful])
                    self._model.clause([~x, *(y for found in hooks.values() for y in found)])
                for on, found in hooks.items():
                    if not option.rooted:
                        self._model.clause([~x, ~hangs[name, on], *found])

    def _hooks(self, option: Option, on: str) -> list[int]:
        """Return the placements of a piece on which this one could hang."""
        return [x for x in self._of_piece[on] if option.touches(self._options[x])]

    def _order(self, names: Sequence[str]) -> dict[tuple[str, str], int]:
        """Return literals for "the first comes before the second", a total order."""
        before: dict[tuple[str, str], int] = {}
        for one, other in itertools.combinations(names, 2):
            literal = self._model.literal()
            before[one, other] = literal
            before[other, one] = ~literal
        for a, b, c in itertools.permutations(names, 3):
            self._model.clause([~before[a, b], ~before[b, c], before[a, c]])
        return before


def _exclusive(position: Position, options: Sequence[Option]) -> list[list[int]]:
    """Return sets of placements of which at most one may be chosen.

    They are those that cover a cell or the one beside it: any two of them overlap or touch
    along a side, and any two that do are together in one of the sets.
    """
    grid = position.variant.grid
    covering: dict[tuple[int, int], list[int]] = {}
    for x, option in enumerate(options):
        for cell in grid.cells(option.move.mask):
            covering.setdefault(cell, []).append(x)
    sets = [here for here in covering.values() if len(here) > 1]
    sets += [
        sorted({*here, *covering[beside]})
        for (row, col), here in covering.items()
        for beside in ((row, col + 1), (row + 1, col))
        if beside in covering
    ]
    return sets


def _held(chosen: Sequence[Option], *, without_single: bool) -> list[Option]:
    """Return placements in an order in which they can be played; the loose ones not at all.

    Args:
        chosen: placements that do not exclude one another.
        without_single: whether nothing may hang on the single cell, which then comes last.
    """
    order: list[Option] = []
    waiting = list(chosen)
    while True:
        hooks = [o for o in order if not (without_single and o.move.piece == SINGLE)]
        ready = [o for o in waiting if o.rooted or any(o.touches(hook) for hook in hooks)]
        if not ready:
            break
        order += ready
        waiting = [o for o in waiting if o not in ready]
    if without_single:
        order.sort(key=lambda option: option.move.piece == SINGLE)
    return order


def _hangs_together(chosen: Sequence[Option], *, without_single: bool) -> bool:
    return len(_held(chosen, without_single=without_single)) == len(chosen)


def _played(chosen: Sequence[Option], *, single_last: bool = False) -> tuple[Move, ...]:
    return tuple(option.move for option in _held(chosen, without_single=single_last))
