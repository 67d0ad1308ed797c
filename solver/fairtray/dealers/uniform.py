"""``uniform`` and ``weighted``: every piece drawn by itself, whatever the board."""

from __future__ import annotations

from fairtray.core.board import Board
from fairtray.dealers.base import Catalogue, Deal, Words, dealt
from fairtray.rulesets.model import DealerSpec, Ruleset


class Independent:
    """Draws each piece independently of the board and of the others.

    It knows no limit of large shapes: the draws would not be independent then.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        self.catalogue = Catalogue(ruleset, spec)

    def deal(self, board: Board, words: Words) -> Deal:  # noqa: ARG002
        """Return a deal; the board is not looked at."""
        return dealt([self.catalogue.draw(words) for _ in range(self.catalogue.size)])
