"""Random words and bounded draws of the kernels."""

from __future__ import annotations

from collections.abc import Callable

import numba
import numpy as np
import pytest

from fairtray.dealers.base import Words
from fairtray.engines.kernels import rng as kernel

BOUNDS = (1, 2, 3, 37, 2**31, 2**31 + 1, 2**32 - 1)


@numba.njit
def _words(state, out):  # type: ignore[no-untyped-def]
    for i in range(out.shape[0]):
        out[i] = kernel.next_word(state)


@numba.njit
def _draws(state, n, out):  # type: ignore[no-untyped-def]
    for i in range(out.shape[0]):
        out[i] = kernel.below(state, n)


@pytest.mark.plain
@pytest.mark.parametrize("seed", [0, 1, 2**64, 20261129])
def test_words_are_those_of_numpy(seed: int) -> None:
    words = Words(seed, 3, 5)
    state = words.state
    found = np.zeros(2_000, dtype=np.uint64)
    _words(state, found)
    np.testing.assert_array_equal(found, words.generator.random_raw(2_000))
    np.testing.assert_array_equal(state, words.state)


def test_words_that_never_change() -> None:
    """The stream of seed 0, as written down once: it may not move with a version of numpy."""
    words = Words(0)
    assert [words.next() for _ in range(3)] == [
        0x91959E5FB96A6332,
        0x3C1DD8A25A7E9F21,
        0x657BDFFC99798D9E,
    ]


def test_streams_of_one_seed_differ() -> None:
    streams = [Words(7), Words(7, 0), Words(7, 1), Words(7, 0, 0), Words(7, 0, 1), Words(8, 0)]
    assert len({stream.next() for stream in streams}) == len(streams)


def test_the_state_is_a_copy() -> None:
    words = Words(1)
    state = words.state
    state[:] = 0
    assert words.state.any()


@pytest.mark.plain
@pytest.mark.parametrize("n", BOUNDS)
def test_draws_are_those_of_the_plain_twin(n: int) -> None:
    words = Words(11, n)
    state = words.state
    found = np.full(500, -1, dtype=np.int64)
    _draws(state, n, found)
    assert found.tolist() == [words.below(n) for _ in range(500)]
    # Both have drawn the same number of words.
    np.testing.assert_array_equal(state, words.state)
    drawn = int(state[3]) - int(Words(11, n).state[3])
    if n & (n - 1) == 0:
        assert drawn == 500
    elif n == 2**31 + 1:
        assert drawn > 750, "nearly half of the words must be drawn again"


class Prepared(Words):
    """A stream that gives chosen upper halves, then zeros for ever."""

    def __init__(self, *halves: int) -> None:
        self.halves = list(halves)
        self.drawn = 0

    def next(self) -> int:
        self.drawn += 1
        return (self.halves.pop(0) if self.halves else 2**31) << 32


Draw = Callable[[int, int], int | None]


def plain_draw(half: int, n: int) -> int | None:
    """Return what an upper half of a word gives, None where it is drawn again."""
    words = Prepared(half)
    result = words.below(n)
    return result if words.drawn == 1 else None


def kernel_draw(half: int, n: int) -> int | None:
    # The next word of SFC64 is the sum of the first, second and fourth part of its state.
    state = np.array([half << 32, 0, 1, 0], dtype=np.uint64)
    out = np.zeros(1, dtype=np.int64)
    _draws(state, n, out)
    return int(out[0]) if state[3] == 1 else None


@pytest.mark.plain
@pytest.mark.parametrize("draw", [plain_draw, kernel_draw])
@pytest.mark.parametrize("n", BOUNDS)
def test_every_result_has_equally_many_words(n: int, draw: Draw) -> None:
    """Of all 2**32 upper halves, exactly 2**32 // n give each result."""
    for result in {0, n // 3, n // 2, max(n - 2, 0), n - 1}:
        # The halves x with result * 2**32 <= x * n < (result + 1) * 2**32 are candidates.
        first, last = -(-(result << 32) // n), ((result + 1 << 32) - 1) // n
        while draw(first, n) is None and first <= last:
            first += 1
        assert draw(first, n) == result
        assert draw(last, n) == result
        assert last - first + 1 == 2**32 // n
