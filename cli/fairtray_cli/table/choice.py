"""What is asked to be played: a block game or Blokus; the command itself knows neither."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from fairtray.core.errors import Fault, InputError
from fairtray.core.files import STDIN, label
from fairtray.play.saves import Key, Store
from fairtray_cli.blokus import asked
from fairtray_cli.table import opening
from fairtray_cli.table.blokus import opening as blokus


class Choice(Protocol):
    """A game to play."""

    def key(self, store: Store | None) -> Key:
        """Return the key under which its games are kept."""

    def run(self, store: Store | None) -> str:
        """Play it; return what to say when the player has left."""


@dataclass(frozen=True, slots=True)
class BlockGame:
    """A block game.

    Attributes:
        wish: what is asked for.
    """

    wish: opening.Wish

    def key(self, store: Store | None) -> Key:
        """Return the key under which its games are kept."""
        return opening.kind_of(self.wish, store).key

    def run(self, store: Store | None) -> str:
        """Play it; return what to say when the player has left.

        Raises:
            Exception: a fault of our own that ended the game.
        """
        from fairtray_cli.table import words
        from fairtray_cli.table.app import Table

        found = opening.opened(self.wish, store)
        table = Table(replace(found, note=_with_store(found.note, store)))
        table.run()
        if table.fault is not None:
            raise table.fault
        return words.farewell(table.sitting.game, table.sitting.keeper)


@dataclass(frozen=True, slots=True)
class BlokusChoice:
    """A game of Blokus.

    Attributes:
        wish: what is asked for.
    """

    wish: blokus.Wish

    def key(self, store: Store | None) -> Key:  # noqa: ARG002
        """Return the key under which its games are kept."""
        return self.wish.key

    def run(self, store: Store | None) -> str:
        """Play it; return what to say when the player has left.

        Raises:
            Exception: a fault of our own that ended the game.
        """
        from fairtray_cli.table import words
        from fairtray_cli.table.blokus.app import BlokusApp

        found = blokus.opened(self.wish, store)
        app = BlokusApp(replace(found, note=_with_store(found.note, store)))
        app.run()
        if app.fault is not None:
            raise app.fault
        sitting = app.sitting
        return words.blokus_farewell(sitting.table, sitting.keeper)


def _with_store(note: str, store: Store | None) -> str:
    """Return a note with what is to be known of the store: on the terminal it is soon covered."""
    said = "this game is not saved" if store is None else store.report
    return "\n".join(part for part in (said, note) if part)


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of ``fairtray play``, as they were given.

    Attributes:
        file: the file; None for none.
        ruleset: the ruleset; None for none.
        mode: the mode's name; None for none.
        challenge: number of the challenge; None for none.
        date: the day; None for none.
        seed: the seed; None for none.
        people: the colours of Blokus that people play; None for none.
        new: whether to begin anew.
    """

    file: str | None = None
    ruleset: str | None = None
    mode: str | None = None
    challenge: int | None = None
    date: str | None = None
    seed: int | None = None
    people: str | None = None
    new: bool = False


def choose(given: Asked) -> Choice:
    """Return the game that is asked for, after a look whether the options go together.

    Raises:
        InputError: they do not, or the file or the ruleset has faults.
    """
    from fairtray.rulesets import DEFAULT, get
    from fairtray_cli import options

    if given.file == STDIN:
        what = "a game needs the terminal, so no position can come from there"
        raise InputError(Fault("", what, "name a file"), label(STDIN))
    document = None if given.file is None else opening.document_of(given.file)
    if asked.by_name(given.ruleset) or (document is not None and _is_blokus(document)):
        return _blokus(given, document)
    if given.people is not None:
        raise InputError(Fault("--people", "is for Blokus only", "leave it out"))
    rules = None
    if given.ruleset is not None:
        rules = options.ruleset_named(given.ruleset, "--ruleset")
    elif given.file is None:
        rules = get(DEFAULT)
    wish = opening.Wish(
        rules, given.file, given.mode, given.challenge, given.date, given.seed, given.new
    )
    # Bad input is said even where nothing could be played.
    opening.kind_of(wish, None)
    return BlockGame(wish)


def _is_blokus(document: dict[str, object]) -> bool:
    from fairtray.play.modes.blokusfile import is_blokus

    return is_blokus(document)


def _blokus(given: Asked, document: dict[str, object] | None) -> Choice:
    from fairtray.families.blokus.game import MODE
    from fairtray.families.blokus.variants import get

    for name in ("challenge", "date", "seed"):
        if getattr(given, name) is not None:
            raise InputError(Fault(f"--{name}", "Blokus deals nothing", "leave it out"))
    if given.mode not in {None, MODE}:
        raise InputError(Fault("--mode", f"Blokus has one mode, {MODE}", "leave it out"))
    if given.file is None:
        people = tuple(name.strip() for name in (given.people or "").split(",") if name.strip())
        return BlokusChoice(blokus.Wish(get(given.ruleset), people, given.new))
    if document is None or not _is_blokus(document):
        what = "is no recorded game of Blokus"
        raise InputError(Fault("", what, "only those are played on"), label(given.file))
    if given.people is not None:
        raise InputError(Fault("--people", "the file says who plays", "leave it out"))
    try:
        return BlokusChoice(blokus.Wish(get(document["ruleset"]), new=given.new, document=document))
    except InputError as error:
        raise error.located(label(given.file)) from None
