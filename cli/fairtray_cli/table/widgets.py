"""The parts of the table as Textual's widgets: they draw, and pass on where the mouse is."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from fairtray.core.board import Grid
from fairtray.core.shapes import Cell
from fairtray_cli.table import drawing
from fairtray_cli.table.drawing import Line, Scale, TrayPlan
from fairtray_cli.table.styles import STYLES


def text_of(lines: Sequence[Line]) -> Text:
    """Return drawn lines as Rich's text."""
    text = Text(no_wrap=True, end="")
    for i, line in enumerate(lines):
        if i:
            text.append("\n")
        for span in line:
            text.append(span.text, STYLES[span.style])
    return text


class BoardView(Static):
    """The board."""

    class Pointed(Message):
        """The mouse is over a cell.

        Attributes:
            cell: the cell.
            pressed: whether it was clicked.
        """

        def __init__(self, cell: Cell, *, pressed: bool) -> None:
            super().__init__()
            self.cell = cell
            self.pressed = pressed

    grid: Grid | None = None
    scale: Scale = drawing.SCALES[0]

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say over which cell the mouse is."""
        self._point(event.x, event.y, pressed=False)

    def on_click(self, event: events.Click) -> None:
        """Say which cell was clicked."""
        self._point(event.x, event.y, pressed=True)

    def _point(self, x: int, y: int, *, pressed: bool) -> None:
        cell = None if self.grid is None else drawing.cell_at(self.grid, self.scale, x, y)
        if cell is not None:
            self.post_message(self.Pointed(cell, pressed=pressed))


class TrayView(Static):
    """The pieces on offer."""

    class Picked(Message):
        """A piece was clicked.

        Attributes:
            slot: its slot, from 0.
        """

        def __init__(self, slot: int) -> None:
            super().__init__()
            self.slot = slot

    plan: TrayPlan | None = None
    slots: int = 0

    def on_click(self, event: events.Click) -> None:
        """Say which piece was clicked."""
        slot = None if self.plan is None else self.plan.slot_at(self.slots, event.x, event.y)
        if slot is not None:
            self.post_message(self.Picked(slot))
