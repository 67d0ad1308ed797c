"""A sitting at Blokus: what each key does and what there is to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from fairtray.core.board import Grid, Mask
from fairtray.core.errors import IllegalPlacement
from fairtray.core.shapes import Shape
from fairtray.families.blokus.game import BlokusTable
from fairtray.families.blokus.pieces import by_name
from fairtray.families.blokus.position import SIDES, Move, Position, cell_names, neighbours
from fairtray.families.blokus.table import drawing
from fairtray.gameplay.modes import Stars
from fairtray.gameplay.saves import Result
from fairtray.gameplay.table import SCALES, Ghost, Hand, Screen, Sitting, Task, board_size
from fairtray.gameplay.table.sitting import EDGES, SIDE, THINKING, fitting_scale

_KEYS = "1-5 piece  arrows  r turn  f flip  Enter place  h hint  n new  q leave  ? help"


@dataclass(slots=True)
class BlokusGame:
    """A table of Blokus with the time played at it, as the store knows games.

    Attributes:
        table: the table.
        clock: milliseconds played so far; the game itself has no clock.
    """

    table: BlokusTable
    clock: int = 0

    @property
    def score(self) -> int:
        """The best score of the colours that people play."""
        return max(self.table.scores[colour] for colour in self.table.people)

    @property
    def moves(self) -> int:
        """Pieces that people have placed."""
        return sum(move.colour in self.table.people for move in self.table.moves)

    @property
    def lines(self) -> int:
        """Nothing clears here."""
        return 0

    @property
    def ending(self) -> str | None:
        """``over`` when no colour can move; None while the game runs."""
        return self.table.ending

    @property
    def won(self) -> bool:
        """Whether a person has the best score, or shares it, and the game is over."""
        return self.ending is not None and self.score == max(self.table.scores)

    @property
    def can_continue(self) -> bool:
        """A game that is over cannot continue."""
        return False

    def elapsed(self, seconds: float) -> None:
        """Take note of the time played in all."""
        self.clock = max(round(seconds * 1000), self.clock)

    def stars(self, *, record: int | None = None, stars_today: int = 0) -> Stars:  # noqa: ARG002
        """Return none: Blokus gives no stars."""
        return Stars(0, 0)

    def to_document(self) -> dict[str, Any]:
        """Return the game as a file has it."""
        return self.table.to_document()


class BlokusSitting(Sitting[BlokusGame, str]):
    """One game of Blokus after the other. A piece is known by its name.

    Attributes:
        new: the cells of pieces placed since the last move of a person.
    """

    parts: ClassVar = ("score", "tray")
    begin: ClassVar = "choose a piece: 1 to 5 squares, or a click"
    help: ClassVar = """\
1 … 5     choose a piece of that many squares, again: the next of them
. and ,   the piece after it, and the one before
arrows    move it             r       turn it
Enter     place it            f       flip it
Esc       put it back         h       ask the solver
n         new game            q       save and leave

Mouse: click a name, point at the board, click to place; the
wheel turns the piece.

> < in hand            ( ) a piece that fits nowhere
"""
    legend: ClassVar = (
        ("blue", "B Y R G", "pieces"),
        ("blue-new", "b y r g", "pieces since your last move"),
        ("blue-start", "*", "where a colour begins"),
        ("corner", "+", "where a corner of yours can be met"),
        ("ghost", "o", "the piece in hand"),
        ("ghost-wanted", "o", "the piece in hand where it is not allowed"),
        ("ghost-blocked", "x", "covered, or beside a piece of your own"),
    )

    def began(self) -> None:
        self.new: Mask = 0
        self._middle = (self.grid.rows // 2, self.grid.cols // 2)
        self._fitting: frozenset[str] | None = None

    @property
    def table(self) -> BlokusTable:
        """The table."""
        return self.game.table

    # --- What there is to see ---

    @property
    def keys(self) -> Mapping[str, Callable[[], None]]:
        return {
            **{str(squares): self._choosing(squares) for squares in range(1, 6)},
            "full_stop": lambda: self.choose_next(1),
            "comma": lambda: self.choose_next(-1),
            "r": self.turn,
            "f": self.flip,
        }

    def _choosing(self, squares: int) -> Callable[[], None]:
        return lambda: self.choose_size(squares)

    @property
    def grid(self) -> Grid:
        return self.table.variant.grid

    @property
    def position(self) -> Position:
        return self.table.position

    @property
    def ghost(self) -> Ghost[Move] | None:
        return None if self.hand is None else ghost(self.position, self.hand)

    @property
    def fitting(self) -> frozenset[str]:
        """The pieces of the person to move that can be placed somewhere."""
        if self._fitting is None:
            self._fitting = frozenset(move.piece for move in self.table.legal)
        return self._fitting

    @property
    def left(self) -> tuple[str, ...]:
        """The pieces that the colour to move still holds."""
        return self.position.left[self.position.to_move]

    def screen(self, width: int, height: int) -> Screen | None:
        scale = fitting_scale(self.grid, width, height)
        if scale is None:
            return None
        table, position = self.table, self.position
        person = table.is_persons_turn
        corners = position.attached(position.to_move) if person else 0
        held = None if self.hand is None else self.hand.piece
        # What the solver could play is not asked for: that takes a while.
        names, fitting = (self.left, self.fitting) if person else ((), frozenset[str]())
        self._names = drawing.names(names, held, fitting, SIDE)
        return Screen(
            f"{table.variant.title} · table",
            _KEYS if table.ending is None else "n new game  q leave  ? help",
            drawing.board(position, self.ghost, scale, corners=corners, new=self.new),
            self.grid,
            scale,
            {
                "score": drawing.scores(table),
                "tray": [(), *self._names.lines, *drawing.piece(self.hand)],
            },
        )

    def needed(self) -> tuple[int, int]:
        wide, high = board_size(self.grid, SCALES[0])
        return wide + 1 + SIDE, high + EDGES

    def farewell(self) -> str:
        rules = self.table.variant
        scores = zip(rules.colours, self.table.scores, strict=True)
        text = f"{rules.name}: {', '.join(f'{colour.name} {score}' for colour, score in scores)}"
        if self.table.ending is not None:
            text += "; the game is over"
        return text + self.saved_note()

    # --- What the player does ---

    def choose(self, piece: str) -> None:
        """Take a piece in hand, where the last one was or the colour begins."""
        if not self.table.is_persons_turn or piece not in self.left:
            return
        position = self.position
        if self.hand is not None:
            middle = self.hand.middle
        elif not position.boards[position.to_move]:
            middle = position.variant.starts[position.to_move]
        else:
            middle = self._middle
        self.hand = take(self.grid, piece, middle)
        self.message = "arrows move it, r turns, f flips, Enter places it"

    def choose_size(self, squares: int) -> None:
        """Take the next piece of that many squares in hand."""
        self._choose_next([name for name in self.left if by_name()[name].size == squares], 1)

    def choose_next(self, step: int) -> None:
        """Take the piece after the one in hand, or before it."""
        self._choose_next(list(self.left), step)

    def _choose_next(self, names: list[str], step: int) -> None:
        if not self.table.is_persons_turn:
            return
        if not names:
            self.message = "none of that size is left"
            return
        held = None if self.hand is None else self.hand.piece
        first = 0 if step > 0 else len(names) - 1
        here = (names.index(held) + step) % len(names) if held in names else first
        self.choose(names[here])

    def pick(self, x: int, y: int) -> None:
        # A blank line is above the names.
        name = self._names.at(x, y - 1)
        if name is not None:
            self.choose(name)

    def turn(self) -> None:
        """Turn the piece in hand a quarter turn clockwise."""
        if self.hand is not None:
            self.hand = self.hand.reshaped(self.grid, self.hand.shape.rotated())

    def flip(self) -> None:
        """Flip the piece in hand from left to right."""
        if self.hand is not None:
            self.hand = self.hand.reshaped(self.grid, mirrored(self.hand.shape))

    def wheel(self) -> None:
        self.turn()

    def put(self, hand: Hand[str], move: Move) -> None:
        self._middle = hand.middle
        self.hand, self.new = None, 0
        self.placed(move)

    def placed(self, move: Move) -> None:
        """Place a piece, a person's or the solver's, and save the game."""
        self.tick()
        try:
            made = self.table.place(self.grid.cells(move.mask))
        except IllegalPlacement as error:
            self.message = error.faults[0].what
            return
        self.new |= made.mask
        self._fitting = None
        name = self.table.variant.colours[made.colour].name
        self.message = f"{name} {made.piece} at {cell_names(self.table.variant, made.mask)}"
        self.save()

    def outcome(self, result: Result | None) -> list[str]:
        colours, scores = self.table.variant.colours, self.table.scores
        best = max(scores)
        names = [c.name for c, score in zip(colours, scores, strict=True) if score == best]
        texts = [self.message, f"the game is over: {' and '.join(names)} {best}"]
        return [*texts, "a new best score"] if self.is_best(result) else texts

    # --- The solver ---

    def changed(self) -> None:
        """Let the solver play where it is its turn."""
        if self.table.ending is None and not self.table.is_persons_turn:
            self.ask(Task("solver", self.position, self.table.choice, self._answered))

    def _answered(self, move: Move | None) -> None:
        if move is not None:
            self.placed(move)

    def hint(self) -> None:
        if self.table.is_persons_turn:
            self.message = THINKING
            self.ask(Task("solver", self.position, self.table.choice, self.hinted))

    def hinted(self, move: Move | None) -> None:
        """Take the piece of a hint in hand, where the hint puts it."""
        if move is not None:
            self.hand = holding(self.position, move)
            self.message = "the solver would place it here: Enter does"


def take(grid: Grid, piece: str, middle: tuple[int, int]) -> Hand[str]:
    """Return a piece taken in hand with its middle over a cell, or as close as can be."""
    return Hand(piece, by_name()[piece].orientations[0]).over(grid, middle)


def mirrored(shape: Shape) -> Shape:
    """Return a shape flipped from left to right."""
    return Shape(tuple(sorted((r, shape.width - 1 - c) for r, c in shape.cells)))


def holding(position: Position, move: Move) -> Hand[str]:
    """Return a move as the piece in hand, where the move puts it."""
    cells = list(position.variant.grid.cells(move.mask))
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    shape = Shape(tuple(sorted((r - top, c - left) for r, c in cells)))
    return Hand(move.piece, shape, top, left)


def ghost(position: Position, hand: Hand[str]) -> Ghost[Move]:
    """Return what the board looks like with the piece on it, for the colour to move."""
    rules, colour = position.variant, position.to_move
    mask = rules.grid.mask(hand.cells)
    try:
        move, _ = position.place(colour, hand.cells)
    except IllegalPlacement as error:
        beside = neighbours(rules, position.boards[colour], SIDES)
        blocked = mask & (position.occupied | beside)
        return Ghost(mask, blocked, None, error.faults[0].what)
    return Ghost(mask, 0, move)
