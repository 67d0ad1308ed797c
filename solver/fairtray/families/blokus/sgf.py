"""The Smart Game Format as such: nodes of properties, for any game.

Read generously: text around the games is ignored, blanks may be anywhere, property
names may have small letters in them. Of variations the main line is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fairtray.core.errors import Fault, NotationError, echo

_START = re.compile(r"\(\s*;")
_NAME = re.compile(r"[A-Za-z0-9]+")


@dataclass(slots=True)
class Node:
    """A node of the main line.

    Attributes:
        line: the line of the text that it begins in, from 1.
        properties: (name, values) in the order of the text.
    """

    line: int
    properties: list[tuple[str, list[str]]] = field(default_factory=list)


@dataclass(slots=True)
class Tree:
    """A game.

    Attributes:
        nodes: the nodes of its main line; at least one.
        variations: number of variations ignored.
    """

    nodes: list[Node] = field(default_factory=list)
    variations: int = 0


@dataclass(slots=True)
class Collection:
    """The games of a file.

    Attributes:
        games: the games; at least one.
        warnings: text that belongs to no game.
    """

    games: list[Tree] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def is_sgf(text: str) -> bool:
    """Return whether a text is a game in this format, judged by how it begins."""
    return _START.match(text.lstrip("\ufeff \t\r\n")) is not None


def parse(text: str) -> Collection:
    """Return the games of a text.

    Raises:
        NotationError: there is none, or one is not well formed; the message names the line.
    """
    found = Collection()
    at = 0
    while (start := _START.search(text, at)) is not None:
        _note_other(found, text, at, start.start())
        parser = _Parser(text, start.start())
        found.games.append(parser.tree())
        at = parser.at
    if not found.games:
        raise NotationError(Fault("", "holds no game", 'a game begins with "(;"'))
    _note_other(found, text, at, len(text))
    return found


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _note_other(found: Collection, text: str, start: int, end: int) -> None:
    other = text[start:end].strip("\ufeff \t\r\n\0")
    if other:
        where = "after" if found.games else "before"
        found.warnings.append(
            f"line {_line(text, text.index(other[:1], start))}: text {where} the game "
            f"is ignored: {echo(other, 30)}"
        )


class _Parser:
    """Reads one game; without recursion, so that no nesting is too deep."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        # Lines are counted along with the reading: counting from the top for each node
        # would take the square of the time.
        self._counted = 0
        self._lines = 1

    def tree(self) -> Tree:
        """Return the game that begins here; ``at`` is then behind it."""
        tree = Tree()
        # For each open parenthesis: is it on the main line, has it had a variation?
        main: list[bool] = []
        branched: list[bool] = []
        while True:
            mark = self._mark()
            if mark == "(":
                main.append(not main or (main[-1] and not branched[-1]))
                if branched:
                    tree.variations += branched[-1]
                    branched[-1] = True
                branched.append(False)
            elif mark == ")":
                self.at += 1
                main.pop()
                branched.pop()
                if not main:
                    return tree
                continue
            elif mark == ";":
                if main[-1]:
                    tree.nodes.append(Node(self._line()))
            else:
                name, values = self._property()
                if main[-1]:
                    tree.nodes[-1].properties.append((name, values))
                continue
            self.at += 1

    def _mark(self) -> str:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        if self.at == len(self.text):
            raise self._fault("the game does not end", 'close it with ")"')
        return self.text[self.at]

    def _property(self) -> tuple[str, list[str]]:
        match = _NAME.match(self.text, self.at)
        if match is None:
            raise self._fault(
                f"{echo(self.text[self.at])} is out of place", "write NAME[value], ; ( or )"
            )
        # Older files write names in full, with the small letters to be dropped: "Black" is B.
        name = re.sub("[a-z]", "", match.group()) or match.group().upper()
        self.at = match.end()
        values = []
        while self._mark() == "[":
            values.append(self._value())
        if not values:
            raise self._fault(f"{echo(name)} has no value", "write NAME[value]")
        return name, values

    def _value(self) -> str:
        start = self.at
        self.at += 1
        parts: list[str] = []
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == "]":
                return "".join(parts)
            if char == "\\":
                # A backslash takes the next character as it is; a line break it removes.
                char = self.text[self.at : self.at + 1]
                self.at += 1
                if char == "\r" and self.text[self.at : self.at + 1] == "\n":
                    self.at += 1
                if char in {"\r", "\n"}:
                    continue
            parts.append(char)
        self.at = start
        raise self._fault("a value does not end", 'close it with "]"')

    def _fault(self, what: str, mend: str) -> NotationError:
        return NotationError(Fault(f"line {_line(self.text, self.at)}", what, mend))

    def _line(self) -> int:
        self._lines += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._lines


def escaped(value: str) -> str:
    """Return a value as it is written between brackets."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


def node(properties: list[tuple[str, list[str]]]) -> str:
    """Return a node as text."""
    return ";" + "".join(
        name + "".join(f"[{escaped(value)}]" for value in values) for name, values in properties
    )
