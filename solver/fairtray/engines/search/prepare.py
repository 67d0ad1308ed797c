"""From positions to what the kernels read: shape indices and cached tables."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from fairtray.core.board import Board
from fairtray.core.errors import Fault, PositionError
from fairtray.core.shapes import Shape
from fairtray.engines import tables
from fairtray.rulesets.model import Ruleset, Scoring

if TYPE_CHECKING:
    from fairtray.engines.tables import I64, U64, ScoreTables, Tables
    from fairtray.game import Position

MAX_PIECES = 5
"""The most pieces of one tray that the search takes."""


class _ByLines:
    """A ruleset as a cache key: two rulesets with the same grid and lines have the same tables.

    Not its digest: a ruleset that a caller makes by hand, or out of another, need not
    have one of its own.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rules = (ruleset.grid, ruleset.lines)
        self.hash = hash(self.rules)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByLines) and self.rules == other.rules


@functools.lru_cache(maxsize=256)
def _tables(key: _ByLines, shapes: tuple[Shape, ...]) -> Tables:
    return tables.build(key.ruleset, shapes)


def tables_of(ruleset: Ruleset, shapes: tuple[Shape, ...]) -> Tables:
    """Return the kernels' tables for some shapes of a ruleset, built once."""
    return _tables(_ByLines(ruleset), shapes)


@functools.lru_cache(maxsize=64)
def _score(scoring: Scoring) -> ScoreTables:
    return tables.score(scoring)


def score_of(ruleset: Ruleset) -> ScoreTables:
    """Return the kernels' scoring of a ruleset, built once."""
    return _score(ruleset.scoring)


def board_words(ruleset: Ruleset, board: Board) -> U64:
    """Return a board as uint64 (1, W)."""
    return np.array([ruleset.grid.to_words(board)], dtype=np.uint64)


def tray_of(position: Position) -> tuple[tuple[Shape, ...], I64]:
    """Return the distinct shapes of a tray and int64 (n,): each slot's index, -1 if used.

    Raises:
        PositionError: more pieces than the search takes.
    """
    if len(position.slots) > MAX_PIECES:
        raise PositionError(
            Fault("tray", f"{len(position.slots)} pieces", f"at most {MAX_PIECES} are searched")
        )
    shapes = tuple(dict.fromkeys(shape for shape in position.tray if shape is not None))
    index = {shape: i for i, shape in enumerate(shapes)}
    slots = [-1 if shape is None else index[shape] for shape in position.tray]
    return shapes, np.array(slots, dtype=np.int64)
