"""A sitting at Blokus: what each key does, whatever draws it."""

from __future__ import annotations

import time
from collections.abc import Callable

from fairtray.core.board import Mask
from fairtray.core.errors import IllegalPlacement
from fairtray.core.shapes import Cell
from fairtray.families.blokus.game import BlokusTable
from fairtray.families.blokus.pieces import by_name
from fairtray.families.blokus.position import Move
from fairtray_cli.blokus.boards import move as described
from fairtray_cli.table.blokus import hand
from fairtray_cli.table.blokus.hand import Ghost, Hand
from fairtray_cli.table.blokus.opening import Opened

BEGIN = "choose a piece: 1 to 5 squares, or a click"


class Sitting:
    """One game after the other, with the piece in hand and what was said last.

    Attributes:
        game: the game.
        keeper: what saves it.
        hand: the piece in hand; None for none.
        new: the cells of pieces placed since the last move of a person.
        message: what to tell the player.
        best: the best earlier score; None for none.
    """

    def __init__(self, opened: Opened, clock: Callable[[], float] = time.monotonic) -> None:
        """Sit down at a game.

        Args:
            opened: the game, and how to begin another one like it.
            clock: gives the time in seconds since any moment; only differences count.
        """
        self.game = opened.game
        self.keeper = opened.keeper
        self._another = opened.another
        self._clock = clock
        self.message = f"{opened.note}\n{BEGIN}" if opened.note else BEGIN
        self._start()

    def _start(self) -> None:
        self._since = self._clock() - self.game.clock / 1000
        self.hand: Hand | None = None
        self.new: Mask = 0
        self.best = self.keeper.best()
        self._middle = (self.table.variant.grid.rows // 2, self.table.variant.grid.cols // 2)
        self._fitting: frozenset[str] | None = None
        if self.keeper.saved is None:
            self._say(self.keeper.keep(self.game))

    @property
    def table(self) -> BlokusTable:
        """The table."""
        return self.game.table

    @property
    def ghost(self) -> Ghost | None:
        """The board with the piece in hand on it; None where there is none."""
        return None if self.hand is None else hand.ghost(self.table.position, self.hand)

    @property
    def fitting(self) -> frozenset[str]:
        """The pieces of the person to move that can be placed somewhere."""
        if self._fitting is None:
            self._fitting = frozenset(move.piece for move in self.table.legal)
        return self._fitting

    @property
    def left(self) -> tuple[str, ...]:
        """The pieces that the colour to move still holds."""
        return self.table.position.left[self.table.position.to_move]

    # --- What the player does ------------------------------------------------------

    def choose(self, piece: str) -> None:
        """Take a piece in hand, where the last one was or the colour begins."""
        if not self.table.is_persons_turn or piece not in self.left:
            return
        position = self.table.position
        if self.hand is not None:
            middle = self.hand.middle
        elif not position.boards[position.to_move]:
            middle = position.variant.starts[position.to_move]
        else:
            middle = self._middle
        self.hand = hand.take(position, piece, middle)
        self.message = "arrows move it, r turns, f flips, Enter places it"

    def choose_size(self, squares: int) -> None:
        """Take the next piece of so many squares in hand."""
        self._choose_next([name for name in self.left if by_name()[name].size == squares], 1)

    def choose_next(self, step: int) -> None:
        """Take the piece after the one in hand, or before it."""
        self._choose_next(list(self.left), step)

    def _choose_next(self, names: list[str], step: int) -> None:
        if not names:
            self.message = "none of that size is left"
            return
        held = None if self.hand is None else self.hand.piece
        first = 0 if step > 0 else len(names) - 1
        here = (names.index(held) + step) % len(names) if held in names else first
        self.choose(names[here])

    def move(self, rows: int, cols: int) -> None:
        """Move the piece in hand."""
        if self.hand is not None:
            self.hand = hand.moved(self.table.position, self.hand, rows, cols)

    def point(self, cell: Cell) -> None:
        """Move the middle of the piece in hand over a cell."""
        if self.hand is not None:
            self.hand = hand.over(self.table.position, self.hand, cell)

    def turn(self) -> None:
        """Turn the piece in hand."""
        if self.hand is not None:
            self.hand = hand.turned(self.table.position, self.hand)

    def flip(self) -> None:
        """Flip the piece in hand."""
        if self.hand is not None:
            self.hand = hand.flipped(self.table.position, self.hand)

    def cancel(self) -> None:
        """Put the piece in hand back."""
        if self.hand is not None:
            self.hand, self.message = None, BEGIN

    def place(self) -> None:
        """Place the piece in hand, if the rules allow it."""
        ghost = self.ghost
        if self.hand is None or ghost is None:
            return
        if ghost.move is None:
            self.message = ghost.why
            return
        self._middle = self.hand.middle
        self.hand, self.new = None, 0
        self.placed(ghost.move)

    def placed(self, move: Move) -> None:
        """Place a piece, a person's or the solver's, and save the game."""
        try:
            made = self.table.place(self.table.variant.grid.cells(move.mask))
        except IllegalPlacement as error:
            self.message = error.faults[0].what
            return
        self.new |= made.mask
        self._fitting = None
        self.game.clock = max(round((self._clock() - self._since) * 1000), self.game.clock)
        self.message = described(self.table.position, made)
        if self.game.ending is None:
            self._say(self.keeper.keep(self.game))
        else:
            self._over()

    def hinted(self, move: Move | None) -> None:
        """Take the piece of a hint in hand, where the hint puts it."""
        if move is not None:
            self.hand = hand.holding(self.table.position, move)
            self.message = "the solver would place it here: Enter does"

    def another(self) -> None:
        """Begin another game; this one is given up if it still runs."""
        said = self.keeper.leave_for_new(self.game)
        self.game = self._another()
        self.message = BEGIN
        self._start()
        self._say(said)

    def leave(self) -> None:
        """Save the game with the time played."""
        if self.game.ending is None:
            self.game.clock = max(round((self._clock() - self._since) * 1000), self.game.clock)
            self._say(self.keeper.keep(self.game))

    def _over(self) -> None:
        said = self.keeper.over(self.game)
        scores = self.table.scores
        best = max(scores)
        names = [
            c.name for c, s in zip(self.table.variant.colours, scores, strict=True) if s == best
        ]
        self.message += f"\nthe game is over: {' and '.join(names)} {best}"
        result = self.keeper.result
        if result is not None and result.record and result.score > (self.best or -(10**9)):
            self.message += "\na new best score"
        self._say(said)

    def _say(self, text: str) -> None:
        if text:
            self.message = f"{self.message}\n{text}" if self.message else text
