"""A sitting at a block game: what each key does and what there is to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from fairtray.core.board import Grid, Mask
from fairtray.core.errors import IllegalPlacement, InputError
from fairtray.engines.search.blocked import nearest_place
from fairtray.families.block.table import drawing, words
from fairtray.game import Move, Placement, Position
from fairtray.gameplay.modes import Game
from fairtray.gameplay.saves import Result
from fairtray.gameplay.table import Ghost, Hand, Screen, Sitting, Task, lines_of
from fairtray.gameplay.table.sitting import THINKING

_SLOTS = 9
"""Pieces that have a key."""


class BlockSitting(Sitting[Game, int]):
    """One block game after the other. A piece is known by its slot.

    Attributes:
        last: the cells of the piece placed last.
        dead_end: whether the pieces on offer can no longer all be placed; None while unknown.
    """

    parts: ClassVar = ("tray", "score")
    begin: ClassVar = "choose a piece: 1, 2, 3 or a click"
    help: ClassVar = """\
1 2 3 …    choose a piece       arrows     move it
Enter      place it             Esc        put it back
u          take a move back     h          ask the solver
c          continue when stuck  n          new game
q          save and leave       ?          this page

Mouse: click a piece, point at the board, click to place.
"""
    legend: ClassVar = (
        ("filled", "#", "filled"),
        ("empty", ".", "empty"),
        ("new", "o", "the piece in hand"),
        ("wanted", "o", "the piece in hand where it does not fit"),
        ("crossed", "x", "what is in its way"),
        ("gone", "[ ] v ^", "lines about to clear"),
        ("gone", "% @", "boxes and other regions about to clear"),
        ("piece-no-room", ":", "a piece that fits nowhere"),
    )

    def began(self) -> None:
        self.last: Mask = 0
        self.dead_end: bool | None = None
        self.tick_seconds = None if self.game.seconds_left is None else 0.2
        if self.game.ending is not None:
            self.message = words.ending(self.game)

    # --- What there is to see ---

    @property
    def keys(self) -> Mapping[str, Callable[[], None]]:
        return {
            **{str(slot + 1): self._choosing(slot) for slot in range(_SLOTS)},
            "u": self.undo,
            "c": self.go_on,
        }

    def _choosing(self, slot: int) -> Callable[[], None]:
        return lambda: self.choose(slot)

    @property
    def grid(self) -> Grid:
        return self.game.position.ruleset.grid

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def ghost(self) -> Ghost[Move] | None:
        return None if self.hand is None else ghost(self.position, self.hand)

    def screen(self, width: int, height: int) -> Screen | None:
        game, position = self.game, self.position
        layout = drawing.layout(self.grid, position.tray, width, height)
        if layout is None:
            return None
        self._plan = layout.plan
        score = words.score(game, self.best)
        if self.dead_end:
            score.append("dead end: these pieces cannot all be placed")
        held = None if self.hand is None else self.hand.piece
        return Screen(
            words.title(game),
            self._key_line(),
            drawing.board(position, self.ghost, layout.scale, self.last),
            self.grid,
            layout.scale,
            {"tray": drawing.tray(position, held, layout.plan), "score": lines_of(score, "score")},
        )

    def needed(self) -> tuple[int, int]:
        return drawing.needed(self.grid, self.position.tray)

    def _key_line(self) -> str:
        game = self.game
        if game.ending is not None:
            texts = ["c continue"] if game.can_continue else []
            texts += ["n new game"] if self.another_allowed else []
            return "  ".join([*texts, "q leave", "? help"])
        texts = ["1-3 piece", "arrows", "Enter place", "Esc back"]
        texts += ["u undo"] if game.mode.undo_limit else []
        texts += ["h hint"] if game.hints_allowed else []
        return "  ".join([*texts, "n new", "q leave", "? help"])

    def farewell(self) -> str:
        return words.farewell(self.game) + self.saved_note()

    # --- What the player does ---

    def choose(self, slot: int) -> None:
        """Take a piece in hand, in place of the one already held."""
        self.tick()
        if self.game.ending is not None or not 0 <= slot < len(self.game.tray):
            return
        shape = self.position.tray[slot]
        if shape is None:
            self.message = f"piece {slot + 1} is placed already"
            return
        if shape.height > self.grid.rows or shape.width > self.grid.cols:
            self.message = f"{shape.name} is larger than the board"
            return
        middle = (self.grid.rows // 2, self.grid.cols // 2)
        if self.hand is not None:
            middle = self.hand.middle
        self.hand = Hand(slot, shape).over(self.grid, middle)
        self.message = "arrows move it, Enter places it, Esc puts it back"
        if not self.position.fits(slot):
            nearest = nearest_place(self.position, shape)
            if nearest is not None:
                self.hand = Hand(slot, shape, nearest.row, nearest.col)
            self.message = f"{shape.name} fits nowhere now; this is where least is in its way"

    def pick(self, x: int, y: int) -> None:
        slot = self._plan.slot_at(len(self.position.tray), x, y)
        if slot is not None:
            self.choose(slot)

    def put(self, hand: Hand[int], move: Move) -> None:
        move = self.game.place(_placement(hand))
        self.hand, self.last, self.dead_end = None, move.mask, None
        self.message = "\n".join([words.moved(move), *words.happened(self.game.events)])
        self.save()

    def undo(self) -> None:
        """Take the last move back, where the mode allows it."""
        self.tick()
        try:
            self.game.undo()
        except InputError as error:
            self.message = error.faults[0].what
            return
        self.hand, self.last, self.dead_end = None, 0, None
        self.message = "taken back"
        self.save()

    def go_on(self) -> None:
        """Continue a game that is stuck, where the mode offers it."""
        try:
            self.game.continue_game()
        except InputError as error:
            self.message = error.faults[0].what
            return
        self.message = "\n".join(words.happened(self.game.events)).capitalize()
        self.dead_end = None
        self.resume_clock()
        self.say(self.keeper.goes_on(self.game))
        if self.game.ending is not None:
            self.end()
        self.changed()

    def outcome(self, result: Result | None) -> list[str]:
        ended_by_move = self.game.ending in {"stuck", "won", "complete"}
        texts = [self.message] if ended_by_move and self.last else []
        texts.append(words.ending(self.game))
        if result is not None and result.score and self.is_best(result):
            texts.append("a new best score")
        if result is not None:
            texts.append(words.earned(result))
        return texts

    # --- The solver ---

    def hint(self) -> None:
        game = self.game
        if game.ending is not None:
            return
        if not game.hints_allowed:
            self.message = f"mode {game.mode.name} has no hints"
            return
        self.message = THINKING
        position = game.position
        self.ask(Task("hint", position, lambda: best_placement(position), self.hinted))

    def hinted(self, answer: Placement | str | None) -> None:
        """Take the piece of a hint in hand, where the hint puts it, or say why there is none."""
        if isinstance(answer, str):
            self.message = answer
            return
        shape = None if answer is None else self.position.tray[answer.slot]
        if answer is None or shape is None:
            self.message = "no piece fits"
            return
        self.hand = Hand(answer.slot, shape, answer.row, answer.col)
        self.message = "the solver would place it here: Enter does"

    def changed(self) -> None:
        if self.game.ending is None and self.game.hints_allowed and self.dead_end is None:
            position = self.position
            self.ask(Task("dead end", position, lambda: is_dead_end(position), self._looked))

    def _looked(self, dead_end: bool | None) -> None:
        self.dead_end = dead_end


def ghost(position: Position, hand: Hand[int]) -> Ghost[Move]:
    """Return what the board looks like with the piece on it."""
    mask = position.ruleset.grid.placed(hand.shape, hand.row, hand.col)
    try:
        move = position.place(_placement(hand))
    except IllegalPlacement:
        # The only reason there is: the piece is always entirely on the board.
        reason = "it does not fit there: other pieces are in its way"
        return Ghost(mask, mask & position.board, None, reason)
    return Ghost(mask, 0, move)


def _placement(hand: Hand[int]) -> Placement:
    return Placement(hand.piece, hand.row, hand.col)


def best_placement(position: Position) -> Placement | str | None:
    """Return the first move of the line that scores most; None where no piece fits.

    Lines that place all pieces come first, as with ``fairtray solve``. Where there are more pieces
    than the search takes, the answer is a text that says so.
    """
    from fairtray.engines.search.best import best

    try:
        moves = best(position).moves
    except InputError as error:
        return error.faults[0].what
    return moves[0].placement if moves else None


def is_dead_end(position: Position) -> bool | None:
    """Return whether the pieces on offer can no longer all be placed, though one still fits.

    None where there are more pieces than the search takes.
    """
    from fairtray.engines.search.decide import decide

    try:
        answer = decide(position)
    except InputError:
        return None
    return not answer.placeable and not answer.game_over
