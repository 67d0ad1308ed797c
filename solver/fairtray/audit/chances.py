"""What a claim about draws says of each single draw, and of all of them together.

A draw claim says from which set each piece is drawn. All draw with the catalogue's weights,
which are equal where the game's own dealer is ``uniform`` or none are given.

The order of a tray's slots is taken to be the order in which its pieces were drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.sample import Sample
from fairtray.claims import DrawClaim, claim_named, draw_claims
from fairtray.engines.search.decide import decide_many
from fairtray.rulesets.model import Ruleset

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
Rows = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Chances:
    """What a claim says of the draws of N deals of n pieces from S shapes.

    Attributes:
        shape: float64 (N, n, S): the chance of each shape, given the board and the pieces
            drawn before; all 0 where the claim says nothing, because an earlier piece of
            the tray could not have been drawn at all.
        used: bool (N, n): draws of which the claim says something and whose piece it allows.
        impossible: bool (N, n): draws whose piece the claim does not allow.
        rigid: float64 (N, n, S): the share of the orders of the tray, up to and with this
            piece, in which it can *not* be placed. 0 where any order will do, or where
            the claim has no use for it.
    """

    shape: F64
    used: Rows
    impossible: Rows
    rigid: F64


def weights(ruleset: Ruleset) -> F64:
    """Return float64 (S,): the weights that the claims draw with."""
    entries = ruleset.catalogue or ()
    even = ruleset.dealer.kind == "uniform"
    return np.array([1 if even else entry.weight for entry in entries], dtype=np.float64)


def chances(
    ruleset: Ruleset, sample: Sample, claim: DrawClaim, *, limited: bool = False
) -> Chances:
    """Return what a claim says of every draw of a sample.

    Args:
        ruleset: a ruleset with a catalogue.
        sample: the deals.
        claim: the claim.
        limited: whether a shape that would put one large shape too many into its tray is
            drawn again, as it is where the limit of large shapes is claimed as well.
    """
    count, size = sample.trays.shape
    kinds = len(ruleset.shapes)
    base = weights(ruleset)
    dealt = base > 0
    shape = np.zeros((count, size, kinds))
    rigid = np.zeros((count, size, kinds))
    used = np.zeros((count, size), dtype=np.bool_)
    impossible = np.zeros((count, size), dtype=np.bool_)
    going_on = np.ones(count, dtype=np.bool_)
    boards = _Boards(ruleset, sample)
    for slot in range(size):
        rows = np.flatnonzero(going_on)
        allowed = np.repeat(dealt[None, :], len(rows), axis=0)
        if limited:
            allowed &= _within_limit(ruleset, sample.trays[rows, :slot])
        allowed, unplaceable = claim.draw_sets(_SlotDraws(boards, rows, slot), allowed)
        if unplaceable is not None:
            rigid[rows, slot] = unplaceable
        weight = allowed * base
        total = weight.sum(axis=1, keepdims=True)
        shape[rows, slot] = np.divide(weight, total, out=np.zeros_like(weight), where=total > 0)
        drawn = sample.trays[rows, slot]
        good = (drawn >= 0) & allowed[np.arange(len(rows)), np.maximum(drawn, 0)]
        used[rows[good], slot] = True
        impossible[rows[~good], slot] = True
        going_on[rows[~good]] = False
    return Chances(shape, used, impossible, rigid)


def _within_limit(ruleset: Ruleset, before: I64) -> Rows:
    """Return bool (N, S): shapes that keep the limit of large shapes after some pieces."""
    large = np.array([entry.large for entry in ruleset.catalogue or ()], dtype=np.int64)
    if ruleset.max_large is None:
        return np.ones((len(before), len(large)), dtype=np.bool_)
    already = large[before].sum(axis=1)
    return np.asarray(already[:, None] + large[None, :] <= ruleset.max_large)


class _Boards:
    """The boards of a sample, and what fits on them."""

    def __init__(self, ruleset: Ruleset, sample: Sample) -> None:
        self.ruleset = ruleset
        self.sample = sample

    @cached_property
    def fitting(self) -> Rows:
        """Bool (N, S): the shapes that fit on each board as it stands."""
        kinds, count = len(self.ruleset.shapes), len(self.sample.boards)
        boards = np.repeat(self.sample.boards, kinds, axis=0)
        trays = np.tile(np.arange(kinds), count)[:, None]
        orders = decide_many(self.ruleset, boards, trays).orders
        return np.asarray(orders.reshape(count, kinds) > 0)


class _SlotDraws:
    """The draws of one slot of some deals, as claims read them.

    Args:
        boards: the boards of the sample.
        rows: int64 (M,): the deals.
        slot: number of pieces drawn before.
    """

    def __init__(self, boards: _Boards, rows: I64, slot: int) -> None:
        self._boards = boards
        self._rows = rows
        self._slot = slot

    @property
    def fitting(self) -> Rows:
        return np.asarray(self._boards.fitting[self._rows])

    def placeable(self, candidates: Rows) -> tuple[Rows, F64]:
        rigid = np.zeros(candidates.shape)
        if self._slot == 0:
            # They fit by themselves, and one piece has but one order.
            return candidates, rigid
        sample = self._boards.sample
        deals, shapes = np.nonzero(candidates)
        rows = self._rows[deals]
        trays = np.empty((len(deals), self._slot + 1), dtype=np.int64)
        trays[:, : self._slot] = sample.trays[rows, : self._slot]
        trays[:, self._slot] = shapes
        orders = decide_many(self._boards.ruleset, sample.boards[rows], trays).orders
        sets = np.zeros(candidates.shape, dtype=np.bool_)
        sets[deals, shapes] = orders > 0
        unplaceable = 1 - orders / math.factorial(self._slot + 1)
        rigid[deals, shapes] = np.where(orders > 0, unplaceable, 0)
        return sets, rigid


# --- How often each shape should come --------------------------------------------------

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
    share = [0.0] * len(weight)
    # chance[k]: the chance that the pieces drawn so far hold k large ones.
    chance = {0: 1.0}
    for _ in range(size):
        after: dict[int, float] = {}
        for count, p in chance.items():
            full = count >= limit
            among = total_small if full else total
            for i, w in enumerate(weight):
                if not (full and large[i]):
                    share[i] += p * w / among / size
                    now = count + large[i]
                    after[now] = after.get(now, 0.0) + p * w / among
        chance = after
    return share


def bands(ruleset: Ruleset, claims: Sequence[str], deals: int) -> dict[str, Band] | None:
    """Return what is expected of each shape; None unless a claim predicts it.

    No matter what other dealers promise, how often their shapes come depends on the boards.
    """
    if not any(claim.board_free for claim in draw_claims(claims)) or not ruleset.catalogue:
        return None
    size = ruleset.tray_size
    limited = limits_large(claims) and ruleset.max_large is not None
    limit = ruleset.max_large if limited and ruleset.max_large is not None else size
    share = shares(
        weights(ruleset).tolist(), [entry.large for entry in ruleset.catalogue], size, limit
    )
    pieces = deals * size
    # Half of what may go wrong, on each side of each shape (Bonferroni).
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / len(share))
    return {shape.name: _band(pieces, p, z) for shape, p in zip(ruleset.shapes, share, strict=True)}


def limits_large(claims: Sequence[str]) -> bool:
    """Return whether some claims say that one large shape too many is drawn again."""
    return any(claim_named(name).redraws_large for name in claims)


def _band(pieces: int, share: float, z: float) -> Band:
    expected = pieces * share
    # Of a binomial count; the large-shape limit only makes the true spread smaller.
    spread = z * math.sqrt(expected * (1 - share))
    return {
        "expected": expected,
        "low": max(0, math.floor(expected - spread)),
        "high": min(pieces, math.ceil(expected + spread)),
    }
