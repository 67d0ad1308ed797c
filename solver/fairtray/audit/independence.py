"""Whether deals depend on an input, where the dealer cannot be asked the same again.

Two ways. From pairs of games that differ in the input alone, by sign tests (``probes``).
From deals as they were recorded, by holding the draws in bands of the input against the
chances that a claim about chances gives them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc, ndtri

from fairtray.audit.draws import DrawSums
from fairtray.audit.fairness import Finding, Statistical, findings
from fairtray.audit.probes import PIECES_OF_A_STAGE
from fairtray.audit.significance import POWER, sign_p, smallest_bias
from fairtray.claims import InputClaim, ordered
from fairtray.rulesets.model import Ruleset

ALLOWED_SIZE = 0.25
"""How much bigger pieces may be at one end of an input than at the other before a claim of
independence is worth nothing."""


def testable(claim: InputClaim, draws: Mapping[str, DrawSums]) -> bool:
    """Return whether recorded deals say anything about a claim.

    They do where a draw claim is checked too, and the input varies among them.
    """
    sums = _first_of(draws)
    if sums is None:
        return False
    filled = sums.bands[claim.covariate.id].expected.sum(axis=1) > 0
    return int(filled.sum()) > 1


def _first_of(draws: Mapping[str, DrawSums]) -> DrawSums | None:
    """Return the sums of the first draw claim, in the order of reports."""
    return next((draws[name] for name in ordered(draws)), None)


def of_pairs(
    ruleset: Ruleset, claim: InputClaim, signs: NDArray[np.int64], level: float
) -> Statistical:
    """Return the case of a claim by sign tests.

    Args:
        ruleset: the game.
        claim: the claim.
        signs: int64 (S + 1, 2), see ``ProbeSums``.
        level: p-value at which the claim is refuted.
    """
    by = claim.covariate
    names = [shape.name for shape in ruleset.shapes]
    tests = []
    for i, (more, fewer) in enumerate(signs.tolist()):
        where = by.low if more > fewer else by.high
        what = f"{names[i]} comes oftener" if i < len(names) else "the pieces are bigger"
        pairs = more + fewer
        score = (more - fewer) / math.sqrt(pairs) if pairs else 0.0
        kind = f"more-{names[i]}" if i < len(names) else "bigger"
        tests.append(Finding(kind, score, None, sign_p(more, fewer), f"{what} {by.at} {where}"))
    pairs = int(signs[-1].sum())
    return Statistical(
        what="pairs of games",
        count=pairs,
        findings=tests,
        p=min(1.0, len(tests) * min(test.p for test in tests)),
        bias=_smallest_shift(ruleset, pairs, level / len(tests)),
        allowed=ALLOWED_SIZE,
        bias_words=f"pieces that are {{}} bigger {by.at} {by.low} than {by.at} {by.high}",
    )


def _smallest_shift(ruleset: Ruleset, pairs: int, level: float) -> float | None:
    """Return by how much of their mean size pieces must differ to be found.

    The sign test needs the larger pieces on one side in a certain part of the pairs; the
    mean size of a stage's pieces is about normal.
    """
    needed = next((k for k in range(pairs // 2, pairs + 1) if sign_p(k, pairs - k) <= level), None)
    if needed is None or pairs == 0:
        return None
    low, high = 0.5, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        # The probability of ``needed`` or more pairs on that side.
        enough = float(bdtrc(needed - 1, pairs, middle)) >= POWER
        low, high = (low, middle) if enough else (middle, high)
    sizes = np.array([shape.size for shape in ruleset.shapes], dtype=np.float64)
    spread = float(sizes.std()) * math.sqrt(2 / PIECES_OF_A_STAGE)
    return float(ndtri(high)) * spread / float(sizes.mean())


def of_bands(
    ruleset: Ruleset, claim: InputClaim, draws: Mapping[str, DrawSums], level: float
) -> Statistical:
    """Return the case of a claim by the draws in bands of its input, where it is testable."""
    by = claim.covariate
    sums = _first_of(draws)
    if sums is None:
        raise ValueError(f"no draws say anything about {claim.name}")
    wanted = (f"by-{by.id}", f"size-by-{by.id}")
    tests = [test for test in findings(ruleset, sums) if test.id in wanted]
    bands = sums.bands[by.id]
    # A shape that comes too often in one half of the draws only, the smaller half.
    parts = sorted(range(len(bands.d)), key=lambda b: float(bands.expected[b].sum()))
    half = parts[-2]
    bias = smallest_bias(
        bands.expected[half], np.diag(bands.v[half]), level / len(tests) / len(ruleset.shapes)
    )
    return Statistical(
        what="draws",
        count=sums.draws,
        findings=tests,
        p=min(1.0, len(tests) * min(test.p for test in tests)),
        bias=bias if math.isfinite(bias) else None,
        allowed=1.0,
        bias_words=f"a shape that comes {{}} too often somewhere between {by.low} and {by.high}",
    )
