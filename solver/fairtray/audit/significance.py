"""Tail probabilities: how surprising a sum is, if the claim is true; and what would be found.

The claims' level of one in a million is far out in the tails, where the normal
approximation errs by orders of magnitude. So the focused tests use inequalities that hold
for any number of draws; only the omnibus tests, of many degrees of freedom, are asymptotic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, betaincinv, chdtr, chdtrc, ndtri

F64 = NDArray[np.float64]

SMALLEST = 1e-300
"""What a smaller probability is reported as."""

MIN_EXPECTED = 5.0
"""Cells of an omnibus test with a smaller expectation are left out (Cochran 1954)."""


_LEVEL = 0.95


def event_p(seen: float, expected: float, variance: float) -> float:
    """Return a bound on the two-sided p-value of a count of events.

    Args:
        seen: how many there were.
        expected: the sum of their chances.
        variance: the sum of chance * (1 - chance).

    The smaller of two bounds, doubled for that and for the two sides: Chernoff's for a
    count with a given sum of chances, exp(-(k ln(k/L) - k + L)), and :func:`sum_p`'s. Both
    hold for chances that depend on the past (Freedman 1975, "On tail probabilities for
    martingales").
    """
    if expected <= 0:
        return 1.0
    growth = seen * math.log(seen / expected) if seen else 0.0
    chernoff = math.exp(-(growth - seen + expected))
    return min(1.0, max(SMALLEST, 4 * min(chernoff, _freedman(seen - expected, variance, 1.0))))


def sum_p(excess: float, variance: float, reach: float) -> float:
    """Return a bound on the two-sided p-value of a sum of martingale differences.

    Args:
        excess: the sum.
        variance: the sum of their conditional variances.
        reach: the largest absolute difference that was possible.

    Freedman's inequality in Bennett's form: exp(-(v/b^2) h(b x/v)),
    h(u) = (1 + u) ln(1 + u) - u. It holds for every number of draws.
    """
    return min(1.0, max(SMALLEST, 2 * _freedman(excess, variance, reach)))


def _freedman(excess: float, variance: float, reach: float) -> float:
    if variance <= 0 or reach <= 0:
        return 1.0
    u = reach * abs(excess) / variance
    return math.exp(-variance / reach**2 * ((1 + u) * math.log1p(u) - u))


def quadratic_form(d: F64, v: F64, expected: F64) -> tuple[float, int]:
    """Return (d^T V^+ d, rank V) over the cells with a large enough expectation.

    Args:
        d: float64 (S,): the excesses.
        v: float64 (S, S): their covariance.
        expected: float64 (S,): the expected counts.
    """
    keep = np.flatnonzero(expected >= MIN_EXPECTED)
    if len(keep) < 2:
        return 0.0, 0
    values, vectors = np.linalg.eigh(v[np.ix_(keep, keep)])
    real = values > 1e-8 * values[-1]
    along = vectors.T @ d[keep]
    return float((along[real] ** 2 / values[real]).sum()), int(real.sum())


def chi_square_p(statistic: float, df: int, *, both: bool) -> float:
    """Return the p-value of a chi-square statistic.

    Args:
        statistic: the statistic.
        df: degrees of freedom; with 0 there is no test, and the answer is 1.
        both: whether too small a statistic (too even) counts as well as too large a one.
    """
    if df == 0:
        return 1.0
    upper = float(chdtrc(df, statistic))
    p = 2 * min(upper, float(chdtr(df, statistic))) if both else upper
    return min(1.0, max(SMALLEST, p))


def sign_p(more: int, fewer: int) -> float:
    """Return the exact two-sided p-value of the sign test (Dixon and Mood 1946).

    Args:
        more: pairs whose first member was larger.
        fewer: pairs whose second was; ties count for nothing.
    """
    pairs = more + fewer
    if pairs == 0:
        return 1.0
    return min(1.0, max(SMALLEST, 2 * float(bdtr(min(more, fewer), pairs, 0.5))))


def holm(p_values: Mapping[str, float], alpha: float) -> dict[str, bool]:
    """Return which hypotheses are rejected with a family-wise error of alpha (Holm 1979)."""
    rejected = dict.fromkeys(p_values, False)
    for rank, name in enumerate(sorted(p_values, key=lambda key: p_values[key])):
        if p_values[name] > alpha / (len(p_values) - rank):
            break
        rejected[name] = True
    return rejected


def upper_bound(failures: int, checked: int) -> float:
    """Return the exact one-sided 95 % upper bound on a failure rate (Clopper and Pearson 1934).

    With no failure among n it is 1 - 0.05**(1/n), about 3/n.
    """
    if checked == 0 or failures >= checked:
        return 1.0
    if failures == 0:
        return float(1 - (1 - _LEVEL) ** (1 / checked))
    return float(betaincinv(failures + 1, checked - failures, _LEVEL))


# --- The smallest bias that so many draws would have shown -----------------------------

POWER = 0.95

ALLOWED_BIAS = 1.0
"""How much too often a shape may come before a claim of even draws is worth nothing: a
claim is inconclusive when an audit could have missed a shape that comes more than twice as
often as it should."""


def smallest_bias(
    expected: NDArray[np.float64], variance: NDArray[np.float64], level: float
) -> float:
    """Return by how much too often the rarest shape must come to be found.

    A shape's chance p in each draw made p (1 + b) at the others' expense adds b V to its
    count, where V is the sum of p (1 - p); its count is then about normal, with variance
    V (1 + b). Found means that the test of that shape by itself rejects.

    Args:
        expected: float64 (S,): draws of each shape that the chances let expect.
        variance: float64 (S,): the sums of p (1 - p).
        level: p-value at which one shape's test rejects.

    Returns:
        The bias b with a power of 95 %; infinity when nothing would be found.
    """
    if not len(expected) or variance.min() <= 0:
        return math.inf
    rarest = int(np.argmin(variance))
    mean, spread = float(expected[rarest]), float(variance[rarest])
    threshold = _least_passing(lambda k: event_p(k, mean, spread) <= level, mean)
    z = float(ndtri(POWER))
    return _least_passing(
        lambda b: mean + b * spread - z * math.sqrt(spread * (1 + b)) >= threshold, 0.0
    )


def _least_passing(test: Callable[[float], bool], start: float) -> float:
    """Return the smallest value above ``start`` that passes a test monotone in it."""
    step = 1.0
    while not test(start + step):
        step *= 2
        if step > 1e18:
            return math.inf
    low, high = start, start + step
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if test(middle) else (middle, high)
    return high
