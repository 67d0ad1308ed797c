"""Weights of shapes: numbers with up to six decimals, and the whole numbers that draws use."""

from __future__ import annotations

import math
from collections.abc import Sequence

from fairtray.core.errors import Fault, NotationError, echo

DECIMALS = 6

MAX_WEIGHT = 1_000_000

MAX_TOTAL = 2**32 - 1
"""What the whole numbers of a catalogue may add up to: a draw takes 32 random bits."""

_STEPS = 10**DECIMALS


def exact(value: float) -> float:
    """Return a weight as it was written; a whole number is an ``int``.

    Raises:
        NotationError: it has more than six decimals.
    """
    if float(value).is_integer():
        return int(value)
    # The nearest number of six decimals is the same float again, unless there are more.
    if round(value, DECIMALS) != value:
        raise NotationError(
            Fault("", f"{echo(value)} has more than {DECIMALS} decimals", "round it")
        )
    return value


def whole_weights(weights: Sequence[float]) -> tuple[int, ...]:
    """Return whole numbers in the same proportions.

    Whole weights are returned as they are; any others as the smallest whole numbers.

    Args:
        weights: numbers of at most six decimals, none of them negative.
    """
    if all(isinstance(weight, int) for weight in weights):
        return tuple(int(weight) for weight in weights)
    steps = [round(weight * _STEPS) for weight in weights]
    divisor = math.gcd(*steps) or 1
    return tuple(step // divisor for step in steps)


def in_digits(weight: float) -> str:
    """Return a weight as people write it: no exponent, no needless zeros."""
    return f"{weight:.{DECIMALS}f}".rstrip("0").rstrip(".")


def fault_of(weights: Sequence[float]) -> Fault | None:
    """Return what is wrong with the weights of a catalogue taken together, if anything."""
    total = sum(whole_weights(weights))
    if total == 0:
        return Fault("", "every weight is 0, so nothing can be dealt", "give one shape a weight")
    if total > MAX_TOTAL:
        what = f"in whole numbers the weights add up to {total}"
        return Fault("", what, f"use fewer decimals: at most {MAX_TOTAL} can be drawn from")
    return None
