"""The board of Blokus, the pieces that are left, and the scores, as lines of marked text.

Columns are letters and rows count from below, as players write cells: a1 is the lower left.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass

from fairtray.core.board import Mask
from fairtray.families.blokus.game import BlokusTable
from fairtray.families.blokus.position import Move, Position
from fairtray.gameplay.table import LEFT, Ghost, Hand, Line, Scale, Span, centred, joined


def board(
    position: Position, ghost: Ghost[Move] | None, scale: Scale, *, corners: Mask, new: Mask
) -> list[Line]:
    """Return the lines of a board.

    Args:
        position: what is on it.
        ghost: the piece in hand; None for none.
        scale: how large a cell is.
        corners: the cells of which the next piece must cover one, drawn as ``+``.
        new: the cells of pieces placed since the player's last move, in small letters.
    """
    rules = position.variant
    grid = rules.grid
    letters = [
        Span(centred(letter, scale.width), "label")
        for letter in string.ascii_lowercase[: grid.cols]
    ]
    lines = [joined([Span(" " * LEFT), *letters, Span(" ")])]
    starts = {start: i for i, start in enumerate(rules.starts) if not position.boards[i]}
    for r in range(grid.rows):
        for part in range(scale.height):
            middle = part == (scale.height - 1) // 2
            spans = [Span(f"{grid.rows - r:>2} " if middle else "   ", "label")]
            for c in range(grid.cols):
                bit = grid.bit(r, c)
                mark, style = _cell(position, ghost, bit, starts.get((r, c)), corners, new)
                if style == "empty" and (r + c) % 2:
                    style += "-odd"
                solid = mark not in ".+*"
                text = mark * scale.width if solid else centred(mark, scale.width)
                spans.append(Span(text if solid or middle else " " * scale.width, style))
            lines.append(joined([*spans, Span(" ")]))
    lines.append(joined([Span(" " * LEFT), Span(" " * (grid.cols * scale.width + 1))]))
    return lines


def _cell(
    position: Position,
    ghost: Ghost[Move] | None,
    bit: Mask,
    start: int | None,
    corners: Mask,
    new: Mask,
) -> tuple[str, str]:
    """Return the character of a cell and the name of its style."""
    if ghost is not None and ghost.blocked & bit:
        return "x", "ghost-blocked"
    if ghost is not None and ghost.mask & bit:
        return "o", "ghost" if ghost.move is not None else "ghost-wanted"
    for colour, cells in zip(position.variant.colours, position.boards, strict=True):
        if cells & bit:
            letter = colour.letter.lower() if new & bit else colour.letter
            return letter, f"{colour.name}-new" if new & bit else colour.name
    if corners & bit:
        return "+", "corner"
    if start is not None:
        return "*", f"{position.variant.colours[start].name}-start"
    return ".", "empty"


def scores(table: BlokusTable) -> list[Line]:
    """Return the lines of the scores: who is to move, who plays a colour, what it has."""
    lines: list[Line] = []
    can_move = table.can_move
    for i, (colour, score) in enumerate(zip(table.variant.colours, table.scores, strict=True)):
        mark = ">" if i == table.to_move else " " if can_move[i] else "-"
        player = "you" if i in table.people else "solver"
        left = len(table.position.left[i])
        words = f" {player:<7}{score:>4}  {left:>2} left"
        lines.append(
            (Span(f"{mark} "), Span(f" {colour.name:<6} ", f"{colour.name}-name"), Span(words))
        )
    return lines


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the pieces that a colour still holds, in lines.

    Attributes:
        lines: the lines.
        places: (row, first column, column after the last, name) of each name.
    """

    lines: list[Line]
    places: tuple[tuple[int, int, int, str], ...]

    def at(self, x: int, y: int) -> str | None:
        """Return the piece whose name a character belongs to; None for none."""
        for row, first, end, name in self.places:
            if row == y and first <= x < end:
                return name
        return None


def names(left: Sequence[str], in_hand: str | None, fitting: frozenset[str], width: int) -> Names:
    """Return the names of pieces, the one in hand between ``>`` and ``<``.

    Args:
        left: the pieces.
        in_hand: the one in hand; None for none.
        fitting: those that can be placed somewhere; the others are in brackets.
        width: characters of a line.
    """
    lines: list[list[Span]] = [[]]
    places = []
    column = 0
    for name in left:
        if name == in_hand:
            text, style = f">{name}<", "held"
        elif name in fitting:
            text, style = f" {name} ", "caption"
        else:
            text, style = f"({name})", "no-room"
        if column + len(text) > width:
            lines.append([])
            column = 0
        lines[-1].append(Span(text, style))
        places.append((len(lines) - 1, column, column + len(text), name))
        column += len(text)
    return Names([joined(line) for line in lines], tuple(places))


def piece(hand: Hand[str] | None, height: int = 5) -> list[Line]:
    """Return the lines of the piece in hand as it lies; empty ones where there is none."""
    lines: list[Line] = []
    for row in hand.shape.rows if hand is not None else ():
        spans = [Span("##", "piece-held") if cell == "#" else Span("  ") for cell in row]
        lines.append(joined([Span(" "), *spans]))
    return [*lines, *[(Span(" "),)] * (height - len(lines))]
