"""The table of Blokus as a Textual app."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from fairtray.families.blokus.position import Position
from fairtray_cli.table.beside import beside
from fairtray_cli.table.blokus import drawing
from fairtray_cli.table.blokus.opening import Opened
from fairtray_cli.table.blokus.sitting import Sitting
from fairtray_cli.table.drawing import SCALES, Line, Scale, board_size
from fairtray_cli.table.faults import Faults
from fairtray_cli.table.screens import Over
from fairtray_cli.table.widgets import BoardView, text_of

HELP = """\
1 … 5     choose a piece of so many squares, again: the next of them
. and ,   the piece after it, and the one before
arrows    move it             r       turn it
Enter     place it            f       flip it
Esc       put it back         h       ask the solver
n         new game            q       save and leave

Mouse: click a name, point at the board, click to place; the
wheel turns the piece.

B Y R G  pieces, in small letters since your last move
+ where a corner of yours can be met   * where a colour begins
o the piece in hand    x covered, or beside a piece of your own
> < in hand            ( ) a piece that fits nowhere

any key goes back"""

_KEYS = "1-5 piece  arrows  r turn  f flip  Enter place  h hint  n new  q leave  ? help"
_SIDE = 34
_LINES = 2
_SCORES = 5


class BlokusApp(Faults):
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
    #board { width: auto; height: auto; margin-right: 1; }
    #side { width: 1fr; }
    #score { height: auto; }
    #tray { height: auto; margin-top: 1; }
    #piece { height: auto; }
    #said { height: 1fr; }
    #small { display: none; height: 1fr; }
    .small #small { display: block; }
    .small #middle, .small #title, .small #keys { display: none; }
    """
    ENABLE_COMMAND_PALETTE = False
    TITLE = "fairtray"
    # None but the last has priority: that would let a key overtake one typed before it.
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"size({n})", show=False) for n in range(1, 6)),
        Binding("full_stop", "next(1)", show=False),
        Binding("comma", "next(-1)", show=False),
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("r", "turn", show=False),
        Binding("f", "flip", show=False),
        Binding("enter,space", "place", show=False),
        Binding("escape", "cancel", show=False),
        Binding("h", "hint", show=False),
        Binding("n", "new", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, opened: Opened, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.sitting = Sitting(opened, clock)
        self._names: drawing.Names | None = None

    # --- The screen ----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Make the parts."""
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(id="board")
            with Vertical(id="side"):
                yield Static(id="score", markup=False)
                yield Static(id="tray", markup=False)
                yield Static(id="piece", markup=False)
                yield Static(id="said", markup=False)
        yield Static(id="small", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Draw, and let the solver play if it begins."""
        self._changed()

    def on_resize(self, event: events.Resize) -> None:
        """Draw in the new size."""
        self._draw((event.size.width, event.size.height))

    def _scale(self, width: int, height: int) -> Scale | None:
        grid = self.sitting.table.variant.grid
        for scale in reversed(SCALES):
            wide, high = board_size(grid, scale)
            if wide + 1 + _SIDE <= width and high + _LINES <= height:
                return scale
        return None

    def _draw(self, size: tuple[int, int] | None = None) -> None:
        width, height = size or (self.size.width, self.size.height)
        sitting = self.sitting
        table = sitting.table
        position, grid = table.position, table.variant.grid
        scale = self._scale(width, height)
        self.screen_stack[0].set_class(scale is None, "small")
        if scale is None:
            wide, high = board_size(grid, SCALES[0])
            self.query_one("#small", Static).update(
                f"This terminal is {width}x{height}; the game needs {wide + 1 + _SIDE}x"
                f"{high + _LINES}. Enlarge it, make its letters smaller, or press q to save "
                "and leave."
            )
            return
        person = table.is_persons_turn
        corners = position.attached(position.to_move) if person else 0
        board = self.query_one("#board", BoardView)
        board.grid, board.scale = grid, scale
        board.update(
            text_of(drawing.board(position, sitting.ghost, scale, corners=corners, new=sitting.new))
        )
        self.query_one("#title", Static).update(f"{table.variant.title} · table")
        self.query_one("#score", Static).update(text_of(self._scores()))
        held = None if sitting.hand is None else sitting.hand.piece
        self._names = None
        lines: list[Line] = []
        if person:
            self._names = drawing.names(sitting.left, held, sitting.fitting, _SIDE)
            lines = self._names.lines
        self.query_one("#tray", Static).update(text_of(lines))
        self.query_one("#piece", Static).update(text_of(drawing.piece(sitting.hand)))
        self.query_one("#said", Static).update(sitting.message)
        self.query_one("#keys", Static).update(
            _KEYS if table.ending is None else "n new game  q leave  ? help"
        )

    def _scores(self) -> list[Line]:
        table = self.sitting.table
        able = table.can_move
        lines = []
        for colour, score in enumerate(table.scores):
            mark = ">" if colour == table.to_move else " " if able[colour] else "-"
            lines.append((mark, "you" if colour in table.people else "solver", score))
        return drawing.scores(table.position, lines)

    # --- Keys and mouse ------------------------------------------------------------

    def action_size(self, squares: int) -> None:
        """Take the next piece of so many squares in hand."""
        if self.sitting.table.is_persons_turn:
            self.sitting.choose_size(squares)
        self._draw()

    def action_next(self, step: int) -> None:
        """Take the next piece in hand, or the one before."""
        if self.sitting.table.is_persons_turn:
            self.sitting.choose_next(step)
        self._draw()

    def action_move(self, rows: int, cols: int) -> None:
        """Move the piece in hand."""
        self.sitting.move(rows, cols)
        self._draw()

    def action_turn(self) -> None:
        """Turn the piece in hand."""
        self.sitting.turn()
        self._draw()

    def action_flip(self) -> None:
        """Flip the piece in hand."""
        self.sitting.flip()
        self._draw()

    def action_place(self) -> None:
        """Place the piece in hand."""
        self.sitting.place()
        self._changed()

    def action_cancel(self) -> None:
        """Put the piece in hand back."""
        self.sitting.cancel()
        self._draw()

    def action_new(self) -> None:
        """Begin another game; ask first where one would be given up."""
        game = self.sitting.game
        if game.ending is None and game.moves:
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
            self.action_place()
        else:
            self._draw()

    def on_mouse_scroll_down(self) -> None:
        """Turn the piece in hand."""
        self.action_turn()

    def on_click(self, event: events.Click) -> None:
        """Take the piece whose name was clicked in hand."""
        region = self.query_one("#tray", Static).region
        if self._names is None or not region.contains(event.screen_x, event.screen_y):
            return
        name = self._names.at(event.screen_x - region.x, event.screen_y - region.y)
        if name is not None:
            self.sitting.choose(name)
            self._draw()

    # --- The solver ----------------------------------------------------------------

    def _changed(self) -> None:
        """Draw after a move, and let the solver play where it is its turn."""
        self._draw()
        table = self.sitting.table
        if table.ending is None and not table.is_persons_turn:
            self._think(table.position, hint=False)

    def action_hint(self) -> None:
        """Ask the solver for the next move."""
        table = self.sitting.table
        if table.is_persons_turn:
            self.sitting.message = "the solver is thinking …"
            self._draw()
            self._think(table.position, hint=True)

    @work(exclusive=True, group="solver")
    async def _think(self, position: Position, *, hint: bool) -> None:
        move = await beside(self.sitting.table.choice)
        if position is not self.sitting.table.position or move is None:
            # Another game has begun meanwhile.
            return
        if hint:
            self.sitting.hinted(move)
            self._draw()
        else:
            self.sitting.placed(move)
            # Later, because the next one of these ends the one that runs.
            self.call_later(self._changed)
