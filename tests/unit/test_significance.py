"""The tail probabilities, against exact sums and against simulation."""

from __future__ import annotations

import math
from math import comb

import numpy as np
import pytest
from scipy import stats

from fairtray.audit.significance import (
    SMALLEST,
    chi_square_p,
    event_p,
    holm,
    quadratic_form,
    sign_p,
    sum_p,
    upper_bound,
)


def binomial_tail(seen: int, n: int, p: float) -> float:
    """The two-sided p-value by adding up the distribution, twice the smaller tail."""
    weight = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    return min(1.0, 2 * min(sum(weight[: seen + 1]), sum(weight[seen:])))


@pytest.mark.parametrize("p", [0.01, 0.2, 0.5, 0.9])
def test_a_bound_for_events_is_never_below_the_exact_p_value(p: float) -> None:
    n = 60
    for seen in range(n + 1):
        bound = event_p(seen, n * p, n * p * (1 - p))
        assert bound >= min(1.0, binomial_tail(seen, n, p)) * (1 - 1e-9)


@pytest.mark.parametrize(("seen", "p"), [(40, 0.2), (0, 0.5), (15, 0.02)])
def test_a_bound_for_events_is_not_far_above_it(seen: int, p: float) -> None:
    exact = binomial_tail(seen, 60, p)
    bound = event_p(seen, 60 * p, 60 * p * (1 - p))
    # In its exponent: the bound costs a few deals more, not many times as many.
    assert math.log(bound) <= 0.55 * math.log(exact)


def test_a_bound_for_sums_holds_for_a_martingale() -> None:
    # Each step's size is chosen by what came before; the exact distribution by enumeration.
    steps = 12
    ends: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(steps):
        after: dict[tuple[int, int], float] = {}
        for (total, variance), chance in ends.items():
            size = 2 if total > 0 else 1
            for sign in (-1, 1):
                key = total + sign * size, variance + size * size
                after[key] = after.get(key, 0.0) + chance / 2
        ends = after
    assert math.isclose(sum(ends.values()), 1)
    for level in (0.3, 0.05, 0.01, 1e-3):
        refuted = sum(c for (t, v), c in ends.items() if sum_p(t, v, 2) <= level)
        assert refuted <= level


def test_nothing_seen_proves_nothing() -> None:
    assert event_p(0, 0, 0) == 1
    assert sum_p(0, 0, 0) == 1
    assert sum_p(3, 5, 0) == 1
    assert sign_p(0, 0) == 1
    assert chi_square_p(0, 0, both=True) == 1


def test_the_smallest_probability_is_no_zero() -> None:
    assert event_p(10**6, 10, 9) == SMALLEST
    assert sign_p(5000, 0) == SMALLEST


def test_chi_square_tails_are_scipys() -> None:
    for statistic, df in ((3.0, 5), (40.0, 18), (200.0, 36)):
        upper = stats.chi2.sf(statistic, df)
        assert chi_square_p(statistic, df, both=False) == pytest.approx(upper)
        both = 2 * min(upper, stats.chi2.cdf(statistic, df))
        assert chi_square_p(statistic, df, both=True) == pytest.approx(both)
    assert chi_square_p(1.0, 36, both=True) < 1e-15 < chi_square_p(1.0, 36, both=False)


def test_a_plain_multinomial_gives_pearsons_statistic() -> None:
    counts = np.array([30.0, 18.0, 25.0, 27.0])
    p = np.array([0.25, 0.25, 0.3, 0.2])
    n = counts.sum()
    v = n * (np.diag(p) - np.outer(p, p))
    found, df = quadratic_form(counts - n * p, v, n * p)
    expected = stats.chisquare(counts, n * p)
    assert df == 3
    assert found == pytest.approx(expected.statistic)


def test_rare_cells_are_left_out() -> None:
    p = np.array([0.5, 0.49, 0.01])
    n = 100.0
    v = n * (np.diag(p) - np.outer(p, p))
    d = np.array([0.0, -5.0, 5.0])
    found, df = quadratic_form(d, v, n * p)
    assert df == 2
    assert found == pytest.approx(float(d[:2] @ np.linalg.inv(v[:2, :2]) @ d[:2]))
    assert quadratic_form(d, v / 100, p) == (0, 0)


def test_the_quadratic_form_is_chi_square_for_sets_that_depend_on_the_past() -> None:
    # Of four shapes one half can be drawn after the other half only. Pearson's statistic
    # with the summed chances is far too small here; the quadratic form has its distribution.
    rng = np.random.default_rng(5)
    found, naive = [], []
    for _ in range(400):
        d, v, expected = np.zeros(4), np.zeros((4, 4)), np.zeros(4)
        last = 0
        for u in rng.random(200):
            p = np.array([0, 0, 0.5, 0.5]) if last < 2 else np.array([0.5, 0.5, 0, 0])
            last = int(np.searchsorted(np.cumsum(p), u, side="right"))
            d -= p
            d[last] += 1
            v += np.diag(p) - np.outer(p, p)
            expected += p
        value, df = quadratic_form(d, v, expected)
        assert df == 2
        found.append(value)
        naive.append(float((d**2 / expected).sum()))
    assert stats.kstest(found, stats.chi2(2).cdf).pvalue > 1e-4
    assert stats.kstest(naive, stats.chi2(3).cdf).pvalue < 1e-4


def test_sign_test_by_counting() -> None:
    for more, fewer in ((9, 1), (5, 5), (0, 12)):
        assert sign_p(more, fewer) == pytest.approx(binomial_tail(more, more + fewer, 0.5))


def test_holm_steps_down() -> None:
    p = {"a": 0.009, "b": 0.02, "c": 0.04, "d": 0.011}
    assert holm(p, 0.05) == {"a": True, "b": True, "c": True, "d": True}
    p["b"] = 0.03
    assert holm(p, 0.05) == {"a": True, "b": False, "c": False, "d": True}
    assert holm({}, 0.05) == {}


def test_upper_bound_is_where_the_tail_is_a_twentieth() -> None:
    for failures, n in ((0, 50), (3, 50), (20, 45)):
        bound = upper_bound(failures, n)
        weight = [comb(n, k) * bound**k * (1 - bound) ** (n - k) for k in range(failures + 1)]
        assert sum(weight) == pytest.approx(0.05)
