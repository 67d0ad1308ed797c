"""Whether pieces are drawn by the catalogue's weights, judged by exact or safe p-values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairtray.daily.stream import Deck

LEVEL = 1e-6
"""The chance at which a fair dealer is accused by all tests of one audit together."""

_ENOUGH = 5
"""Expected counts from which on the chi-square approximation is good enough."""


@dataclass(frozen=True, slots=True)
class DrawTest:
    """The result of one test.

    Attributes:
        draws: how many draws it saw.
        p: the chance of draws as odd as these, or a safe upper bound of it.
        least: the smallest p that this many draws could have shown; a test whose least p
            is above its level could not have refuted anything.
        statistic: chi-square or the largest count, by ``method``.
        method: ``chi-square`` or ``largest count``.
    """

    draws: int
    p: float
    least: float
    statistic: float
    method: str


def frequencies(deck: Deck, sequences: Sequence[Sequence[int]]) -> DrawTest:
    """Test all draws against the weights.

    Where large shapes are limited a draw's chances depend on the pieces before it in its
    tray: with p_t the chances of draw t and d the sum of (one-hot - p_t), d has the
    covariance V = sum of (diag p_t - p_t p_t'), and d' V+ d is approximately chi-square
    with as many degrees of freedom as V has rank.
    """
    weights = np.array(deck.weights, dtype=np.float64)
    small = weights * ~np.array(deck.large)
    limit = deck.tray_size if deck.max_large is None else deck.max_large
    unrestricted, restricted = 0, 0
    counts = np.zeros(len(weights))
    for sequence in sequences:
        large = 0
        for n, piece in enumerate(sequence):
            large = 0 if n % deck.tray_size == 0 else large
            if large >= limit and not deck.large[piece]:
                restricted += 1
                counts[piece] += 1
            elif large < limit:
                unrestricted += 1
                counts[piece] += 1
            large += deck.large[piece]
    return _test(counts, [(unrestricted, weights), (restricted, small)])


def first_shapes(deck: Deck, sequences: Sequence[Sequence[int]]) -> DrawTest:
    """Test the first shape of each day against the weights."""
    weights = np.array(deck.weights, dtype=np.float64)
    if deck.max_large == 0:
        weights = weights * ~np.array(deck.large)
    firsts = [sequence[0] for sequence in sequences]
    return _test(np.bincount(firsts, minlength=len(weights)), [(len(firsts), weights)])


def first_steps(deck: Deck, pairs: Sequence[tuple[int, int]]) -> DrawTest:
    """Test how far the first shape moves in the catalogue from a day to the next.

    A generator seeded with the date often moves by the same step every day, which the
    frequencies alone may not show.
    """
    weights = np.array(deck.weights, dtype=np.float64)
    if deck.max_large == 0:
        weights = weights * ~np.array(deck.large)
    size = len(weights)
    chances = np.array([weights @ np.roll(weights, -step) for step in range(size)])
    steps = [(after - before) % size for before, after in pairs]
    return _test(np.bincount(steps, minlength=size), [(len(steps), chances)], chi_square=False)


def _test(
    counts: np.ndarray, draws: Sequence[tuple[int, np.ndarray]], *, chi_square: bool = True
) -> DrawTest:
    from scipy import stats

    chances = [(n, weights / weights.sum()) for n, weights in draws if n and weights.sum()]
    total = sum(n for n, _ in chances)
    if not total:
        return DrawTest(0, 1.0, 1.0, 0.0, "largest count")
    expected = np.sum([n * p for n, p in chances], axis=0)
    possible = expected > 0
    if counts[~possible].any():
        # A shape that is never to be dealt, such as one of weight 0.
        return DrawTest(total, 0.0, 0.0, float(counts[~possible].max()), "largest count")
    if chi_square and expected[possible].min() >= _ENOUGH and possible.sum() > 1:
        covariance = np.sum([n * (np.diag(p) - np.outer(p, p)) for n, p in chances], axis=0)
        excess = counts - expected
        inverse = np.linalg.pinv(covariance, hermitian=True)
        statistic = float(excess @ inverse @ excess)
        freedom = int(np.linalg.matrix_rank(covariance, hermitian=True))
        # Draws that are too even are as odd as draws that are too uneven.
        tails = stats.chi2.sf(statistic, freedom), stats.chi2.cdf(statistic, freedom)
        return DrawTest(total, float(min(1.0, 2 * min(tails))), 0.0, statistic, "chi-square")
    # A count is at most binomial with the largest chance that the shape ever had; as many
    # tests as there are shapes, so the smallest tail counts that many times.
    most = np.max([p for _, p in chances], axis=0)[possible]
    tails = stats.binom.sf(counts[possible] - 1, total, most)
    p = float(min(1.0, possible.sum() * tails.min()))
    least = float(min(1.0, possible.sum() * most.min() ** total))
    return DrawTest(total, p, least, float(counts.max()), "largest count")
