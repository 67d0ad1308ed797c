"""The board and the tray as lines of marked text, and which cell a pointer is over.

Every meaning has a character of its own, the same as in the drawings of ``solve``, so that
the game can be played without any colour; the styles only add to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairtray.core.board import Grid, Mask
from fairtray.core.shapes import Cell, Shape
from fairtray.game import Position
from fairtray.notation import Tray
from fairtray_cli.render.boards import framed
from fairtray_cli.table.hand import Ghost


@dataclass(frozen=True, slots=True)
class Span:
    """Some characters in one style.

    Attributes:
        text: the characters.
        style: what they are: a key of ``styles.STYLES``.
    """

    text: str
    style: str = "plain"


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """How many characters a cell of the board takes."""

    width: int
    height: int


SCALES = (Scale(2, 1), Scale(4, 2), Scale(6, 3))
"""From the smallest to the largest; a character is about twice as high as wide."""

LEFT, TOP = 3, 1
"""Characters left of the board (number and frame) and above it (numbers or frames)."""

_FILLED, _EMPTY, _NEW, _CROSSED, _GONE, _NEW_AND_GONE = "#.ox%@"


def board_size(grid: Grid, scale: Scale) -> tuple[int, int]:
    """Return the width and the height of a board in characters."""
    return LEFT + grid.cols * scale.width + 1, TOP + grid.rows * scale.height + 1


def cell_at(grid: Grid, scale: Scale, x: int, y: int) -> Cell | None:
    """Return the cell that a character of the drawn board belongs to; None beside the board."""
    row, col = (y - TOP) // scale.height, (x - LEFT) // scale.width
    return (row, col) if 0 <= row < grid.rows and 0 <= col < grid.cols else None


def board(position: Position, ghost: Ghost | None, scale: Scale, last: Mask = 0) -> list[Line]:
    """Return the lines of a board.

    Rows about to clear stand in brackets, columns between ``v`` and ``^``, cells of other
    lines are drawn as ``%`` and ``@``.

    Args:
        position: what is on it.
        ghost: the piece in hand; None for none.
        scale: how large a cell is.
        last: the cells of the piece placed last, set off by style only.
    """
    rules = position.ruleset
    grid = rules.grid
    frame = framed(ghost.move) if ghost is not None and ghost.move is not None else None
    gone = ghost.move.removed if ghost is not None and ghost.move is not None else 0
    rows = frame.rows if frame is not None else frozenset()
    cols = frame.cols if frame is not None else frozenset()
    marked = frame.others if frame is not None else 0
    lines = [_numbers(grid, scale, cols)]
    for r in range(grid.rows):
        for part in range(scale.height):
            middle = part == (scale.height - 1) // 2
            number = f"{r + 1:>2}" if middle else "  "
            edge = "[" if r in rows else " "
            spans = [Span(number, "label"), Span(edge, "frame")]
            for c in range(grid.cols):
                bit = grid.bit(r, c)
                mark, style = _cell(position, ghost, bit, marked)
                if gone & bit:
                    style = "gone-new" if style == "new" else "gone"
                elif style == "filled" and last & bit:
                    style = "last"
                if style in {"empty", "filled", "last"} and (r + c) % 2:
                    style += "-odd"
                spans.append(Span(_text(mark, scale, middle=middle), style))
            spans.append(Span("]" if r in rows else " ", "frame"))
            lines.append(joined(spans))
    lines.append(joined([Span(" " * LEFT), *_under(grid, scale, cols), Span(" ")]))
    return lines


def _numbers(grid: Grid, scale: Scale, cols: frozenset[int]) -> Line:
    spans = [Span(" " * LEFT)]
    for c in range(grid.cols):
        # Two figures fill a narrow cell, so that no blank is left in front of a frame's mark.
        text = "v" if c in cols else str(c + 1)
        spans.append(Span(centred(text, scale.width), "frame" if c in cols else "label"))
    return joined([*spans, Span(" ")])


def _under(grid: Grid, scale: Scale, cols: frozenset[int]) -> list[Span]:
    return [Span(centred("^" if c in cols else "", scale.width), "frame") for c in range(grid.cols)]


def centred(text: str, width: int) -> str:
    """Return a text in the middle of so many blanks, or right of it."""
    right = (width - len(text)) // 2
    return " " * (width - len(text) - right) + text + " " * right


def _cell(position: Position, ghost: Ghost | None, bit: Mask, marked: Mask) -> tuple[str, str]:
    """Return the character of a cell and the name of its style."""
    if ghost is not None and ghost.in_the_way & bit:
        return _CROSSED, "crossed"
    if ghost is not None and ghost.mask & bit:
        style = "new" if ghost.move is not None else "wanted"
        return (_NEW_AND_GONE if marked & bit else _NEW), style
    if position.board & bit:
        return (_GONE if marked & bit else _FILLED), "filled"
    return _EMPTY, "empty"


def _text(mark: str, scale: Scale, *, middle: bool) -> str:
    if mark != _EMPTY:
        return mark * scale.width
    return centred(_EMPTY, scale.width) if middle else " " * scale.width


def joined(spans: Sequence[Span]) -> Line:
    """Return spans with neighbours of one style made one."""
    lines: list[Span] = []
    for span in spans:
        if lines and lines[-1].style == span.style:
            lines[-1] = Span(lines[-1].text + span.text, span.style)
        else:
            lines.append(span)
    return tuple(lines)


# --- The tray ----------------------------------------------------------------------

_CELL = 2
_GAP = 2


@dataclass(frozen=True, slots=True)
class TrayPlan:
    """Where the pieces of a tray stand.

    Attributes:
        slot_width: characters that a slot takes, the gap behind it included.
        slot_height: lines that a slot takes, its caption included.
        in_a_row: slots beside each other.
    """

    slot_width: int
    slot_height: int
    in_a_row: int

    def slot_at(self, slots: int, x: int, y: int) -> int | None:
        """Return the slot that a character of the drawn tray belongs to; None beside all."""
        column = x // self.slot_width
        slot = y // self.slot_height * self.in_a_row + column
        inside = x >= 0 and y >= 0 and column < self.in_a_row
        return slot if inside and slot < slots else None


def tray_plan(tray: Tray, width: int) -> TrayPlan:
    """Return where the pieces of a tray stand in so many characters' width."""
    shapes = [shape for shape in tray if shape is not None]
    # Room for the usual pieces is kept, so that nothing moves when others are dealt.
    cells = max([5, *(shape.width for shape in shapes)])
    height = max([5, *(shape.height for shape in shapes)]) + 1
    slot_width = cells * _CELL + _GAP
    return TrayPlan(slot_width, height, max((width + _GAP) // slot_width, 1))


def tray(position: Position, held: int | None, plan: TrayPlan) -> list[Line]:
    """Return the lines of a tray.

    The piece in hand has ``>`` before its number; one that fits nowhere is drawn as ``:``.

    Args:
        position: what is on it.
        held: the slot of the piece in hand; None for none.
        plan: where the pieces stand.
    """
    blocks = [_slot(position, slot, held, plan) for slot in range(len(position.tray))]
    lines: list[Line] = []
    for first in range(0, len(blocks), plan.in_a_row):
        row = blocks[first : first + plan.in_a_row]
        lines += [
            joined([span for part in parts for span in part]) for parts in zip(*row, strict=True)
        ]
    return lines


def _slot(position: Position, slot: int, held: int | None, plan: TrayPlan) -> list[Line]:
    shape = position.tray[slot]
    wide = plan.slot_width
    fits = position.fits(slot)
    lines: list[Line]
    caption = f"{'>' if slot == held else ' '}{slot + 1} "
    if shape is None:
        lines = [(Span((caption + "(used)").ljust(wide), "used"),)]
    else:
        name = shape.name if len(shape.name) <= wide - 4 else "piece"
        words = caption + (name if fits else "no room")
        style = "held" if slot == held else "caption" if fits else "no-room"
        lines = [(Span(words[: wide - 1], style), Span(" " * (wide - len(words[: wide - 1]))))]
        style = "piece-held" if slot == held else "piece" if fits else "piece-no-room"
        lines += _piece(shape, style, "#" if fits else ":", wide)
    return [*lines, *[(Span(" " * wide),)] * (plan.slot_height - len(lines))]


def _piece(shape: Shape, style: str, mark: str, wide: int) -> list[Line]:
    lines = []
    for row in shape.rows:
        spans = [Span(" ")]
        spans += [Span(mark * _CELL, style) if cell == "#" else Span(" " * _CELL) for cell in row]
        spans.append(Span(" " * (wide - 1 - _CELL * len(row))))
        lines.append(joined(spans))
    return lines
