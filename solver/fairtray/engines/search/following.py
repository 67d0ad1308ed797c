"""The trays that may follow, each with how likely it is: draws from a ruleset's catalogue."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fairtray.core.errors import Fault, InputError
from fairtray.engines.tables import I64
from fairtray.rulesets.model import Ruleset

MAX_TRAYS = 25_000
"""The most different trays that are all tried; of more, only a sample is."""

SAMPLE = 4_000
SEED = 0

_MAX_TOTAL = 1 << 40
"""Weights are scaled down to this sum, so that a kernel can multiply them by points."""


@dataclass(frozen=True, slots=True)
class Following:
    """Trays as multisets, weighted by how likely they are dealt.

    Attributes:
        trays: int64 (M, n): indices into the catalogue.
        weights: int64 (M,): all positive.
        exact: whether all possible trays are there; else they are a sample, drawn with the
            fixed seed ``SEED``.
    """

    trays: I64
    weights: I64
    exact: bool

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return int(self.weights.sum())


def following(ruleset: Ruleset) -> Following:
    """Return what may follow in a game: trays drawn piece by piece from the catalogue.

    The draws have the catalogue's weights (``uniform`` deals ignore them), and one that
    would exceed the limit of large shapes is drawn again. What a dealer does to make a
    tray fit is left out: with it every board would be as good as any other.

    Raises:
        InputError: the ruleset has no catalogue.
    """
    if not ruleset.catalogue:
        raise InputError(
            Fault(
                "ruleset",
                f"{ruleset.name} has no catalogue, so nothing is known of what may follow",
                "name a ruleset with one",
            )
        )
    uniform = ruleset.dealer.kind == "uniform"
    independent = ruleset.dealer.kind in {"uniform", "weighted"}
    weights = (1,) * len(ruleset.catalogue) if uniform else ruleset.draw_weights
    large = tuple(entry.large for entry in ruleset.catalogue)
    size = ruleset.tray_size
    limit = size if independent or ruleset.max_large is None else ruleset.max_large
    return _following(weights, large, size, limit)


@functools.lru_cache(maxsize=16)
def _following(
    weights: tuple[int, ...], large: tuple[bool, ...], size: int, limit: int
) -> Following:
    exact = math.comb(len(weights) + size - 1, size) <= MAX_TRAYS
    likely = (_all if exact else _sample)(weights, large, size, limit)
    # Where they are not whole numbers below the limit, the likeliest trays decide.
    divisor = math.gcd(*likely.values())
    total = sum(likely.values()) // divisor
    shift = max(0, total.bit_length() - _MAX_TOTAL.bit_length())
    scaled = {tray: (n // divisor) >> shift for tray, n in likely.items()}
    positive = {tray: n for tray, n in scaled.items() if n}
    return Following(
        np.array(list(positive), dtype=np.int64).reshape(-1, size),
        np.array(list(positive.values()), dtype=np.int64),
        exact,
    )


def _all(
    weights: tuple[int, ...], large: tuple[bool, ...], size: int, limit: int
) -> dict[tuple[int, ...], int]:
    """Return every multiset with a number proportional to the chance that it is drawn."""
    factors = _limit_factors(weights, large, size, limit)
    likely = {}
    for tray in itertools.combinations_with_replacement(range(len(weights)), size):
        factor = factors[sum(large[i] for i in tray)]
        if factor and all(weights[i] for i in tray):
            orders = math.factorial(size)
            for count in Counter(tray).values():
                orders //= math.factorial(count)
            likely[tray] = factor * orders * math.prod(weights[i] for i in tray)
    return likely


def _limit_factors(
    weights: tuple[int, ...], large: tuple[bool, ...], size: int, limit: int
) -> list[int]:
    """Return, by the number of large shapes in a tray, what the limit makes of its chance.

    A draw is out of all weights W until the limit is reached, out of the small ones V
    from then on. So a tray with fewer large shapes has the chance of its weights over
    W**n. In one that reaches the limit with the draw p, W**p * V**(n-p) stands below, and
    of the C(n, L) ways to set its L large shapes, C(p-1, L-1) end with draw p.
    """
    every, small = sum(weights), sum(w for w, big in zip(weights, large, strict=True) if not big)
    chances = []
    for count in range(size + 1):
        if count > limit or (count == limit < size and not small):
            chances.append(Fraction(0))
        elif count < limit:
            chances.append(Fraction(1, every**size))
        elif count == 0:
            chances.append(Fraction(1, small**size))
        else:
            chances.append(
                sum(
                    (
                        Fraction(math.comb(p - 1, count - 1), math.comb(size, count))
                        / (every**p * (small ** (size - p)))
                        for p in range(count, size + 1)
                    ),
                    Fraction(0),
                )
            )
    common = math.lcm(*(chance.denominator for chance in chances))
    return [int(chance * common) for chance in chances]


def _sample(
    weights: tuple[int, ...], large: tuple[bool, ...], size: int, limit: int
) -> dict[tuple[int, ...], int]:
    source = np.random.SFC64(np.random.SeedSequence(SEED))
    sums = list(itertools.accumulate(weights))
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(SAMPLE):
        tray: list[int] = []
        while len(tray) < size:
            # 64 bits modulo a small sum: the bias is far below what a sample can show.
            x = int(source.random_raw()) % sums[-1]
            shape = next(i for i, running in enumerate(sums) if x < running)
            if sum(large[i] for i in tray) + large[shape] <= limit:
                tray.append(shape)
        drawn[tuple(sorted(tray))] += 1
    return dict(drawn)
