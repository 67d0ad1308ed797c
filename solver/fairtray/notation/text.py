"""Positions as text: a drawing of several lines, or a notation of one line.

    bloky-8x8:0x00001c0000000000:I3h,V3-ne,-:combo=2:next=O4,dot,dot

In one line, to be pasted into a chat, a command or an issue, fields stand between colons:
the ruleset (a built-in name, or ``6x7`` for a plain board of that size), the board as a
hexadecimal bitboard (or as rows joined by ``/``), the tray (``-`` for a used slot), and where
they are not 0 or empty ``combo=``, ``since=`` (moves since the last clear), ``score=`` and one
``next=`` for each tray known to follow. No character in it means anything to a shell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from fairtray.core import jsontext, shapes
from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.shapes import EMPTY, FILLED, Shape
from fairtray.game import Position
from fairtray.notation.pieces import split_tray, words, write_bitboard
from fairtray.notation.position import Tray
from fairtray.notation.writing import ruleset_json
from fairtray.rulesets import registry
from fairtray.rulesets.model import Ruleset

_MAX_LINES, _MAX_WIDTH = 2000, 2000
"""The largest text form; anything larger is some other kind of file."""

_NO_MARK = re.compile(r"[^#X1._0\s]")
"""What distinguishes a name from a drawing."""

_BEGINS = re.compile(r"[\w.-]*:(?:0[xX]|[#X1._0]+/)")
_SIZE = re.compile(r"(\d{1,3})x(\d{1,3})")
_NUMBERS = {"combo": "combo", "since": "moves_since_clear", "score": "score"}
_NEXT = "next"
_MAX_DIGITS = 18
_SHOWN = "write RULESET:BOARD:TRAY, such as bloky-8x8:0x00001c0000000000:I3h,dot,O4"


@dataclass(frozen=True, slots=True)
class PositionText:
    """What the text of a position says, before any of it is read.

    Attributes:
        value: the document.
        lines: for a drawing, the line of the text that a field is in.
        warnings: what is odd about the text, but not a fault.
    """

    value: object
    lines: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    warnings: tuple[str, ...] = ()

    def located(self, fault: Fault) -> Fault:
        """Return the fault with the line of the drawing named, where there is one."""
        match = re.match(r"(?:board|tray)\[\d+\]", fault.where)
        line = self.lines.get(match.group() if match else fault.where)
        if line is None:
            return fault
        return Fault(f"line {line} ({fault.where})", fault.what, fault.mend)


def document_of(text: str) -> PositionText:
    """Return what a text says; its beginning shows JSON, the one-line notation or a drawing.

    Raises:
        NotationError: it is none of them.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in {"{", "[", '"'}:
        return PositionText(jsontext.loads(text))
    if is_compact(text):
        return PositionText(_line(text))
    # splitlines would also split at separators that no editor shows as a line's end.
    return _drawing(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def document_of_line(text: str) -> object:
    """Return what a line of a JSON Lines file says: a document, or the one-line notation."""
    return _line(text) if is_compact(text) else jsontext.loads(text)


# --- One line ------------------------------------------------------------------------


def is_compact(text: str) -> bool:
    """Return whether a text begins like the one-line notation, and is to be read as it."""
    line = text.strip()
    return "\n" not in line and _BEGINS.match(line) is not None


def _line(text: str) -> dict[str, object]:
    """Return the document that a line in the one-line notation stands for.

    Raises:
        NotationError: a field that cannot be read, with what it was understood as.
    """
    ruleset, board, *rest = words(text, ":")
    if not rest:
        raise _fault("tray", "is missing", _SHOWN)
    document: dict[str, object] = {"board": board, "tray": split_tray(rest[0])}
    if ruleset:
        size = _SIZE.fullmatch(ruleset)
        document["ruleset"] = (
            ruleset if size is None else {"rows": int(size[1]), "cols": int(size[2])}
        )
    upcoming: list[object] = []
    for part in rest[1:]:
        key, _, value = part.partition("=")
        if key == _NEXT:
            upcoming.append(split_tray(value))
        elif key not in _NUMBERS:
            known = ", ".join(f"{name}=" for name in (*_NUMBERS, _NEXT))
            raise _fault(echo(part), "is not a field", f"after the tray there are {known}")
        elif _NUMBERS[key] in document:
            raise _fault(key, "appears twice", "keep one")
        elif not (value.isascii() and value.isdigit() and len(value) <= _MAX_DIGITS):
            raise _fault(key, f"{echo(value)} is not a number", "write a whole number from 0")
        else:
            document[_NUMBERS[key]] = int(value)
    if upcoming:
        document["upcoming"] = upcoming
    return document


def _fault(where: str, what: str, mend: str) -> NotationError:
    return NotationError(Fault(where, f"{what} (read as the one-line notation)", mend))


def compact_notation(position: Position, upcoming: Sequence[Tray] = ()) -> str:
    """Return a position in the one-line notation.

    Raises:
        InputError: the ruleset is neither built in nor a plain board, so a line cannot name it.
    """
    grid = position.ruleset.grid
    fields = [
        _ruleset(position.ruleset),
        write_bitboard(position.board, grid),
        _tray(position.tray),
    ]
    numbers = (position.combo, position.moves_since_clear, position.score)
    fields += [f"{key}={n}" for key, n in zip(_NUMBERS, numbers, strict=True) if n]
    fields += [f"{_NEXT}={_tray(tray)}" for tray in upcoming]
    return ":".join(fields)


def _ruleset(ruleset: Ruleset) -> str:
    name = ruleset_json(ruleset)
    if isinstance(name, str):
        return name
    rows, cols = ruleset.grid.rows, ruleset.grid.cols
    if registry.get({"rows": rows, "cols": cols}).digest == ruleset.digest:
        return f"{rows}x{cols}"
    raise InputError(
        Fault(
            "ruleset",
            f"{echo(ruleset.name)} is not built in, and one line cannot hold its rules",
            "share the JSON of 'fairtray show --json', which can",
        )
    )


def _tray(tray: Tray) -> str:
    return ",".join("-" if shape is None else _piece(shape) for shape in tray)


def _piece(shape: Shape) -> str:
    if shapes.standard().get(shape.name) == shape:
        return shape.name
    return "/".join(shape.rows).replace("#", "1").replace(".", "0")


# --- Drawings ------------------------------------------------------------------------


def _drawing(lines: Sequence[str]) -> PositionText:
    """Return what a drawing says: the board, a blank line, the pieces.

    Pieces are separated by blank lines or drawn side by side, two or more blanks
    apart. In place of a drawing a piece may be its name, or ``-`` for a used slot,
    also beside drawings. Empty cells within the box of a drawing are written as ``.``.

    Raises:
        NotationError: no drawing at all, or a piece that cannot be separated from its neighbours.
    """
    blocks = _blocks(lines)
    if not blocks:
        raise NotationError(Fault("", "is empty", "write a board and a tray"))
    number, first = blocks[0][0]
    if 2 * sum(mark in FILLED + EMPTY for mark in first) < len(first):
        raise NotationError(
            Fault(
                f"line {number}",
                f"{echo(first)} is neither JSON nor the start of a drawing",
                "write a JSON object, or a board's rows of # and .",
            )
        )
    numbers: dict[str, int] = {"board": number}
    board: list[object] = []
    for number, line in blocks[0]:
        numbers[f"board[{len(board)}]"] = number
        board.append(line.strip())
    tray: list[object] = []
    for block in blocks[1:]:
        for piece in _pieces(block):
            numbers[f"tray[{len(tray)}]"] = block[0][0]
            tray.append(piece)
    numbers["tray"] = blocks[1][0][0] if tray else len(lines)
    warnings = () if tray else ("no piece is drawn after the board, so the tray is empty",)
    return PositionText({"board": board, "tray": tray}, numbers, warnings)


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
    """Return the ranges of text columns that pieces take up: two blank columns separate them."""
    used = sorted({c for line in lines for c, mark in enumerate(line) if mark != " "})
    ranges = [(used[0], used[0] + 1)]
    for col in used[1:]:
        left, right = ranges[-1]
        if col <= right + 1:
            ranges[-1] = (left, col + 1)
        else:
            ranges.append((col, col + 1))
    return ranges
