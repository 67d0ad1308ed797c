"""The table as a Textual app: keys and mouse to a sitting, what it shows to the screen.

It knows no game: see :class:`fairtray.gameplay.table.Sitting`.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static
from textual.worker import WorkerFailed

from fairtray.gameplay.table import Line, Screen, Sitting, Task, cell_at
from fairtray_cli.table.beside import beside
from fairtray_cli.table.styles import legend_of, text_of
from fairtray_cli.table.widgets import Area, Overlay

_GIVE_UP = "Give this game up and begin another one?\n\ny yes   any other key: no"


class Table(App[None]):
    """The table.

    Args:
        sitting: the game to play, and what its keys do.

    Attributes:
        sitting: the same.
        shown: what is on the screen; None where the terminal is too small.
        fault: the first fault of our own, which ended the app; None for none.
    """

    CSS = """
    Screen { layout: vertical; }
    #title, #keys { height: 1; }
    #title { text-style: bold; }
    #keys { color: $text-muted; }
    #middle { height: 1fr; }
    #board { width: auto; height: auto; margin-right: 1; }
    #side { width: 1fr; }
    #side > Area { width: 1fr; height: auto; }
    #said { height: 1fr; margin-top: 1; }
    #small { display: none; height: 1fr; }
    .small #small { display: block; }
    .small #middle, .small #title, .small #keys { display: none; }
    """
    ENABLE_COMMAND_PALETTE = False
    TITLE = "fairtray"
    # None but the last has priority: that would let a key overtake one typed before it.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("enter,space", "place", show=False),
        Binding("escape", "cancel", show=False),
        Binding("h", "hint", show=False),
        Binding("n", "new", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, sitting: Sitting[Any, Any]) -> None:
        super().__init__()
        self.sitting = sitting
        self.shown: Screen | None = None
        self.fault: BaseException | None = None
        for key in sitting.keys:
            self.bind(key, f"game_key('{key}')", show=False)

    @property
    def painted(self) -> bool:
        """Whether cells are painted: where there is no colour, characters say what they are."""
        return not self.no_color and self.console.color_system is not None

    # --- The screen ---

    def compose(self) -> ComposeResult:
        """Make the parts."""
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield Area(id="board")
            with Vertical(id="side"):
                for part in self.sitting.parts:
                    yield Area(id=part)
                yield Static(id="said", markup=False)
        yield Static(id="small", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Draw, and look at the clock from now on."""
        if self.sitting.tick_seconds is not None:
            self.set_interval(self.sitting.tick_seconds, self._tick)
        self.refresh_table()

    def on_resize(self, event: events.Resize) -> None:
        """Draw in the new size."""
        self._draw((event.size.width, event.size.height))

    def _tick(self) -> None:
        self.sitting.tick()
        self._draw()

    def refresh_table(self) -> None:
        """Draw, and begin what the solver is to work out."""
        self._draw()
        for task in self.sitting.take_tasks():
            # Not the coroutine itself: one that is ended before it starts would never be awaited.
            work: Callable[[], Awaitable[None]] = functools.partial(self._work, task)
            self.run_worker(work, group=task.group, exclusive=True)

    def _draw(self, size: tuple[int, int] | None = None) -> None:
        width, height = size or (self.size.width, self.size.height)
        screen = self.shown = self.sitting.screen(width, height)
        self.screen_stack[0].set_class(screen is None, "small")
        if screen is None:
            wide, high = self.sitting.needed()
            self.query_one("#small", Static).update(
                f"This terminal is {width}x{height}; the game needs {wide}x{high}. Enlarge it, "
                "make its letters smaller, or press q to save and leave."
            )
            return
        self._show("board", screen.board)
        for part, lines in screen.parts.items():
            self._show(part, lines)
        self.query_one("#title", Static).update(screen.title)
        self.query_one("#said", Static).update(self.sitting.message)
        self.query_one("#keys", Static).update(screen.keys)

    def _show(self, part: str, lines: Sequence[Line]) -> None:
        self.query_one(f"#{part}", Area).update(text_of(lines, painted=self.painted))

    async def _work(self, task: Task) -> None:
        result = await beside(task.work)
        if task.position is self.sitting.position:
            task.done(result)
            # Later, because the next task of the group ends the one that runs.
            self.call_later(self.refresh_table)

    # --- Keys and mouse ---

    def action_game_key(self, key: str) -> None:
        """Do what a key of the game does."""
        self.sitting.keys[key]()
        self.refresh_table()

    def action_move(self, rows: int, cols: int) -> None:
        """Move the piece in hand."""
        self.sitting.move(rows, cols)
        self._draw()

    def action_place(self) -> None:
        """Place the piece in hand."""
        self.sitting.place()
        self.refresh_table()

    def action_cancel(self) -> None:
        """Put the piece in hand back."""
        self.sitting.cancel()
        self._draw()

    def action_hint(self) -> None:
        """Ask the solver for the next move."""
        self.sitting.hint()
        self.refresh_table()

    def action_new(self) -> None:
        """Begin another game; ask first where one would be given up."""
        if self.sitting.another_gives_up:
            self.push_screen(Overlay(_GIVE_UP, "y"), self._begin_if)
        else:
            self._begin_if(True)

    def _begin_if(self, wanted: bool | None) -> None:
        if wanted:
            self.sitting.another()
            self.refresh_table()

    def action_help(self) -> None:
        """Show the keys and what the board shows."""
        legend = legend_of(self.sitting.legend, painted=self.painted)
        text = Text(f"{self.sitting.help}\n").append(legend).append("\nany key goes back")
        self.push_screen(Overlay(text))

    async def action_leave(self) -> None:
        """Save the game and end."""
        self.sitting.leave()
        self.exit()

    def on_area_pointed(self, message: Area.Pointed) -> None:
        """Move the piece in hand to the mouse and place it with a click, or take another one."""
        if message.area == "tray" and message.pressed:
            self.sitting.pick(message.x, message.y)
            self.refresh_table()
        elif message.area == "board" and self.shown is not None and self.sitting.hand is not None:
            cell = cell_at(self.shown.grid, self.shown.scale, message.x, message.y)
            if cell is None:
                return
            self.sitting.point(cell)
            if message.pressed:
                self.sitting.place()
            self.refresh_table()

    def on_mouse_scroll_down(self) -> None:
        """Do what the wheel does in this game."""
        self.sitting.wheel()
        self._draw()

    # --- Faults of our own: the command reports them as those of every command ---

    def _handle_exception(self, error: Exception) -> None:
        if self.fault is None:
            # What happened beside the table comes wrapped.
            self.fault = error.error if isinstance(error, WorkerFailed) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Leave without Textual's traceback."""
        self._close_messages_no_wait()
