"""What connects a game at the table with the store: every change is on disk at once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from fairtray.core.errors import InputError
from fairtray.gameplay.modes import Stars
from fairtray.gameplay.saves import GameDamaged, Key, Result, Saved, Standing, Store, StoreDamaged

PlayedT = TypeVar("PlayedT")

GIVEN_UP = "given up"
"""How a game ended that the player left for a new one."""

FORKED = "another window is playing the same game, so this one is saved apart from it"


class Keepable(Protocol):
    """A game of any family as the store knows it."""

    @property
    def score(self) -> int:
        """Points so far."""

    @property
    def moves(self) -> int:
        """Moves so far."""

    @property
    def lines(self) -> int:
        """Lines cleared so far."""

    @property
    def clock(self) -> int:
        """Milliseconds played so far."""

    @property
    def ending(self) -> str | None:
        """How it ended; None while it runs."""

    @property
    def won(self) -> bool:
        """Whether it is won."""

    @property
    def can_continue(self) -> bool:
        """Whether it has ended and may continue."""

    def stars(self, *, record: int | None = None, stars_today: int = 0) -> Stars:
        """Return what it earns."""

    def to_document(self) -> dict[str, Any]:
        """Return all that is needed to continue."""


@dataclass(slots=True)
class Keeper:
    """Saves one game, move by move, and enters its result.

    A store that cannot be written does not end the game: each call returns a line that says
    what went wrong, empty where nothing did.

    Attributes:
        store: the store; None to save nothing.
        key: which game it is.
        now: gives the time, in the player's zone.
        counts: whether results are entered; those of positions from files are not.
        record: whether their scores count among the best ones.
        saved: the game as it is in the store; None before it is there.
        result: the result of the game, once it is over and entered.
    """

    store: Store | None
    key: Key
    now: Callable[[], dt.datetime]
    counts: bool = True
    record: bool = True
    saved: Saved | None = None
    result: Result | None = None

    def best(self) -> int | None:
        """Return the best score so far; None where there is none or nothing is saved."""
        return None if self.store is None or not self.counts else self.store.best(self.key)

    def keep(self, game: Keepable) -> str:
        """Save the game as it is now."""

        def save(store: Store) -> None:
            self.saved = store.save(self._state(game))

        return self._safely(save)

    def over(self, game: Keepable) -> str:
        """Enter the result of a game that is over; it stays saved while it can be continued."""

        def stars(standing: Standing) -> tuple[int, int]:
            earned = game.stars(record=standing.record, stars_today=standing.stars_today)
            return earned.game, earned.day

        return self._safely(lambda store: self._enter(store, game, str(game.ending), stars))

    def goes_on(self, game: Keepable) -> str:
        """Save a game that was over and is continued; its result is entered again at its end."""

        def reopen(store: Store) -> None:
            self.saved = store.reopen(self._state(game))
            self.result = None

        return self._safely(reopen)

    def leave_for_new(self, game: Keepable) -> str:
        """Forget the game for a new one; with at least one move it counts as given up."""

        def forget(store: Store) -> None:
            if game.ending is None and game.moves:
                self._enter(store, game, GIVEN_UP, lambda _: (0, 0))
            elif self.saved is not None:
                store.drop(self.saved.id)
            self.saved = self.result = None

        return self._safely(forget)

    def _enter(
        self,
        store: Store,
        game: Keepable,
        ending: str,
        stars: Callable[[Standing], tuple[int, int]],
    ) -> None:
        state = self._state(game)
        if not self.counts:
            if game.can_continue:
                self.saved = store.save(state)
            elif self.saved is not None:
                store.drop(self.saved.id)
                self.saved = None
            return
        saved, self.result = store.finish(
            state,
            ending=ending,
            won=game.won,
            record=self.record,
            day=self.now().date().isoformat(),
            stars=stars,
            keep=game.can_continue,
        )
        self.saved = saved if game.can_continue else None

    def _state(self, game: Keepable) -> Saved:
        state = Saved(
            self.key,
            game.to_document(),
            game.score,
            game.moves,
            game.lines,
            game.clock,
            self.now().astimezone(dt.UTC).isoformat(timespec="microseconds"),
        )
        if self.saved is None:
            return state
        return replace(state, id=self.saved.id, revision=self.saved.revision)

    def _safely(self, change: Callable[[Store], None]) -> str:
        if self.store is None:
            return ""
        try:
            return self._change(change)
        except StoreDamaged:
            # Damaged while we played: set aside like one that is found so, and begun anew.
            self.saved = None
            try:
                self.store.begin_anew()
                return self._change(change) or self.store.report
            except InputError as error:
                self.store = None
                return f"not saved: {error}"
        except InputError as error:
            return f"not saved: {error}"

    def _change(self, change: Callable[[Store], None]) -> str:
        if self.store is not None:
            change(self.store)
        return FORKED if self.saved is not None and self.saved.forked else ""


def resume(
    store: Store, keeper: Keeper, read: Callable[[Saved], PlayedT]
) -> tuple[PlayedT | None, str]:
    """Return the saved game of a keeper's key and a note; None where there is no readable one.

    A game that cannot be read is set aside; the note says where.

    Args:
        store: where it is.
        keeper: given the game that is found.
        read: makes the game of what was saved.

    Raises:
        InputError: the store cannot be read.
    """
    saved: Saved | None = None
    try:
        saved = store.latest(keeper.key)
        if saved is None:
            return None, ""
        game = read(saved)
    except InputError as error:
        damaged = error.id if isinstance(error, GameDamaged) else saved.id if saved else ""
        if not damaged:
            raise
        aside = store.set_game_aside(damaged)
        return None, f"{error}; set aside as {aside.name}"
    keeper.saved = saved
    return game, ""
