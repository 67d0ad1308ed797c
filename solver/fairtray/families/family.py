"""What a family of games is to everybody else: one object that answers for all of its games.

A family is a set of games that share a board, rules and notation; its members are its rulesets.
Commands, the table of ``fairtray play``, pictures and readers know only :class:`Family` and
name no game: they find the family of an input in the registry (:mod:`fairtray.families`), ask it,
and print the :class:`Answer`.

A third family is added in three steps:

1. A package ``families/NAME/`` with everything of the game: rules, reading, solving, text lines,
   JSON documents, pictures. All of it is pure: functions of values that return values. It may use
   every layer of the library, but no other family, no ``click`` and no ``print``.
2. A class in ``families/NAME/family.py`` that derives from :class:`Family` and overrides what
   the family offers. What it does not override answers with one clear line and exit status 2. The
   module is imported to list games, so it imports kernels and solvers inside of its methods.
3. One entry in ``families/__init__.py``: its name, its class, and how its inputs are recognised.

``tests/toyfamily`` is a whole family in one folder.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairtray.core.errors import Fault, InputError
from fairtray.engines.check import Engine
from fairtray.pictures import Drawing
from fairtray.pictures.text import Line, Table

if TYPE_CHECKING:
    from fairtray.gameplay.table import Choice, PlayRequest
    from fairtray.runs import Plan, RunResult

Document = dict[str, Any]
"""What ``--json`` prints. Rows, columns and slots count from 0."""

Rules = Any
"""A game of a family, as the family itself holds it; opaque to everybody else."""

DEFAULT_MAX_NODES = 200_000_000
"""Placements that a search looks at: half a minute to a minute, no longer than a person waits."""


class RequestError(InputError):
    """An option that does not go with the input, with another option, or with the family.

    Options are called as parameters are, ``max_nodes``; :meth:`worded` calls them otherwise.
    """

    def __init__(self, option: str, what: str) -> None:
        """Keep what is wrong with the option.

        Args:
            option: its name.
            what: what is wrong, as the rest of a sentence that begins with the option. Other
                options are named in braces: ``leave out {engine}``.
        """
        self.option = option
        self.what = what
        super().__init__(Fault("", self.worded(str)))

    def worded(self, spelled: Callable[[str], str]) -> str:
        """Return the message, each option written as ``spelled`` makes it of its name."""
        rest = re.sub(r"\{(\w+)\}", lambda found: spelled(found[1]), self.what)
        return f"{spelled(self.option)} {rest}"

    def __reduce__(self) -> Any:
        """Pickle what it was made of."""
        return type(self), (self.option, self.what)

    def located(self, source: str, prefix: str = "") -> RequestError:
        """Return the same: an option is in no file."""
        return self


class NotOffered(InputError):
    """A question that a family of games does not answer."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text to read, and what else is known of it.

    Attributes:
        text: the text.
        name: the path, ``-``, or what else messages call it; relative paths inside of
            the text start in its folder.
        rules: the game to use instead of the text's; None for the text's own.
        line: whether it is one line of a file of many. It is JSON or the notation of one line
            then, and whoever has the file names it in messages.
    """

    text: str
    name: str = ""
    rules: Rules = None
    line: bool = False


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is asked by ``check``.

    Attributes:
        engine: who answers; both must agree.
    """

    engine: Engine = "search"


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """What is asked by ``solve``.

    Attributes:
        engine: who answers; both must agree.
        objective: what is best.
        top: how many different outcomes to list; None for the best line only.
        explain: whether to say which orders fail, and where.
        width: of the beam through upcoming trays; None for the default.
        max_nodes: placements to look at before the best line so far is taken.
        scoring: which way of counting; None for the usual one.
        proof: whether a proof that no line is better will be asked of the answer.
        given: the options that were set on purpose. One that has no meaning for the input is
            refused if it is among them, and ignored otherwise (a configuration file sets it).
    """

    engine: Engine = "search"
    objective: str = "score"
    top: int | None = None
    explain: bool = False
    width: int | None = None
    max_nodes: int = DEFAULT_MAX_NODES
    scoring: str | None = None
    proof: bool = False
    given: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What is asked by ``replay``.

    Attributes:
        scoring: which way of counting; None for the usual one.
        number: which game of a file with several, from 1; None for the first.
    """

    scoring: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class SimulationRequest:
    """What is asked by ``simulate``; a value that is None was not given.

    Attributes:
        games: how many games, with each dealer.
        seed: any whole number from 0 on.
        player: who plays.
        max_moves: moves after which a game is cut.
        dealers: names of dealers, or ``module:callable``; the others are compared with the first.
        dealer_command: a dealer program, after those.
        start_limit: seconds for it to start.
        deal_limit: seconds for it to answer each deal.
        mode: the mode whose games are played.
        challenge: number of a challenge, from 1.
        date: day of a daily.
        move_seconds: what a move takes on the clock of a timed mode.
        continues: whether the player takes the continues that it is offered.
        given: the options that were set on purpose.
    """

    games: int
    seed: int
    player: str
    max_moves: int
    dealers: tuple[str, ...] = ()
    dealer_command: str | None = None
    start_limit: float = 10.0
    deal_limit: float = 5.0
    mode: str | None = None
    challenge: int | None = None
    date: str | None = None
    move_seconds: float | None = None
    continues: bool | None = None
    given: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games to be played without people.

    Attributes:
        plan: the work, for :func:`fairtray.runs.run`.
        games: how many games there are in all.
        document: makes the report of its result; ``partial``, ``per_game`` and ``run`` are in
            each.
    """

    plan: Plan[Any, Any, Any]
    games: int
    document: Callable[[RunResult[Any, Any]], Document]


class Answer(ABC):
    """An answer, in any form; each form is made on demand."""

    yes: bool = True
    """Whether the exit status is 0 rather than 1."""

    interrupted: bool = False
    """Whether Ctrl-C ended the search early: the answer is what was found until then."""

    complete: bool = True
    """Whether all that was asked is decided; otherwise the exit status is 4."""

    warnings: Sequence[str] = ()
    """What is odd about the input but allowed; the document has them, too."""

    notes: Sequence[str] = ()
    """What else there is to say on stderr."""

    @abstractmethod
    def document(self) -> Document | list[Document]:
        """Return the JSON document."""

    @abstractmethod
    def lines(self, width: int) -> list[Line]:
        """Return the lines for a terminal of that many columns. Rows and columns count from 1."""

    def drawing(self) -> Drawing:
        """Return the picture of the answer.

        Raises:
            InputError: there is none, or it would be too large.
        """
        raise NotOffered(Fault("", "there is no picture of this answer"))

    def proof(self) -> Document:
        """Return the proof file of the answer.

        Raises:
            InputError: there is nothing that a proof could be written of.
        """
        raise NotOffered(Fault("", "no proof can be written of this answer"))

    def written(self, notation: str) -> str:
        """Return the input in another notation.

        Args:
            notation: ``line`` for the one of one line, or one that the registry lists for
                the option ``to``.

        Raises:
            InputError: there is no such notation, or it cannot say all that the input does.
        """
        raise NotOffered(Fault("", f"this cannot be written as {notation}"))


class Family(ABC):
    """All games of a family. What is not overridden is not offered.

    Attributes:
        title: what its games are called together: ``block games``.
        one: what one of them is: ``a block game``.
        deals: whether pieces are dealt, so that there are dealers to be audited and days.
    """

    title: str
    one: str
    deals: bool = False

    # --- What games there are ---

    @abstractmethod
    def ruleset_names(self) -> Sequence[str]:
        """Return the names of its games."""

    @abstractmethod
    def rules(self, spec: str) -> Rules:
        """Return the game of a name, of a path, or on standard input for ``-``.

        Raises:
            InputError: no such game, or faults in its file.
        """

    # --- Questions ---

    def summaries(self) -> list[Document]:
        """Return the facts of each game that the list of all games shows."""
        raise self.not_offered("a list of games")

    def overview(self) -> Table:
        """Return the same as a table for a terminal."""
        raise self.not_offered("a list of games")

    def described(self, rules: Rules) -> Answer:
        """Return all numbers of a game."""
        raise self.not_offered("rules to show")

    def pieces(self, rules: Rules) -> Answer:
        """Return the pieces of a game."""
        raise self.not_offered("pieces to show")

    def show(self, source: Source) -> Answer:
        """Return a position as read.

        Raises:
            InputError: faults of the position.
        """
        raise self.not_offered("positions to show")

    def check(self, source: Source, request: CheckRequest) -> Answer:
        """Return whether all that is on offer can be placed.

        Raises:
            InputError: faults of the position, or an option that does not go with it.
            InternalFault: two engines differ.
        """
        raise self.not_offered("a check")

    def solve(self, source: Source, request: SolveRequest) -> Answer:
        """Return the best line of play.

        Raises:
            InputError: faults of the position, or an option that does not go with it.
            InternalFault: two engines differ.
        """
        raise self.not_offered("a solver")

    def replay(self, source: Source, request: ReplayRequest) -> Answer:
        """Return a recorded game, played by the rules.

        Raises:
            InputError: faults of the document, or a move that the rules do not allow.
        """
        raise self.not_offered("recorded games")

    def questions(self, rules: Rules) -> int:
        """Return how many questions :meth:`prove` asks of a game."""
        raise self.not_offered("facts to prove")

    def prove(
        self, rules: Rules, work: float, progress: Callable[[int], None], *, draw: bool = False
    ) -> Answer:
        """Return what holds on every board of a game.

        Args:
            rules: the game.
            work: the limit of CP-SAT's work for each question, in its own count. Where it
                comes first, the answer has a note and is not ``complete``.
            progress: is called with 1 after each question.
            draw: whether the lines show more boards than the most telling ones.

        Raises:
            InputError: the game is too large for it.
        """
        raise self.not_offered("facts to prove")

    def verify(self, source: Source) -> Answer:
        """Return whether a proof file holds, checked again from scratch.

        Raises:
            InputError: it is not a proof file.
        """
        raise self.not_offered("proof files")

    # --- Hooks of long commands; the owner of each command defines what it hands over ---

    def simulation(self, rules: Rules, request: SimulationRequest) -> Simulation:
        """Return whole games to be played without people, as ``fairtray simulate`` runs them.

        Raises:
            InputError: something in the request that these games have no use for.
        """
        raise self.not_offered("simulated games")

    def table(self, request: PlayRequest) -> Choice:
        """Return a game to sit down at, as ``fairtray play`` draws it.

        Raises:
            InputError: the file or an option is not right.
        """
        raise self.not_offered("a table to play at")

    def not_offered(self, what: str) -> NotOffered:
        """Return the error that says what these games do not have."""
        return NotOffered(Fault("", f"{what}: {self.title} have none"))
