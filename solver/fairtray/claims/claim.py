"""The kinds of claims, by how they are judged.

*Deal claims* are exact: a single deal keeps or breaks them. *Answer claims* say that the same
question has the same answer: the dealer is asked twice, and each pair of answers agrees or does
not. *Draw claims* give every draw its chances: they are judged by tests, within a probability
of error that all statistical claims of an audit share.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

from fairtray.core.errors import Fault, InputError, echo, nearest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    F64 = NDArray[np.float64]
    I64 = NDArray[np.int64]
    Rows = NDArray[np.bool_]

PerDeal = Any
"""Bool (N,), one for each deal. Numpy's own annotations do not know that of a formula."""

FAR = 1_000_000
"""A score or a record far beyond those of any game."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value that a claim leaves open, written ``name=value`` after the claim's id.

    Attributes:
        name: its name.
        default: the value where none is given.
        read: makes the value of a text; raises ``ValueError`` with what is wrong with it.
        write: makes a text of a value that ``read`` reads again.
    """

    name: str
    default: object
    read: Callable[[str], object]
    write: Callable[[Any], str] = str


@dataclass(frozen=True, slots=True)
class Need:
    """A key that a ruleset must have for a claim to mean anything.

    Attributes:
        key: the key in a ruleset file, dotted.
        attribute: the attribute of a ruleset; None there if the key is missing.
        absent: what is said of a ruleset without it, as in ``has no limit of large shapes``.
    """

    key: str
    attribute: str
    absent: str


class Claim:
    """A promise about a dealer.

    Args:
        values: the values of its parameters; the defaults of those not given.

    Attributes:
        id: what rulesets, options and reports call it.
        promise: the promise in one sentence.
        parameters: the values that it leaves open.
        needs: what a ruleset must have.
    """

    id: ClassVar[str]
    promise: ClassVar[str]
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    needs: ClassVar[tuple[Need, ...]] = ()

    judges_outside: ClassVar[bool] = False
    """Whether a piece outside the catalogue breaks it. Unless such a claim is checked, a piece
    like that is a failure of the dealer."""

    redraws_large: ClassVar[bool] = False
    """Whether a dealer keeps it by drawing one large shape too many again, so that the chances
    of all draws follow from it."""

    def __init__(self, **values: object) -> None:
        self.values: Mapping[str, object] = {
            parameter.name: values.get(parameter.name, parameter.default)
            for parameter in self.parameters
        }

    @property
    def name(self) -> str:
        """The id, and after it the parameters that are not at their defaults."""
        own = [
            f"{parameter.name}={parameter.write(self.values[parameter.name])}"
            for parameter in self.parameters
            if self.values[parameter.name] != parameter.default
        ]
        return f"{self.id}:{','.join(own)}" if own else self.id

    def with_parameters(self, text: str) -> Self:
        """Return the same claim with the parameters of a text such as ``pieces=40,shapes=I3h``.

        Raises:
            InputError: the claim has no such parameter, or a value cannot be read.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        values: dict[str, object] = {}
        for part in text.split(",") if text else ():
            key, _, value = part.partition("=")
            if key not in known:
                what = f"claim {self.id} has no parameter {echo(key)}"
                raise InputError(Fault("", what, nearest(key, known) if known else "leave it out"))
            try:
                values[key] = known[key].read(value)
            except ValueError as error:
                raise InputError(Fault("", f"{self.id}: {key}: {error}", "")) from None
        return type(self)(**values)

    def unmet(self, ruleset: ClaimingRuleset) -> Need | None:
        """Return the first need that a ruleset does not meet; None if it meets all of them."""
        return next((need for need in self.needs if getattr(ruleset, need.attribute) is None), None)


class ClaimingRuleset(Protocol):
    """What claims read of a ruleset, beside the attributes that they need."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def claims(self) -> tuple[str, ...]:
        """The names of the claims that the game makes about its dealer."""
        ...


class Deals(Protocol):
    """N deals of n pieces each, and what independent engines say of them.

    What is expensive is worked out when it is first read: a claim reads only what it needs.
    """

    @property
    def ruleset(self) -> Any:
        """The game."""
        ...

    @property
    def known(self) -> Rows:
        """Bool (N, n): whether each piece is in the catalogue."""
        ...

    @property
    def large(self) -> Rows:
        """Bool (N, n): whether each piece is large."""
        ...

    @property
    def fits(self) -> Rows:
        """Bool (N, n): whether each piece fits by itself on the board as it was dealt."""
        ...

    @property
    def orders(self) -> I64:
        """Int64 (N,): in how many orders the whole tray can be placed."""
        ...


class DealClaim(Claim, abc.ABC):
    """A claim that every single deal keeps or breaks."""

    shown_by_check: ClassVar[bool] = False
    """Whether ``fairtray check`` reports a position that breaks it."""

    @abc.abstractmethod
    def broken(self, deals: Deals) -> PerDeal:
        """Return bool (N,): which deals break it."""


class Draws(Protocol):
    """The draws of one slot of M trays from S shapes, given the pieces drawn before."""

    @property
    def fitting(self) -> Rows:
        """Bool (M, S): the shapes that fit by themselves on the board as it stands."""
        ...

    def placeable(self, candidates: Rows) -> tuple[Rows, F64]:
        """Return which candidates leave the pieces so far and themselves placeable.

        Args:
            candidates: bool (M, S).

        Returns:
            Bool (M, S), and float64 (M, S): the share of the orders of the pieces so far and
            the candidate in which they cannot be placed.
        """
        ...


class DrawClaim(Claim, abc.ABC):
    """A claim that every piece is drawn from a certain set, with the catalogue's weights."""

    board_free: ClassVar[bool] = False
    """Whether the sets are the same whatever the board, so that the number of pieces of each
    shape can be foretold."""

    @abc.abstractmethod
    def draw_sets(self, draws: Draws, allowed: Rows) -> tuple[Rows, F64 | None]:
        """Return what each piece is drawn from.

        Args:
            draws: the draws.
            allowed: bool (M, S): the shapes that other claims leave.

        Returns:
            Bool (M, S), and as :meth:`Draws.placeable` the share of orders that cannot be
            placed; None where the claim has no use for it.
        """


Probe = Literal["again", "undo", "vary", "stages"]
"""How a dealer is asked twice. ``again``: the same game once more. ``undo``: some deals back
and forward again. ``vary``: with one input changed. ``stages``: one board over and over, the
early deals held against the late ones."""


class AnswerClaim(Claim):
    """A claim that two answers of a dealer are the same."""

    probe: ClassVar[Probe]


@dataclass(frozen=True, slots=True)
class Covariate:
    """Something that deals may depend on.

    Attributes:
        id: what statistics call it.
        low: its low end in words.
        high: its high end in words.
        at: the word before both.
    """

    id: str
    low: str
    high: str
    at: str = "with"


class InputClaim(AnswerClaim):
    """A claim that something does not influence what is dealt.

    Where a dealer cannot be asked the same twice, statistics of its draws can tell.
    """

    covariate: ClassVar[Covariate]


class Situation(Protocol):
    """What a dealer is told when it is to deal."""

    @property
    def score(self) -> int:
        """Points so far."""
        ...

    @property
    def record(self) -> int:
        """The player's best earlier score."""
        ...


class Boards(Protocol):
    """The boards of a sample of deals."""

    def various(self) -> list[int]:
        """Return the emptiest, the fullest and any other board."""
        ...

    def opposite(self) -> tuple[int, int]:
        """Return one of the emptiest boards and one of the fullest."""
        ...


Changes = dict[str, int]
"""Values to put in place of those that the dealer was told, by name."""


class VariedClaim(InputClaim, abc.ABC):
    """An input claim whose input can be set at will."""

    probe = "vary"

    input: ClassVar[Literal["board", "score", "record"]]
    """The input."""

    @abc.abstractmethod
    def variants(self, situation: Situation, boards: Boards) -> list[Changes]:
        """Return other values of the input, after which a blind dealer deals the same."""

    @abc.abstractmethod
    def extremes(self, situation: Situation, boards: Boards) -> tuple[Changes, Changes]:
        """Return a low and a high value of the input, everything else being equal."""
