"""States that searches merge: a board with the pieces left of a tray and the combo counters.

A state is a row of a board array, uint64 (N, W), and of an int array (N, >= 5) with the
columns named here. Equal states are found through a hash table of row numbers: int32, its
length a power of two and larger than the number of states, -1 for an unused place.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import inner, wrapping_add, wrapping_shl

PARENT, MOVE, USED, COMBO, SINCE = 0, 1, 2, 3, 4
"""Columns: the state's parent on the level before; the move that led here; which slots of
the tray are used (bit i: slot i); the combo counter; non-clearing moves since the last clear."""


@inner
def _hash(boards, row, state):
    """Return 64 well-mixed bits of a board and its counters (Wang, "Integer Hash Function")."""
    h = np.uint64(state[row, USED] | (state[row, COMBO] << 8))
    h = h ^ wrapping_shl(np.uint64(state[row, SINCE]), np.uint64(32))
    for w in range(boards.shape[1]):
        h = h ^ boards[row, w]
        h = wrapping_add(h, wrapping_shl(h, np.uint64(21)))
        h = h ^ (h >> np.uint64(24))
        h = wrapping_add(
            wrapping_add(h, wrapping_shl(h, np.uint64(3))), wrapping_shl(h, np.uint64(8))
        )
        h = h ^ (h >> np.uint64(14))
        h = wrapping_add(
            wrapping_add(h, wrapping_shl(h, np.uint64(2))), wrapping_shl(h, np.uint64(4))
        )
        h = h ^ (h >> np.uint64(28))
        h = wrapping_add(h, wrapping_shl(h, np.uint64(31)))
    return h


@inner
def find(boards, state, row, table):
    """Return (place in the table, row of an equal state or -1) for the state in ``row``."""
    mask = table.shape[0] - 1
    at = np.int64(_hash(boards, row, state) & np.uint64(mask))
    while table[at] >= 0:
        other = table[at]
        same = (
            state[other, USED] == state[row, USED]
            and state[other, COMBO] == state[row, COMBO]
            and state[other, SINCE] == state[row, SINCE]
        )
        for w in range(boards.shape[1]):
            same = same and boards[other, w] == boards[row, w]
        if same:
            return at, other
        at = (at + 1) & mask
    return at, -1


@inner
def repeats(pieces, first, slot, used):
    """Return whether an equal piece in an earlier slot is still unplaced."""
    for i in range(slot):
        if pieces[first + i] == pieces[first + slot] and not (used >> i) & 1:
            return True
    return False
