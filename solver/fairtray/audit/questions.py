"""Two answers of a dealer that should be one: how each claim of that kind is put to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairtray.audit.replays import Replayer, Tray
from fairtray.audit.source import Askable
from fairtray.dealers.session import Ask
from fairtray.rulesets.model import Ruleset

REPRODUCIBLE, UNDO_STABLE, LENGTH_BLIND = "reproducible", "undo-stable", "length-blind"
BOARD_BLIND, SCORE_BLIND, RECORD_BLIND = "board-blind", "score-blind", "record-blind"

VARIED = (BOARD_BLIND, SCORE_BLIND, RECORD_BLIND)
"""Claims that an input does not matter which can be varied at will."""

UNDONE = 2
"""How many deals are taken back where undo is tried."""


@dataclass(frozen=True, slots=True)
class Reask:
    """Two answers that should have been one.

    Attributes:
        claim: the claim that is broken.
        seed: the seed of the game.
        asks: what the dealer was told, deal by deal, from the first of the game.
        varied: what it was told instead of the last of them; None where nothing was varied.
        trays: the answer to the last ask, and the other one.
        chunk: where in the audit the game came up: the chunk and the game within it.
        game: see ``chunk``.
    """

    claim: str
    seed: int
    asks: tuple[Ask, ...]
    varied: Ask | None
    trays: tuple[Tray, Tray]
    chunk: int
    game: int


class Questioner:
    """Puts the same question twice to a dealer.

    Args:
        ruleset: the game.
        source: the dealer.
        label: what the sessions are for.
    """

    def __init__(self, ruleset: Ruleset, source: Askable, label: str) -> None:
        self.replayer = Replayer(ruleset, source, label)
        self._second = (ruleset, source, f"{label} anew")

    def two_answers(
        self, claim: str, seed: int, asks: Sequence[Ask], varied: Ask | None
    ) -> tuple[Tray, Tray] | None:
        """Return two answers that should be one and are not; None where they are one.

        None as well where the dealer failed at the question.
        """
        if claim == UNDO_STABLE:
            return self._undone(seed, asks)
        first = self.replayer.answers(seed, asks)
        if first is None:
            return None
        if claim == REPRODUCIBLE:
            second = self.replayer.answers(seed, asks)
            found = None if second is None else _unlike(first[-1], second[-1])
            if found is None:
                with Replayer(*self._second) as anew:
                    third = anew.answers(seed, asks)
                found = None if third is None else _unlike(first[-1], third[-1])
            return found
        second = self.replayer.answers(seed, [*asks[:-1], varied or asks[-1]])
        return None if second is None else _unlike(first[-1], second[-1])

    def _undone(self, seed: int, asks: Sequence[Ask]) -> tuple[Tray, Tray] | None:
        """Ask the last deal again, then after going back one deal, then after two."""
        for back in range(min(UNDONE, len(asks) - 1) + 1):
            played = self.replayer.answers(seed, [*asks, *asks[-1 - back :]])
            found = None if played is None else _unlike(played[len(asks) - 1], played[-1])
            if found is not None:
                return found
        return None


def _unlike(one: Tray, two: Tray) -> tuple[Tray, Tray] | None:
    return None if one == two else (one, two)
