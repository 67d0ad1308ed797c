"""What a board promises to a player who knows the pieces that are still to come.

Notation: ``t`` are the :class:`fairtray.engines.tables.Tables`, ``g`` the grid's neighbourhoods,
``ev`` a :class:`Promise`; ``level`` is the number of the placement that led to the board.

Points come from clearing many lines at once, and what can do that are the few shapes
that touch many. So beside plain terms (edges, filled cells, how full each line is) the
promise has *targets*: a finishing shape still to come, at one anchor, with the lines that
it touches there. A target is open while no cell that the finisher will cover is filled;
it lacks as many cells as those lines are short of, the finisher's own not counted. The
target that is worth most counts, and no other.

Nearly every placement clears nothing, and then a target lacks at most as many cells less
as the piece has. So the targets of a board are listed once, nearest first, and for the
boards that come from it by such placements the list is read only until no further target
can be worth more (:func:`listed_target`); the answer is that of :func:`target_value`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairtray.engines.kernels._jit import inner
from fairtray.engines.kernels.bits import load, meets, popcount, shr

MOST_LACKING = 127
"""Targets that lack more cells are worth nothing, on any board."""


class Promise(NamedTuple):
    """The weights for N levels, C classes of targets and T targets; units of 1/scale points.

    Attributes:
        scale: units of a point.
        cell: int64 (N,): for each filled cell.
        edge: int64 (N,): taken off for each edge between a filled and an empty cell.
        line: int64 (N, longest line + 1): for a line that is short of that many cells.
        target: int64 (N, C, MOST_LACKING + 1): for a target that lacks that many cells,
            never rising with them; 0 from the room there is to fill them on.
        combo: int64 (top + 1,): percent by which ``line`` and ``target`` count at a combo.
        top: the last index of it.
        most: int64 (N, top + 1): the most that any target is worth at a combo.
        tray: int64 (N,): which block of targets a level has.
        start: int64 (trays, C + 1): the targets of class c at tray i are those from
            ``start[i, c]`` to ``start[i, c + 1]``.
        needs: uint64 (T, W): the cells of the target's lines, the finisher's taken off.
        finisher: uint64 (T, W): the cells that the finisher will cover.
        longest: the most targets of one class at one tray, at least 1.
    """

    scale: int
    cell: Any
    edge: Any
    line: Any
    target: Any
    combo: Any
    top: int
    most: Any
    tray: Any
    start: Any
    needs: Any
    finisher: Any
    longest: int


@inner
def edges(t, g, board):
    """Return the sides between a filled and an empty cell, the walls counting as filled."""
    empty = load(t.full, 0, t.lanes) ^ board
    count = popcount((board ^ shr(board, 1)) & load(g.has_right, 0, t.lanes))
    count += popcount((board ^ shr(board, g.cols)) & load(g.has_below, 0, t.lanes))
    for side in range(4):
        count += popcount(empty & load(g.walls, side, t.lanes))
    return count


@inner
def plain_value(t, g, ev, level, board, combo):
    """Return the promise of a board without its targets."""
    empty = load(t.full, 0, t.lanes) ^ board
    lines = np.int64(0)
    for i in range(t.lines.shape[0]):
        lines += ev.line[level, popcount(load(t.lines, i, t.lanes) & empty)]
    return (
        scaled(ev, lines, combo)
        + ev.cell[level] * popcount(board)
        - ev.edge[level] * edges(t, g, board)
    )


@inner
def scaled(ev, value, combo):
    """Return a value of lines or targets as it counts at a combo."""
    if ev.top > 0:
        return value * ev.combo[min(combo, ev.top)] // 100
    return value


@inner
def target_value(t, ev, level, board, combo):
    """Return what the best target of a board is worth, looking at all of them."""
    empty = load(t.full, 0, t.lanes) ^ board
    tray = ev.tray[level]
    best = np.int64(0)
    for cls in range(ev.start.shape[1] - 1):
        fewest = MOST_LACKING
        for i in range(ev.start[tray, cls], ev.start[tray, cls + 1]):
            if not meets(load(ev.finisher, i, t.lanes), board):
                fewest = min(fewest, popcount(load(ev.needs, i, t.lanes) & empty))
        best = max(best, ev.target[level, cls, fewest])
    return scaled(ev, best, combo)


@inner
def near_targets(t, ev, level, board, near, count, spare, ends):
    """List the open targets of a board, by class and nearest first (a counting sort).

    Args:
        ev: the weights.
        level: the level that the boards made from this one are on.
        board: the board.
        near: int32 (C, longest, 2): out: (target, cells it lacks).
        count: int64 (C,): out: how many are listed.
        spare: int32 (longest, 2) scratch.
        ends: int64 (MOST_LACKING + 2,) scratch.
    """
    empty = load(t.full, 0, t.lanes) ^ board
    tray = ev.tray[level]
    for cls in range(ev.start.shape[1] - 1):
        ends[:] = 0
        found = 0
        for i in range(ev.start[tray, cls], ev.start[tray, cls + 1]):
            if not meets(load(ev.finisher, i, t.lanes), board):
                lacking = popcount(load(ev.needs, i, t.lanes) & empty)
                # Beyond any room there can be: such a target never counts.
                if lacking < MOST_LACKING:
                    spare[found, 0] = i
                    spare[found, 1] = lacking
                    ends[lacking + 1] += 1
                    found += 1
        for lacking in range(MOST_LACKING):
            ends[lacking + 1] += ends[lacking]
        for i in range(found):
            at = ends[spare[i, 1]]
            ends[spare[i, 1]] += 1
            near[cls, at, 0] = spare[i, 0]
            near[cls, at, 1] = spare[i, 1]
        count[cls] = found


@inner
def nearest_worth(ev, level, size, near, count):
    """Return the most that any target can be worth, unscaled, after a piece of ``size`` cells."""
    best = np.int64(0)
    for cls in range(count.shape[0]):
        if count[cls] > 0:
            best = max(best, ev.target[level, cls, max(near[cls, 0, 1] - size, 0)])
    return best


@inner
def listed_target(t, ev, level, board, placed, size, near, count):
    """Return what the best target is worth, unscaled, after a placement that cleared nothing.

    Args:
        ev: the weights.
        level: the level of the board.
        board: the board with the placement on it.
        placed: the cells of the placement.
        size: how many they are.
        near: the targets of the board before it, from :func:`near_targets`.
        count: how many of each class.
    """
    empty = load(t.full, 0, t.lanes) ^ board
    best = np.int64(0)
    for cls in range(count.shape[0]):
        fewest = MOST_LACKING
        for i in range(count[cls]):
            at_least = max(near[cls, i, 1] - size, 0)
            if at_least >= fewest or ev.target[level, cls, at_least] <= best:
                break
            target = near[cls, i, 0]
            if not meets(load(ev.finisher, target, t.lanes), placed):
                fewest = min(fewest, popcount(load(ev.needs, target, t.lanes) & empty))
        best = max(best, ev.target[level, cls, fewest])
    return best
