"""The table as a Textual app: keys and mouse to the sitting, the sitting to the screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from fairtray.core.errors import InputError
from fairtray.game import Placement, Position
from fairtray_cli.table import drawing, hints, words
from fairtray_cli.table.beside import beside
from fairtray_cli.table.faults import Faults
from fairtray_cli.table.layout import Layout, layout, needed
from fairtray_cli.table.opening import Opened
from fairtray_cli.table.screens import HELP, Over
from fairtray_cli.table.sitting import Sitting
from fairtray_cli.table.widgets import BoardView, TrayView, text_of

_TICK = 0.2
"""Seconds between two looks at the clock in a mode with a time limit."""

_SLOTS = 9
"""Pieces that have a key."""

_THINKING = "the solver is thinking …"


class Table(Faults):
    """The table.

    Args:
        opened: the game to sit down at.
        clock: gives the time in seconds; only differences count.

    Attributes:
        sitting: the game and the player's hand.
    """

    CSS = """
    Screen { layout: vertical; }
    #title, #keys { height: 1; }
    #title { text-style: bold; }
    #keys { color: $text-muted; }
    #middle { height: 1fr; }
    #board { width: auto; height: auto; margin-right: 2; }
    #side { width: 1fr; }
    #tray { width: 1fr; height: auto; }
    #score { height: auto; text-style: bold; }
    #said { height: 1fr; margin-top: 1; }
    #small { display: none; height: 1fr; }
    .small #small { display: block; }
    .small #middle, .small #title, .small #keys { display: none; }
    """
    ENABLE_COMMAND_PALETTE = False
    TITLE = "fairtray"
    # None but the last has priority: that would let a key overtake one typed before it.
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n + 1), f"choose({n})", show=False) for n in range(_SLOTS)),
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("enter,space", "place", show=False),
        Binding("escape", "cancel", show=False),
        Binding("u", "undo", show=False),
        Binding("h", "hint", show=False),
        Binding("n", "new", show=False),
        Binding("c", "go_on", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, opened: Opened, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.sitting = Sitting(opened, clock)
        self._layout: Layout | None = None

    # --- The screen ----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Make the parts."""
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(id="board")
            with Vertical(id="side"):
                yield TrayView(id="tray")
                yield Static(id="score", markup=False)
                yield Static(id="said", markup=False)
        yield Static(id="small", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Draw, and look at the clock from now on."""
        if self.sitting.game.seconds_left is not None:
            self.set_interval(_TICK, self._tick)
        self._changed()

    def on_resize(self, event: events.Resize) -> None:
        """Draw in the new size."""
        self._draw((event.size.width, event.size.height))

    def _tick(self) -> None:
        self.sitting.tick()
        self._draw()

    def _draw(self, size: tuple[int, int] | None = None) -> None:
        width, height = size or (self.size.width, self.size.height)
        sitting, game = self.sitting, self.sitting.game
        position = game.position
        grid = position.ruleset.grid
        found = layout(grid, position.tray, width, height)
        self.screen_stack[0].set_class(found is None, "small")
        if found is None:
            wide, high = needed(grid, position.tray)
            self.query_one("#small", Static).update(
                f"This terminal is {width}x{height}; the game needs {wide}x{high}. Enlarge it, "
                "make its letters smaller, or press q to save and leave."
            )
            return
        board = self.query_one("#board", BoardView)
        board.grid, board.scale = grid, found.scale
        board.update(text_of(drawing.board(position, sitting.ghost, found.scale, sitting.last)))
        tray = self.query_one("#tray", TrayView)
        tray.plan, tray.slots = found.plan, len(position.tray)
        held = None if sitting.hand is None else sitting.hand.slot
        tray.update(text_of(drawing.tray(position, held, found.plan)))
        lines = words.score(game, sitting.best)
        if sitting.dead_end:
            lines.append("dead end: these pieces cannot all be placed")
        self.query_one("#title", Static).update(words.title(game))
        self.query_one("#score", Static).update("\n".join(lines))
        self.query_one("#said", Static).update(sitting.message)
        self.query_one("#keys", Static).update(self._keys())

    def _keys(self) -> str:
        game = self.sitting.game
        if game.ending is not None:
            texts = ["c continue"] if game.can_continue else []
            texts += ["n new game"] if self.sitting.another_allowed else []
            return "  ".join([*texts, "q leave", "? help"])
        texts = ["1-3 piece", "arrows", "Enter place", "Esc back"]
        texts += ["u undo"] if game.mode.undo_limit else []
        texts += ["h hint"] if game.hints_allowed else []
        return "  ".join([*texts, "n new", "q leave", "? help"])

    # --- Keys and mouse ------------------------------------------------------------

    def action_choose(self, slot: int) -> None:
        """Take a piece in hand."""
        self.sitting.choose(slot)
        self._draw()

    def action_move(self, rows: int, cols: int) -> None:
        """Move the piece in hand."""
        self.sitting.move(rows, cols)
        self._draw()

    def action_place(self) -> None:
        """Place the piece in hand."""
        self.sitting.place()
        self._changed()

    def action_cancel(self) -> None:
        """Put the piece in hand back."""
        self.sitting.cancel()
        self._draw()

    def action_undo(self) -> None:
        """Take the last move back."""
        self.sitting.undo()
        self._changed()

    def action_go_on(self) -> None:
        """Continue a game that is stuck."""
        self.sitting.go_on()
        self._changed()

    def action_new(self) -> None:
        """Begin another game; ask first where one would be given up."""
        game = self.sitting.game
        if game.ending is None and game.moves and self.sitting.another_allowed:
            question = "Give this game up and begin another one?\n\ny yes   any other key: no"
            self.push_screen(Over(question, "y"), self._begin_if)
        else:
            self._begin_if(True)

    def _begin_if(self, wanted: bool | None) -> None:
        if wanted:
            self.sitting.another()
            self._changed()

    def action_help(self) -> None:
        """Show the keys and what the characters mean."""
        self.push_screen(Over(HELP))

    async def action_leave(self) -> None:
        """Save the game and end."""
        self.sitting.leave()
        self.exit()

    def on_board_view_pointed(self, message: BoardView.Pointed) -> None:
        """Move the piece in hand to where the mouse is, and place it with a click."""
        if self.sitting.hand is None:
            return
        self.sitting.point(message.cell)
        if message.pressed:
            self.sitting.place()
            self._changed()
        else:
            self._draw()

    def on_tray_view_picked(self, message: TrayView.Picked) -> None:
        """Take the piece that was clicked in hand."""
        self.action_choose(message.slot)

    # --- The solver ----------------------------------------------------------------

    def action_hint(self) -> None:
        """Ask the solver for the next move, unless the mode forbids it."""
        game = self.sitting.game
        if game.ending is not None:
            return
        if not game.hints_allowed:
            self.sitting.message = f"mode {game.mode.name} has no hints"
        else:
            self.sitting.message = _THINKING
            self._hint(game.position)
        self._draw()

    @work(exclusive=True, group="hint")
    async def _hint(self, position: Position) -> None:
        found: Placement | InputError | None
        try:
            found = await beside(lambda: hints.hint(position))
        except InputError as error:
            found = error
        if position is not self.sitting.game.position:
            # The player has moved on meanwhile.
            return
        if isinstance(found, InputError):
            self.sitting.message = found.faults[0].what
        else:
            self.sitting.hinted(found)
        self._draw()

    def _changed(self) -> None:
        """Draw after a move, and look whether it has led into a dead end."""
        self._draw()
        game = self.sitting.game
        if game.ending is None and game.hints_allowed and self.sitting.dead_end is None:
            self._look_for_dead_end(game.position)

    @work(exclusive=True, group="dead end")
    async def _look_for_dead_end(self, position: Position) -> None:
        try:
            found = await beside(lambda: hints.dead_end(position))
        except InputError:
            # More pieces than the search takes: nothing is said of them.
            return
        if position is self.sitting.game.position:
            self.sitting.dead_end = found
            self._draw()
