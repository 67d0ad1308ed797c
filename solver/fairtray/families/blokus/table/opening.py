"""Which game of Blokus is sat down at: the saved one, a new one, or that of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fairtray.core import jsontext
from fairtray.core.errors import Fault, InputError
from fairtray.core.files import label
from fairtray.families.blokus.game import BlokusTable
from fairtray.families.blokus.gamefile import MODE, people_of
from fairtray.families.blokus.table.sitting import BlokusGame, BlokusSitting
from fairtray.families.blokus.variants import NAMES, Variant, get
from fairtray.gameplay.saves import Key, Saved, Store
from fairtray.gameplay.table import Keeper, Opened, PlayRequest, resume


@dataclass(frozen=True, slots=True)
class BlokusChoice:
    """A game of Blokus to sit down at.

    Attributes:
        request: which game.
        variant: its rules.
        people: the colours that people play.
        document: a recorded game to continue; None for none.
    """

    request: PlayRequest
    variant: Variant
    people: tuple[str, ...] = ()
    document: Mapping[str, Any] | None = None

    def begin(self) -> BlokusTable:
        """Return a table as it is at the beginning, or where the recorded game ends."""
        if self.document is not None:
            return BlokusTable.from_document(self.document)
        first = self.variant.colours[0].name
        return BlokusTable(self.people or (first,), self.variant)

    def key(self, store: Store | None = None) -> Key:  # noqa: ARG002 (the protocol's)
        """Return the key under which its games are saved."""
        table = self.begin()
        colours = table.variant.colours
        variant = " ".join(colours[colour].name for colour in table.people)
        if self.document is not None:
            variant = f"file {len(table.moves)} {variant}"
        return Key(table.variant.name, table.variant.digest, MODE, variant)

    def sit_down(
        self, store: Store | None, clock: Callable[[], float], note: str = ""
    ) -> BlokusSitting:
        """Return a sitting at the saved game, or at a new one."""
        # Where several people play, the best of their scores is nobody's own record.
        alone = len(self.begin().people) == 1
        keeper = Keeper(store, self.key(), self.request.now, self.document is None, alone)
        game, resumed = (None, "") if store is None else resume(store, keeper, _read)
        if game is not None and self.request.new:
            resumed = keeper.leave_for_new(game)
            game = None
        if game is not None:
            resumed = "the saved game continues"

        def another() -> BlokusGame:
            return BlokusGame(self.begin())

        notes = "\n".join(text for text in (note, resumed) if text)
        return BlokusSitting(Opened(game or another(), keeper, another, notes), clock)


def choose(request: PlayRequest) -> BlokusChoice:
    """Return the game of Blokus to play, once it is known that the options go together.

    Raises:
        InputError: they do not, or the file has faults.
    """
    for name in ("challenge", "date", "seed"):
        if getattr(request, name) is not None:
            raise InputError(Fault(f"--{name}", "Blokus deals nothing", "leave it out"))
    if request.mode not in {None, MODE}:
        raise InputError(Fault("--mode", f"Blokus has one mode, {MODE}", "leave it out"))
    if request.text is not None:
        return _of_file(request, request.text)
    people = tuple(name.strip() for name in (request.people or "").split(",") if name.strip())
    variant = get(request.ruleset)
    try:
        people_of(variant, people)
    except InputError as error:
        raise InputError([Fault("--people", f.what, f.mend) for f in error.faults]) from None
    return BlokusChoice(request, variant, people)


def _of_file(request: PlayRequest, text: str) -> BlokusChoice:
    source = label(request.source)
    document = None
    if text.lstrip("\ufeff \t\r\n")[:1] == "{":
        document = jsontext.loads(text.removeprefix("\ufeff"), source)
    if (
        not isinstance(document, Mapping)
        or "format" not in document
        or document.get("ruleset") not in NAMES
    ):
        what = "is not a recorded game of Blokus, and only those are played on"
        raise InputError(Fault("", what, "begin one with --ruleset blokus"), source)
    if request.people is not None:
        raise InputError(Fault("--people", "the file says who plays", "leave it out"))
    try:
        choice = BlokusChoice(request, get(document["ruleset"]), document=document)
        if not choice.begin().people:
            raise InputError(Fault("people", "nobody plays", "name at least one colour"))  # noqa: TRY301
    except InputError as error:
        raise error.located(source) from None
    return choice


def _read(saved: Saved) -> BlokusGame:
    return BlokusGame(BlokusTable.from_document(saved.document), saved.milliseconds)
