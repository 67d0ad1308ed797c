"""What a position or game file says, before anything is checked against a ruleset."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final, Literal

from fairtray.core.errors import Fault, NotationError, echo
from fairtray.core.shapes import EMPTY, FILLED


class Missing(Enum):
    """The type of :data:`MISSING`; ``null`` in a file is a value, and not the same."""

    MISSING = "missing"


MISSING: Final[Literal[Missing.MISSING]] = Missing.MISSING
"""Stands for a key that the file does not have."""

_KEYS = ("ruleset", "board", "tray", "combo", "moves_since_clear", "score", "upcoming", "moves")

_TRAYS = "trays"
"""Another name for ``upcoming``, usual in recorded games."""

IGNORED = frozenset(
    {"id", "kind", "name", "title", "note", "notes", "comment", "source", "line", "expect"}
    | {"date", "game", "turn", "record", "again"}
)
"""Keys that collections of positions carry for their own use."""

_MAX_LINES, _MAX_WIDTH = 2000, 2000
"""The largest text form; anything larger is some other kind of file."""

_NO_MARK = re.compile(r"[^#X1._0\s]")
"""What tells a name from a drawing."""

_SYNONYMS = MappingProxyType(
    {"pieces": "tray", "shapes": "tray", "hand": "tray", "grid": "board", "rules": "ruleset"}
)


@dataclass(frozen=True, slots=True)
class Setup:
    """An unvalidated position or game: the values of a file, of any type.

    Attributes:
        ruleset: a name, a path or an object.
        board: the rows.
        tray: the pieces.
        combo: the combo counter.
        moves_since_clear: the non-clearing moves since the last clear.
        score: the points so far.
        upcoming: the trays that follow.
        moves: the moves of a recorded game.
        places: for the text form: in which line of the file a field stands.
        warnings: what is odd, but no fault.
    """

    ruleset: object = MISSING
    board: object = MISSING
    tray: object = MISSING
    combo: object = MISSING
    moves_since_clear: object = MISSING
    score: object = MISSING
    upcoming: object = MISSING
    moves: object = MISSING
    places: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    warnings: tuple[str, ...] = ()

    def placed(self, fault: Fault) -> Fault:
        """Return the fault with the line of the text form named, where there is one."""
        match = re.match(r"(?:board|tray)\[\d+\]", fault.where)
        line = self.places.get(match.group() if match else fault.where)
        if line is None:
            return fault
        return Fault(f"line {line} ({fault.where})", fault.what, fault.mend)


def from_json(value: object) -> Setup:
    """Return the setup that a decoded JSON value describes.

    Raises:
        NotationError: the value is no object, or a key is nearly a known one, which
            would otherwise be passed over in silence.
    """
    if not isinstance(value, Mapping):
        raise NotationError(
            Fault("", f"{echo(value)} is no position", 'write an object: {"board": …, "tray": …}')
        )
    faults: list[Fault] = []
    warnings: list[str] = []
    found: dict[str, object] = {}
    for key, item in value.items():
        if key in _KEYS:
            found[key] = item
        elif key == _TRAYS:
            if "upcoming" in value:
                faults.append(Fault(_TRAYS, "stands beside upcoming", "keep one of them"))
            found["upcoming"] = item
        elif key not in IGNORED and not key.startswith("_"):
            near = meant(key, _KEYS, _SYNONYMS, value)
            if near:
                faults.append(Fault(echo(key), "unknown key", f"did you mean {near}?"))
            else:
                warnings.append(f"unknown key {echo(key)} is passed over")
    if faults:
        raise NotationError(faults)
    return Setup(**found, warnings=tuple(warnings))  # type: ignore[arg-type]


def meant(
    key: str, known: Sequence[str], synonyms: Mapping[str, str], present: Mapping[str, object]
) -> str:
    """Return the known key that a key was probably meant to be, or an empty string.

    Args:
        key: the key.
        known: the keys there are.
        synonyms: other words for some of them.
        present: the object that holds the key; a synonym of what is there too is none.
    """
    word = key[:80].casefold().replace("-", "_").replace(" ", "_")
    if word in known:
        return word
    if synonyms.get(word, word) not in {word, *present}:
        return synonyms[word]
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.7)), "")


def from_text(lines: Sequence[str]) -> Setup:
    """Return the setup that a drawing describes: the board, a blank line, the pieces.

    Pieces are separated by blank lines or stand side by side, two or more blanks
    apart. In place of a drawing a piece may be its name, or ``-`` for a used slot,
    also beside drawings. Empty cells within the box of a drawing are written as ``.``.

    Raises:
        NotationError: no drawing at all, or a piece that cannot be told from its neighbours.
    """
    blocks = _blocks(lines)
    if not blocks:
        raise NotationError(Fault("", "is empty", "write a board and a tray"))
    number, first = blocks[0][0]
    if 2 * sum(mark in FILLED + EMPTY for mark in first) < len(first):
        raise NotationError(
            Fault(
                f"line {number}",
                f"{echo(first)} begins neither JSON nor a drawing",
                "write a JSON object, or a board's rows of # and .",
            )
        )
    places: dict[str, int] = {"board": number}
    board: list[object] = []
    for number, line in blocks[0]:
        places[f"board[{len(board)}]"] = number
        board.append(line.strip())
    tray: list[object] = []
    for block in blocks[1:]:
        for piece in _pieces(block):
            places[f"tray[{len(tray)}]"] = block[0][0]
            tray.append(piece)
    places["tray"] = blocks[1][0][0] if tray else len(lines)
    warnings = () if tray else ("no piece is drawn after the board, so the tray is empty",)
    return Setup(board=board, tray=tray, places=places, warnings=warnings)


_Block = list[tuple[int, str]]


def _blocks(lines: Sequence[str]) -> list[_Block]:
    """Return the runs of lines that are not blank, each line with its number."""
    blocks: list[_Block] = [[]]
    for number, raw in enumerate(lines, start=1):
        if number > _MAX_LINES or len(raw) > _MAX_WIDTH:
            raise NotationError(
                Fault(
                    f"line {number}",
                    "too long for a drawing of a board and its pieces",
                    f"at most {_MAX_LINES} lines of {_MAX_WIDTH} characters",
                )
            )
        line = raw.expandtabs().rstrip()
        if line:
            blocks[-1].append((number, line))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _pieces(block: _Block) -> list[object]:
    """Return the pieces of one block from left to right."""
    if len(block) == 1 and _NO_MARK.search(block[0][1]):
        return [None if word == "-" else word for word in block[0][1].split()]
    columns = _column_ranges([line for _, line in block])
    pieces: list[object] = []
    for left, right in columns:
        parts = [(number, line[left:right].strip()) for number, line in block]
        rows = [(number, part) for number, part in parts if part]
        numbers = [number for number, _ in rows]
        if numbers != list(range(numbers[0], numbers[-1] + 1)):
            raise NotationError(
                Fault(
                    f"line {numbers[0]}",
                    f"the piece in columns {left + 1} to {right} has a gap",
                    "write . for the empty cells",
                )
            )
        for number, part in rows:
            if " " in part:
                raise NotationError(
                    Fault(
                        f"line {number}",
                        f"{echo(part)} has a blank inside",
                        "write . for the empty cells and set pieces two blanks apart",
                    )
                )
        pieces.append(_word_or_rows([part for _, part in rows]))
    return pieces


def _word_or_rows(parts: list[str]) -> object:
    """Return the name of a piece, None for a used slot, or the rows of a drawing."""
    if len(parts) > 1 or not _NO_MARK.search(parts[0]):
        return parts
    return None if parts[0] == "-" else parts[0]


def _column_ranges(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the ranges of text columns that pieces take up: two blank columns part them."""
    used = sorted({c for line in lines for c, mark in enumerate(line) if mark != " "})
    ranges = [(used[0], used[0] + 1)]
    for col in used[1:]:
        left, right = ranges[-1]
        if col <= right + 1:
            ranges[-1] = (left, col + 1)
        else:
            ranges.append((col, col + 1))
    return ranges
