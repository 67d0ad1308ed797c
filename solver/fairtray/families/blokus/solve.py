"""The most that one colour can still score while the others pass."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fairtray.core.errors import Fault, IllegalPlacement, InternalFault, PositionError
from fairtray.engines.check import Engine
from fairtray.engines.search.interruptible import interruptible
from fairtray.families.blokus import proof
from fairtray.families.blokus.moves import as_move, hands, legal_placements, played, words
from fairtray.families.blokus.notation import position_json
from fairtray.families.blokus.pieces import SINGLE, cells_of, hand
from fairtray.families.blokus.position import Move, Position
from fairtray.families.blokus.reach import within_reach
from fairtray.families.blokus.scoring import Scoring, all_placed, count, counts
from fairtray.families.blokus.tables import placed, tables

WIDTH = 256
"""States that are kept at each number of pieces, in the widest of the first looks."""

MOST_WIDTH = 65536

STATES = 1_000_000
"""States after which the exhaustive search stops, and the best line so far is the answer."""

_MEMORY = 2**20
"""States that the exhaustive search remembers."""

WORK = 60.0
"""How much work, in CP-SAT's own count, ``both`` spends on confirming the search."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best line for the colour to move, as far as it is known.

    Attributes:
        points: its score at the end of the line, bonus included.
        upper_bound: a score that no line exceeds; equal to ``points`` when ``exact``.
        exact: whether it is proven that no line scores more.
        complete: whether all pieces of the colour are on the board at its end.
        moves: the moves, replayed by the plain engine.
        final: the position after them.
        states: states that the exhaustive search looked at; 0 where a first look already
            met the bound, or another engine answered.
    """

    points: int
    upper_bound: int
    exact: bool
    complete: bool
    moves: tuple[Move, ...]
    final: Position
    states: int = 0


def best(
    position: Position,
    scoring: Scoring = "advanced",
    *,
    width: int = WIDTH,
    limit: int = STATES,
) -> Best:
    """Return the best line for the colour to move while the others pass, by search.

    First a few looks, each keeping more of the best states; they end as soon as a line
    meets the upper bound. Then all states, depth first, up to ``limit``.

    Args:
        position: any position.
        scoring: how to count.
        width: states that the widest of the first looks keeps.
        limit: states that the exhaustive search may look at.

    Raises:
        PositionError: a width out of range.
    """
    if not 1 <= width <= MOST_WIDTH:
        raise PositionError(Fault("width", f"{width} is not allowed", f"1 to {MOST_WIDTH}"))
    colour = position.to_move
    if not position.left[colour]:
        return answer(position, (), scoring)
    # From the middle of a game it can take longer than anyone would wait.
    seen = interruptible(lambda: _search(position, scoring, width, limit))
    bound = _score(position, seen.most, scoring)
    moves = tuple(as_move(position, colour, number) for number in seen.line)
    result = answer(position, moves, scoring, bound, seen.states)
    if result.points != _score(position, seen.value, scoring):
        raise InternalFault(f"a line of value {seen.value} replays to {result.points} points")
    return result


class _Seen(NamedTuple):
    """What the search found, in the kernel's values and placements.

    Attributes:
        value: the value of the best line.
        most: a value that no line exceeds.
        line: the placements of the best line.
        states: states that the exhaustive search looked at.
    """

    value: int
    most: int
    line: list[int]
    states: int


def _search(position: Position, scoring: Scoring, width: int, limit: int) -> _Seen:
    """Return what :func:`best` has to know."""
    from fairtray.engines.kernels import blokus_beam
    from fairtray.engines.kernels import blokus_search as kernel

    colour = position.to_move
    known = tables(position.variant)
    grid = position.variant.grid
    own = np.array([grid.to_words(position.boards[colour])], dtype=np.uint64)
    others = np.array(
        [grid.to_words(position.occupied & ~position.boards[colour])], dtype=np.uint64
    )
    held = hand(position.left[colour])
    line = np.full(kernel.MAX_DEPTH + 1, -1, dtype=np.int64)
    top = most = 4 * cells_of(position.left[colour]) + (2 if held & 1 else 1)
    value = -1
    found = line.copy()

    def settled() -> bool:
        # By scores: values distinguish more where no bonus can be had.
        return _score(position, value, scoring) == _score(position, int(most), scoring)

    for look in (1, *(w for w in (8, 64) if w < width), width):
        memory = _memory(min(_MEMORY, 2 ** (math.ceil(math.log2(look)) + 12)), grid.words)
        seen = blokus_beam.beam(known, own, others, held, colour, look, most, memory, line)
        if seen > value:
            value = seen
            found = line.copy()
        if value < most == top:
            # Only needed where not all pieces go on the board at once.
            most = kernel.bound(known, own, own | others, held, colour)
        if settled():
            break
    states = 0
    if not settled():
        memory = _memory(_MEMORY, grid.words)
        value, exhausted, states = kernel.depth_first(
            known, own, others, held, colour, value, limit, memory, found
        )
        most = value if exhausted else most
    end = found.tolist().index(-1)
    return _Seen(int(value), int(most), found[:end].tolist(), int(states))


def _memory(size: int, width: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    return np.zeros((size + 1, width), dtype=np.uint64)


def _score(position: Position, value: int, scoring: Scoring) -> int:
    """Return the score that a value of the search stands for; see the kernel for values."""
    cells, rank = divmod(value, 4)
    squares = position.boards[position.to_move].bit_count() + cells
    left = () if rank else position.left[position.to_move]
    last = SINGLE if rank == 2 else None
    return count(squares, left, last, scoring, of=position.variant.squares).score


def answer(
    position: Position,
    moves: tuple[Move, ...],
    scoring: Scoring,
    upper_bound: int | None = None,
    states: int = 0,
) -> Best:
    """Return a line as an answer, each move checked by the plain engine.

    Args:
        position: where it starts.
        moves: the line.
        scoring: how to count.
        upper_bound: a score that no line exceeds; None when the line is proven best.
        states: states looked at.

    Raises:
        InternalFault: a move is not legal; a fault of our own.
    """
    colour = position.to_move
    try:
        final = played(position, list(moves))
    except IllegalPlacement as error:
        raise InternalFault(f"a line is not legal: {error}") from None
    squares = final.boards[colour].bit_count()
    points = counts(final, scoring)[colour].score
    bound = points if upper_bound is None else upper_bound
    complete = all_placed(squares, final.left[colour], final.variant.squares)
    return Best(points, bound, points == bound, complete, moves, final, states)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move and what speaks for it.

    Attributes:
        move: the move.
        squares: cells of the piece.
        gained: corner cells that the colour has more after it than before.
        taken: corner cells that the other colours together have fewer.
    """

    move: Move
    squares: int
    gained: int
    taken: int

    @property
    def value(self) -> int:
        """The sum: a square, a corner gained and a corner taken weigh the same."""
        return self.squares + self.gained + self.taken


def next_moves(position: Position) -> list[Weighed]:
    """Return the legal moves of the colour to move, the best next one first.

    Where two weigh the same the larger piece comes first, then the order of
    :func:`~fairtray.families.blokus.moves.legal_moves`.
    """
    from fairtray.engines.kernels import blokus as kernel

    colour = position.to_move
    placements = legal_placements(position, colour)
    out = np.zeros((len(placements), 2), dtype=np.int64)
    kernel.weigh(
        tables(position.variant), words(position), hands(position), colour, placements, out
    )
    found = []
    for number, (gained, taken) in zip(placements.tolist(), out.tolist(), strict=True):
        piece, mask = placed(position.variant, number)
        found.append(Weighed(Move(colour, piece.name, mask), piece.size, gained, taken))
    return sorted(found, key=lambda weighed: (-weighed.value, -weighed.squares))


def solve(position: Position, engine: Engine, scoring: Scoring) -> tuple[Best, bool]:
    """Return the best line for the colour to move, and whether CP-SAT has proven it.

    With ``both``, CP-SAT confirms what the search has proven, and proves or improves what
    it has not. Where there is too much for it, or it reaches its limit, the search's answer
    stands as it is.

    Raises:
        InputError: too many placements within reach for CP-SAT alone.
        InternalFault: the engines differ.
    """
    if engine == "cp-sat":
        proven = _proven(position, scoring, None)
        if proven is None:
            raise InternalFault("CP-SAT gave up although no limit was set")
        return proven, True
    found = best(position, scoring)
    if engine == "search" or len(within_reach(position)) > proof.MAX_PLACEMENTS:
        return found, False
    other = _proven(position, scoring, WORK)
    if other is None:
        return found, False
    agree = found.points == other.points if found.exact else found.points <= other.points
    if not agree or other.points > found.upper_bound:
        raise InternalFault(
            f"the engines differ: search says {found.points} points, CP-SAT {other.points}",
            position_json(position),
        )
    return (found if found.exact else other), True


def _proven(position: Position, scoring: Scoring, work: float | None) -> Best | None:
    optimum = proof.best(position, work_limit=work)
    if optimum.status == "undecided":
        return None
    return answer(position, optimum.moves, scoring)
