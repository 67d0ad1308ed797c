"""What every dealer is given and gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from fairtray.core.board import Board
from fairtray.core.shapes import Shape
from fairtray.rulesets.model import CatalogueEntry, DealerSpec, Ruleset

DealOutcome = Literal["kept", "fallback", "declined"]
"""``kept``: dealt as promised. ``fallback``: dealt anyway after all tries failed, as the
rules of the dealer have it. ``declined``: nothing dealt, the promise cannot be kept."""


class Words:
    """A stream of random 64-bit words whose values never change between versions.

    SFC64 seeded through numpy's ``SeedSequence``; both streams are guaranteed by
    numpy's compatibility policy (NEP 19), unlike those of its distributions.

    Args:
        seed: any whole number from 0 on.
        key: distinguishes the streams that one seed gives.
    """

    def __init__(self, seed: int, *key: int) -> None:
        self.generator = np.random.SFC64(np.random.SeedSequence(seed, spawn_key=key))

    @property
    def state(self) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        """The generator's state as the kernels take it, uint64 (4,), a copy."""
        inner = self.generator.state["state"]
        return np.array(inner["state"], dtype=np.uint64)

    def next(self) -> int:
        """Return the next word."""
        return int(self.generator.random_raw())

    def below(self, n: int) -> int:
        """Return an unbiased draw from 0 to n - 1, 0 < n < 2**32.

        The upper half of a word, times n, over 2**32; the few products that would
        make some results likelier are drawn again (Lemire 2019).
        """
        product = (self.next() >> 32) * n
        if product % 2**32 < n:
            uneven = (2**32 - n) % n
            while product % 2**32 < uneven:
                product = (self.next() >> 32) * n
        return product >> 32


@dataclass(frozen=True, slots=True)
class Deal:
    """What a dealer answers.

    Attributes:
        shapes: the pieces dealt; empty when the deal is declined.
        outcome: whether the dealer's promise is kept.
    """

    shapes: tuple[Shape, ...]
    outcome: DealOutcome = "kept"


class Dealer(Protocol):
    """A dealer: given the board, draws a tray."""

    def deal(self, board: Board, words: Words) -> Deal:
        """Return a deal for a board, drawing from ``words`` only."""
        ...


class Catalogue:
    """Draws from a ruleset's catalogue.

    Args:
        ruleset: a ruleset with a catalogue.
        spec: the dealer; ``uniform`` ignores the catalogue's weights, all others use them.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        self.entries: tuple[CatalogueEntry, ...] = ruleset.catalogue or ()
        whole = ruleset.draw_weights
        self.weights = [1] * len(whole) if spec.kind == "uniform" else list(whole)
        self.size = ruleset.tray_size
        self.max_large = self.size if ruleset.max_large is None else ruleset.max_large

    def draw(self, words: Words) -> CatalogueEntry:
        """Return one entry, drawn with the weights."""
        x = words.below(sum(self.weights))
        for entry, weight in zip(self.entries, self.weights, strict=True):
            if x < weight:
                return entry
            x -= weight
        raise AssertionError("a draw is below the sum of the weights")

    def draw_limited(self, words: Words, tray: list[CatalogueEntry]) -> CatalogueEntry:
        """Return one entry; one too many large shapes is drawn again."""
        while True:
            entry = self.draw(words)
            if self.allowed(tray, entry):
                return entry

    def draw_tray(self, words: Words) -> list[CatalogueEntry]:
        """Return a whole tray within the limit of large shapes."""
        tray: list[CatalogueEntry] = []
        while len(tray) < self.size:
            tray.append(self.draw_limited(words, tray))
        return tray

    def allowed(self, tray: list[CatalogueEntry], entry: CatalogueEntry) -> bool:
        """Return whether the tray with this entry keeps the limit of large shapes."""
        return sum(e.large for e in tray) + entry.large <= self.max_large


def deal_of(tray: list[CatalogueEntry], outcome: DealOutcome = "kept") -> Deal:
    """Return a deal of some entries."""
    return Deal(tuple(entry.shape for entry in tray), outcome)
