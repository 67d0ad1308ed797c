"""Games put to a dealer again: those that lead to a deal, and questions asked twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from fairtray.audit.sample import Sample
from fairtray.claims import AnswerClaim
from fairtray.core.errors import DealerError
from fairtray.core.shapes import Shape
from fairtray.dealers.session import Ask, KernelSession, Session
from fairtray.dealers.sources import BuiltinSource, DealerSource
from fairtray.rulesets.model import Ruleset

Tray = tuple[Shape, ...]

UNDONE = 2
"""How many deals are taken back where undo is tried."""


def asks_until(ruleset: Ruleset, sample: Sample, row: int) -> tuple[Ask, ...]:
    """Return what the dealer was told in the game of a deal, up to and with that deal."""
    start = row - int(sample.turn[row])
    return tuple(
        Ask(
            sample.board(ruleset, r),
            int(sample.turn[r]),
            max(0, int(sample.score[r])),
            max(0, int(sample.record[r])),
        )
        for r in range(start, row + 1)
    )


def play(session: Session, seed: int, asks: Sequence[Ask]) -> list[Tray]:
    """Return the answers to the asks of one game.

    Raises:
        DealerError: the dealer failed.
    """
    session.new_game(seed)
    return [session.deal(ask) for ask in asks]


def session_of(ruleset: Ruleset, source: DealerSource, seed: int, label: str) -> Session:
    """Return a session, not yet entered; a built-in dealer's is dealt by its kernel."""
    if isinstance(source, BuiltinSource):
        return KernelSession(ruleset, source.spec)
    return source.session(ruleset, seed, label)


class Replayer:
    """Plays games with a dealer that may fail at what it is told, and continues afterwards.

    A game that was never played may be more than a dealer can take. That it fails then is
    an answer: this game does not show what another one shows.

    Args:
        ruleset: the game.
        source: the dealer.
        label: what the sessions are for.
    """

    def __init__(self, ruleset: Ruleset, source: DealerSource, label: str) -> None:
        self._ruleset, self._source, self._label = ruleset, source, label
        self._session: Session | None = None
        self._begun = 0
        self.failures = 0

    def answers(self, seed: int, asks: Sequence[Ask]) -> list[Tray] | None:
        """Return the answers to the asks of one game; None if the dealer failed at it."""
        if self._session is None:
            self._begun += 1
            label = f"{self._label} {self._begun}"
            self._session = session_of(self._ruleset, self._source, seed, label).__enter__()
        try:
            return play(self._session, seed, asks)
        except DealerError:
            self.failures += 1
            self.close()
            return None

    def close(self) -> None:
        """End the dealer."""
        session, self._session = self._session, None
        if session is not None:
            session.__exit__(None, None, None)

    def __enter__(self) -> Self:
        """Begin nothing yet: a dealer is begun with its first game."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the dealer."""
        self.close()


@dataclass(frozen=True, slots=True)
class Contradiction:
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

    def __init__(self, ruleset: Ruleset, source: DealerSource, label: str) -> None:
        self.replayer = Replayer(ruleset, source, label)
        self._second = (ruleset, source, f"{label} anew")

    def two_answers(
        self, claim: AnswerClaim, seed: int, asks: Sequence[Ask], varied: Ask | None
    ) -> tuple[Tray, Tray] | None:
        """Return two answers that should be one and are not; None where they are one.

        None as well where the dealer failed at the question.
        """
        if claim.probe == "undo":
            return self._undone(seed, asks)
        first = self.replayer.answers(seed, asks)
        if first is None:
            return None
        if claim.probe == "again":
            return self._repeated(seed, asks, first[-1])
        second = self.replayer.answers(seed, [*asks[:-1], varied or asks[-1]])
        return None if second is None else _unlike(first[-1], second[-1])

    def _repeated(self, seed: int, asks: Sequence[Ask], first: Tray) -> tuple[Tray, Tray] | None:
        """Play the game once more, and if need be with a dealer in a new session."""
        second = self.replayer.answers(seed, asks)
        unlike = None if second is None else _unlike(first, second[-1])
        if unlike is not None:
            return unlike
        with Replayer(*self._second) as anew:
            third = anew.answers(seed, asks)
        return None if third is None else _unlike(first, third[-1])

    def _undone(self, seed: int, asks: Sequence[Ask]) -> tuple[Tray, Tray] | None:
        """Ask the last deal again, then after going back one deal, then after two."""
        for back in range(min(UNDONE, len(asks) - 1) + 1):
            played = self.replayer.answers(seed, [*asks, *asks[-1 - back :]])
            unlike = None if played is None else _unlike(played[len(asks) - 1], played[-1])
            if unlike is not None:
                return unlike
        return None


def _unlike(one: Tray, two: Tray) -> tuple[Tray, Tray] | None:
    return None if one == two else (one, two)
