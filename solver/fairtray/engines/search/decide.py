"""Is a tray placeable, in how many orders, what fits, is the game over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairtray.core.errors import Fault, PositionError
from fairtray.core.shapes import Shape
from fairtray.engines.kernels import search as kernel
from fairtray.engines.search.interruptible import interruptible
from fairtray.engines.search.prepare import MAX_PIECES, board_words, tables_of, tray_of
from fairtray.engines.tables import I64, U64
from fairtray.game import Move, Placement, Position, proven
from fairtray.rulesets.model import Ruleset

_AT_ONCE = 3
"""Up to this many pieces a decision is quicker than an interrupt."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer for one position.

    Attributes:
        placeable: whether some order of the pieces and some placements put all of them
            on the board, clears between included. True for an empty tray.
        orders: in how many of the n! orders of the n pieces that is so (1 for n = 0).
        fits: for each slot, whether its piece fits on the board as it is; False for a
            used slot.
        game_over: whether pieces are left and none of them fits.
        moves: a way to place all pieces, in an order that works, as the plain engine has
            replayed it; None when there is none.
    """

    placeable: bool
    orders: int
    fits: tuple[bool, ...]
    game_over: bool
    moves: tuple[Move, ...] | None

    @property
    def witness(self) -> tuple[Placement, ...] | None:
        """The placements of ``moves``."""
        return None if self.moves is None else tuple(move.placement for move in self.moves)


@dataclass(frozen=True, slots=True)
class Decisions:
    """The answers for N positions with trays of n slots.

    Attributes:
        orders: int64 (N,): orders in which all pieces can be placed; 0 when not placeable.
        fits: int64 (N, n): number of legal placements of each slot's piece on the board
            as it is; 0 for a used slot.
        witness: int64 (N, n, 2): slot and anchor cell (row * cols + col) of each move,
            in an order that works; -1 past the last one and where there is none.
    """

    orders: I64
    fits: I64
    witness: I64


def decide(position: Position) -> Decision:
    """Decide one position.

    Raises:
        PositionError: more than 5 pieces in the tray.
        InternalFault: the witness does not replay; a fault of our own.
    """
    ruleset = position.ruleset
    shapes, tray = tray_of(position)
    pieces = [shape for shape in position.tray if shape is not None]
    if not pieces:
        return Decision(True, 1, tuple(False for _ in position.tray), False, ())
    words = board_words(ruleset, position.board)
    if len(pieces) > _AT_ONCE:
        many = interruptible(lambda: decide_trays(ruleset, shapes, words, tray[None, :]))
    else:
        many = decide_trays(ruleset, shapes, words, tray[None, :])
    orders = int(many.orders[0])
    fits = tuple(bool(count) for count in many.fits[0])
    moves: tuple[Move, ...] | None = None
    if orders:
        columns = ruleset.grid.cols
        anchors = many.witness[0, : len(pieces)].tolist()
        witness = [Placement(slot, *divmod(anchor, columns)) for slot, anchor in anchors]
        moves = tuple(proven(position, witness))
    return Decision(orders > 0, orders, fits, not any(fits), moves)


def decide_many(ruleset: Ruleset, boards: U64, trays: I64) -> Decisions:
    """Decide many positions of a ruleset with a catalogue at once.

    Args:
        ruleset: the game.
        boards: uint64 (N, W), cell ``row * cols + col`` is bit ``cell % 64`` of word
            ``cell // 64``, W = ceil(rows * cols / 64). A line may be full.
        trays: integers (N, n), n from 1 to 5: indices into the catalogue; -1 for a used slot.

    Raises:
        PositionError: wrong shape or type of an array, an index outside the catalogue, a
            bit outside the board, or a ruleset without a catalogue.
    """
    boards, trays = np.ascontiguousarray(boards), np.asarray(trays)
    grid = ruleset.grid
    if boards.dtype != np.uint64 or boards.ndim != 2 or boards.shape[1] != grid.words:
        raise PositionError(
            Fault("boards", f"{boards.dtype} {boards.shape}", f"give uint64 (N, {grid.words})")
        )
    if (
        not np.issubdtype(trays.dtype, np.integer)
        or trays.ndim != 2
        or len(trays) != len(boards)
        or not 1 <= trays.shape[1] <= MAX_PIECES
    ):
        raise PositionError(
            Fault("trays", f"{trays.dtype} {trays.shape}", f"give integers ({len(boards)}, 1..5)")
        )
    if not ruleset.shapes:
        raise PositionError(Fault("ruleset", "has no catalogue", "use decide for single positions"))
    if trays.size and not (trays.min() >= -1 and trays.max() < len(ruleset.shapes)):
        raise PositionError(
            Fault("trays", "an index outside the catalogue", f"-1 to {len(ruleset.shapes) - 1}")
        )
    outside = ~np.array(grid.to_words(grid.full), dtype=np.uint64)
    if np.any(boards & outside):
        raise PositionError(Fault("boards", "a bit beyond the last cell is set", "clear it"))
    indices = np.ascontiguousarray(trays, dtype=np.int64)
    return interruptible(lambda: decide_trays(ruleset, ruleset.shapes, boards, indices))


def decide_trays(ruleset: Ruleset, shapes: tuple[Shape, ...], boards: U64, trays: I64) -> Decisions:
    """Decide many positions with these shapes; as :func:`decide_many`, but nothing is checked.

    ``boards`` are uint64 (N, W); ``trays`` int64 (N, n), indices into ``shapes``.
    """
    count, slots = trays.shape
    answer = Decisions(
        orders=np.empty(count, dtype=np.int64),
        fits=np.empty((count, slots), dtype=np.int64),
        witness=np.empty((count, slots, 2), dtype=np.int64),
    )
    kernel.decide_many(
        tables_of(ruleset, shapes), boards, trays, answer.orders, answer.fits, answer.witness
    )
    return answer
