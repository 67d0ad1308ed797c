"""The built-in dealers, each the plain twin of a kernel.

``uniform`` and ``weighted`` draw every piece independently of the board. ``retry`` (Bloky
8x8) draws trays until one is placeable, and deals the last try anyway. ``sequential-fit`` (Block
Knock) draws each piece from those that still fit with the earlier ones. ``any-fit`` (EU Studios)
draws a tray of which nothing fits again.
"""

from __future__ import annotations

from fairtray.core.board import Board
from fairtray.dealers.base import Catalogue, Deal, Words, deal_of
from fairtray.engines.search.decide import decide
from fairtray.game import Position
from fairtray.rulesets.model import CatalogueEntry, DealerSpec, Ruleset


class Independent:
    """Draws each piece independently of the board and of the others.

    It knows no limit of large shapes: the draws would not be independent then.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        self.catalogue = Catalogue(ruleset, spec)

    def deal(self, board: Board, words: Words) -> Deal:  # noqa: ARG002
        """Return a deal; the board is not looked at."""
        return deal_of([self.catalogue.draw(words) for _ in range(self.catalogue.size)])


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
            deal = deal_of(self.catalogue.draw_tray(words))
            if decide(Position(self.ruleset, board, deal.shapes)).placeable:
                return deal
        return Deal(deal.shapes, "fallback")


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
                if len(rejected) == sum(weight > 0 for weight in self.catalogue.weights):
                    return Deal((), "declined")
        return deal_of(tray)


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
            weight and e.shape in fitting and self.catalogue.allowed([], e)
            for e, weight in zip(self.catalogue.entries, self.catalogue.weights, strict=True)
        ):
            return Deal((), "declined")
        while True:
            deal = deal_of(self.catalogue.draw_tray(words))
            if fitting & set(deal.shapes):
                return deal
