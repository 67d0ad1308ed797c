"""The smallest bias that so many draws would have shown."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.significance import event_p

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
    from scipy.special import ndtri

    if not len(expected) or variance.min() <= 0:
        return math.inf
    rarest = int(np.argmin(variance))
    mean, spread = float(expected[rarest]), float(variance[rarest])
    threshold = _smallest(lambda k: event_p(k, mean, spread) <= level, mean)
    z = float(ndtri(POWER))
    return _smallest(
        lambda b: mean + b * spread - z * math.sqrt(spread * (1 + b)) >= threshold, 0.0
    )


def _smallest(test: Callable[[float], bool], start: float) -> float:
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
