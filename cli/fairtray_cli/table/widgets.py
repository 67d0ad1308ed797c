"""Parts of the table as Textual's widgets: they draw, and pass on where the mouse is."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static


class Area(Static):
    """Lines of text that say where the mouse is on them."""

    class Pointed(Message):
        """The mouse is over a character.

        Attributes:
            area: which area it is over.
            x: the character's column.
            y: its line.
            pressed: whether it was clicked.
        """

        def __init__(self, area: str, x: int, y: int, *, pressed: bool) -> None:
            super().__init__()
            self.area = area
            self.x = x
            self.y = y
            self.pressed = pressed

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say where the mouse is."""
        self.post_message(self.Pointed(self.id or "", event.x, event.y, pressed=False))

    def on_click(self, event: events.Click) -> None:
        """Say where it was clicked."""
        self.post_message(self.Pointed(self.id or "", event.x, event.y, pressed=True))


class Overlay(ModalScreen[bool]):
    """Some text over the table, until a key is pressed.

    Args:
        text: the text.
        yes: the key that means yes; with None any key goes back.
    """

    DEFAULT_CSS = """
    Overlay { align: center middle; }
    Overlay > Static {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 2; border: round $primary; background: $surface;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, text: str | Text, yes: str | None = None) -> None:
        super().__init__()
        self._text = text
        self._yes = yes

    def compose(self) -> ComposeResult:
        """Make the one widget there is."""
        yield Static(self._text, markup=False)

    def on_key(self, event: events.Key) -> None:
        """End with whether the key was the one for yes."""
        event.stop()
        self.dismiss(self._yes is not None and event.key == self._yes)

    def on_click(self) -> None:
        """Go back: a click does not answer a question."""
        self.dismiss(False)
