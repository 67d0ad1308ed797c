"""Legal moves and game over, by the kernels.

They are imported late: lists of rulesets and pieces do without them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fairtray.families.blokus.pieces import hand
from fairtray.families.blokus.position import Move, Position
from fairtray.families.blokus.tables import placed, tables


def words(position: Position) -> NDArray[np.uint64]:
    """Return the boards of all colours, uint64 (colours, words), lowest word first."""
    grid = position.variant.grid
    return np.array([grid.to_words(board) for board in position.boards], dtype=np.uint64)


def hands(position: Position) -> NDArray[np.int64]:
    """Return what each colour holds, int64 (colours,), bit i for piece i."""
    return np.array([hand(names) for names in position.left], dtype=np.int64)


def legal_moves(position: Position, colour: int | None = None) -> list[Move]:
    """Return the legal moves of a colour, by default of the one to move.

    They come in the order of pieces, orientations, rows and columns.
    """
    colour = position.to_move if colour is None else colour
    return [
        as_move(position, colour, number) for number in legal_placements(position, colour).tolist()
    ]


def legal_placements(position: Position, colour: int) -> NDArray[np.int64]:
    """Return the same as placement numbers (see the tables), int64 (M,)."""
    from fairtray.engines.kernels import blokus as kernel

    known = tables(position.variant)
    out = np.empty(known.sizes.size * known.cells, dtype=np.int64)
    count = kernel.moves(known, words(position), hand(position.left[colour]), colour, out)
    return out[:count].copy()


def as_move(position: Position, colour: int, placement: int) -> Move:
    """Return the move of a placement's number."""
    piece, mask = placed(position.variant, placement)
    return Move(colour, piece.name, mask)


def who_can_move(position: Position) -> tuple[bool, ...]:
    """Return for each colour whether it has a legal move. The game is over when none has."""
    from fairtray.engines.kernels import blokus as kernel

    out = np.zeros(len(position.boards), dtype=np.bool_)
    kernel.who_can_move(tables(position.variant), words(position), hands(position), out)
    return tuple(out.tolist())


def turn(position: Position) -> Position:
    """Return the position with the next colour to move that can; unchanged when none can."""
    able = who_can_move(position)
    count = len(able)
    for step in range(count):
        colour = (position.to_move + step) % count
        if able[colour]:
            return replace(position, to_move=colour)
    return position


def sequences(position: Position, depth: int) -> list[int]:
    """Return the number of sequences of 1 to ``depth`` moves of the colour to move alone."""
    from fairtray.engines.kernels import blokus as kernel

    counts = np.zeros(depth, dtype=np.int64)
    colour = position.to_move
    kernel.sequences(
        tables(position.variant), words(position), hand(position.left[colour]), colour, counts
    )
    return [int(count) for count in counts]


def random_game(position: Position, seed: int) -> list[Move]:
    """Return the moves of a game played at random to its end; the same for the same seed."""
    from fairtray.engines.kernels import blokus as kernel

    count = len(position.boards)
    # The four words of the generator's state, as the kernels hold it.
    state = np.random.SFC64(seed).state["state"]["state"].copy()
    plies = np.zeros((21 * count, 2), dtype=np.int64)
    played = kernel.random_game(
        tables(position.variant),
        words(position),
        hands(position),
        position.to_move,
        state,
        plies,
    )
    return [as_move(position, colour, number) for colour, number in plies[:played].tolist()]


def played(position: Position, moves: list[Move]) -> Position:
    """Return the position after some moves, each checked by the plain engine.

    Raises:
        IllegalPlacement: a move is not legal.
    """
    cells = position.variant.grid.cells
    for move in moves:
        _, position = position.place(move.colour, cells(move.mask))
    return position
