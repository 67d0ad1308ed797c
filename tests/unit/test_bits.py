"""Bitboards against Python integers; and the kernels once more as plain Python."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator

import numba
import numpy as np
import pytest

import cases
from fairtray.engines.kernels import bits

WIDTHS = (1, 2, 7)
"""In words: 8x8, 10x10 and 20x20."""


# The compiled twins of what is expected below; one function of each kind, because a board
# of any width is a type of its own and can neither be given to nor taken from Python.


@numba.njit
def _boards(boards, count, index, out, lanes):  # type: ignore[no-untyped-def]
    a = bits.load(boards, 0, lanes)
    b = bits.load(boards, 1, lanes)
    full = bits.load(boards, 2, lanes)
    bits.store(out, 0, a)
    bits.store(out, 1, a & b)
    bits.store(out, 2, a | b)
    bits.store(out, 3, a ^ b)
    bits.store(out, 4, bits.shr(a, count))
    bits.store(out, 5, bits.shl(a, count))
    bits.store(out, 6, bits.clear_lowest(a))
    bits.store(out, 7, bits.above(full, index))


@numba.njit
def _numbers(boards, out, lanes):  # type: ignore[no-untyped-def]
    a = bits.load(boards, 0, lanes)
    b = bits.load(boards, 1, lanes)
    out[0] = bits.popcount(a)
    out[1] = bits.is_zero(a)
    out[2] = bits.contains(a, b)
    out[3] = bits.meets(a, b)
    if not bits.is_zero(a):
        out[4] = bits.lowest(a)


def expected_boards(a: int, b: int, full: int, count: int, index: int) -> list[int]:
    return [
        a,
        a & b,
        a | b,
        a ^ b,
        a >> count,
        a << count,
        a & (a - 1),
        sum(1 << i for i in range(index + 1, full.bit_length())),
    ]


def expected_numbers(a: int, b: int) -> list[int]:
    lowest = next((i for i in range(a.bit_length()) if a >> i & 1), -1)
    return [a.bit_count(), a == 0, b | a == a, a & b != 0, lowest]


def pairs(width: int, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Yield pairs of boards: the extremes, single cells at the seams of words, and random ones."""
    full = (1 << width) - 1
    seams = sorted({0, 63, 64, 65, 127, 128, width - 1} & set(range(width)))
    edges = [0, full, *(1 << i for i in seams)]
    for edge in edges:
        yield edge, rng.choice(edges)
    for _ in range(60):
        a = rng.getrandbits(width) & rng.getrandbits(width)
        yield a, rng.choice([a, a & rng.getrandbits(width), ~a & full, rng.getrandbits(width)])


def words(boards: list[int], count: int) -> np.ndarray:
    mask = (1 << 64) - 1
    return np.array([[b >> 64 * w & mask for w in range(count)] for b in boards], dtype=np.uint64)


@pytest.mark.plain
@pytest.mark.parametrize("count", WIDTHS)
def test_every_operation_is_that_of_integers(count: int) -> None:
    width = 64 * count
    rng = random.Random(count)
    lanes = (0,) * count
    for a, b in pairs(width, rng):
        # A board need not fill its words.
        full = (1 << rng.choice([width, width - 1, width - 28])) - 1
        shift, index = rng.choice([0, 1, 63, width - 1, rng.randrange(width)]), rng.randrange(width)
        index %= full.bit_length()
        given = words([a, b, full], count)
        before = given.copy()
        boards = np.zeros((8, count), dtype=np.uint64)
        _boards(given, shift, index, boards, lanes)
        expected = words(expected_boards(a, b, full, shift, index), count)
        np.testing.assert_array_equal(boards, expected, str((a, b, full, shift, index)))
        numbers = np.full(5, -1, dtype=np.int64)
        _numbers(given, numbers, lanes)
        assert numbers.tolist() == expected_numbers(a, b)
        np.testing.assert_array_equal(given, before)


@numba.njit
def _items(row, table, out):  # type: ignore[no-untyped-def]
    for i in range(table.shape[0]):
        out[i, 0] = bits.item(row, i)
        for j in range(table.shape[1]):
            out[i, 1 + j] = bits.item2(table, i, j)


@pytest.mark.plain
@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (6, 2)])
def test_items_are_those_of_the_array(shape: tuple[int, int]) -> None:
    table = np.arange(shape[0] * shape[1]).reshape(shape) * 7 - 11
    row = table[:, -1].copy()
    out = np.zeros((shape[0], 1 + shape[1]), dtype=np.int64)
    _items(row, table, out)
    np.testing.assert_array_equal(out, np.column_stack([row, table]))


@pytest.mark.parametrize(
    "boards",
    [
        np.zeros((3, 1), dtype=np.int64),
        np.zeros(3, dtype=np.uint64),
        np.zeros((3, 4), dtype=np.uint64)[:, ::4],
        np.asfortranarray(np.zeros((3, 2), dtype=np.uint64)),
    ],
    ids=["int64", "1-d", "strided", "fortran"],
)
def test_arrays_that_hold_no_boards_are_refused(boards: np.ndarray) -> None:
    out = np.zeros(5, dtype=np.int64)
    with pytest.raises(TypeError, match="boards are C-ordered uint64"):
        _numbers(boards, out, (0,) * boards.shape[-1])


# --- Without the JIT ---------------------------------------------------------------


PLAIN = {
    "representatives": (
        ("test_bits.py", "test_rng.py", "test_search.py"),
        15,
    ),
    "everything": (("",), 30),
}
"""Files of this folder, and how many tests with the mark ``plain`` are at least in them."""


@pytest.mark.parametrize(
    "which", ["representatives", pytest.param("everything", marks=pytest.mark.slow)]
)
def test_the_kernels_give_the_same_without_the_jit(which: str) -> None:
    """What the JIT does with mixed integers Python does otherwise, so both are asked."""
    files, least = PLAIN[which]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-n0", "-m", "plain"),
            *("-p", "no:cacheprovider", *(f"tests/unit/{name}" for name in files)),
        ],
        cwd=cases.ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (passed,) = re.findall(r"^(\d+) passed", done.stdout, re.MULTILINE)
    assert int(passed) >= least
