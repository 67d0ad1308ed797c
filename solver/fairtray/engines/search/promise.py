"""The weights of the beam's evaluation, for any ruleset and sequence.

All weights are in points of ``bloky-8x8``, where the best move, six lines at once, earns
35 points a line, and are scaled to what a line earns at best in another ruleset. They
were tuned by hill climbing on random sequences of ``bloky-8x8``, none of which is in the
benchmark; ``benchmarks/par.py`` measures what they are worth.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fairtray.core.board import Grid, Mask
from fairtray.core.shapes import Shape
from fairtray.rulesets.model import Combo, Ruleset

if TYPE_CHECKING:
    from fairtray.engines.kernels.promise import Promise

SCALE = 16
"""Units of a point: fine enough for the weights, and whole numbers are the same anywhere."""

_UNIT = 35
"""Points for each of six lines cleared at once in ``bloky-8x8``."""

_TOP_COMBO = 100

_BITS = 52
"""Fractional bits of a power: a share of that many is a float exactly."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much.

    A weight *tapers* when it shrinks with the cells still to be placed, once they are
    fewer than that many.

    Attributes:
        points: for a point of the lines cleared so far.
        cell: for a filled cell; tapers with ``taper``.
        edge: taken off for an edge between filled and empty; tapers with ``edge_taper``.
        line: for a full line; one that is filled to the share x counts
            x ** (``line_quarters`` / 4) of it; tapers with ``taper``.
        target: share of a target's line points that it counts when it lacks nothing.
        reach: a target that lacks that many cells or more is worth nothing; one that lacks
            m counts (1 - m / reach) ** (``target_quarters`` / 4).
        slack: a target counts in full when this many cells more can be placed before
            its finisher than it lacks, and less in proportion.
        span: how many lines less than the best of the sequence a shape may touch to
            count as a finisher.
    """

    points: float
    cell: float
    edge: float
    line: float
    line_quarters: int
    taper: float
    edge_taper: float
    target: float
    reach: int
    target_quarters: int
    slack: float
    span: int


POINTS = Weights(
    points=1,
    cell=-2.2,
    edge=6,
    line=13,
    line_quarters=3,
    taper=15,
    edge_taper=41,
    target=0.58,
    reach=34,
    target_quarters=7,
    slack=7,
    span=1,
)
"""Tuned to earn points."""

SURVIVAL = Weights(
    points=0,
    cell=-8,
    edge=4,
    line=0,
    line_quarters=4,
    taper=1,
    edge_taper=1,
    target=0,
    reach=1,
    target_quarters=4,
    slack=1,
    span=0,
)
"""Keeps the board empty and tidy, and does not look at points."""


def build(
    ruleset: Ruleset,
    shapes: Sequence[Shape],
    trays: Sequence[Sequence[int]],
    weights: Weights = POINTS,
) -> Promise:
    """Return the weights as the kernels read them.

    Args:
        ruleset: the game.
        shapes: the shapes of the sequence.
        trays: the sequence: indices into ``shapes``, tray by tray, none of them empty.
        weights: what counts how much.
    """
    from fairtray.engines.kernels.promise import MOST_LACKING, Promise

    sizes = [shape.size for shape in shapes]
    levels = [(tray, level) for tray, pieces in enumerate(trays) for level in range(len(pieces))]
    left = _cells_left(sizes, trays)
    used = {shapes[piece] for tray in trays for piece in tray}
    # Where points do not count, what they are must not weigh either.
    unit = _unit(ruleset, used) / _UNIT * SCALE if weights.points else float(SCALE)
    targets = _targets(ruleset, shapes, trays, weights)
    classes = sorted({key for block in targets for key in block}, key=lambda k: (-k[1], k[0]))
    longest = max(line.bit_count() for line in (*ruleset.lines, 0))
    cell = np.zeros(len(levels), dtype=np.int64)
    edge = np.zeros(len(levels), dtype=np.int64)
    line = np.zeros((len(levels), longest + 1), dtype=np.int64)
    target = np.zeros((len(levels), len(classes), MOST_LACKING + 1), dtype=np.int64)
    # After the last level nothing is to come, so that points alone decide there.
    for n in range(len(levels) - 1):
        share = min(1.0, left[n] / weights.taper)
        cell[n] = round(weights.cell * unit * share)
        edge[n] = round(weights.edge * unit * min(1.0, left[n] / weights.edge_taper))
        for short in range(longest + 1):
            full = power(longest - short, max(longest, 1), weights.line_quarters)
            line[n, short] = round(weights.line * unit * share * full)
        for c, (shape, lines) in enumerate(classes):
            room = _room(sizes, trays, levels[n][0], left[n], shape)
            worth = weights.target * ruleset.scoring.lines[lines] * SCALE
            for lacking in range(min(room, MOST_LACKING - 1) + 1):
                nearness = max(0, weights.reach - lacking)
                near = power(nearness, weights.reach, weights.target_quarters)
                sure = min(1.0, (room - lacking + 1) / weights.slack)
                target[n, c, lacking] = round(worth * near * sure)
    combo = _combo(ruleset.scoring.combo)
    most = target.max(axis=(1, 2), initial=0)[:, None] * combo[None, :] // 100
    start, needs, finisher = _flat(ruleset, targets, classes)
    return Promise(
        scale=round(SCALE * weights.points),
        cell=cell,
        edge=edge,
        line=line,
        target=target,
        combo=combo,
        top=len(combo) - 1,
        most=most,
        tray=np.array([tray for tray, _ in levels], dtype=np.int64),
        start=start,
        needs=needs,
        finisher=finisher,
        longest=max(1, int(np.diff(start, axis=1).max(initial=0))),
    )


def power(part: int, whole: int, quarters: int) -> float:
    """Return (``part`` / ``whole``) ** (``quarters`` / 4), rounded down to 52 bits.

    A root of whole numbers: what ``**`` makes of floats is the math library's affair, and
    another library's last bit could change a weight and with it a par. What else is done
    with weights is the four operations, which every machine rounds alike.
    """
    fourth = (part**quarters << 4 * _BITS) // whole**quarters
    return math.isqrt(math.isqrt(fourth)) / (1 << _BITS)


@dataclass(frozen=True, slots=True)
class _Place:
    """One anchor of a shape: how many lines it touches, their other cells, and its own."""

    lines: int
    needs: Mask
    covers: Mask


@functools.lru_cache(maxsize=4096)
def _places(grid: Grid, lines: tuple[Mask, ...], shape: Shape) -> tuple[_Place, ...]:
    places = []
    for row, col in grid.anchors(shape):
        covers = grid.placed(shape, row, col)
        touched = [line for line in lines if line & covers]
        union = functools.reduce(operator.or_, touched, 0)
        places.append(_Place(len(touched), union & ~covers, covers))
    return tuple(places)


def _span(ruleset: Ruleset, shape: Shape) -> int:
    """Return the most lines that one placement touches."""
    places = _places(ruleset.grid, ruleset.lines, shape)
    return max((place.lines for place in places), default=0)


def _unit(ruleset: Ruleset, shapes: Iterable[Shape]) -> float:
    """Return the most points for each line of one move."""
    span = max(_span(ruleset, shape) for shape in shapes)
    return max((ruleset.scoring.lines[n] / n for n in range(1, span + 1)), default=0.0)


def _cells_left(sizes: Sequence[int], trays: Sequence[Sequence[int]]) -> list[int]:
    """Return by level the cells to be placed after it, the tray's smallest piece first.

    Which pieces of a tray are left differs from state to state; this is near enough.
    """
    order = [size for tray in trays for size in sorted(sizes[piece] for piece in tray)]
    return [sum(order[level + 1 :]) for level in range(len(order))]


def _room(
    sizes: Sequence[int], trays: Sequence[Sequence[int]], tray: int, left: int, shape: int
) -> int:
    """Return the most cells that can be placed before the shape's last occurrence; or -1."""
    last = max((i for i in range(tray, len(trays)) if shape in trays[i]), default=-1)
    if last < 0:
        return -1
    later = sum(sizes[piece] for i in range(last + 1, len(trays)) for piece in trays[i])
    return left - later - sizes[shape]


_Targets = dict[tuple[int, int], list[tuple[Mask, Mask]]]
"""By (shape, lines): the (cells needed, finisher's cells) of each target, as masks."""


def _targets(
    ruleset: Ruleset, shapes: Sequence[Shape], trays: Sequence[Sequence[int]], weights: Weights
) -> list[_Targets]:
    """Return by tray the targets whose finisher is in it or later."""
    if not weights.target:
        return [{} for _ in trays]
    used = {piece for tray in trays for piece in tray}
    least = max(2, max(_span(ruleset, shapes[piece]) for piece in used) - weights.span)
    of_shape: dict[int, _Targets] = {}
    for piece in used:
        targets: _Targets = {}
        for place in _places(ruleset.grid, ruleset.lines, shapes[piece]):
            if place.lines >= least:
                targets.setdefault((piece, place.lines), []).append((place.needs, place.covers))
        of_shape[piece] = targets
    blocks = []
    for n in range(len(trays)):
        to_come = {piece for tray in trays[n:] for piece in tray}
        blocks.append({key: masks for i in to_come for key, masks in of_shape[i].items()})
    return blocks


def _combo(combo: Combo) -> Any:
    """Return by combo counter the percent by which the next clear counts."""
    if combo.kind == "none":
        return np.array([100], dtype=np.int64)
    if combo.kind == "additive":
        # What is added does not depend on the lines; it is left to the points.
        return np.array([100], dtype=np.int64)
    base = combo.line_points(100, 1)
    counts = range(1, _TOP_COMBO + 1)
    return np.array([combo.line_points(100, n) * 100 // max(base, 1) for n in counts])


def _flat(
    ruleset: Ruleset, blocks: Sequence[_Targets], classes: Sequence[tuple[int, int]]
) -> tuple[Any, Any, Any]:
    """Return (start, needs, finisher) of all targets, one behind the other."""
    grid = ruleset.grid
    needs: list[list[int]] = []
    finisher: list[list[int]] = []
    start = np.zeros((len(blocks), len(classes) + 1), dtype=np.int64)
    for n, block in enumerate(blocks):
        for c, key in enumerate(classes):
            start[n, c] = len(needs)
            for need, mask in block.get(key, ()):
                needs.append(grid.to_words(need))
                finisher.append(grid.to_words(mask))
        start[n, len(classes)] = len(needs)
    shape = (len(needs), grid.words)
    return (
        start,
        np.array(needs, dtype=np.uint64).reshape(shape),
        np.array(finisher, dtype=np.uint64).reshape(shape),
    )
