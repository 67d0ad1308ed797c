"""How often each shape should come where the draws are independent of the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TypedDict

from fairtray.audit.drawsets import UNIFORM, weights
from fairtray.rulesets.model import Ruleset

CONFIDENCE = 0.99
"""How often an honest dealer keeps *all* its shapes within their bands."""


class Band(TypedDict):
    """What is expected of one shape: a number of pieces, and the band it should lie in."""

    expected: float
    low: int
    high: int


def shares(weight: Sequence[float], large: Sequence[bool], size: int, limit: int) -> list[float]:
    """Return the share of each shape among the pieces of a tray.

    Args:
        weight: weight of each shape.
        large: whether it is large.
        size: pieces of a tray.
        limit: how many large ones a tray may hold; one too many is drawn again.
    """
    total = sum(weight)
    total_small = sum(w for w, is_large in zip(weight, large, strict=True) if not is_large)
    found = [0.0] * len(weight)
    # chance[k]: the chance that the pieces drawn so far hold k large ones.
    chance = {0: 1.0}
    for _ in range(size):
        after: dict[int, float] = {}
        for held, p in chance.items():
            full = held >= limit
            among = total_small if full else total
            for i, w in enumerate(weight):
                if not (full and large[i]):
                    found[i] += p * w / among / size
                    now = held + large[i]
                    after[now] = after.get(now, 0.0) + p * w / among
        chance = after
    return found


def bands(ruleset: Ruleset, claims: Sequence[str], deals: int) -> dict[str, Band] | None:
    """Return what is expected of each shape; None unless ``uniform`` is claimed.

    Whatever else a dealer promises, how often its shapes come depends on the boards.
    """
    if UNIFORM not in claims or not ruleset.catalogue:
        return None
    size = ruleset.tray_size
    limited = "large-limit" in claims and ruleset.max_large is not None
    limit = ruleset.max_large if limited and ruleset.max_large is not None else size
    share = shares(
        weights(ruleset).tolist(), [entry.large for entry in ruleset.catalogue], size, limit
    )
    pieces = deals * size
    # Half of what may go wrong, on each side of each shape (Bonferroni).
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / len(share))
    return {shape.name: _band(pieces, p, z) for shape, p in zip(ruleset.shapes, share, strict=True)}


def _band(pieces: int, share: float, z: float) -> Band:
    expected = pieces * share
    # Of a binomial count; the large-shape limit only makes the true spread smaller.
    spread = z * math.sqrt(expected * (1 - share))
    return {
        "expected": expected,
        "low": max(0, math.floor(expected - spread)),
        "high": min(pieces, math.ceil(expected + spread)),
    }
