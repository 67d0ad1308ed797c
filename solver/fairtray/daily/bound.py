"""An upper bound on the points of a sequence, proven: no play of it can earn more.

Of a play only the number of filled cells on the board, b, and the combo counters are
followed. A placement of a shape with s cells that clears the lines of a set L, whose
union has u cells of which the placement covers o, needs u - o cells there before it and
leaves b + s - u. Which (number of lines, u, o) a shape can have at all is found by going
through its anchors and the subsets of the lines that it touches there. The bound is the
most points of any path through these states, the pieces of a tray in any order: every
real play is such a path and earns the same on it, and a path is not always a real play,
because where the cells lie is forgotten.

This alone implies that a move clears at most as many lines as its shape touches, that
n lines empty at least so many cells (8, 15, 22, 28, 34, 39 on an 8x8 board), that no
more cells are emptied than were placed, and that a perfect clear leaves no cell.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairtray.core.board import Grid, Mask
from fairtray.core.shapes import Shape
from fairtray.rulesets.model import Ruleset, Scoring

_MOST_SUBSETS = 12
"""A placement that touches more lines than this has its clears bounded, not enumerated."""

_NEVER = -1
"""Stands for the points of a state that no path reaches."""


@dataclass(frozen=True, slots=True)
class _Clear:
    """A way to clear: how many lines, how many cells they have, how many of them are new."""

    lines: int
    emptied: int
    own: int


def most_points(ruleset: Ruleset, trays: Sequence[Sequence[Shape]]) -> int:
    """Return a number of points that no play of the trays from the start board exceeds."""
    pieces = sum(map(len, trays))
    counters = 1 if ruleset.scoring.combo.kind == "none" else pieces + 1
    grace = ruleset.scoring.combo.grace if counters > 1 else 1
    states = np.full((counters, grace, _most_filled(ruleset) + 1), _NEVER, dtype=np.int64)
    states[0, 0, min(ruleset.start.bit_count(), states.shape[2] - 1)] = 0
    best = 0
    for tray in trays:
        # By the set of pieces placed of this tray.
        reached: list[Any] = [np.full_like(states, _NEVER) for _ in range(1 << len(tray))]
        reached[0] = states
        for used in range(1 << len(tray)):
            for i, shape in enumerate(tray):
                if not (used >> i) & 1:
                    _step(ruleset, shape, reached[used], reached[used | (1 << i)])
            best = max(best, int(reached[used].max()))
        states = reached[-1]
    return best


def _step(ruleset: Ruleset, shape: Shape, before: Any, after: Any) -> None:
    """Enter into ``after`` what placing a shape makes of the states in ``before``.

    Both are int64 (combo counters, moves since a clear, cells + 1): most points.
    """
    size = shape.size
    scoring = ruleset.scoring
    most = before.shape[2] - 1
    plain = scoring.per_cell * size
    for counter in range(before.shape[0]):
        for since in range(before.shape[1]):
            to = scoring.combo.after(False, counter, since)
            source = before[counter, since, : max(0, most + 1 - size)]
            _raise(after[to][size:], source, plain)
    before = before.max(axis=1)
    up = 0 if before.shape[0] == 1 else 1
    sources = before[: before.shape[0] - up]
    for clear in clears(ruleset.grid, ruleset.lines, shape):
        least = max(0, clear.emptied - clear.own, clear.emptied - size)
        left = least + size - clear.emptied
        count = min(most - least, most - left) + 1
        if count <= 0:
            continue
        gains = _gains(scoring, size, clear.lines, len(sources), up)
        source = sources[:, least : least + count]
        target = after[up:, 0, left : left + count]
        _raise(target, source, gains[:, None])
        if left == 0 and scoring.perfect_clear:
            _raise(target[:, :1], source[:, :1], gains[:, None] + scoring.perfect_clear)


def _raise(target: Any, source: Any, gain: Any) -> None:
    np.maximum(target, np.where(source == _NEVER, _NEVER, source + gain), out=target)


@functools.lru_cache(maxsize=4096)
def _gains(scoring: Scoring, size: int, lines: int, counters: int, up: int) -> Any:
    """Return int64 (counters,): points of a clearing move by the counter before it."""
    return np.array(
        [scoring.points(size, lines, counter + up, False) for counter in range(counters)],
        dtype=np.int64,
    )


@functools.lru_cache(maxsize=4096)
def clears(grid: Grid, lines: tuple[Mask, ...], shape: Shape) -> tuple[_Clear, ...]:
    """Return the ways in which some placement of a shape can clear, most cells of its own."""
    own: dict[tuple[int, int], int] = {}
    seen: set[tuple[Mask, ...]] = set()
    for row, col in grid.anchors(shape):
        mask = grid.placed(shape, row, col)
        touched = tuple(line for line in lines if line & mask)
        if len(touched) > _MOST_SUBSETS:
            return _any_clears(grid, lines, shape)
        parts = tuple(line & mask for line in touched)
        if not touched or (*touched, *parts) in seen:
            continue
        seen.add((*touched, *parts))
        unions = [0]
        for line in touched:
            unions += [union | line for union in unions]
        for subset, union in enumerate(unions):
            if subset:
                key = (subset.bit_count(), union.bit_count())
                own[key] = max(own.get(key, 0), (union & mask).bit_count())
    return tuple(_Clear(n, emptied, most) for (n, emptied), most in sorted(own.items()))


def _any_clears(grid: Grid, lines: tuple[Mask, ...], shape: Shape) -> tuple[_Clear, ...]:
    """Return more than every way to clear: any number of lines, any number of cells."""
    least = min(line.bit_count() for line in lines)
    return tuple(
        _Clear(n, emptied, min(shape.size, emptied))
        for n in range(1, len(lines) + 1)
        for emptied in range(least, grid.size + 1)
    )


def _most_filled(ruleset: Ruleset) -> int:
    """Return the most cells after a move: one is empty in each of some disjoint lines."""
    taken = 0
    apart = 0
    for line in sorted(ruleset.lines, key=int.bit_count):
        if not line & taken:
            taken |= line
            apart += 1
    return ruleset.grid.size - apart
