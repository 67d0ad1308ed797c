"""Immutable arrays, derived from a ruleset and some shapes, that the kernels read.

Nothing is typed in here: every mask comes from the grid, the lines and the shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairtray.core.shapes import Shape
from fairtray.rulesets.model import COMBO_KINDS, DEALER_KINDS, DealerSpec, Ruleset, Scoring

U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]


class Tables(NamedTuple):
    """What the kernels know of a ruleset and S shapes on a grid of C cells with L lines.

    A *placement* of shape s at anchor a covers the cells ``masks[s] << a``, where a is
    the cell of the bounding box's top-left corner.

    Attributes:
        lanes: a tuple as long as a board has words W; only its length matters.
        full: uint64 (1, W), every cell of the board.
        offsets: int64 (S, M): by how much each cell of a shape lies above its anchor.
        sizes: int64 (S,): number of cells of each shape, so of valid ``offsets``; 0 for a
            shape larger than the board.
        anchors: uint64 (S, W): anchors at which the bounding box lies on the board.
        masks: uint64 (S, W): the shape's cells at anchor 0.
        lines: uint64 (L, W): the lines.
        touch_start: int64 (S * C + 1,): placement (s, a) touches the lines
            ``touch[touch_start[s * C + a] : touch_start[s * C + a + 1]]``.
        touch: int64 (T,): line indices.
        cover: int64 (S, L): most cells of a line that one placement of a shape covers.
        span: int64 (S,): most lines that one placement of a shape touches.
        cells: C.
        sharing: most lines that share a cell; 0 without lines.
        shortest: cells of the shortest line; 1 without lines.
    """

    lanes: tuple[int, ...]
    full: U64
    offsets: I64
    sizes: I64
    anchors: U64
    masks: U64
    lines: U64
    touch_start: I64
    touch: I64
    cover: I64
    span: I64
    cells: int
    sharing: int
    shortest: int


class ScoreTables(NamedTuple):
    """A ruleset's scoring for the kernels.

    Attributes:
        per_cell: points for a cell.
        lines: int64 (L + 1,): points for n lines.
        most_lines: int64 (L + 1,): most points for at most n lines.
        kind: index into ``COMBO_KINDS``.
        grace: non-clearing moves in a row that end a combo.
        percents: int64 (P,): for ``streak``.
        most_percent: the largest of them.
        bonus: for ``additive``.
        perfect_clear: points for an emptied board.
    """

    per_cell: int
    lines: I64
    most_lines: I64
    kind: int
    grace: int
    percents: I64
    most_percent: int
    bonus: int
    perfect_clear: int


class DealTables(NamedTuple):
    """How a dealer draws, for the kernels.

    Attributes:
        kind: index into ``DEALER_KINDS``.
        tries: triples that ``retry`` draws at most.
        size: pieces in a deal.
        cumulative: int64 (S,): running sums of the catalogue's weights.
        large: int64 (S,): 1 for a large shape.
        max_large: most large shapes in a deal; ``size`` where there is no limit.
    """

    kind: int
    tries: int
    size: int
    cumulative: I64
    large: I64
    max_large: int


class GridTables(NamedTuple):
    """The grid's neighbourhoods, for players that look at the shape of a board.

    Attributes:
        start: uint64 (B, W): the boards that games begin with, in turn.
        cols: columns.
        has_right: uint64 (1, W): cells with a neighbour to the right.
        has_below: uint64 (1, W): cells with a neighbour below.
        walls: uint64 (4, W): the cells of each side of the board.
    """

    start: U64
    cols: int
    has_right: U64
    has_below: U64
    walls: U64


def build(ruleset: Ruleset, shapes: Sequence[Shape]) -> Tables:
    """Return the tables for some shapes of a ruleset (the tray's, or the catalogue's)."""
    grid = ruleset.grid
    cells = grid.size
    columns = grid.cols
    members = _members(ruleset)
    widest = max((shape.size for shape in shapes), default=1)
    offsets = np.zeros((len(shapes), widest), dtype=np.int64)
    sizes = np.array([shape.size for shape in shapes], dtype=np.int64)
    anchors: list[int] = []
    masks: list[int] = []
    cover = np.zeros((len(shapes), len(ruleset.lines)), dtype=np.int64)
    span = np.zeros(len(shapes), dtype=np.int64)
    touched: list[NDArray[Any]] = []
    counts: list[NDArray[Any]] = []
    for s, shape in enumerate(shapes):
        places = np.array([r * columns + c for r, c in grid.anchors(shape)], dtype=np.int64)
        if not len(places):
            # A piece larger than the board has no placement; its cells would be beyond
            # the board's bits, by which nothing may be shifted.
            sizes[s] = 0
        own = np.array([r * columns + c for r, c in shape.cells[: sizes[s]]], dtype=np.int64)
        offsets[s, : sizes[s]] = own
        anchors.append(sum(1 << int(a) for a in places))
        masks.append(sum(1 << int(offset) for offset in own))
        # overlap[a, line] = cells of the line that the placement at anchor a covers.
        overlap = np.zeros((cells, len(ruleset.lines)), dtype=np.int64)
        for offset in own:
            overlap[places] += members[places + offset]
        if len(places):
            cover[s] = overlap.max(axis=0)
            span[s] = (overlap > 0).sum(axis=1).max()
        where, line = np.nonzero(overlap)
        touched.append(line)
        counts.append(np.bincount(where, minlength=cells))
    start = np.zeros(len(shapes) * cells + 1, dtype=np.int64)
    if shapes:
        start[1:] = np.cumsum(np.concatenate(counts))
    touch = np.concatenate(touched) if shapes else np.zeros(0, dtype=np.int64)
    return Tables(
        lanes=(0,) * grid.words,
        full=_words(ruleset, [grid.full]),
        offsets=offsets,
        sizes=sizes,
        anchors=_words(ruleset, anchors),
        masks=_words(ruleset, masks),
        lines=_words(ruleset, ruleset.lines),
        touch_start=start,
        touch=touch.astype(np.int64),
        cover=cover,
        span=span,
        cells=cells,
        sharing=int(members.sum(axis=1).max(initial=0)),
        shortest=int(members.sum(axis=0).min(initial=cells)) if ruleset.lines else 1,
    )


def score(scoring: Scoring) -> ScoreTables:
    """Return the scoring as the kernels read it."""
    lines = np.array(scoring.lines, dtype=np.int64)
    combo = scoring.combo
    return ScoreTables(
        per_cell=scoring.per_cell,
        lines=lines,
        most_lines=np.maximum.accumulate(lines),
        kind=COMBO_KINDS.index(combo.kind),
        grace=combo.grace,
        percents=np.array(combo.percents, dtype=np.int64),
        most_percent=max(combo.percents),
        bonus=combo.bonus,
        perfect_clear=scoring.perfect_clear,
    )


def deal(ruleset: Ruleset, spec: DealerSpec) -> DealTables:
    """Return how a dealer draws from the ruleset's catalogue.

    ``uniform`` ignores the catalogue's weights; all other dealers draw with them.
    """
    entries = ruleset.catalogue or ()
    uniform = spec.kind == "uniform"
    weights = [1] * len(entries) if uniform else ruleset.draw_weights
    size = ruleset.tray_size
    return DealTables(
        kind=DEALER_KINDS.index(spec.kind),
        tries=spec.tries,
        size=size,
        cumulative=np.cumsum(np.array(weights, dtype=np.int64)),
        large=np.array([entry.large for entry in entries], dtype=np.int64),
        max_large=size if ruleset.max_large is None else ruleset.max_large,
    )


def neighbours(ruleset: Ruleset, starts: Sequence[int] = ()) -> GridTables:
    """Return the neighbourhoods of a ruleset's grid.

    Args:
        ruleset: the game.
        starts: the boards that games begin with in turn; none for the ruleset's own.
    """
    grid = ruleset.grid
    rows, cols = range(grid.rows), range(grid.cols)
    walls = [
        grid.mask((0, c) for c in cols),
        grid.mask((grid.rows - 1, c) for c in cols),
        grid.mask((r, 0) for r in rows),
        grid.mask((r, grid.cols - 1) for r in rows),
    ]
    return GridTables(
        start=_words(ruleset, starts or [ruleset.start]),
        cols=grid.cols,
        has_right=_words(ruleset, [grid.full & ~walls[3]]),
        has_below=_words(ruleset, [grid.full & ~walls[1]]),
        walls=_words(ruleset, walls),
    )


def _members(ruleset: Ruleset) -> NDArray[np.int64]:
    """Return int64 (C, L): 1 where a cell belongs to a line."""
    members = np.zeros((ruleset.grid.size, len(ruleset.lines)), dtype=np.int64)
    for i, line in enumerate(ruleset.lines):
        for row, col in ruleset.grid.cells(line):
            members[row * ruleset.grid.cols + col, i] = 1
    return members


def _words(ruleset: Ruleset, boards: Sequence[int]) -> U64:
    grid = ruleset.grid
    words = np.zeros((len(boards), grid.words), dtype=np.uint64)
    for i, board in enumerate(boards):
        words[i] = grid.to_words(board)
    return words
