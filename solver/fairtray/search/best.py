"""The best-scoring order of placements of one tray, proven best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairtray.errors import InternalFault
from fairtray.game import Move, Placement, Position, replay
from fairtray.search.decide import decide
from fairtray.search.interruptible import interruptible
from fairtray.search.prepare import board_words, score_of, tables_of, tray_of


@dataclass(frozen=True, slots=True)
class Best:
    """The best line for one position.

    Among lines with equally many points the lexicographically smallest sequence of
    (slot, row, col) is the answer.

    Attributes:
        points: what the line earns (the position's earlier score not counted).
        complete: whether it places all pieces. If any line does, the answer is the best
            of those; otherwise the best of all lines, with more pieces where points tie.
        exact: whether no line can earn more; True, the search is exhaustive.
        moves: the moves, replayed by the plain engine.
        final: the position after them.
        walked: placements that the search looked at.
    """

    points: int
    complete: bool
    exact: bool
    moves: tuple[Move, ...]
    final: Position
    walked: int


def best(position: Position) -> Best:
    """Return the best-scoring line of a position.

    Raises:
        PositionError: more than 5 pieces in the tray.
        InternalFault: the line does not replay to the same points; a fault of our own.
    """
    complete = decide(position).placeable
    slots = position.slots
    if not slots:
        return Best(0, True, True, (), position, 0)
    # Imported late: a check needs only the search kernel.
    from fairtray.kernels import best as kernel

    shapes, tray = tray_of(position)
    pieces = np.ascontiguousarray(tray[list(slots)])
    found = np.zeros((len(slots), 2), dtype=np.int64)
    arguments = (
        tables_of(position.ruleset, shapes),
        score_of(position.ruleset),
        pieces,
        len(slots),
        board_words(position.ruleset, position.board),
        position.combo,
        position.moves_since_clear,
        complete,
        found,
    )
    # Five pieces on a wide empty board can take longer than anybody waits.
    points, placed, walked = interruptible(lambda: kernel.best(*arguments))
    columns = position.ruleset.grid.cols
    line = [
        Placement(slots[piece], *divmod(anchor, columns))
        for piece, anchor in found[: int(placed)].tolist()
    ]
    moves = replay(position, line)
    final = moves[-1].after if moves else position
    if final.score - position.score != points or (not final.slots) != complete:
        raise InternalFault(
            f"the search claims {points} points, replay gives {final.score - position.score}"
        )
    return Best(int(points), complete, True, tuple(moves), final, int(walked))
