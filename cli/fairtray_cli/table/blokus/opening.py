"""Which game of Blokus is sat down at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fairtray.core.errors import Fault, InputError
from fairtray.families.blokus.game import MODE, BlokusTable, people_of
from fairtray.families.blokus.variants import Variant
from fairtray.play.saves import Key, Saved, Store
from fairtray_cli.table.blokus.game import BlokusGame
from fairtray_cli.table.keeper import Keeper, resumed


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for on the command line.

    Attributes:
        variant: the game.
        people: the colours that people play.
        new: whether to begin anew although a game is saved.
        document: a recorded game to go on with; None for none.
    """

    variant: Variant
    people: tuple[str, ...] = ()
    new: bool = False
    document: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Refuse colours that there are not, and a document that is none.

        Raises:
            InputError: there are some.
        """
        try:
            people_of(self.variant, self.people)
        except InputError as error:
            raise InputError([Fault("--people", f.what, f.mend) for f in error.faults]) from None
        if self.document is not None:
            table = BlokusTable.from_document(self.document)
            if not table.people:
                raise InputError(Fault("people", "nobody plays", "name at least one colour"))

    @property
    def table(self) -> BlokusTable:
        """A table as it is at the beginning."""
        if self.document is not None:
            return BlokusTable.from_document(self.document)
        first = self.variant.colours[0].name
        return BlokusTable(self.people or (first,), self.variant)

    @property
    def key(self) -> Key:
        """The key under which its games are kept."""
        table = self.table
        colours = table.variant.colours
        variant = " ".join(colours[colour].name for colour in table.people)
        if self.document is not None:
            variant = f"file {len(table.moves)} {variant}"
        return Key(table.variant.name, table.variant.digest, MODE, variant)


@dataclass(frozen=True, slots=True)
class Opened:
    """A game to sit down at.

    Attributes:
        game: the game.
        keeper: what saves it.
        another: begins another one of its kind.
        note: what to say first; empty for nothing.
    """

    game: BlokusGame
    keeper: Keeper
    another: Callable[[], BlokusGame]
    note: str = ""


def opened(wish: Wish, store: Store | None) -> Opened:
    """Return the game that is asked for: the saved one unless a new one is wanted."""
    key = wish.key
    keeper = Keeper(store, key, counts=wish.document is None)
    # Where several people play, the best of their scores is nobody's own record.
    keeper.record = len(wish.table.people) == 1
    game, note = (None, "") if store is None else resumed(store, keeper, _read)
    if game is not None and wish.new:
        note = keeper.leave_for_new(game)
        game = None
    if game is not None:
        note = "the saved game goes on"

    def another() -> BlokusGame:
        return BlokusGame(wish.table)

    return Opened(game or another(), keeper, another, note)


def _read(saved: Saved) -> BlokusGame:
    return BlokusGame(BlokusTable.from_document(saved.document), saved.milliseconds)
