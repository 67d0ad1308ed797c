"""Means, quantiles and paired comparisons of games, each with an interval.

Sums are those of whole numbers, so that a mean is the same on any machine. Every interval is
meant to hold the true value in 95 of 100 simulations.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

CONFIDENCE = 0.95

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)

_BINS = 12
"""Most bins of a histogram."""

_DIGITS = 6
"""Significant digits of values that are not whole numbers: the last of a float can differ
between machines."""

Interval = tuple[float | None, float | None]
"""Ends of a confidence interval; None where the games leave an end open."""


@dataclass(frozen=True, slots=True)
class Quantile:
    """A quantile.

    Attributes:
        share: the share of games with no more than ``value``.
        value: the smallest value that at least this share of games do not exceed.
        interval: its confidence interval.
        at_least: whether games that were cut make it a lower bound.
    """

    share: float
    value: int
    interval: Interval
    at_least: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Some values in a row: from ``start`` to ``stop`` - 1, and how many games have them."""

    start: int
    stop: int
    games: int


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as long.

    Attributes:
        value: the ratio.
        interval: its confidence interval.
    """

    value: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Pairs:
    """Games of one dealer against those of another that began with the same random words.

    Attributes:
        games: pairs.
        longer: pairs in which this dealer's game had more moves.
        shorter: pairs in which it had fewer.
        longer_share: longer / (longer + shorter), with its interval; None if all are equal.
        geometric: the geometric mean of the games' ratios; pairs with a game of no moves are
            left out. None if fewer than two are left.
        means: the ratio of the means; None if the other's is 0.
    """

    games: int
    longer: int
    shorter: int
    longer_share: Ratio | None
    geometric: Ratio | None
    means: Ratio | None


def rounded(value: float) -> float:
    """Return a value with as many digits as are the same on any machine."""
    return float(f"{value:.{_DIGITS}g}")


def mean(values: Sequence[int]) -> float:
    """Return the mean of some whole numbers."""
    return rounded(sum(values) / len(values))


def deviation(values: Sequence[int]) -> float:
    """Return the standard deviation, n - 1 in the denominator; 0 for a single value."""
    return rounded(math.sqrt(_variance(values)))


def _variance(values: Sequence[int]) -> float:
    n, total = len(values), sum(values)
    if n < 2:
        return 0.0
    # Whole numbers until here: nothing cancels.
    return (n * sum(value * value for value in values) - total * total) / (n * (n - 1))


def mean_interval(values: Sequence[int]) -> Interval:
    """Return Student's interval of a mean; open at both ends for a single value."""
    if len(values) < 2:
        return None, None
    # Not scipy's ttest_1samp: it warns, and loses digits, where all values are the same.
    half = _student(len(values)) * math.sqrt(_variance(values) / len(values))
    middle = sum(values) / len(values)
    return rounded(middle - half), rounded(middle + half)


def _student(n: int) -> float:
    from scipy.stats import t

    return float(t.ppf((1 + CONFIDENCE) / 2, n - 1))


def quantile(values: Sequence[int], share: float, cut: Sequence[int] = ()) -> Quantile:
    """Return a quantile with the exact interval of order statistics.

    The number of games below the true quantile is binomial, so two of the sorted values
    enclose it with at least that confidence (David and Nagaraja 2003, 7.1).

    Args:
        values: of all games.
        share: above 0, below 1.
        cut: the values of those games that were cut.
    """
    from scipy.stats import quantile_test

    ordered = sorted(values)
    n = len(ordered)
    value = ordered[min(n - 1, math.ceil(n * share - 1e-9) - 1)]
    least_cut = min(cut, default=None)
    # The stubs of scipy take the interval for a number.
    interval: Any = quantile_test(ordered, p=share).confidence_interval(CONFIDENCE)
    # Too few games leave an end open.
    lower, upper = (None if math.isnan(end) else int(end) for end in (interval.low, interval.high))
    if upper is not None and least_cut is not None and upper >= least_cut:
        upper = None
    return Quantile(share, value, (lower, upper), least_cut is not None and value >= least_cut)


def histogram(values: Sequence[int]) -> list[Bin]:
    """Return a histogram in bins of one round width, the last of them with all that is above."""
    ordered = sorted(values)
    low, high = ordered[0], ordered[-1]
    # A few very long games must not squeeze all others into one bin.
    most = ordered[math.ceil(0.98 * len(ordered)) - 1]
    width = _round_width(max(1, math.ceil((most - low + 1) / (_BINS - 1))))
    first = low // width * width
    starts = list(range(first, most + 1, width))
    stops = [*starts[1:], max(high + 1, starts[-1] + width)]
    games = [0] * len(starts)
    for value in ordered:
        games[min((value - first) // width, len(starts) - 1)] += 1
    return [Bin(*rest) for rest in zip(starts, stops, games, strict=True)]


def _round_width(width: int) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50 and so on."""
    unit = 1
    while True:
        for step in (1, 2, 5):
            if step * unit >= width:
                return step * unit
        unit *= 10


def paired(values: Sequence[int], others: Sequence[int]) -> Pairs:
    """Compare games in pairs.

    The geometric mean of the ratios has Student's interval of the mean logarithm; the ratio
    of the means that of the delta method for pairs; the share of longer games that of
    Clopper and Pearson (1934), games of equal length left out.

    Args:
        values: moves of this dealer's games.
        others: moves of the other's, in the same order.
    """
    longer = sum(a > b for a, b in zip(values, others, strict=True))
    shorter = sum(a < b for a, b in zip(values, others, strict=True))
    return Pairs(
        games=len(values),
        longer=longer,
        shorter=shorter,
        longer_share=_share(longer, longer + shorter),
        geometric=_geometric(values, others),
        means=_means(values, others),
    )


def _share(hits: int, n: int) -> Ratio | None:
    from scipy.stats import binomtest

    if n == 0:
        return None
    interval = binomtest(hits, n).proportion_ci(CONFIDENCE, method="exact")
    return Ratio(rounded(hits / n), (rounded(interval.low), rounded(interval.high)))


def _geometric(values: Sequence[int], others: Sequence[int]) -> Ratio | None:
    logs = [math.log(a / b) for a, b in zip(values, others, strict=True) if a and b]
    n = len(logs)
    if n < 2:
        return None
    middle = math.fsum(logs) / n
    variance = math.fsum((x - middle) ** 2 for x in logs) / (n - 1)
    half = _student(n) * math.sqrt(variance / n)
    return Ratio(
        rounded(math.exp(middle)),
        (rounded(math.exp(middle - half)), rounded(math.exp(middle + half))),
    )


def _means(values: Sequence[int], others: Sequence[int]) -> Ratio | None:
    n, total, other = len(values), sum(values), sum(others)
    if n < 2 or other == 0:
        return None
    # The variance of a - r b over the pairs, r the ratio, times other: whole numbers again.
    residuals = [a * other - b * total for a, b in zip(values, others, strict=True)]
    error = math.sqrt(_variance(residuals) / n) / other / (other / n)
    half = _student(n) * error
    return Ratio(
        rounded(total / other), (rounded(total / other - half), rounded(total / other + half))
    )
