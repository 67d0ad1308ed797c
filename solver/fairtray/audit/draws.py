"""Sums over draws that a claim gives chances, from which every test of it is made.

Let draw t have the chances p_t over the shapes. Under the claim the excess
d = sum(onehot_t - p_t) is a martingale with summed covariance V = sum(diag p_t - p_t p_t^T),
and d^T V^+ d is asymptotically chi-square with rank V degrees of freedom (martingale central
limit theorem; Hall and Heyde 1980, chapter 3). That also holds for the draws of any part
that is fixed before the draw: a slot, a band of board fill, the draws after a given shape.
For the draws after a given shape, summed over the shapes, it is the chi-square test of
ordered pairs (serial test; Knuth, The Art of Computer Programming 2, 3.3.2 B).

All sums are added up over chunks in the order of the chunks, so that the answer does not
depend on how many workers there were.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fairtray.audit import features
from fairtray.audit.chances import Chances
from fairtray.audit.sample import Sample
from fairtray.rulesets.model import Ruleset

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

BANDS: dict[str, tuple[float, ...]] = {
    "fill": (0.25, 0.5, 0.65),
    "turn": (5 / 60, 15 / 60, 30 / 60),
    "score": (1e-9, 0.5, 0.6),
    "record": (1e-9, 0.5, 0.9),
}
"""Where the bands of each covariate begin, besides 0."""

SYMMETRIC = "symmetric"
"""Marks a field of symmetric matrices, of which one half can be left out when they are stored."""


@dataclass(slots=True)
class Excess:
    """Excesses and their covariances in B parts of the draws.

    Attributes:
        d: float64 (B, S).
        v: float64 (B, S, S).
        expected: float64 (B, S): draws of each shape that the chances let expect.
    """

    d: F64
    v: F64 = field(metadata={SYMMETRIC: True})
    expected: F64

    def add(self, other: Excess) -> None:
        """Add the sums of other draws."""
        self.d += other.d
        self.v += other.v
        self.expected += other.expected


def no_excess(parts: int, kinds: int) -> Excess:
    """Return the sums over no draw."""
    return Excess(
        np.zeros((parts, kinds)), np.zeros((parts, kinds, kinds)), np.zeros((parts, kinds))
    )


def excess(chance: F64, drawn: I64, part: I64, parts: int) -> Excess:
    """Return the sums in each part.

    Args:
        chance: float64 (M, S): p_t.
        drawn: int64 (M,): the shapes drawn.
        part: int64 (M,): the part each draw belongs to; negative for none.
        parts: number of parts.
    """
    sums = no_excess(parts, chance.shape[1])
    order = np.argsort(part, kind="stable")
    edges = np.searchsorted(part[order], np.arange(parts + 1))
    for b in range(parts):
        rows = order[edges[b] : edges[b + 1]]
        if not len(rows):
            continue
        p = chance[rows]
        expected = p.sum(axis=0)
        sums.expected[b] = expected
        sums.d[b] = np.bincount(drawn[rows], minlength=len(expected)) - expected
        sums.v[b] = np.diag(expected) - _gram(p)
    return sums


_ROWS_OF_A_PRODUCT = 64


def _gram(p: F64) -> F64:
    """Return p^T p, as a sum of small products.

    BLAS starts threads for a large one, which wait for one another much longer than such a
    product takes.
    """
    blocks = -(-len(p) // _ROWS_OF_A_PRODUCT)
    padded = np.zeros((blocks * _ROWS_OF_A_PRODUCT, p.shape[1]))
    padded[: len(p)] = p
    stacked = padded.reshape(blocks, _ROWS_OF_A_PRODUCT, p.shape[1])
    return np.asarray((stacked.transpose(0, 2, 1) @ stacked).sum(axis=0))


@dataclass(slots=True)
class DrawSums:
    """The sums over the draws of some chunks.

    Attributes:
        draws: draws that the claim allows, and that the sums are over.
        impossible: draws of a shape that the claim does not allow.
        slots: by slot of the tray.
        bands: by band of each covariate.
        pairs: by the shape drawn before in the same tray.
        across: by the last shape of the deal before, for first draws.
        features: float64 (F, 3): for each feature the sum of its values for the drawn
            shapes, of their means under the claim and of their variances.
        reach: float64 (F,): the largest difference between a value and its mean.
    """

    draws: int
    impossible: int
    slots: Excess
    bands: dict[str, Excess]
    pairs: Excess
    across: Excess
    features: F64
    reach: F64

    def add(self, other: DrawSums) -> None:
        """Add the sums of a later chunk."""
        self.draws += other.draws
        self.impossible += other.impossible
        self.slots.add(other.slots)
        for name, band in self.bands.items():
            band.add(other.bands[name])
        self.pairs.add(other.pairs)
        self.across.add(other.across)
        self.features += other.features
        self.reach = np.maximum(self.reach, other.reach)


def no_draws(ruleset: Ruleset) -> DrawSums:
    """Return the sums over no draw."""
    kinds = len(ruleset.shapes)
    count = len(features.FEATURES)
    return DrawSums(
        draws=0,
        impossible=0,
        slots=no_excess(ruleset.tray_size, kinds),
        bands={name: no_excess(len(edges) + 1, kinds) for name, edges in BANDS.items()},
        pairs=no_excess(kinds, kinds),
        across=no_excess(kinds, kinds),
        features=np.zeros((count, 3)),
        reach=np.zeros(count),
    )


def sum_draws(ruleset: Ruleset, sample: Sample, chances: Chances) -> DrawSums:
    """Return the sums over the draws of a sample.

    Args:
        ruleset: the game.
        sample: the deals.
        chances: what the claim says of their draws.
    """
    count, size = sample.trays.shape
    kinds = len(ruleset.shapes)
    used = chances.used.ravel()
    p = chances.shape.reshape(-1, kinds)[used]
    drawn = sample.trays.ravel()[used]
    sums = no_draws(ruleset)
    sums.draws = len(drawn)
    sums.impossible = int(chances.impossible.sum())
    slot = np.tile(np.arange(size), count)[used]
    sums.slots = excess(p, drawn, slot, size)
    for name, value in features.covariates(ruleset, sample).items():
        band = np.repeat(np.digitize(value, BANDS[name]), size)[used]
        sums.bands[name] = excess(p, drawn, band, len(BANDS[name]) + 1)
    sums.pairs = excess(p, drawn, _before_in_tray(sample.trays).ravel()[used], kinds)
    sums.across = excess(p, drawn, _before_tray(sample).ravel()[used], kinds)
    for i, table in enumerate(features.values(ruleset, sample, chances)):
        f = table.reshape(-1, kinds)[used]
        mean = np.einsum("ks,ks->k", p, f)
        square = np.einsum("ks,ks,ks->k", p, f, f)
        got = f[np.arange(len(drawn)), drawn]
        variance = np.maximum(square - mean * mean, 0)
        sums.features[i] = got.sum(), mean.sum(), variance.sum()
        sums.reach[i] = np.abs(np.where(p > 0, f - mean[:, None], 0)).max(initial=0)
    return sums


def _before_in_tray(trays: I64) -> I64:
    before = np.full(trays.shape, features.NOTHING, dtype=np.int64)
    before[:, 1:] = trays[:, :-1]
    return before


def _before_tray(sample: Sample) -> I64:
    row = features.previous_rows(sample)
    before = np.full(sample.trays.shape, features.NOTHING, dtype=np.int64)
    before[:, 0] = np.where(row >= 0, sample.trays[row, -1], features.NOTHING)
    return before
