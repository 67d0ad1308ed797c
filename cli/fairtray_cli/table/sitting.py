"""A player's sitting at a game: what each key does, whatever draws it."""

from __future__ import annotations

import time
from collections.abc import Callable

from fairtray.core.board import Mask
from fairtray.core.errors import InputError
from fairtray.core.shapes import Cell
from fairtray.engines.search.blocked import nearest_place
from fairtray.game import Placement
from fairtray.play.modes import Game
from fairtray_cli.table import hand, words
from fairtray_cli.table.hand import Ghost, Hand
from fairtray_cli.table.keeper import Keeper
from fairtray_cli.table.opening import Opened

BEGIN = "choose a piece: 1, 2, 3 or a click"


class Sitting:
    """One game after the other, with the piece in hand and what was said last.

    Attributes:
        game: the game.
        keeper: what saves it.
        hand: the piece in hand; None for none.
        last: the cells of the piece placed last.
        message: what to tell the player.
        dead_end: whether the pieces on offer can no longer all be placed; None while unknown.
        best: the best earlier score; None for none.
    """

    def __init__(self, opened: Opened, clock: Callable[[], float] = time.monotonic) -> None:
        """Sit down at a game.

        Args:
            opened: the game, and how to begin another one like it.
            clock: gives the time in seconds since any moment; only differences count.
        """
        self.game: Game = opened.game
        self.keeper: Keeper = opened.keeper
        self._another = opened.another
        self._clock = clock
        self.message = f"{opened.note}\n{BEGIN}" if opened.note else BEGIN
        self.hand: Hand | None = None
        self.last: Mask = 0
        self.dead_end: bool | None = None
        self._start()

    def _start(self) -> None:
        """Let the clock run from here, and keep the game."""
        self._since = self._clock() - self.game.seconds
        self.hand, self.last, self.dead_end = None, 0, None
        self.best = self.keeper.best()
        if self.game.ending is not None:
            self.message = words.ending(self.game)
        elif self.keeper.saved is None:
            self._say(self.keeper.keep(self.game))

    # --- What there is to see ------------------------------------------------------

    @property
    def ghost(self) -> Ghost | None:
        """The board with the piece in hand on it; None where there is none."""
        return None if self.hand is None else hand.ghost(self.game.position, self.hand)

    @property
    def another_allowed(self) -> bool:
        """Whether another game like this one can be begun."""
        return self._another is not None

    # --- Time ----------------------------------------------------------------------

    def tick(self) -> bool:
        """Tell the game what time it is; return whether that ended it."""
        if self.game.ending is not None:
            return False
        # A clock that goes back a little, as after a sleep, must not stop the game.
        self.game.elapsed(max(self._clock() - self._since, self.game.seconds))
        if self.game.ending is None:
            return False
        self.hand = None
        self._over()
        return True

    # --- What the player does ------------------------------------------------------

    def choose(self, slot: int) -> None:
        """Take a piece in hand; the one already held is put back."""
        self.tick()
        if self.game.ending is not None or not 0 <= slot < len(self.game.tray):
            return
        position = self.game.position
        shape = position.tray[slot]
        if shape is None:
            self.message = f"piece {slot + 1} is placed already"
            return
        taken = hand.take(position, slot, self.hand)
        if taken is None:
            self.message = f"{shape.name} is larger than the board"
            return
        self.hand = taken
        self.message = "arrows move it, Enter places it, Esc puts it back"
        if not position.fits(slot):
            nearest = nearest_place(position, shape)
            if nearest is not None:
                self.hand = Hand(slot, nearest.row, nearest.col)
            self.message = f"{shape.name} fits nowhere now; here least is in its way, marked x"

    def move(self, rows: int, cols: int) -> None:
        """Move the piece in hand."""
        if self.hand is not None:
            self.hand = hand.moved(self.game.position, self.hand, rows, cols)

    def point(self, cell: Cell) -> None:
        """Move the middle of the piece in hand over a cell."""
        if self.hand is not None:
            self.hand = hand.over(self.game.position, self.hand, cell)

    def cancel(self) -> None:
        """Put the piece in hand back."""
        if self.hand is not None:
            self.hand, self.message = None, BEGIN

    def place(self) -> None:
        """Place the piece in hand, if nothing is in its way."""
        self.tick()
        ghost = self.ghost
        if self.hand is None or ghost is None:
            if self.game.ending is None:
                self.message = BEGIN
            return
        if ghost.move is None:
            self.message = "it does not fit there: x marks what is in its way"
            return
        move = self.game.place(self.hand.placement)
        self.hand, self.last = None, move.mask
        self.message = "\n".join([words.moved(move), *words.happened(self.game.events)])
        self._changed()

    def undo(self) -> None:
        """Take the last move back, where the mode allows it."""
        self.tick()
        try:
            self.game.undo()
        except InputError as error:
            self.message = error.faults[0].what
            return
        self.hand, self.last = None, 0
        self.message = "taken back"
        self._changed()

    def go_on(self) -> None:
        """Continue a game that is stuck, where the mode offers it."""
        try:
            self.game.continue_game()
        except InputError as error:
            self.message = error.faults[0].what
            return
        self.message = "\n".join(words.happened(self.game.events)).capitalize()
        self.dead_end = None
        self._since = self._clock() - self.game.seconds
        self._say(self.keeper.goes_on(self.game))
        if self.game.ending is not None:
            self._over()

    def another(self) -> None:
        """Begin another game of the same kind; this one is given up if it still runs."""
        if self._another is None:
            self.message = "there is no other game of this kind"
            return
        self.tick()
        said = self.keeper.leave_for_new(self.game)
        try:
            self.game = self._another()
        except InputError as error:
            self.message = str(error)
            return
        self.message = BEGIN
        self._start()
        self._say(said)

    def hinted(self, placement: Placement | None) -> None:
        """Take the piece of a hint in hand, where the hint puts it."""
        if placement is None:
            self.message = "no piece fits"
            return
        self.hand = Hand(placement.slot, placement.row, placement.col)
        self.message = "the solver would place it here: Enter does"

    def leave(self) -> None:
        """Save the game with the time played, as the last thing of the sitting."""
        self.tick()
        if self.game.ending is None:
            self._say(self.keeper.keep(self.game))

    # --- After a change ------------------------------------------------------------

    def _changed(self) -> None:
        self.dead_end = None
        if self.game.ending is None:
            self._say(self.keeper.keep(self.game))
        else:
            self._over()

    def _over(self) -> None:
        said = self.keeper.over(self.game)
        result = self.keeper.result
        parts = [words.ending(self.game)]
        if result is not None and result.record and result.score > (self.best or 0):
            parts.append("a new best score")
        if result is not None:
            parts.append(words.earned(result))
        self.message = "\n".join(part for part in (self._before_end(), *parts, said) if part)

    def _before_end(self) -> str:
        """Return what the move did that the game ended with."""
        ended_by_move = self.game.ending in {"stuck", "won", "complete"}
        return self.message if ended_by_move and self.last else ""

    def _say(self, text: str) -> None:
        if text:
            self.message = f"{self.message}\n{text}" if self.message else text
