"""What the search says of many deals, those with pieces outside the catalogue included."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from fairtray.core.shapes import Shape
from fairtray.engines.search.decide import Decisions, decide, decide_many
from fairtray.game import Position
from fairtray.rulesets.model import Ruleset

I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]


def decided(
    ruleset: Ruleset, boards: U64, trays: I64, outside: Mapping[tuple[int, int], Shape]
) -> Decisions:
    """Return the answers for N deals.

    Args:
        ruleset: a ruleset with a catalogue.
        boards: uint64 (N, W).
        trays: int64 (N, n): catalogue indices; -1 for a piece outside of it.
        outside: those pieces, by (row, slot).
    """
    answers = decide_many(ruleset, boards, trays)
    columns = ruleset.grid.cols
    for row in sorted({row for row, _ in outside}):
        tray = tuple(
            outside[row, slot] if i < 0 else ruleset.shapes[i]
            for slot, i in enumerate(trays[row].tolist())
        )
        position = Position(ruleset, ruleset.grid.from_words(boards[row].tolist()), tray)
        answer = decide(position)
        answers.orders[row] = answer.orders
        answers.fits[row] = [sum(1 for _ in position.legal(shape)) for shape in tray]
        answers.witness[row] = -1
        for i, move in enumerate(answer.witness or ()):
            answers.witness[row, i] = move.slot, move.row * columns + move.col
    return answers
