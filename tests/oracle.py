"""The rules once more, by brute force on sets of (row, column): the tests' own reading of them.

Nothing here comes from the package, so that a wrong idea in the package cannot be
in the oracle as well. It is written to be believed, not to be fast: every placement
of every piece in every order is tried. The one saving is that a state reached twice
(same board, same pieces left, same combo) is looked into once.

A board is the frozenset of its filled cells, a piece the frozenset of its cells
relative to the top-left corner of its bounding box (the corner itself may be empty).
A used slot of a tray is ``None``. Row 0 is on top, column 0 on the left.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

Cell = tuple[int, int]
Cells = frozenset[Cell]
Tray = tuple[Cells | None, ...]


# --- What a game is ----------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """A game as plain data and plain functions.

    Attributes:
        rows: rows of the board.
        cols: columns of the board.
        lines: the regions that clear when full, each a set of cells.
        per_cell: points for each cell of the placed piece.
        line_points: from the number of lines of one move (at least 1) to their points.
        reward: from (those points, combo after the move) to what they are worth.
        patience: how many moves in a row without a clear end the combo; None where the
            game counts no combo at all.
        perfect: points for a clearing move that leaves the board empty.
    """

    rows: int
    cols: int
    lines: tuple[Cells, ...]
    per_cell: int
    line_points: Callable[[int], int]
    reward: Callable[[int, int], int] = lambda points, _combo: points
    patience: int | None = None
    perfect: int = 0


def rows_of(rows: int, cols: int) -> tuple[Cells, ...]:
    """Return the rows of a board, from the top."""
    return tuple(frozenset((r, c) for c in range(cols)) for r in range(rows))


def columns_of(rows: int, cols: int) -> tuple[Cells, ...]:
    """Return the columns of a board, from the left."""
    return tuple(frozenset((r, c) for r in range(rows)) for c in range(cols))


def boxes_of(rows: int, cols: int, height: int, width: int) -> tuple[Cells, ...]:
    """Return the boxes of a board that height x width boxes tile, in reading order."""
    boxes: dict[Cell, set[Cell]] = {}
    for r in range(rows):
        for c in range(cols):
            boxes.setdefault((r // height, c // width), set()).add((r, c))
    return tuple(frozenset(boxes[corner]) for corner in sorted(boxes))


def _bloky_lines(n: int) -> int:
    return 10 * (n * (n + 1) // 2)


def _knock_lines(n: int) -> int:
    return 100 if n == 1 else 100 * n * (n - 1)


def _eu_lines(n: int) -> int:
    return {1: 100, 2: 250, 3: 500, 4: 1000}.get(n, 1000 + 500 * (n - 4))


def _eu_reward(points: int, streak: int) -> int:
    extra_percent = {1: 0, 2: 50, 3: 100, 4: 150}.get(streak, 200)
    return points + points * extra_percent // 100


def _woodoku_lines(n: int) -> int:
    # 18 a line; each of the n lines is worth one more for every line beyond the first.
    return sum(18 + (n - 1) for _ in range(n))


def _plain(rows: int, cols: int, boxes: tuple[Cells, ...] = ()) -> dict[str, object]:
    lines = rows_of(rows, cols) + columns_of(rows, cols) + boxes
    return {"rows": rows, "cols": cols, "lines": lines}


def bloky(rows: int, cols: int) -> Rules:
    """Return the rules of a board with nothing said of scoring: those of bloky-8x8."""
    return Rules(**_plain(rows, cols), per_cell=1, line_points=_bloky_lines)  # type: ignore[arg-type]


PUBLISHED: dict[str, Rules] = {
    "bloky-8x8": bloky(8, 8),
    "block-knock": Rules(
        **_plain(8, 8),  # type: ignore[arg-type]
        per_cell=10,
        line_points=_knock_lines,
        reward=lambda points, combo: points * combo,
        patience=3,
        perfect=3000,
    ),
    "block-puzzle-19": bloky(8, 8),
    "eu-block-puzzle": Rules(
        **_plain(10, 10),  # type: ignore[arg-type]
        per_cell=1,
        line_points=_eu_lines,
        reward=_eu_reward,
        patience=1,
        perfect=2000,
    ),
    "ten-ten": bloky(10, 10),
    "woodoku": Rules(
        **_plain(9, 9, boxes_of(9, 9, 3, 3)),  # type: ignore[arg-type]
        per_cell=1,
        line_points=_woodoku_lines,
    ),
    "block-blast": bloky(8, 8),
}
"""The built-in games, typed in from their published rules and not read from any data file."""


# --- What a position is ------------------------------------------------------------


class State(NamedTuple):
    """A board, the pieces on offer and the two counters of the combo.

    Attributes:
        board: the filled cells.
        tray: one entry a slot; None for a used one.
        combo: the combo counter.
        idle: moves without a clear since the last clear, while a combo runs.
    """

    board: Cells
    tray: Tray
    combo: int = 0
    idle: int = 0


class Move(NamedTuple):
    """The piece of a slot with its bounding box's top-left corner at (row, col)."""

    slot: int
    row: int
    col: int


class Played(NamedTuple):
    """What one move did.

    Attributes:
        cells: the cells that the piece covered.
        lines: indices of the lines that it cleared.
        removed: the cells that were emptied, each once.
        points: the points of the move.
        after: the state after it.
    """

    cells: Cells
    lines: tuple[int, ...]
    removed: Cells
    points: int
    after: State


def board_of(rows: Sequence[str | Sequence[int]]) -> Cells:
    """Return the board that rows of ``#`` and ``.`` (or of 1 and 0) draw."""
    return frozenset(
        (r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark in ("#", 1)
    )


def piece_of(rows: Sequence[str]) -> Cells:
    """Return the piece that rows of ``#`` and ``.`` draw."""
    cells = board_of(rows)
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def drawn(rules: Rules, board: Cells) -> list[str]:
    """Return a board as rows of ``#`` and ``.``."""
    return [
        "".join("#" if (r, c) in board else "." for c in range(rules.cols))
        for r in range(rules.rows)
    ]


# --- What can be done --------------------------------------------------------------


@cache
def _everywhere(rows: int, cols: int, piece: Cells) -> tuple[tuple[Cell, Cells], ...]:
    """Return each corner where the piece lies on the board, with the cells it covers there."""
    found = []
    for row in range(rows):
        for col in range(cols):
            cells = frozenset((row + r, col + c) for r, c in piece)
            if all(r < rows and c < cols for r, c in cells):
                found.append(((row, col), cells))
    return tuple(found)


def placements(rules: Rules, board: Cells, piece: Cells) -> list[Cell]:
    """Return each (row, col) where the piece can be placed, in row-major order."""
    return [
        corner
        for corner, cells in _everywhere(rules.rows, rules.cols, piece)
        if cells.isdisjoint(board)
    ]


def fits(rules: Rules, board: Cells, piece: Cells) -> bool:
    """Return whether the piece can be placed somewhere."""
    return bool(placements(rules, board, piece))


def slots(state: State) -> list[int]:
    """Return the slots that still hold a piece."""
    return [slot for slot, piece in enumerate(state.tray) if piece is not None]


def game_over(rules: Rules, state: State) -> bool:
    """Return whether pieces are left and not one of them fits anywhere."""
    left = [piece for piece in state.tray if piece is not None]
    return bool(left) and not any(fits(rules, state.board, piece) for piece in left)


def play(rules: Rules, state: State, move: Move) -> Played:
    """Return what a move does.

    Raises:
        ValueError: there is no such piece, or it does not go there.
    """
    slot, row, col = move
    piece = state.tray[slot] if 0 <= slot < len(state.tray) else None
    if piece is None:
        raise ValueError(f"no piece in slot {slot}")
    cells = frozenset((row + r, col + c) for r, c in piece)
    if not all(0 <= r < rules.rows and 0 <= c < rules.cols for r, c in cells):
        raise ValueError("off the board")
    if cells & state.board:
        raise ValueError("a cell is filled")
    return _played(rules, state, slot, cells)


def _played(rules: Rules, state: State, slot: int, cells: Cells) -> Played:
    filled = state.board | cells
    lines = tuple(i for i, line in enumerate(rules.lines) if line <= filled)
    removed = frozenset(cell for i in lines for cell in rules.lines[i])
    board = filled - removed
    combo, idle = _combo_after(rules, state, bool(lines))
    points = rules.per_cell * len(cells)
    if lines:
        points += rules.reward(rules.line_points(len(lines)), combo)
        if not board:
            points += rules.perfect
    tray = (*state.tray[:slot], None, *state.tray[slot + 1 :])
    return Played(cells, lines, removed, points, State(board, tray, combo, idle))


def _combo_after(rules: Rules, state: State, clears: bool) -> tuple[int, int]:
    if rules.patience is None:
        return 0, 0
    if clears:
        return state.combo + 1, 0
    if state.combo == 0 or state.idle + 1 == rules.patience:
        return 0, 0
    return state.combo, state.idle + 1


def moves(rules: Rules, state: State) -> Iterator[tuple[Move, Played]]:
    """Yield every legal move with what it does, by slot, then row, then column."""
    for slot in slots(state):
        piece = state.tray[slot]
        assert piece is not None
        for (row, col), cells in _everywhere(rules.rows, rules.cols, piece):
            if cells.isdisjoint(state.board):
                yield Move(slot, row, col), _played(rules, state, slot, cells)


# --- The questions -----------------------------------------------------------------


def orders(rules: Rules, state: State) -> set[tuple[int, ...]]:
    """Return the slot orders in which all pieces left can be placed, clears in between.

    With nothing left there is one order, the empty one.
    """
    known: dict[tuple[Cells, Tray], set[tuple[int, ...]]] = {}

    def search(state: State) -> set[tuple[int, ...]]:
        left = len(slots(state))
        if left == 0:
            return {()}
        key = (state.board, state.tray)
        if key not in known:
            found: set[tuple[int, ...]] = set()
            for move, played in moves(rules, state):
                found |= {(move.slot, *rest) for rest in search(played.after)}
                if len(found) == math.factorial(left):
                    break
            known[key] = found
        return known[key]

    return search(state)


def witness(rules: Rules, state: State) -> list[Move] | None:
    """Return moves that place all pieces left, or None where there are none."""
    dead: set[tuple[Cells, Tray]] = set()

    def search(state: State) -> list[Move] | None:
        if not slots(state):
            return []
        if (state.board, state.tray) in dead:
            return None
        for move, played in moves(rules, state):
            rest = search(played.after)
            if rest is not None:
                return [move, *rest]
        dead.add((state.board, state.tray))
        return None

    return search(state)


def placeable(rules: Rules, state: State) -> bool:
    """Return whether some order and some placements put all pieces left on the board."""
    return witness(rules, state) is not None


class Best(NamedTuple):
    """The most points.

    Attributes:
        all_placed: of any sequence that places all pieces left; None where none does.
        any: of any sequence at all, the empty one included.
    """

    all_placed: int | None
    any: int

    @property
    def points(self) -> int:
        """What a solver must find: all pieces placed where that can be, else the best there is."""
        return self.any if self.all_placed is None else self.all_placed


def best(rules: Rules, state: State) -> Best:
    """Return the most points that the pieces left can earn."""
    known: dict[State, Best] = {}

    def search(state: State) -> Best:
        if not slots(state):
            return Best(0, 0)
        if state not in known:
            every: list[int] = []
            most = 0
            for _, played in moves(rules, state):
                rest = search(played.after)
                most = max(most, played.points + rest.any)
                if rest.all_placed is not None:
                    every.append(played.points + rest.all_placed)
            known[state] = Best(max(every, default=None), most)
        return known[state]

    return search(state)


class Perft(NamedTuple):
    """How many sequences there are.

    Attributes:
        sequences: number of sequences of 1, 2, … placements, slots distinct, nothing
            merged, for as many as there are pieces.
        boards: number of distinct boards with all pieces placed.
    """

    sequences: tuple[int, ...]
    boards: int


def perft(rules: Rules, state: State) -> Perft:
    """Return the number of placement sequences by depth.

    A state that several sequences reach is expanded once and counted that often.
    """
    layer = Counter({(state.board, state.tray): 1})
    sequences = []
    for _ in slots(state):
        following: Counter[tuple[Cells, Tray]] = Counter()
        for (board, tray), ways in layer.items():
            for _, played in moves(rules, State(board, tray)):
                following[played.after.board, played.after.tray] += ways
        sequences.append(following.total())
        layer = following
    return Perft(tuple(sequences), len({board for board, _ in layer}))


def divide(rules: Rules, state: State) -> dict[Move, int]:
    """Return, for each first move, how many sequences that place everything begin with it."""
    counts = {}
    for move, played in moves(rules, state):
        rest = perft(rules, played.after).sequences
        counts[move] = rest[-1] if rest else 1
    return counts
