"""Every test of a claim about chances, from the sums over its draws."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from fairtray.audit.chances import weights
from fairtray.audit.draws import BANDS, DrawSums, Excess
from fairtray.audit.features import COVARIATES, FEATURES
from fairtray.audit.significance import (
    ALLOWED_BIAS,
    MIN_EXPECTED,
    SMALLEST,
    chi_square_p,
    event_p,
    quadratic_form,
    smallest_bias,
    sum_p,
)
from fairtray.rulesets.model import Ruleset


@dataclass(frozen=True, slots=True)
class Finding:
    """One test of a claim.

    Attributes:
        id: the test.
        statistic: its statistic: a chi-square, or a standardised excess.
        df: degrees of freedom of a chi-square; None for another statistic.
        p: the p-value, or a bound on it; 1 where there were too few draws to test.
        words: what is the case if the test rejects.
    """

    id: str
    statistic: float
    df: int | None
    p: float
    words: str


@dataclass(frozen=True, slots=True)
class Statistical:
    """A statistical claim before Holm's procedure has decided it.

    Attributes:
        what: what was counted: ``draws`` or ``pairs``.
        count: how many of them.
        findings: the tests.
        p: the claim's p-value, corrected for multiplicity inside the claim.
        bias: the smallest bias that would have been found; None where nothing could be.
        allowed: the bias above which the claim is worth nothing.
        bias_words: the words that say it, with ``{}`` for the bias.
    """

    what: str
    count: int
    findings: list[Finding]
    p: float
    bias: float | None
    allowed: float
    bias_words: str


OMNIBUS = ("shapes", "slots", "pairs", "across", *(f"by-{name}" for name in COVARIATES))

TESTS = len(OMNIBUS) + len(FEATURES) + 1
"""How many tests a claim about chances is put to; ``single-shape`` is the last."""

_DEPENDS = {
    "fill": "what is dealt depends on how full the board is",
    "turn": "what is dealt depends on how long the game has run",
    "score": "what is dealt depends on the score",
    "record": "what is dealt depends on how near the record is",
}

EVEN = "as from a shuffled bag"


def findings(ruleset: Ruleset, sums: DrawSums) -> list[Finding]:
    """Return the outcome of every test, ``TESTS`` of them."""
    tests = [
        _shapes(ruleset, sums),
        _parts("slots", sums.slots, "the places of a tray get different shapes", even=None),
        _parts(
            "pairs",
            sums.pairs,
            "a piece depends on the one before it in the tray",
            even=f"pairs of shapes in a tray come too evenly, {EVEN}",
        ),
        _parts(
            "across",
            sums.across,
            "a tray depends on the last piece of the tray before it",
            even=f"pairs of shapes across trays come too evenly, {EVEN}",
        ),
    ]
    tests += [_parts(f"by-{name}", sums.bands[name], _DEPENDS[name], even=None) for name in BANDS]
    for feature, (seen, expected, variance), reach in zip(
        FEATURES, sums.features.tolist(), sums.reach.tolist(), strict=True
    ):
        excess = seen - expected
        p = event_p(seen, expected, variance) if feature.event else sum_p(excess, variance, reach)
        score = excess / math.sqrt(variance) if variance > 0 else 0.0
        words = feature.many if excess > 0 else feature.few
        tests.append(Finding(feature.id, score, None, p, words))
    tests.append(_single(ruleset, sums))
    return tests


def of_draws(ruleset: Ruleset, sums: DrawSums, level: float) -> Statistical:
    """Return the case of a draw claim; each of its shapes is found at a part of ``level``."""
    tests = findings(ruleset, sums)
    if sums.impossible:
        words = f"{sums.impossible:,} deals hold a piece that could not be drawn at all"
        tests.append(Finding("possible", float(sums.impossible), None, SMALLEST, words))
    # A shape that is never to be dealt cannot come too often by any part of its share.
    dealt = weights(ruleset) > 0
    expected = sums.slots.expected.sum(axis=0)[dealt]
    variance = np.diag(sums.slots.v.sum(axis=0))[dealt]
    bias = smallest_bias(expected, variance, level / TESTS / max(1, len(expected)))
    return Statistical(
        what="draws",
        count=sums.draws,
        findings=tests,
        p=claim_p(tests),
        bias=bias if math.isfinite(bias) else None,
        allowed=ALLOWED_BIAS,
        bias_words="a shape that comes {} too often",
    )


def claim_p(tests: list[Finding]) -> float:
    """Return the p-value of the claim: the smallest of its tests', by Bonferroni."""
    return min(1.0, len(tests) * min(test.p for test in tests))


def _totals(excess: Excess) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return excess.d.sum(axis=0), excess.v.sum(axis=0), excess.expected.sum(axis=0)


def _shapes(ruleset: Ruleset, sums: DrawSums) -> Finding:
    d, v, expected = _totals(sums.slots)
    statistic, df = quadratic_form(d, v, expected)
    if statistic < df:
        words = f"the shapes come too evenly, {EVEN}"
    else:
        scores = np.abs(d) / np.sqrt(np.maximum(np.diag(v), 1e-9))
        worst = np.argsort(-scores, kind="stable")[:3].tolist()
        named = ", ".join(
            f"{ruleset.shapes[i].name} {_percent(d[i] / expected[i])}"
            for i in worst
            if expected[i] >= MIN_EXPECTED
        )
        words = f"some shapes come too often and others too rarely ({named})"
    return Finding("shapes", statistic, df, chi_square_p(statistic, df, both=True), words)


def _parts(name: str, excess: Excess, words: str, *, even: str | None) -> Finding:
    """Test all parts of the draws together; the parts are martingales of their own."""
    statistic, df = 0.0, 0
    for part in range(len(excess.d)):
        value, rank = quadratic_form(excess.d[part], excess.v[part], excess.expected[part])
        statistic += value
        df += rank
    p = chi_square_p(statistic, df, both=even is not None)
    return Finding(name, statistic, df, p, even if even and statistic < df else words)


def _single(ruleset: Ruleset, sums: DrawSums) -> Finding:
    """Test each shape by itself; the smallest p-value times their number (Bonferroni)."""
    d, v, expected = _totals(sums.slots)
    variance = np.diag(v)
    each = [
        event_p(float(d[i] + expected[i]), float(expected[i]), float(variance[i]))
        for i in range(len(d))
    ]
    i = int(np.argmin(each))
    shape = ruleset.shapes[i].name
    if d[i] + expected[i] < 0.5:
        words = f"{shape} is never dealt"
    else:
        words = f"{shape} comes too {'often' if d[i] > 0 else 'rarely'}"
        words += f" ({_percent(d[i] / expected[i])})" if expected[i] > 0 else ""
    score = float(d[i] / math.sqrt(variance[i])) if variance[i] > 0 else 0.0
    return Finding("single-shape", score, None, min(1.0, len(each) * each[i]), words)


def _percent(change: float) -> str:
    return f"{100 * change:+.0f} %"
