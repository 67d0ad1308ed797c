"""A dealer under test as the audit sees it, in any language.

A session plays one game after another with one dealer. Built-in dealers, Python
callables, programs in any language and recorded transcripts are all driven through
this one interface.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

import numpy as np

from fairtray.core.board import Board
from fairtray.core.errors import DealerError
from fairtray.core.shapes import Shape
from fairtray.dealers.base import Dealer, Words
from fairtray.dealers.registry import build
from fairtray.engines import tables
from fairtray.engines.kernels import deal
from fairtray.engines.kernels.search import MAX
from fairtray.engines.search.interruptible import interruptible
from fairtray.engines.search.prepare import board_words, tables_of
from fairtray.rulesets.model import DealerSpec, Ruleset


@dataclass(frozen=True, slots=True)
class Ask:
    """What a dealer is told when it is to deal.

    Attributes:
        board: the current board.
        turn: number of this deal in the game, from 0. One not larger than the last one
            asked means that the player has gone back.
        score: points so far.
        record: the player's best earlier score.
    """

    board: Board
    turn: int = 0
    score: int = 0
    record: int = 0


class Session(Protocol):
    """One dealer, ready to deal; also a context manager that ends it.

    Attributes:
        name: what the dealer calls itself.
        seeded: whether the dealer claims that the seed of a game decides its deals.
    """

    name: str
    seeded: bool

    def new_game(self, seed: int) -> None:
        """Begin a game.

        Raises:
            DealerError: the dealer failed.
        """
        ...

    def deal(self, ask: Ask) -> tuple[Shape, ...]:
        """Return the tray for a board; a shape may lie outside the catalogue.

        Raises:
            DealerError: the dealer failed, or its answer is not a tray.
        """
        ...

    def failure(self, what: str, mend: str) -> DealerError:
        """Return the error that says what is wrong with the last answer.

        Args:
            what: what the dealer did, as in ``dealt X5, which …``.
            mend: how its author can put that right.
        """
        ...

    def __enter__(self) -> Self:
        """Begin."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the dealer and everything it started."""
        ...


@runtime_checkable
class Batching(Protocol):
    """A session that may be able to deal in many games at once.

    Attributes:
        batch: whether it is.
    """

    batch: bool

    def deal_games(self, asks: Sequence[tuple[int, Ask]]) -> list[tuple[Shape, ...]]:
        """Return a tray for each of some games.

        Args:
            asks: the seed of each game and what the dealer is told there. Turn 0 begins a
                game, without ``new_game``; a game that does not appear any more is over.

        Raises:
            DealerError: the dealer failed, or its answer is not a list of trays.
        """
        ...


class OwnSession:
    """What sessions with built-in dealers share: nothing to start, and nothing to end.

    Args:
        name: what the dealer is called.
    """

    seeded = True

    def __init__(self, name: str) -> None:
        self.name = name
        self._seed = 0

    def new_game(self, seed: int) -> None:
        """Begin a game."""
        self._seed = seed

    def failure(self, what: str, mend: str) -> DealerError:
        """Return the error of the last answer."""
        return DealerError(f"dealer {self.name} {what}", (f"fix: {mend}",))

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End."""


class BuiltinSession(OwnSession):
    """A built-in dealer as a session.

    Args:
        ruleset: the game.
        spec: the dealer.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        super().__init__(spec.kind)
        self._dealer: Dealer = build(ruleset, spec)

    def deal(self, ask: Ask) -> tuple[Shape, ...]:
        """Return the tray for a board.

        The words of each turn are a stream of their own, so that a turn
        asked for again is dealt the same.

        Raises:
            DealerError: the dealer declines: it cannot keep its promise on this board.
        """
        deal = self._dealer.deal(ask.board, Words(self._seed, ask.turn))
        if deal.outcome == "declined":
            raise self.failure("declines: it cannot keep its promise here", "use another dealer")
        return deal.shapes


class KernelSession(OwnSession):
    """A built-in dealer dealt by its kernel: the same trays, much faster.

    As in :class:`BuiltinSession` the words of each turn are a
    stream of their own, and the kernel deals the same as the plain twin from the same words.
    Where that one raises because the dealer declines, this one answers with an empty tray:
    to decline is an answer that can be compared.

    Args:
        ruleset: a ruleset with a catalogue.
        spec: the dealer.
    """

    def __init__(self, ruleset: Ruleset, spec: DealerSpec) -> None:
        super().__init__(spec.kind)
        self._ruleset = ruleset
        self._compiled = False
        self._tables = tables_of(ruleset, ruleset.shapes)
        self._spec = tables.deal(ruleset, spec)
        self._work = deal.workspace(self._tables)
        self._tray = np.zeros(MAX, dtype=np.int64)

    def deal(self, ask: Ask) -> tuple[Shape, ...]:
        """Return the tray for a board; empty where the dealer declines."""
        call = partial(
            deal.deal_at,
            self._tables,
            self._spec,
            self._work,
            board_words(self._ruleset, ask.board),
            Words(self._seed, ask.turn).state,
            self._tray,
        )
        # The first call may compile the kernel, which takes seconds.
        status = call() if self._compiled else interruptible(call)
        self._compiled = True
        if status == deal.DECLINED:
            return ()
        shapes = self._ruleset.shapes
        return tuple(shapes[i] for i in self._tray[: self._ruleset.tray_size].tolist())
