"""The best line that a beam finds through a tray and the trays known to follow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairtray.core.errors import Fault, InternalFault, PositionError
from fairtray.core.shapes import Shape
from fairtray.engines import tables
from fairtray.engines.search import promise
from fairtray.engines.search.interruptible import interruptible
from fairtray.engines.search.prepare import board_words, score_of, tables_of
from fairtray.engines.search.promise import POINTS, SURVIVAL, Weights
from fairtray.game import Move, Position
from fairtray.notation import Game, RecordedMove, play

MAX_TRAY = 20
"""The most pieces of one tray."""

MAX_SEQUENCE = 1000
"""The most pieces of a sequence."""

MAX_WIDTH = 1_000_000
"""The widest beam: some 200 bytes of memory for each unit of it, and 8 for each piece."""

__all__ = ["MAX_SEQUENCE", "MAX_TRAY", "MAX_WIDTH", "POINTS", "SURVIVAL", "Line", "Weights", "beam"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through a sequence of trays.

    Attributes:
        points: what it earns (the position's earlier score not counted).
        complete: whether it places every piece. A line that does is preferred to any
            that does not; among those that do not, more points, then more pieces.
        moves: the moves, replayed by the plain engine; a tray is dealt when the one
            before it is used up.
        final: the position after them, the next tray dealt where there is one.
        walked: placements that the search looked at.
        exact: whether no state was dropped, so that no line is better.
    """

    points: int
    complete: bool
    moves: tuple[Move, ...]
    final: Position
    walked: int
    exact: bool


def beam(
    position: Position,
    upcoming: Sequence[Sequence[Shape | None]],
    width: int,
    weights: Weights = POINTS,
) -> Line:
    """Return the best line that a beam of this width finds.

    Nothing is proven about it unless the beam dropped no state (``exact``). Then, among lines
    with equally many points (and pieces), it is the lexicographically smallest sequence of
    (slot, row, col); otherwise it is the one that the beam came to first, which goes
    through the boards of a level by their value.

    The answer depends on the arguments only, not on the machine or on time.

    Args:
        position: the board, the tray on offer and the combo counters.
        upcoming: the trays that follow, in order.
        width: states kept for each placement.
        weights: what the evaluation counts.

    Raises:
        PositionError: a width, a tray or a sequence beyond what is searched.
        InternalFault: the line does not replay to the same points; a fault of our own.
    """
    trays = [tuple(tray) for tray in (position.tray, *upcoming)]
    slots = [[i for i, shape in enumerate(tray) if shape is not None] for tray in trays]
    _check(slots, width)
    sequence = [shape for tray in trays for shape in tray if shape is not None]
    if not sequence:
        return Line(0, True, (), position, 0, True)
    # Imported late: the other questions do not need this kernel.
    from fairtray.engines.kernels import beam as kernel

    ruleset = position.ruleset
    # The catalogue where it will do: its tables are built once for all sequences.
    known = set(sequence) <= set(ruleset.shapes)
    shapes = ruleset.shapes if known else tuple(dict.fromkeys(sequence))
    index = {shape: i for i, shape in enumerate(shapes)}
    indices = [[index[shape] for shape in tray if shape is not None] for tray in trays]
    used = [tray for tray in indices if tray]
    ends = np.cumsum([len(tray) for tray in used])
    lengths = [len(tray) for tray in used]
    best_line = np.zeros((len(sequence), 2), dtype=np.int64)
    arguments = (
        tables_of(ruleset, shapes),
        score_of(ruleset),
        tables.neighbours(ruleset),
        promise.build(ruleset, shapes, used, weights),
        np.array([piece for tray in used for piece in tray], dtype=np.int64),
        np.repeat(ends - lengths, lengths),
        np.repeat(ends, lengths),
        board_words(ruleset, position.board),
        position.combo,
        position.moves_since_clear,
        width,
    )
    points, placed, walked, dropped = interruptible(
        lambda: kernel.beam(*arguments, False, best_line)
    )
    if not dropped:
        # No state was dropped, so they can as well be visited in the order of their lines.
        points, placed, walked, dropped = interruptible(
            lambda: kernel.beam(*arguments, True, best_line)
        )
    places = [(slot, shape) for tray in trays for slot, shape in enumerate(tray) if shape]
    columns = ruleset.grid.cols
    line = [
        RecordedMove(*places[piece], *divmod(anchor, columns))
        for piece, anchor in best_line[: int(placed)].tolist()
    ]
    played = play(Game(position, tuple(line), tuple(trays[1:])))
    final = played.final
    if final.score - position.score != points:
        raise InternalFault(
            f"the beam claims {points} points, replay gives {final.score - position.score}"
        )
    complete = int(placed) == len(sequence)
    return Line(int(points), complete, played.moves, final, int(walked), not dropped)


def _check(trays: Sequence[Sequence[int]], width: int) -> None:
    if not 1 <= width <= MAX_WIDTH:
        raise PositionError(Fault("width", f"{width} is not allowed", f"1 to {MAX_WIDTH}"))
    for i, tray in enumerate(trays):
        if len(tray) > MAX_TRAY:
            where = f"upcoming[{i - 1}]" if i else "tray"
            raise PositionError(
                Fault(where, f"{len(tray)} pieces", f"at most {MAX_TRAY} are searched")
            )
    pieces = sum(map(len, trays))
    if pieces > MAX_SEQUENCE:
        raise PositionError(
            Fault("upcoming", f"{pieces} pieces", f"at most {MAX_SEQUENCE} are searched")
        )
