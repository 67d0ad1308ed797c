"""A Python callable as a dealer: ``deal(state, rng) -> three shapes``.

The callable is called once a deal with a :class:`DealState` and a ``random.Random`` that
is seeded by the game's seed and the turn. A callable that draws from this generator only
is therefore reproducible and stable under undo without doing anything for it: the same
turn of the same game, asked again, has the same random numbers, no matter what came between.

Each session, which is at most one chunk of an audit, imports a module of the current folder
again: what a callable keeps in its module is there from deal to deal and from game to game,
but not from chunk to chunk.

The answer is a list or tuple of shapes, each a name of the catalogue (``"I3h"``), a
drawing (``["##", "#."]`` or ``"##/#."``) or a :class:`fairtray.core.shapes.Shape`.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import NoReturn, Self

from fairtray.core.errors import DealerError, Fault, InputError, echo
from fairtray.core.shapes import Shape
from fairtray.dealers.answers import tray_of
from fairtray.dealers.session import Ask
from fairtray.rulesets.model import Ruleset


@dataclass(frozen=True, slots=True)
class DealState:
    """What a callable is told when it is to deal.

    Attributes:
        board: the rows from top to bottom, ``#`` filled and ``.`` empty.
        turn: number of this deal in the game, from 0. Turn 0 begins a game; one not larger
            than the last one means that the player has gone back.
        score: points so far.
        record: the player's best earlier score.
        seed: the seed of the game.
        ruleset: the ruleset's name.
        catalogue: the names of the shapes that may be dealt, in order.
        drawings: the rows of each of them, by name.
        weights: the weight of each of them, by name.
        tray_size: how many shapes to return.
    """

    board: tuple[str, ...]
    turn: int
    score: int
    record: int
    seed: int
    ruleset: str
    catalogue: tuple[str, ...]
    drawings: Mapping[str, tuple[str, ...]]
    weights: Mapping[str, float]
    tray_size: int


DealCallable = Callable[[DealState, random.Random], object]


def check_target(target: str) -> None:
    """Check the form of ``module:callable``.

    Raises:
        InputError: it has another form.
    """
    module, _, name = target.partition(":")
    words = [*module.split("."), *name.split(".")]
    if not all(word.isidentifier() for word in words):
        raise InputError(
            Fault("", f"{echo(target)} is not module:callable", "write it as in mydealers:deal")
        )


@contextlib.contextmanager
def _contained() -> Iterator[None]:
    """Keep a dealer's code away from standard output and from ending the process.

    What it prints goes to standard error, since a report may be on standard output; and
    ``os._exit`` raises, since the process would end with an exit status of its choice.
    """

    def leave(status: int) -> NoReturn:
        raise SystemExit(f"it ended its process with status {status}")

    ours = os._exit
    os._exit = leave
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        os._exit = ours


def load(target: str, folder: Path) -> DealCallable:
    """Return the callable that ``module:callable`` names.

    Args:
        target: the name.
        folder: where modules are looked for first, as ``python -m`` does.

    Raises:
        DealerError: the module cannot be imported or has no such callable.
    """
    module_name, _, attribute = target.partition(":")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    _forget(module_name, folder)
    try:
        with _contained():
            member: object = importlib.import_module(module_name)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        raise DealerError(
            f"dealer {target}: module {module_name} cannot be imported: {_last_line(error)}",
            (*_trace(error), f"fix: the module is looked for in {folder} and sys.path"),
        ) from error
    try:
        for name in attribute.split("."):
            member = getattr(member, name)
    except AttributeError as error:
        raise DealerError(
            f"dealer {target}: {error}", (f"fix: define {attribute} in {module_name}",)
        ) from None
    if not callable(member):
        raise DealerError(
            f"dealer {target}: {attribute} is not callable: {echo(member)}",
            ("fix: name a function that is called as deal(state, rng)",),
        )
    return member


def _forget(module_name: str, folder: Path) -> None:
    """Have a module of the folder run again when it is imported next.

    A session must not find what an earlier one left in the module, or an audit's answer
    would depend on which process made which chunk. A program starts afresh in the same way.
    """
    module = sys.modules.get(module_name)
    file = getattr(module, "__file__", None)
    if file is not None and Path(file).is_relative_to(folder):
        del sys.modules[module_name]


class CallableSession:
    """A Python callable as a session.

    Args:
        ruleset: the game.
        target: ``module:callable``.
        folder: where modules are looked for first.
    """

    seeded = True

    def __init__(self, ruleset: Ruleset, target: str, folder: Path) -> None:
        self.name = target
        self._ruleset = ruleset
        self._folder = folder
        self._deal: DealCallable | None = None
        self._seed = 0
        self._answer = ""
        entries = ruleset.catalogue or ()
        self._catalogue = tuple(entry.shape.name for entry in entries)
        self._drawings = MappingProxyType({e.shape.name: e.shape.rows for e in entries})
        self._weights = MappingProxyType({e.shape.name: e.weight for e in entries})

    def new_game(self, seed: int) -> None:
        """Begin a game."""
        self._seed = seed

    def deal(self, ask: Ask) -> tuple[Shape, ...]:
        """Return what the callable deals.

        Raises:
            DealerError: it raised, or did not return a tray.
        """
        if self._deal is None:
            self._deal = load(self.name, self._folder)
        state = DealState(
            board=tuple(self._ruleset.grid.draw(ask.board)),
            turn=ask.turn,
            score=ask.score,
            record=ask.record,
            seed=self._seed,
            ruleset=self._ruleset.name,
            catalogue=self._catalogue,
            drawings=self._drawings,
            weights=self._weights,
            tray_size=self._ruleset.tray_size,
        )
        rng = random.Random(f"fairtray/{self._seed}/{ask.turn}")  # noqa: S311 (a seeded draw)
        try:
            with _contained():
                answer = self._deal(state, rng)
        except (Exception, SystemExit) as error:
            self._answer = "it raised"
            raise DealerError(
                f"dealer {self.name} raised {_last_line(error)}",
                (*_trace(error), self._request(ask)),
            ) from error
        self._answer = f"it returned {echo(answer, 200)}"
        try:
            return tray_of(answer, self._ruleset)
        except InputError as error:
            raise self.failure(
                f"did not return a tray: {error}", f"return {self._ruleset.tray_size} shapes"
            ) from None

    def failure(self, what: str, mend: str) -> DealerError:
        """Return the error of the last answer."""
        return DealerError(f"dealer {self.name} {what}", (self._answer, f"fix: {mend}"))

    def _request(self, ask: Ask) -> str:
        return f"asked for turn {ask.turn} of the game with seed {self._seed}, score {ask.score}"

    def __enter__(self) -> Self:
        """Import the module.

        Raises:
            DealerError: the module cannot be imported or has no such callable.
        """
        self._deal = load(self.name, self._folder)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is open."""


def _last_line(error: BaseException) -> str:
    return traceback.format_exception_only(error)[-1].strip()


def _trace(error: BaseException) -> tuple[str, ...]:
    """Return the place in the dealer's own code where an error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if f.filename != __file__ and "importlib" not in f.filename]
    return tuple(f"in {f.filename}, line {f.lineno}, {f.name}: {f.line}" for f in own[-1:])
