"""The operations of ``bits`` on Python integers, for runs with ``NUMBA_DISABLE_JIT=1``.

What each does is said in ``bits``.
"""

from __future__ import annotations

from typing import Any

_WORD = (1 << 64) - 1


def load(array: Any, index: int, lanes: tuple[int, ...]) -> int:
    """Return row ``index`` as a board."""
    return sum(int(array[index, w]) << (64 * w) for w in range(len(lanes)))


def store(array: Any, index: int, board: int) -> None:
    """Write a board into row ``index``."""
    for w in range(array.shape[1]):
        array[index, w] = (board >> (64 * w)) & _WORD


def item(array: Any, index: int) -> int:
    """Return ``array[index]``."""
    return int(array[index])


def item2(array: Any, row: int, column: int) -> int:
    """Return ``array[row, column]``."""
    return int(array[row, column])


def shr(board: int, count: int) -> int:
    """Return the board shifted down."""
    return board >> int(count)


def shl(board: int, count: int) -> int:
    """Return the board shifted up. Callers keep what they need of the result."""
    return board << int(count)


def popcount(board: int) -> int:
    """Return the number of cells."""
    return board.bit_count()


def lowest(board: int) -> int:
    """Return the index of the lowest cell."""
    return (board & -board).bit_length() - 1


def low_word(board: int) -> int:
    """Return the lowest cells, of which the caller masks 63 at most."""
    return board & (_WORD >> 1)


def clear_lowest(board: int) -> int:
    """Return the board without its lowest cell."""
    return board & (board - 1)


def is_zero(board: int) -> bool:
    """Return whether no cell is set."""
    return board == 0


def contains(board: int, mask: int) -> bool:
    """Return whether every cell of ``mask`` is set."""
    return board & mask == mask


def meets(board: int, mask: int) -> bool:
    """Return whether two boards share a cell."""
    return board & mask != 0


def above(full: int, index: int) -> int:
    """Return the cells of ``full`` with a greater index."""
    return full & (full << (int(index) + 1))
