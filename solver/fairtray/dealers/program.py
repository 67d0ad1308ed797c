"""A dealer program in any language, as a session.

The conversation is JSON Lines: ``init`` once, ``new_game`` for each game, ``deal`` for each
deal, ``exit`` at the end; each request but the last has one answer. A dealer that says
``"batch": true`` in ``init_ok`` is asked for many games at once: ``deals`` holds a list of
deals, each with the ``seed`` of its game in place of ``new_game``, and ``deals_ok`` a list of
``trays`` in the same order. Turn 0 begins a game; a game that the next ``deals`` does not
mention is over. Such a dealer must understand ``new_game`` and ``deal`` all the same.

Any misbehaviour of the program ends in one :class:`fairtray.core.errors.DealerError`.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from fairtray.core.errors import DealerError, Fault, InputError, NotationError, echo
from fairtray.core.shapes import Shape
from fairtray.dealers import wire
from fairtray.dealers.answers import shapes_of, tray_of
from fairtray.dealers.channel import Channel, ChannelError, Limits
from fairtray.dealers.session import Ask
from fairtray.rulesets.model import Ruleset

DAILY_PIECES = 30
"""Pieces of a day's sequence."""

_SHOWN, _TITLE = 300, 150


def arguments(command: str) -> list[str]:
    """Return the words of a command, quotes understood as a shell does; no shell is run.

    Raises:
        InputError: nothing in it, or a quote that is not closed.
    """
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise InputError(
            Fault("", f"{echo(command)} is not a command: {str(error).lower()}", "close the quote")
        ) from None
    if not words:
        raise InputError(Fault("", "is empty", "write a command such as 'node my-dealer.js'"))
    return words


class ProgramSession:
    """A conversation with a dealer program.

    Args:
        ruleset: the game.
        title: what messages call the dealer: its command.
        channel: the conversation.
        seed: what ``init`` says.
        limits: how long answers may take.

    Attributes:
        name: what the dealer calls itself; until it has, its command.
        seeded: whether the seed of a game decides its deals; ``"seeded": false`` in
            ``init_ok`` says no.
        batch: whether it deals in many games at once.
    """

    def __init__(
        self, ruleset: Ruleset, title: str, channel: Channel, seed: int, limits: Limits
    ) -> None:
        self.name = title
        self.seeded = True
        self.batch = False
        self._title = title
        self._ruleset = ruleset
        self._channel = channel
        self._seed = seed
        self._limits = limits
        self._id = 0
        self._sent = ""
        self._got = ""

    def __enter__(self) -> Self:
        """Start the program and introduce the game to it.

        Raises:
            DealerError: it does not start, or does not answer as it should.
        """
        try:
            self._begin()
        except BaseException:
            self._channel.close(failed=True)
            raise
        return self

    def _begin(self) -> None:
        try:
            self._channel.open()
        except ChannelError as error:
            raise self.failure(error.what, error.mend) from None
        fields = {**wire.rules(self._ruleset), "seed": self._seed}
        answer = self._ask("init", "init_ok", self._limits.start, **fields)
        self.name = self._field(answer, "dealer", str, self._title)
        self.batch = self._field(answer, "batch", bool, False)
        self.seeded = self._field(answer, "seeded", bool, True)

    def _field(self, answer: dict[str, Any], key: str, kind: type, default: Any) -> Any:
        value = answer.get(key, default)
        if isinstance(value, kind):
            return value
        expected = "a text" if kind is str else "true or false"
        raise self.failure(f'says "{key}": {echo(value)} in init_ok', f"write {expected} there")

    def new_game(self, seed: int) -> None:
        """Begin a game.

        Raises:
            DealerError: the dealer failed.
        """
        self._ask("new_game", "new_game_ok", self._limits.deal, seed=seed)

    def deal(self, ask: Ask) -> tuple[Shape, ...]:
        """Return the tray for a board; a shape may lie outside the catalogue.

        Raises:
            DealerError: the dealer failed, or its answer is not a tray.
        """
        fields = wire.situation(self._ruleset, ask)
        answer = self._ask("deal", "deal_ok", self._limits.deal, **fields)
        return self._tray(answer, answer.get("tray"), "tray")

    def deal_games(self, asks: Sequence[tuple[int, Ask]]) -> list[tuple[Shape, ...]]:
        """Return a tray for each of some games, in one exchange.

        Raises:
            DealerError: the dealer failed, or its answer is not a list of trays.
        """
        deals = [{"seed": seed, **wire.situation(self._ruleset, ask)} for seed, ask in asks]
        answer = self._ask("deals", "deals_ok", self._limits.deal * len(deals), deals=deals)
        trays = answer.get("trays")
        if not isinstance(trays, list) or len(trays) != len(deals):
            count = f"{len(trays)} trays" if isinstance(trays, list) else f"trays {echo(trays)}"
            raise self.failure(
                f"answered {count} where {len(deals)} deals were asked for",
                'answer "trays": a list with one tray for each deal, in the same order',
            )
        return [self._tray(answer, tray, f"trays[{i}]") for i, tray in enumerate(trays)]

    def daily(self, date: str, tz: str) -> tuple[Shape, ...]:
        """Return the pieces of a day's sequence.

        Args:
            date: as in ``2026-11-29``.
            tz: name of the time zone that the day belongs to.

        Raises:
            DealerError: the dealer failed, or its answer is not a sequence.
        """
        answer = self._ask("daily", "daily_ok", self._limits.deal, date=date, tz=tz)
        try:
            return shapes_of(answer.get("pieces"), self._ruleset, DAILY_PIECES)
        except NotationError as error:
            raise self.failure(
                f"did not answer with a day's pieces: {error.located('', 'pieces')}",
                f'answer "pieces": a list of {DAILY_PIECES} shapes',
            ) from None

    def _tray(self, answer: dict[str, Any], value: object, where: str) -> tuple[Shape, ...]:
        if where not in answer and where == "tray":
            raise self.failure("answered without a tray", 'answer "tray": a list of shapes')
        try:
            return tray_of(value, self._ruleset)
        except NotationError as error:
            raise self.failure(
                f"did not answer with a tray: {error.located('', where)}",
                'a shape is a name that init listed, or a drawing such as ["##","#."]',
            ) from None

    def _ask(self, kind: str, answered: str, seconds: float, **fields: object) -> dict[str, Any]:
        """Send a request and return its answer."""
        number = self._id
        self._id += 1
        self._sent = wire.request(kind, number, **fields)
        self._got = ""
        try:
            self._channel.send(self._sent, seconds)
            self._got = self._channel.receive(seconds)
            return wire.answer(self._got, answered, number)
        except (ChannelError, wire.BadAnswer) as error:
            raise self.failure(error.what, error.mend) from None

    def failure(self, what: str, mend: str) -> DealerError:
        """Return the error that says what is wrong with the last answer."""
        details = []
        if self._sent:
            details.append(f"request: {_cut(self._sent)}")
        if self._got:
            details.append(f"answer: {_cut(self._got)}")
        details += self._channel.trail()
        details.append(f"fix: {mend}")
        return DealerError(f"dealer {echo(self._title, _TITLE)} {what}", tuple(details))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Say goodbye, and end the program and everything it started.

        Raises:
            DealerError: it left a process behind.
        """
        if error is not None:
            self._channel.close(failed=True)
            return
        try:
            self._channel.send(wire.goodbye(), self._limits.deal)
        except ChannelError:
            # All was answered; a program that is gone already needs no goodbye.
            self._channel.close(failed=True)
            return
        self._sent = wire.goodbye()
        self._got = ""
        try:
            self._channel.close(failed=False)
        except ChannelError as failed:
            raise self.failure(failed.what, failed.mend) from None


def _cut(line: str) -> str:
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}… ({len(line):,} characters)"
