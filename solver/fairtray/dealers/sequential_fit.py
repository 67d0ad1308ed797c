"""``sequential-fit`` (Block Knock): each piece from those that still fit with the earlier ones."""

from __future__ import annotations

from fairtray.core.board import Board
from fairtray.dealers.base import Catalogue, Deal, Words, dealt
from fairtray.engines.search.decide import decide
from fairtray.game import Position
from fairtray.rulesets.model import CatalogueEntry, DealerSpec, Ruleset


class SequentialFit:
    """Draws each piece from its draw set.

    The draw set: the shapes that fit on the board as it stands *and* leave the pieces so
    far plus this one placeable in some order. Drawing from the whole catalogue and
    drawing again what is not in the set is the same distribution, and never needs the
    set itself. Where the set is empty the dealer declines.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        self.ruleset = ruleset
        self.catalogue = Catalogue(ruleset, spec)

    def in_draw_set(self, board: Board, tray: list[CatalogueEntry], entry: CatalogueEntry) -> bool:
        """Return whether a shape is in the draw set after the pieces so far."""
        pieces = tuple(e.shape for e in [*tray, entry])
        position = Position(self.ruleset, board, pieces)
        return (
            self.catalogue.allowed(tray, entry)
            and position.fits(len(tray))
            and decide(position).placeable
        )

    def deal(self, board: Board, words: Words) -> Deal:
        """Return a deal for this board, or decline."""
        tray: list[CatalogueEntry] = []
        while len(tray) < self.catalogue.size:
            rejected: set[str] = set()
            while True:
                entry = self.catalogue.draw(words)
                if entry.shape.name in rejected:
                    continue
                if self.in_draw_set(board, tray, entry):
                    tray.append(entry)
                    break
                rejected.add(entry.shape.name)
                if len(rejected) == len(self.catalogue.entries):
                    return Deal((), "declined")
        return dealt(tray)
