"""The best-scoring order of placements of one tray, proven best unless stopped early."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from fairtray.core.errors import InternalFault
from fairtray.engines.kernels import best as kernel
from fairtray.engines.search.beam import beam
from fairtray.engines.search.decide import decide
from fairtray.engines.search.interruptible import interruptible
from fairtray.engines.search.prepare import board_words, score_of, tables_of, tray_of
from fairtray.game import Move, Placement, Position, replay

_SEEDED = 4
"""From this many pieces on a beam runs before the search: its line prunes."""

_SEED_WIDTH = 2_000

_UNLIMITED = np.iinfo(np.int64).max

Stopped = Literal["max-nodes", "interrupted"]


@dataclass(frozen=True, slots=True)
class Best:
    """The best line for one position.

    Among lines with equally many points the lexicographically smallest sequence of
    (slot, row, col) is the answer, where it is ``exact``.

    Attributes:
        points: what the line earns (the position's earlier score not counted).
        complete: whether it places all pieces. If any line does, the answer is the best
            of those; otherwise the best of all lines, with more pieces where points tie.
        exact: whether it is proven that no line earns more: ``at_most`` is ``points``.
        at_most: what no line exceeds.
        moves: the moves, replayed by the plain engine.
        final: the position after them.
        walked: placements that the search looked at.
        stopped: why the search did not come to its end; None if it did.
    """

    points: int
    complete: bool
    exact: bool
    at_most: int
    moves: tuple[Move, ...]
    final: Position
    walked: int
    stopped: Stopped | None = None


def best(position: Position, max_nodes: int | None = None, *, anytime: bool = False) -> Best:
    """Return the best-scoring line of a position.

    Args:
        position: the position.
        max_nodes: placements to look at before the search stops with the best line so far
            and an upper bound; None for no limit. Not a time, so that the answer is the
            same on every machine.
        anytime: whether Ctrl-C makes it stop so, too, instead of being raised.

    Raises:
        PositionError: more than 5 pieces in the tray.
        InternalFault: the line does not replay to the same points; a fault of our own.
    """
    decision = decide(position)
    complete = decision.placeable
    slots = position.slots
    if not slots:
        return Best(0, True, True, 0, (), position, 0)
    beam_moves = _beam_moves(position) if complete else ()
    shapes, tray = tray_of(position)
    pieces = np.ascontiguousarray(tray[list(slots)])
    best_line = np.zeros((len(slots), 2), dtype=np.int64)
    stop = np.zeros(1, dtype=np.int64)
    arguments = (
        tables_of(position.ruleset, shapes),
        score_of(position.ruleset),
        pieces,
        len(slots),
        board_words(position.ruleset, position.board),
        position.combo,
        position.moves_since_clear,
        complete,
        sum(move.points for move in beam_moves),
        _UNLIMITED if max_nodes is None else max_nodes,
        stop,
        best_line,
    )

    def end_early() -> None:
        stop[0] = 1

    # Five pieces on a wide empty board can take longer than anyone would wait.
    points, placed, walked, at_most = interruptible(
        lambda: kernel.best(*arguments), end_early if anytime else None
    )
    columns = position.ruleset.grid.cols
    line = [
        Placement(slots[piece], *divmod(anchor, columns))
        for piece, anchor in best_line[: int(placed)].tolist()
    ]
    if complete and not line:
        # The search was stopped before it placed all pieces, or found nothing as good as this.
        moves = beam_moves or decision.moves or ()
    else:
        moves = tuple(replay(position, line))
    final = moves[-1].after if moves else position
    earned = final.score - position.score
    if (placed and earned != points) or (not final.slots) != complete:
        raise InternalFault(f"the search claims {points} points, replay gives {earned}")
    at_most = max(int(at_most), earned)
    exact = at_most == earned
    stopped: Stopped | None = None
    if not exact:
        stopped = "interrupted" if stop[0] else "max-nodes"
    return Best(earned, complete, exact, at_most, moves, final, int(walked), stopped)


def _beam_moves(position: Position) -> tuple[Move, ...]:
    """Return a good line that places all pieces, for the search to start from; or nothing."""
    if len(position.slots) < _SEEDED:
        return ()
    line = beam(position, (), _SEED_WIDTH)
    return line.moves if line.complete else ()
