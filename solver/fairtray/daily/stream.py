"""The portable stream: from (key, ruleset, date, attempt) to a sequence of pieces.

A pure function in whole numbers, so that a game in any language deals the same day
(``docs/daily-stream.md`` is the specification, ``fixtures/daily`` its vectors). Nothing here
depends on the clock, the zone, the process or the machine.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairtray.core.errors import Fault, InputError, RulesetError
from fairtray.rulesets.model import Ruleset

FORMAT = "fairtray-daily/1"
"""The format of daily files, and what separates this stream from every other use of a key."""

WORDS = 8
"""Words of one block."""

_RANGE = 1 << 32


@dataclass(frozen=True, slots=True)
class Deck:
    """What is drawn from, and the rule of a tray.

    Attributes:
        weights: the weight of each shape, in the catalogue's order.
        large: whether each is a large shape.
        tray_size: pieces of a tray.
        max_large: most large shapes of a tray; None for no limit.
    """

    weights: tuple[int, ...]
    large: tuple[bool, ...]
    tray_size: int = 3
    max_large: int | None = None

    def __post_init__(self) -> None:
        """Refuse a deck from which no sequence can be drawn."""
        if not self.weights or min(self.weights) < 0 or not 1 <= sum(self.weights) <= _RANGE:
            raise RulesetError(
                Fault(
                    "catalogue",
                    "weights below 0, or a sum that is not 1 to 2**32",
                    "correct the weights",
                )
            )
        limit = self.max_large
        dealt = [big for big, weight in zip(self.large, self.weights, strict=True) if weight]
        if limit is not None and limit < self.tray_size and all(dealt):
            raise RulesetError(
                Fault(
                    "triple.max_large",
                    f"all shapes are large, but a tray of {self.tray_size} may hold {limit}",
                    "raise the limit or add a small shape",
                )
            )


def deck_of(ruleset: Ruleset) -> Deck:
    """Return what a ruleset's dailies are drawn from: its catalogue with its weights.

    Raises:
        RulesetError: it has no catalogue to deal from.
    """
    if not ruleset.catalogue:
        raise RulesetError(
            Fault("catalogue", f"{ruleset.name} deals no pieces", "name a ruleset with a catalogue")
        )
    return Deck(
        ruleset.draw_weights,
        tuple(entry.large for entry in ruleset.catalogue),
        ruleset.tray_size,
        ruleset.max_large,
    )


def default_key(name: str) -> bytes:
    """Return the key of a ruleset's dailies where no secret one is used."""
    return f"fairtray/{name}".encode()


def commitment(key: bytes) -> str:
    """Return what to publish in advance of a secret key: its SHA-256 in hex."""
    return hashlib.sha256(key).hexdigest()


def block(key: bytes, name: str, date: str, attempt: int, index: int) -> tuple[int, ...]:
    """Return the eight 32-bit words of one block.

    Args:
        key: any bytes.
        name: the ruleset's name.
        date: ``YYYY-MM-DD``.
        attempt: from 0.
        index: number of the block, from 0.
    """
    message = f"{FORMAT}|{name}|{date}|{attempt}|{index}".encode()
    digest = hmac.new(key, message, hashlib.sha256).digest()
    return tuple(int.from_bytes(digest[i : i + 4], "big") for i in range(0, 4 * WORDS, 4))


def words(key: bytes, name: str, date: str, attempt: int) -> Iterator[int]:
    """Yield the words of block 0, 1, … without end."""
    for index in itertools.count():
        yield from block(key, name, date, attempt, index)


def draw(stream: Iterator[int], weights: Sequence[int]) -> int:
    """Return an index drawn by weight, without bias.

    The words from ``2**32 // W * W`` on (W is the sum of the weights) would make some
    indices likelier, and are skipped.
    """
    total = sum(weights)
    fair = _RANGE // total * total
    word = next(stream)
    while word >= fair:
        word = next(stream)
    rest = word % total
    for index, weight in enumerate(weights):
        if rest < weight:
            return index
        rest -= weight
    raise AssertionError("a remainder is below the sum of the weights")


def deal(stream: Iterator[int], deck: Deck, count: int) -> list[int]:
    """Return ``count`` catalogue indices, drawing again what would be one large shape too many."""
    pieces: list[int] = []
    large = 0
    limit = deck.tray_size if deck.max_large is None else deck.max_large
    while len(pieces) < count:
        if len(pieces) % deck.tray_size == 0:
            large = 0
        piece = draw(stream, deck.weights)
        while deck.large[piece] and large == limit:
            piece = draw(stream, deck.weights)
        large += deck.large[piece]
        pieces.append(piece)
    return pieces


def sequence(
    key: bytes, name: str, date: str, attempt: int, deck: Deck, count: int = 30
) -> list[int]:
    """Return the catalogue indices of one attempt at a day's pieces.

    Raises:
        InputError: ``count`` is not a whole number of trays.
    """
    if count < 1 or count % deck.tray_size:
        raise InputError(
            Fault("pieces", f"{count} pieces", f"ask for a multiple of {deck.tray_size}")
        )
    return deal(words(key, name, date, attempt), deck, count)
