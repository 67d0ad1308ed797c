"""A game of Blokus as the store knows games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairtray.families.blokus.game import BlokusTable
from fairtray.play.modes import Stars


@dataclass(slots=True)
class BlokusGame:
    """A table of Blokus with the time played at it.

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
        """What is over stays so."""
        return False

    def stars(self, *, record: int | None = None, stars_today: int = 0) -> Stars:  # noqa: ARG002
        """Return none: Blokus gives no stars."""
        return Stars(0, 0)

    def to_document(self) -> dict[str, Any]:
        """Return the game as a file has it."""
        return self.table.to_document()
