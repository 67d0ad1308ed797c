"""What stands over the table: the help, and a question."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

HELP = """\
1 2 3 …    choose a piece       arrows     move it
Enter      place it             Esc        put it back
u          take a move back     h          ask the solver
c          continue when stuck  n          new game
q          save and leave       ?          this page

Mouse: click a piece, point at the board, click to place.

# filled     o the piece in hand   x in its way
. empty      [ ] and v ^ set off lines about to clear;
             % @ are cells of other lines about to clear
: a piece that fits nowhere

any key goes back"""


class Over(ModalScreen[bool]):
    """Some text over the table, which a key ends.

    Args:
        text: the text.
        yes: the key that means yes; with None any key goes back.
    """

    DEFAULT_CSS = """
    Over { align: center middle; }
    Over > Static {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 2; border: round $primary; background: $surface;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, text: str, yes: str | None = None) -> None:
        super().__init__()
        self._text = text
        self._yes = yes

    def compose(self) -> ComposeResult:
        """Make the one widget there is."""
        yield Static(self._text, markup=False)

    def on_key(self, event: object) -> None:
        """End with whether the key was the one for yes."""
        key = getattr(event, "key", "")
        stop = getattr(event, "stop", None)
        if stop is not None:
            stop()
        self.dismiss(self._yes is not None and key == self._yes)

    def on_click(self) -> None:
        """A click goes back, and is no answer to a question."""
        self.dismiss(False)
