"""``retry`` (Bloky 8x8): random triples until one is placeable; the last is dealt anyway."""

from __future__ import annotations

from fairtray.core.board import Board
from fairtray.dealers.base import Catalogue, Deal, Words, dealt
from fairtray.engines.search.decide import decide
from fairtray.game import Position
from fairtray.rulesets.model import DealerSpec, Ruleset


class Retry:
    """Draws up to ``tries`` trays and deals the first that can be placed completely.

    An effort, not a promise: after the last try it deals what it has, a ``fallback``.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        self.ruleset = ruleset
        self.tries = spec.tries
        self.catalogue = Catalogue(ruleset, spec)

    def deal(self, board: Board, words: Words) -> Deal:
        """Return a deal for this board."""
        deal = Deal(())
        for _ in range(self.tries):
            deal = dealt(self.catalogue.draw_tray(words))
            if decide(Position(self.ruleset, board, deal.shapes)).placeable:
                return deal
        return Deal(deal.shapes, "fallback")
