"""The rules: a strip of cells, filled or empty; a domino covers two empty neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from fairtray.core import jsontext
from fairtray.core.errors import Fault, IllegalPlacement, NotationError, PositionError
from fairtray.core.reading import Length, Range, document, read


@dataclass(frozen=True, slots=True)
class Rules:
    """A game of the family.

    Attributes:
        name: what files and ``--ruleset`` call it.
        size: how many cells the strip has.
    """

    name: str
    size: int


GAMES = {name: Rules(name, size) for name, size in (("strip-6", 6), ("strip-10", 10))}


@document(ignored={"note"})
@dataclass(frozen=True, slots=True)
class StripFile:
    """A position, or a game with its moves."""

    cells: Annotated[str, Length(1, 10)]
    ruleset: str = "strip-6"
    moves: Annotated[tuple[Annotated[int, Range(0)], ...], Length(0, 5)] = ()


@dataclass(frozen=True, slots=True)
class Strip:
    """A position: one character a cell, ``#`` where it is filled."""

    rules: Rules
    cells: str

    def places(self) -> list[int]:
        """Return where a domino fits: the indices of its left cells."""
        return [i for i in range(len(self.cells) - 1) if self.cells[i : i + 2] == ".."]

    def place(self, left: int) -> Strip:
        """Return the position with one more domino.

        Raises:
            IllegalPlacement: it does not fit there.
        """
        if left not in self.places():
            raise IllegalPlacement(Fault("", f"no domino fits at {left}", "choose empty cells"))
        return replace(self, cells=f"{self.cells[:left]}##{self.cells[left + 2 :]}")

    def best(self) -> list[int]:
        """Return a longest line of play: from the left is as good as any."""
        line, position = [], self
        while position.places():
            line.append(position.places()[0])
            position = position.place(line[-1])
        return line


def read_strip(text: str, rules: Rules | None) -> tuple[Strip, tuple[int, ...]]:
    """Return the position and the moves of a document.

    Raises:
        InputError: with every fault.
    """
    given = read(StripFile, jsontext.loads(text))
    if rules is None:
        rules = GAMES.get(given.ruleset)
        if rules is None:
            raise PositionError(Fault("ruleset", "is not a strip", f"one of {', '.join(GAMES)}"))
    if set(given.cells) - set(".#"):
        raise NotationError(Fault("cells", "holds other characters than . and #", "use those"))
    if len(given.cells) != rules.size:
        raise PositionError(Fault("cells", f"has {len(given.cells)} cells", f"use {rules.size}"))
    return Strip(rules, given.cells), given.moves


def played(start: Strip, moves: tuple[int, ...]) -> Iterator[Strip]:
    """Yield the positions after each move.

    Raises:
        IllegalPlacement: a move does not fit; its index is named.
    """
    for i, move in enumerate(moves):
        try:
            start = start.place(move)
        except IllegalPlacement as error:
            raise error.located("", f"moves[{i}]") from None
        yield start
