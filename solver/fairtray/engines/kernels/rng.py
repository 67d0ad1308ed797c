"""Random words and unbiased bounded draws inside kernels.

The generator is SFC64 (Doty-Humphrey, PractRand), the state that of
``numpy.random.SFC64(...).state["state"]["state"]``: uint64 (4,), changed in place.
numpy promises that its raw stream never changes, and the tests compare against it.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import jit, wrapping_add, wrapping_shl

_1 = np.uint64(1)
_3 = np.uint64(3)
_11 = np.uint64(11)
_24 = np.uint64(24)
_32 = np.uint64(32)
_40 = np.uint64(40)
_LOW = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)


@jit
def next_word(state):
    """Return the next 64 random bits."""
    a, b, c, counter = state[0], state[1], state[2], state[3]
    word = wrapping_add(wrapping_add(a, b), counter)
    state[3] = wrapping_add(counter, _1)
    state[0] = b ^ (b >> _11)
    state[1] = wrapping_add(c, wrapping_shl(c, _3))
    state[2] = wrapping_add(wrapping_shl(c, _24) | (c >> _40), word)
    return word


@jit
def below(state, n):
    """Return an unbiased draw from 0 to n - 1, for 0 < n < 2**32.

    The upper half of a word, times n, over 2**32; the few products that would make
    some results likelier are drawn again (Lemire, "Fast random integer generation in
    an interval", 2019).
    """
    bound = np.uint64(n)
    product = (next_word(state) >> _32) * bound
    if product & _LOW < bound:
        uneven = (_TWO_32 - bound) % bound
        while product & _LOW < uneven:
            product = (next_word(state) >> _32) * bound
    return np.int64(product >> _32)
