"""A player's sitting at a game: what each key does and what there is to see.

:class:`Sitting` does what is the same at every table: hold a piece, move it about, save the game,
begin another one. A family of games derives from it and adds its rules, keys and pictures.
"""

from __future__ import annotations

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from fairtray.core.board import Grid
from fairtray.core.errors import InputError
from fairtray.core.shapes import Cell
from fairtray.gameplay.saves import Key, Result, Store
from fairtray.gameplay.table.drawing import SCALES, Legend, Line, Scale, board_size
from fairtray.gameplay.table.hand import Ghost, Hand
from fairtray.gameplay.table.keeper import Keepable, Keeper

SIDE = 34
"""Characters that the score and the messages need beside the board."""

EDGES = 2
"""Lines above and below everything else: the title and the keys."""

THINKING = "the solver is thinking …"


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """Which game to play: the options of ``fairtray play``.

    Attributes:
        now: gives the time, in the player's zone, where days begin at midnight.
        text: what the file says, or a position in the one-line notation; None for no file.
        source: what messages call the text; relative paths in it start in its folder.
        ruleset: the name or path of the ruleset, or the rules as their family holds them; None
            for the file's own, or the default.
        mode: the mode's name; None for the first one.
        challenge: number of the challenge; None for the first one that is not won.
        date: the day of a daily; None for today.
        seed: decides the pieces of a new game; None for any.
        people: the colours that people play, with commas between; None for the default.
        new: whether to begin a new game although one is saved.
    """

    now: Callable[[], dt.datetime]
    text: str | None = None
    source: str = ""
    ruleset: Any = None
    mode: str | None = None
    challenge: int | None = None
    date: str | None = None
    seed: int | None = None
    people: str | None = None
    new: bool = False


class Choice(Protocol):
    """A game that was chosen, before anyone has sat down at it."""

    def key(self, store: Store | None) -> Key:
        """Return the key under which its games are saved."""

    def sit_down(
        self, store: Store | None, clock: Callable[[], float], note: str = ""
    ) -> Sitting[Any, Any]:
        """Return a sitting at the saved game, or at a new one.

        Args:
            store: the store; None to save nothing.
            clock: gives the time in seconds since any moment; only differences count.
            note: what to say before all else; empty for nothing.

        Raises:
            InputError: the game cannot be played, such as a daily that has been played.
        """


class TableGame(Keepable, Protocol):
    """A game as a sitting knows it."""

    def elapsed(self, seconds: float) -> None:
        """Say how long the game has been played in all; that may end it."""


GameT = TypeVar("GameT", bound=TableGame)
PieceT = TypeVar("PieceT")


@dataclass(frozen=True, slots=True)
class Opened(Generic[GameT]):
    """A game to sit down at.

    Attributes:
        game: the game.
        keeper: what saves it.
        another: begins another one of its kind; None where there is none.
        note: what to say first; empty for nothing.
    """

    game: GameT
    keeper: Keeper
    another: Callable[[], GameT] | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """What there is to see.

    Attributes:
        title: what is played.
        keys: the keys that do something now.
        board: the lines of the board.
        grid: its size in cells.
        scale: how many characters one of its cells takes.
        parts: the lines of what is shown beside it, by name.
    """

    title: str
    keys: str
    board: Sequence[Line]
    grid: Grid
    scale: Scale
    parts: Mapping[str, Sequence[Line]]


@dataclass(frozen=True, slots=True)
class Task:
    """Something that the solver works out while the table stays open to keys.

    Attributes:
        group: a task ends the one before it of the same group.
        position: what it is about; the result is dropped if the game has moved on meanwhile.
        work: works it out, in a thread of its own.
        done: takes the result.
    """

    group: str
    position: object
    work: Callable[[], Any]
    done: Callable[[Any], None]


class Sitting(ABC, Generic[GameT, PieceT]):
    """One game after the other, with the piece in hand and the last message.

    Attributes:
        game: the game.
        keeper: what saves it.
        hand: the piece in hand; None for none.
        message: what to tell the player.
        best: the best earlier score; None for none.
    """

    parts: ClassVar[tuple[str, ...]]
    """What is shown beside the board, from top to bottom; ``tray`` takes clicks."""

    help: ClassVar[str]
    """What all keys and the mouse do."""

    legend: ClassVar[Legend]
    """What the kinds of cells mean."""

    begin: ClassVar[str]
    """What to say to a player who holds no piece."""

    tick_seconds: float | None = None
    """Seconds between two looks at the clock; None for a game without a time limit."""

    def __init__(self, opened: Opened[GameT], clock: Callable[[], float]) -> None:
        """Sit down at a game.

        Args:
            opened: the game, and how to begin another one like it.
            clock: gives the time in seconds since any moment; only differences count.
        """
        self.game = opened.game
        self.keeper = opened.keeper
        self._another = opened.another
        self._clock = clock
        self._pending: list[Task] = []
        self.message = f"{opened.note}\n{self.begin}" if opened.note else self.begin
        self._start()

    def _start(self) -> None:
        """Let the clock run from here, and save the game."""
        self.resume_clock()
        self.hand: Hand[PieceT] | None = None
        self.best = self.keeper.best()
        self.began()
        if self.game.ending is None and self.keeper.saved is None:
            self.say(self.keeper.keep(self.game))
        self.changed()

    def resume_clock(self) -> None:
        """Let the clock continue from the time that the game has been played so far."""
        self._since = self._clock() - self.game.clock / 1000

    # --- What a family says ---

    @property
    @abstractmethod
    def keys(self) -> Mapping[str, Callable[[], None]]:
        """What each key does, by the name that Textual has for it, besides the common ones."""

    @property
    @abstractmethod
    def grid(self) -> Grid:
        """The board's size."""

    @property
    @abstractmethod
    def position(self) -> object:
        """The current state of the game, immutable: another object after each change."""

    @property
    @abstractmethod
    def ghost(self) -> Ghost[Any] | None:
        """The board with the piece in hand on it; None where there is none."""

    @abstractmethod
    def screen(self, width: int, height: int) -> Screen | None:
        """Return what there is to see on a terminal of some size; None where it is too small."""

    @abstractmethod
    def needed(self) -> tuple[int, int]:
        """Return the width and the height of the smallest terminal."""

    @abstractmethod
    def farewell(self) -> str:
        """Return what to say when the player has left."""

    @abstractmethod
    def pick(self, x: int, y: int) -> None:
        """Take the piece that is drawn at a character of the tray in hand."""

    @abstractmethod
    def hint(self) -> None:
        """Ask the solver for the next move."""

    @abstractmethod
    def put(self, hand: Hand[PieceT], move: Any) -> None:
        """Place the piece in hand, which is a move that the rules allow."""

    @abstractmethod
    def outcome(self, result: Result | None) -> list[str]:
        """Return the lines about the end of the game, given its result where it is entered."""

    def began(self) -> None:
        """Set up what a family remembers of a game that has just begun or continues."""

    def changed(self) -> None:
        """Ask for what is to be worked out after a change, with :meth:`ask`."""

    def wheel(self) -> None:
        """Do what the mouse wheel does."""

    # --- What the player does ---

    def tick(self) -> None:
        """Tell the game what time it is."""
        if self.game.ending is None:
            # A clock that goes back a little, as after a sleep, must not stop the game.
            self.game.elapsed(max(self._clock() - self._since, self.game.clock / 1000))
            if self.game.ending is not None:
                self.end()

    def move(self, rows: int, cols: int) -> None:
        """Move the piece in hand."""
        if self.hand is not None:
            self.hand = self.hand.moved(self.grid, rows, cols)

    def point(self, cell: Cell) -> None:
        """Move the middle of the piece in hand over a cell."""
        if self.hand is not None:
            self.hand = self.hand.over(self.grid, cell)

    def cancel(self) -> None:
        """Put the piece in hand back."""
        if self.hand is not None:
            self.hand, self.message = None, self.begin

    def place(self) -> None:
        """Place the piece in hand, if the rules allow it."""
        self.tick()
        ghost = self.ghost
        if self.hand is None or ghost is None:
            if self.game.ending is None:
                self.message = self.begin
        elif ghost.move is None:
            self.message = ghost.reason
        else:
            self.put(self.hand, ghost.move)

    @property
    def another_allowed(self) -> bool:
        """Whether another game like this one can be begun."""
        return self._another is not None

    @property
    def another_gives_up(self) -> bool:
        """Whether a game with moves would be given up for another one."""
        return self.game.ending is None and self.game.moves > 0 and self.another_allowed

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
        self.message = self.begin
        self._start()
        self.say(said)

    def leave(self) -> None:
        """Save the game with the time played, as the last thing of the sitting."""
        self.tick()
        if self.game.ending is None:
            self.say(self.keeper.keep(self.game))

    # --- For families ---

    def save(self) -> None:
        """Save the game after a change, or enter its result, and say so."""
        if self.game.ending is None:
            self.say(self.keeper.keep(self.game))
        else:
            self.end()
        self.changed()

    def end(self) -> None:
        """Enter the result of the game, and say how it ended."""
        self.hand = None
        said = self.keeper.over(self.game)
        self.message = "\n".join(text for text in (*self.outcome(self.keeper.result), said) if text)

    def say(self, text: str) -> None:
        """Add a line to the message."""
        if text:
            self.message = f"{self.message}\n{text}" if self.message else text

    def ask(self, task: Task) -> None:
        """Have something worked out beside the table."""
        self._pending.append(task)

    def take_tasks(self) -> list[Task]:
        """Return what is to be worked out, once."""
        tasks, self._pending = self._pending, []
        return tasks

    def is_best(self, result: Result | None) -> bool:
        """Return whether a result is a new best score."""
        if result is None or not result.record:
            return False
        return self.best is None or result.score > self.best

    def saved_note(self) -> str:
        """Return the end of a farewell: whether the game is saved."""
        if self.keeper.store is None:
            return "; not saved"
        return "; saved" if self.keeper.saved is not None else ""


def fitting_scale(grid: Grid, width: int, height: int) -> Scale | None:
    """Return the largest scale with which a board and what is beside it fit; None for none."""
    for scale in reversed(SCALES):
        wide, high = board_size(grid, scale)
        if wide + 1 + SIDE <= width and high + EDGES <= height:
            return scale
    return None
