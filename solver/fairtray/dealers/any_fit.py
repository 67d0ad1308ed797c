"""``any-fit`` (EU Studios): a set of which nothing fits is dealt again."""

from __future__ import annotations

from fairtray.core.board import Board
from fairtray.dealers.base import Catalogue, Deal, Words, dealt
from fairtray.game import Position
from fairtray.rulesets.model import DealerSpec, Ruleset


class AnyFit:
    """Draws whole trays until at least one piece fits on the board as it stands.

    It does not promise that all fit. Where no shape of the catalogue fits, it declines.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        self.ruleset = ruleset
        self.catalogue = Catalogue(ruleset, spec)

    def deal(self, board: Board, words: Words) -> Deal:
        """Return a deal for this board, or decline."""
        shapes = tuple(entry.shape for entry in self.catalogue.entries)
        catalogue = Position(self.ruleset, board, shapes)
        fitting = {s for i, s in enumerate(shapes) if catalogue.fits(i)}
        if not any(
            self.catalogue.allowed([], e) for e in self.catalogue.entries if e.shape in fitting
        ):
            return Deal((), "declined")
        while True:
            deal = dealt(self.catalogue.draw_tray(words))
            if fitting & set(deal.shapes):
                return deal
