"""The games that are played by these rules, as data: Blokus and Duo."""

from __future__ import annotations

import hashlib
import json
import string
from dataclasses import dataclass, replace

from fairtray.core.board import Grid
from fairtray.core.errors import Fault, NotationError, RulesetError, echo, nearest
from fairtray.core.shapes import Cell
from fairtray.families.blokus.pieces import SQUARES, pieces

EMPTY_MARKS = "._0"
"""How a file may write an empty cell; the first is how it is written."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour and what files call it.

    Attributes:
        name: its name, as JSON has it.
        letter: how boards write its cells.
        sgf: the property of its moves in the Smart Game Format.
    """

    name: str
    letter: str
    sgf: str


@dataclass(frozen=True, slots=True)
class Variant:
    """What sets one game apart from another.

    Attributes:
        name: the ruleset's name.
        title: what people call it.
        grid: the board.
        colours: the colours, in the order of their turns.
        starts: for each colour the cell that its first piece must cover.
        sgf: the value of ``GM`` in the Smart Game Format.
        squares: cells of all pieces that a colour starts with, for its score.
    """

    name: str
    title: str
    grid: Grid
    colours: tuple[Colour, ...]
    starts: tuple[Cell, ...]
    sgf: str
    squares: int = SQUARES

    def colour(self, given: object) -> int:
        """Return the index of a colour: by name, letter, property, or number from 1.

        Raises:
            NotationError: it is none of this game.
        """
        if isinstance(given, int) and not isinstance(given, bool):
            if 1 <= given <= len(self.colours):
                return given - 1
        elif isinstance(given, str):
            word = given.strip().casefold()
            for i, colour in enumerate(self.colours):
                if word in {
                    colour.name,
                    colour.letter.casefold(),
                    colour.sgf.casefold(),
                    str(i + 1),
                }:
                    return i
        names = ", ".join(colour.name for colour in self.colours)
        raise NotationError(Fault("", f"no colour is called {echo(given)}", f"one of {names}"))

    def started_at(self, starts: tuple[Cell, ...]) -> Variant:
        """Return the same game with the start cells dealt out otherwise."""
        return replace(self, starts=starts)

    def cell_name(self, cell: Cell) -> str:
        """Return the name of a cell as players write it; a1 is the lower left corner."""
        row, col = cell
        return f"{string.ascii_lowercase[col]}{self.grid.rows - row}"

    def cell_at(self, name: str) -> Cell:
        """Return (row, column) of a cell such as ``a20``; it may lie off the board.

        Raises:
            NotationError: it is not a letter with a number.
        """
        word = name.strip().casefold()
        letter, number = word[:1], word[1:]
        if not (letter in string.ascii_lowercase and letter and number.isascii()):
            number = ""
        if not (number.isdigit() and len(number) <= 3):
            last = self.cell_name((0, self.grid.cols - 1))
            raise NotationError(
                Fault("", f"{echo(name)} is not a cell", f"a letter and a number, a1 to {last}")
            )
        return self.grid.rows - int(number), string.ascii_lowercase.index(letter)

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of all that the rules of this game depend on."""
        facts = [
            [self.grid.rows, self.grid.cols],
            [colour.name for colour in self.colours],
            [list(cell) for cell in self.starts],
            [[piece.name, list(piece.orientations[0].rows)] for piece in pieces()],
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


BLOKUS = Variant(
    name="blokus",
    title="Blokus",
    grid=Grid(20, 20),
    colours=(
        Colour("blue", "B", "1"),
        Colour("yellow", "Y", "2"),
        Colour("red", "R", "3"),
        Colour("green", "G", "4"),
    ),
    starts=((0, 0), (0, 19), (19, 19), (19, 0)),
    sgf="Blokus",
)

DUO = Variant(
    name="duo",
    title="Blokus Duo",
    grid=Grid(14, 14),
    colours=(Colour("blue", "B", "B"), Colour("yellow", "Y", "W")),
    starts=((4, 4), (9, 9)),
    sgf="Blokus Duo",
)

VARIANTS = {"blokus": BLOKUS, "duo": DUO}

NAMES = {**VARIANTS, "blokus-duo": DUO}
"""All names that files may use."""


def get(name: object) -> Variant:
    """Return the game of a name.

    Raises:
        RulesetError: no game of this family is called so.
    """
    found = NAMES.get(name) if isinstance(name, str) else None
    if found is None:
        raise RulesetError(
            Fault("", f"no Blokus game is called {echo(name)}", nearest(str(name)[:40], VARIANTS))
        )
    return found
