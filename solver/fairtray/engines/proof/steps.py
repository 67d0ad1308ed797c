"""The question with clears: one placement a step, and what each step leaves behind.

The first step needs no states in between: each of its placements clears a known set of
lines. From the second on a line has a literal if it could get full at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairtray.core.board import Mask
from fairtray.engines.proof.cells import SURE, Cells, Snapshot
from fairtray.engines.proof.pieces import Piece, Site, spans
from fairtray.engines.proof.solver import Lit, Model, Outcome
from fairtray.game import Position

Choice = tuple[Lit, int, Site]
"""A literal, the index of a piece, and the site where the literal puts it."""


class StepModel:
    """A model of ``length`` placements one after the other.

    Attributes:
        model: the CP-SAT model.
        choices: for each step, everything that could be placed in it.
        fills: for each step, the literals of the lines that it could clear, by line.
        always: lines that are full at the start, so that the first step clears them.
        after: for each step of an exact model, the board that it leaves.
        pieces: the pieces that the choices name.
        places_all: whether every piece is placed.
    """

    def __init__(
        self,
        position: Position,
        pieces: Sequence[Piece],
        order: Sequence[int] | None = None,
        length: int | None = None,
        *,
        exact: bool = False,
    ) -> None:
        """Build the model.

        Args:
            position: the board and the rules.
            pieces: the remaining pieces.
            order: the index of the piece for each step; None for any order.
            length: how many are placed; all, where it is None. Needs ``order`` to be None.
            exact: whether each step, the last included, must clear exactly the full lines,
                as scores need. Without it a clear that could only help may be left out,
                and the last step's clears are not looked at.
        """
        rules = position.ruleset
        self.model = Model()
        self.choices: list[list[Choice]] = []
        self.fills: list[dict[int, Lit]] = []
        self.after: list[Snapshot] = []
        self._board = position.board
        self._lines = rules.lines
        self.always = frozenset(rules.full_lines(position.board))
        self.pieces = pieces
        self._order = order
        total = sum(len(piece.slots) for piece in pieces)
        self._length = total if length is None else length
        self.places_all = self._length == total
        self._exact = exact
        self._spans = [spans(rules.grid, rules.lines, piece.shape) for piece in pieces]
        self._cells = Cells(self.model, position.board, rules.grid.size)
        last = self._length if exact else self._length - 1
        for step in range(1, self._length + 1):
            self._place(step)
            self.fills.append(self._clear(step) if step <= last else {})
            if exact:
                self.after.append(self._cells.snapshot())
        self._cells.seal()
        self._use_pieces()

    def require_clear(self) -> None:
        """Demand a clear before the last step, which is right once packing is impossible."""
        if not (self.always and self._length > 1):
            self.model.clause(
                [f for fills in self.fills[: self._length - 1] for f in fills.values()]
            )

    def taken(self, outcome: Outcome) -> list[tuple[Piece, Site]]:
        """Return the placements of a solution, in the order of the steps."""
        return [
            (self.pieces[index], site)
            for step in self.choices
            for literal, index, site in step
            if outcome.true(literal)
        ]

    # Placing

    def _place(self, step: int) -> None:
        """Add the placements of a step and join them to the cells that they cover."""
        indices: Iterable[int] = (
            range(len(self.pieces)) if self._order is None else (self._order[step - 1],)
        )
        sure = self._cells.sure
        offers = [
            (index, site)
            for index in indices
            for site in self.pieces[index].sites
            if not site.mask & sure
        ]
        literals = self.model.literals(len(offers))
        self.choices.append(
            [(literal, i, site) for literal, (i, site) in zip(literals, offers, strict=True)]
        )
        self.model.exactly_one(literals)
        cover: dict[int, list[Lit]] = {}
        for literal, (_, site) in zip(literals, offers, strict=True):
            for cell in site.cells:
                if cell in cover:
                    cover[cell].append(literal)
                else:
                    cover[cell] = [literal]
        self._cells.cover(cover)

    def _use_pieces(self) -> None:
        """Let every piece be placed as often as slots hold it, or at most that often."""
        if self._order is not None:
            return
        for index, piece in enumerate(self.pieces):
            literals = [literal for step in self.choices for literal, i, _ in step if i == index]
            times = len(piece.slots)
            low = times if self.places_all else 0
            if times > 1:
                self.model.total([(literal, 1) for literal in literals], low, times)
            elif low:
                self.model.exactly_one(literals)
            else:
                self.model.at_most_one(literals)

    # Clearing

    def _clear(self, step: int) -> dict[int, Lit]:
        """Add the lines that a step could clear, and what is left after them."""
        if step == 1:
            return self._clear_first()
        strict = self._strict(step)
        fills: dict[int, Lit] = {}
        touched: dict[int, list[Lit]] = {}
        covers: dict[int, Lit] = {}
        for line in self._fillable(step):
            cells = _bits(self._lines[line])
            fill = self.model.literal()
            fills[line] = fill
            gaps = []
            for cell in cells:
                touched.setdefault(cell, []).append(fill)
                filled = self._cells[cell]
                if filled is not SURE:
                    self.model.clause([~fill, *filled])
                    if strict:
                        gaps.append(~self._covered(cell, covers))
            if strict:
                self.model.clause([fill, *gaps])
        for cell, cleared in touched.items():
            self._cells.empty(cell, cleared, strict)
        return fills

    def _strict(self, step: int) -> bool:
        """Return whether a step's clears must be exactly the full lines.

        They must where points are counted, and where a later step can clear: a cell left
        filled may help there. To the last step alone a full line that is left standing is
        nothing but a hindrance, so that it may be left out of the model.
        """
        return self._exact or step < self._length - 1

    def _covered(self, cell: int, covers: dict[int, Lit]) -> Lit:
        """Return a literal that must hold where the cell is filled before the clear."""
        filled = self._cells[cell]
        if len(filled) == 1:
            return filled[0]
        if cell not in covers:
            covers[cell] = self.model.literal()
            self.model.none_if([~covers[cell]], filled)
        return covers[cell]

    def _clear_first(self) -> dict[int, Lit]:
        """Add the first step's clears: each of its placements clears lines that are known."""
        clearers = self._clearers()
        removed: dict[Lit, Mask] = {}
        fills: dict[int, Lit] = {}
        touched: dict[int, list[Lit]] = {}
        for line, hits in clearers.items():
            fills[line] = self._any(hits)
            for literal in hits:
                removed[literal] = removed.get(literal, 0) | self._lines[line]
            for cell in _bits(self._lines[line]):
                touched.setdefault(cell, []).append(fills[line])
        gone = 0
        for line in self.always:
            gone |= self._lines[line]
        for cell, cleared in touched.items():
            if gone >> cell & 1:
                continue
            if self._cells[cell] is SURE:
                self._cells.empty(cell, cleared, self._strict(1))
            else:
                bit = 1 << cell
                left = [x for x in self._cells[cell] if not removed.get(x, 0) & bit]
                self._cells.keep(cell, left)
        for cell in _bits(gone):
            self._cells.keep(cell, [])
        return fills

    def _clearers(self) -> dict[int, list[Lit]]:
        """Return for each line the placements of the first step that clear it."""
        clearers = {}
        for line in self._fillable(1):
            gap = self._lines[line] & ~self._board
            hits = [literal for literal, _, site in self.choices[0] if not gap & ~site.mask]
            if hits:
                clearers[line] = hits
        return clearers

    def _any(self, literals: list[Lit]) -> Lit:
        """Return a literal that holds exactly where one of these does."""
        if len(literals) == 1:
            return literals[0]
        either = self.model.literal()
        self.model.clause([~either, *literals])
        self.model.none_if([~either], literals)
        return either

    def _fillable(self, step: int) -> list[int]:
        """Return the lines that could become full in a step: a bound, not a search.

        A line gets full when the pieces so far cover the cells of it that were empty at
        the start; a clear in between only adds to those.
        """
        fillable = []
        for line, mask in enumerate(self._lines):
            if line in self.always:
                if step == 1:
                    continue
                gap = mask
            else:
                gap = mask & ~self._board
            need = gap.bit_count()
            if self._reach([span[line] for span in self._spans], step) < need:
                continue
            if not self._cells.could_be_full(_bits(gap)):
                continue
            most = [0] * len(self.pieces)
            for _, index, site in self.choices[step - 1]:
                most[index] = max(most[index], (site.mask & gap).bit_count())
            if self._order is None and self._reach(most, step) < need:
                continue
            fillable.append(line)
        return fillable

    def _reach(self, most: Sequence[int], step: int) -> int:
        """Return how many cells the first ``step`` pieces cover when each covers its most."""
        if self._order is not None:
            return sum(most[index] for index in self._order[:step])
        each = sorted(
            (most[i] for i, piece in enumerate(self.pieces) for _ in piece.slots), reverse=True
        )
        return sum(each[:step])


def _bits(mask: Mask) -> list[int]:
    """Return the numbers of the bits that are set."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low.bit_length() - 1)
        mask ^= low
    return bits
