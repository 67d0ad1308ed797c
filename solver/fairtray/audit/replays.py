"""The games that lead to a deal, begun again."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from fairtray.audit.sample import Sample
from fairtray.audit.source import Askable, BuiltinSource
from fairtray.core.errors import DealerError
from fairtray.core.shapes import Shape
from fairtray.dealers.fast import KernelSession
from fairtray.dealers.session import Ask, Session
from fairtray.rulesets.model import Ruleset

Tray = tuple[Shape, ...]


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


def session_of(ruleset: Ruleset, source: Askable, seed: int, label: str) -> Session:
    """Return a session, not yet entered; a built-in dealer's is dealt by its kernel."""
    if isinstance(source, BuiltinSource):
        return KernelSession(ruleset, source.spec)
    return source.session(ruleset, seed, label)


class Replayer:
    """Plays games with a dealer that may fail at what it is told, and goes on afterwards.

    A game that was never played may be more than a dealer can take. That it fails then is
    an answer: this game does not show what another one shows.

    Args:
        ruleset: the game.
        source: the dealer.
        label: what the sessions are for.
    """

    def __init__(self, ruleset: Ruleset, source: Askable, label: str) -> None:
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
        """Begin nothing yet: a dealer is begun when it is asked."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the dealer."""
        self.close()
