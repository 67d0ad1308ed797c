"""The board and the tray of a block game as lines of marked text, and how they are laid out.

The characters are those of the drawings of ``solve``.
"""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.core.board import Grid, Mask
from fairtray.core.shapes import Shape
from fairtray.game import Move, Position
from fairtray.gameplay.table import (
    LEFT,
    SCALES,
    Ghost,
    Line,
    Scale,
    Span,
    board_size,
    centred,
    joined,
)
from fairtray.gameplay.table.sitting import EDGES, SIDE
from fairtray.notation import Tray

_FILLED, _EMPTY, _NEW, _CROSSED, _GONE, _NEW_AND_GONE = "#.ox%@"


def board(
    position: Position, ghost: Ghost[Move] | None, scale: Scale, last: Mask = 0
) -> list[Line]:
    """Return the lines of a board.

    Rows about to clear are in brackets, columns between ``v`` and ``^``, cells of other
    lines are drawn as ``%`` and ``@``.

    Args:
        position: what is on it.
        ghost: the piece in hand; None for none.
        scale: how large a cell is.
        last: the cells of the piece placed last, set off by style only.
    """
    rules = position.ruleset
    grid = rules.grid
    move = None if ghost is None else ghost.move
    gone = 0 if move is None else move.removed
    rows, cols, marked = _cleared(move)
    lines = [_numbers(grid, scale, cols)]
    for r in range(grid.rows):
        for part in range(scale.height):
            middle = part == (scale.height - 1) // 2
            number = f"{r + 1:>2}" if middle else "  "
            left, right = ("[", "]") if r in rows else (" ", " ")
            edge = "frame" if r in rows else "plain"
            spans = [Span(number, "label"), Span(left, edge)]
            for c in range(grid.cols):
                bit = grid.bit(r, c)
                mark, style = _cell(position, ghost, bit, marked)
                if gone & bit:
                    style = "gone-new" if style == "new" else "gone"
                elif style == "filled" and last & bit:
                    style = "last"
                if (r + c) % 2:
                    # Two shades distinguish neighbours where no characters do.
                    style += "-odd"
                spans.append(Span(_text(mark, scale, middle=middle), style))
            spans.append(Span(right, edge))
            lines.append(joined(spans))
    lines.append(joined([Span(" " * LEFT), *_under(grid, scale, cols), Span(" ")]))
    return lines


def _cleared(move: Move | None) -> tuple[frozenset[int], frozenset[int], Mask]:
    """Return the rows and columns that a move clears, and the cells of its other lines."""
    if move is None:
        return frozenset(), frozenset(), 0
    rules = move.before.ruleset
    grid = rules.grid
    rows = {grid.mask((r, c) for c in range(grid.cols)): r for r in range(grid.rows)}
    cols = {grid.mask((r, c) for r in range(grid.rows)): c for c in range(grid.cols)}
    lines = [rules.lines[i] for i in move.lines]
    others = 0
    for line in lines:
        if line not in rows and line not in cols:
            others |= line
    return (
        frozenset(rows[line] for line in lines if line in rows),
        frozenset(cols[line] for line in lines if line in cols),
        others,
    )


def _numbers(grid: Grid, scale: Scale, cols: frozenset[int]) -> Line:
    spans = [Span(" " * LEFT)]
    for c in range(grid.cols):
        # Two digits fill a narrow cell, so that no blank is left in front of a frame's mark.
        text = "v" if c in cols else str(c + 1)
        spans.append(Span(centred(text, scale.width), "frame" if c in cols else "label"))
    return joined([*spans, Span(" ")])


def _under(grid: Grid, scale: Scale, cols: frozenset[int]) -> list[Span]:
    blank = Span(" " * scale.width)
    mark = Span(centred("^", scale.width), "frame")
    return [mark if c in cols else blank for c in range(grid.cols)]


def _cell(
    position: Position, ghost: Ghost[Move] | None, bit: Mask, marked: Mask
) -> tuple[str, str]:
    """Return the character of a cell and the name of its style."""
    if ghost is not None and ghost.blocked & bit:
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


# --- The tray ----------------------------------------------------------------------

_CELL = 2
_GAP = 2


@dataclass(frozen=True, slots=True)
class TrayPlan:
    """Where the pieces of a tray are drawn.

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
    """Return where the pieces of a tray are drawn in that many characters' width."""
    shapes = [shape for shape in tray if shape is not None]
    # Room for the usual pieces is kept, so that nothing moves when others are dealt.
    cells = max([5, *(shape.width for shape in shapes)])
    height = max([5, *(shape.height for shape in shapes)]) + 1
    slot_width = cells * _CELL + _GAP
    return TrayPlan(slot_width, height, max((width + _GAP) // slot_width, 1))


def tray(position: Position, in_hand: int | None, plan: TrayPlan) -> list[Line]:
    """Return the lines of a tray.

    The piece in hand has ``>`` before its number; one that fits nowhere is drawn as ``:``.

    Args:
        position: what is on it.
        in_hand: the slot of the piece in hand; None for none.
        plan: where the pieces are drawn.
    """
    blocks = [_slot(position, slot, in_hand, plan) for slot in range(len(position.tray))]
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


# --- The layout --------------------------------------------------------------------

GAP = 2
"""Characters between the board and what is beside it."""

_WORDS = 10
"""Lines that the score, and what was said last, need below the tray."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes of the parts.

    Attributes:
        scale: how large a cell of the board is.
        plan: where the pieces of the tray are drawn.
        height: lines that the whole table takes.
    """

    scale: Scale
    plan: TrayPlan
    height: int


def layout(grid: Grid, tray: Tray, width: int, height: int) -> Layout | None:
    """Return the layout with the largest board that fits; None where none does."""
    for scale in reversed(SCALES):
        found = _layout(grid, tray, scale, width)
        if found is not None and found.height <= height:
            return found
    return None


def needed(grid: Grid, tray: Tray) -> tuple[int, int]:
    """Return the width and the height of the smallest terminal, with three pieces in a row."""
    side = max(SIDE, tray_plan(tray, 1).slot_width)
    width = board_size(grid, SCALES[0])[0] + GAP + side
    found = _layout(grid, tray, SCALES[0], width)
    return width, found.height if found is not None else 0


def _layout(grid: Grid, tray: Tray, scale: Scale, width: int) -> Layout | None:
    wide, high = board_size(grid, scale)
    side = width - wide - GAP
    plan = tray_plan(tray, side)
    if side < max(SIDE, plan.slot_width - GAP):
        return None
    rows = -(-len(tray) // plan.in_a_row)
    return Layout(scale, plan, max(high, rows * plan.slot_height + _WORDS) + EDGES)
