"""All the ways a tray can end: the best few different boards, and how many there are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fairtray.core.errors import Fault, InternalFault, PositionError
from fairtray.engines.kernels import outcomes as kernel
from fairtray.engines.search.decide import decide_trays
from fairtray.engines.search.prepare import board_words, score_of, tables_of, tray_of
from fairtray.engines.tables import I64, U64
from fairtray.game import Move, Placement, Position, replay

MAX_STATES = 1 << 20
"""The most states of one level; some 100 bytes each."""

_FIRST_ROOM = 1 << 14


@dataclass(frozen=True, slots=True)
class Outcome:
    """A board that the tray can end in, with the best line to it.

    Attributes:
        points: what the line earns (the position's earlier score not counted).
        moves: the line, replayed by the plain engine.
        final: the position after it.
    """

    points: int
    moves: tuple[Move, ...]
    final: Position


@dataclass(frozen=True, slots=True)
class Counts:
    """How much choice a position leaves.

    Attributes:
        solutions: sequences of placements that place all pieces, slots distinct.
        boards: distinct boards that they end in.
        first_moves: possible first placements, slots distinct.
        open_moves: those of them after which the others can still all be placed.
    """

    solutions: int
    boards: int
    first_moves: int
    open_moves: int


@dataclass(frozen=True)
class _Level:
    """The states of one level in the order of their lines; columns as the kernel has them."""

    boards: U64
    state: I64
    worth: I64


class Outcomes:
    """Every outcome of a position, by rank.

    Where all pieces can be placed, an outcome is a board on which they are; where they
    cannot, it is a board on which no piece left fits, with the pieces left.

    Outcomes are ranked by points, then by pieces placed, then by the line's sequence of
    (slot, row, col), the lexicographically smaller first. Among lines to the same board
    that rank decides as well, so the first outcome is the answer of ``best``.

    Attributes:
        position: the position.
        complete: whether all pieces can be placed.
        points: int64 (N,): the points of each outcome, by rank.
    """

    def __init__(self, position: Position) -> None:
        """Walk through every line.

        Raises:
            PositionError: more than 5 pieces, or a level of more than ``MAX_STATES``.
        """
        self.position = position
        self._slots = position.slots
        self._levels = _walk(position)
        self.complete = len(self._levels) == len(self._slots) + 1
        self._level, self._row = self._ranked()
        self.points: I64 = np.array(
            [
                self._levels[level].worth[row, 0]
                for level, row in zip(self._level, self._row, strict=True)
            ],
            dtype=np.int64,
        )

    def __len__(self) -> int:
        """Return how many outcomes there are."""
        return len(self._row)

    @cached_property
    def boards(self) -> U64:
        """The board of each outcome, uint64 (N, W), by rank."""
        rows = [
            self._levels[level].boards[row]
            for level, row in zip(self._level, self._row, strict=True)
        ]
        return np.array(rows, dtype=np.uint64).reshape(-1, self.position.ruleset.grid.words)

    def outcome(self, rank: int) -> Outcome:
        """Return the outcome of a rank, from 0.

        Raises:
            InternalFault: its line does not replay to the same points and board.
        """
        level, row = int(self._level[rank]), int(self._row[rank])
        board = self._levels[level].boards[row]
        moves: list[Placement] = []
        columns = self.position.ruleset.grid.cols
        for i in range(level, 0, -1):
            parent, move = self._levels[i].state[row, :2].tolist()
            slot, anchor = divmod(move, self.position.ruleset.grid.size)
            moves.append(Placement(self._slots[slot], *divmod(anchor, columns)))
            row = parent
        played = replay(self.position, moves[::-1])
        final = played[-1].after if played else self.position
        points = final.score - self.position.score
        if points != self.points[rank] or final.ruleset.grid.to_words(final.board) != list(board):
            raise InternalFault(f"an outcome of {self.points[rank]} points replays to {points}")
        return Outcome(points, tuple(played), final)

    def counts(self) -> Counts:
        """Return how many solutions, boards and first placements there are."""
        last = self._levels[-1] if self.complete else None
        solutions = 0 if last is None else int(last.worth[:, 1].sum())
        boards = len(self) if self.complete else 0
        if len(self._levels) == 1:
            return Counts(solutions, boards, 0, 0)
        first = self._levels[1]
        shapes, tray = tray_of(self.position)
        trays = np.repeat(tray[list(self._slots)][None, :], len(first.boards), axis=0)
        trays[np.arange(len(trays)), first.state[:, 1] // self.position.ruleset.grid.size] = -1
        decided = decide_trays(self.position.ruleset, shapes, first.boards, trays)
        ways = first.worth[:, 1]
        return Counts(solutions, boards, int(ways.sum()), int(ways[decided.orders > 0].sum()))

    def _ranked(self) -> tuple[I64, I64]:
        """Return level and row of every outcome by rank, one for each board and pieces left."""
        levels = range(len(self._levels))
        if self.complete:
            levels = levels[-1:]
        parts = []
        for i in levels:
            states = self._levels[i]
            rows = np.flatnonzero(states.worth[:, 2] == 0)
            level = np.full(len(rows), i)
            used, points = states.state[rows, 2], states.worth[rows, 0]
            parts.append((level, rows, states.boards[rows], used, points))
        level, row, boards, used, points = (np.concatenate(p) for p in zip(*parts, strict=True))
        # Rows are in the order of their lines already, so a stable sort keeps that order.
        order = np.lexsort((row, -level, -points))
        keys = np.column_stack([boards, used.astype(np.uint64)])[order]
        _, first = np.unique(keys, axis=0, return_index=True)
        chosen = order[np.sort(first)]
        return level[chosen].astype(np.int64), row[chosen].astype(np.int64)


def _walk(position: Position) -> list[_Level]:
    shapes, tray = tray_of(position)
    pieces = np.ascontiguousarray(tray[list(position.slots)])
    ruleset = position.ruleset
    start = np.array([[0, 0, 0, position.combo, position.moves_since_clear]], dtype=np.int64)
    levels = [_Level(board_words(ruleset, position.board), start, np.array([[0, 1, 0]]))]
    room = _FIRST_ROOM
    for k in range(len(pieces)):
        last = levels[-1]
        while True:
            boards = np.zeros((room + 1, ruleset.grid.words), dtype=np.uint64)
            state = np.zeros((room + 1, 5), dtype=np.int64)
            worth = np.zeros((room + 1, 3), dtype=np.int64)
            count = kernel.expand(
                tables_of(ruleset, shapes),
                score_of(ruleset),
                pieces,
                last.boards,
                last.state,
                last.worth,
                k == 0,
                boards,
                state,
                worth,
                np.empty(4 * room, dtype=np.int32),
            )
            if count >= 0:
                break
            room *= 8
            if room > MAX_STATES:
                raise PositionError(
                    Fault(
                        "tray",
                        "can end in too many boards to list them all",
                        "leave out a piece, or ask for the best line only",
                    )
                )
        if count == 0:
            break
        order = np.lexsort((state[:count, 1], state[:count, 0]))
        levels.append(_Level(boards[order], state[order], worth[order]))
    return levels
