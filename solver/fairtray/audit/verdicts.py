"""The verdict on each claim, with the figures and the words that go with it.

Claims are decided in three ways. *Exact*: every deal keeps or breaks them. *Asked*: the
dealer was asked again, and each answer was the same or was not. *Statistical*: a p-value,
and a family-wise error over all claims that have one (Holm 1979). A statistical claim is
never proven; it is *not refuted*, together with the smallest bias that would have been
found, or *inconclusive* when that is too large to mean anything.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fairtray.audit import independence
from fairtray.audit.claims import CLAIMS, PROMISES
from fairtray.audit.draws import DrawSums, no_draws
from fairtray.audit.drawsets import MODELS
from fairtray.audit.fairness import TESTS, Finding, Statistical, claim_p, findings
from fairtray.audit.power import ALLOWED_BIAS, smallest_bias
from fairtray.audit.probes import PROBED
from fairtray.audit.questions import LENGTH_BLIND, UNDO_STABLE, VARIED
from fairtray.audit.significance import SMALLEST, holm, upper_bound

if TYPE_CHECKING:
    from fairtray.audit.summary import Summary
    from fairtray.rulesets.model import Ruleset

REFUTED, NOT_REFUTED, HOLDS, INCONCLUSIVE = "refuted", "not refuted", "holds", "inconclusive"


def judged(
    ruleset: Ruleset, summary: Summary, claims: tuple[str, ...], alpha: float
) -> list[dict[str, Any]]:
    """Return what the report says of each claim, in order.

    Args:
        ruleset: the game.
        summary: the sums over all deals.
        claims: ids of the claims to check.
        alpha: the family-wise error.
    """
    statistical = _statistical(ruleset, summary, claims, alpha)
    refuted = holm({name: case.p for name, case in statistical.items()}, alpha)
    found = []
    for name in claims:
        if name in statistical:
            document = _of_statistics(statistical[name], refuted[name], summary.deals)
        elif name in CLAIMS:
            document = exact(summary, name)
        else:
            document = _of_questions(summary, name)
        found.append({"id": name, "promise": PROMISES[name]} | document)
    return found


def overall(claims: list[dict[str, Any]]) -> str:
    """Return the verdict on the dealer: refuted if any claim is, else inconclusive if any is."""
    verdicts = {claim["verdict"] for claim in claims}
    return next((v for v in (REFUTED, INCONCLUSIVE) if v in verdicts), NOT_REFUTED)


def exact(summary: Summary, name: str) -> dict[str, Any]:
    """Return the verdict on an exact claim, whether claimed or not."""
    return {"id": name, "promise": PROMISES[name]} | _counted(
        summary.broken[name], summary.deals, "deals", "broke it"
    )


def _counted(failures: int, checked: int, what: str, how: str) -> dict[str, Any]:
    bound = upper_bound(failures, checked)
    if failures:
        words = f"{failures:,} of {checked:,} {what} {how} ({_percent(failures / checked)})"
    elif checked:
        words = (
            f"none of {checked:,} {what} {how}; with 95 % confidence fewer than "
            f"{_percent(bound)} of all {what} do"
        )
    else:
        words = f"no {what} were checked"
    return {
        "verdict": REFUTED if failures else HOLDS,
        "statistic": {
            "checked": checked,
            "failures": failures,
            "rate": failures / checked if checked else 0.0,
            "upper_95": bound,
        },
        "words": words,
    }


def _of_questions(summary: Summary, name: str) -> dict[str, Any]:
    probes = summary.evidence.probes
    asked, differed = probes.asked[name], probes.differed[name]
    if asked:
        return _counted(differed, asked, "deals asked for again", "came out differently")
    document = _counted(0, 0, "deals asked for again", "")
    if name in VARIED or name == LENGTH_BLIND:
        why = (
            "these deals cannot tell: claim uniform or sequential-uniform beside it, or audit "
            "the dealer itself, which can be asked again"
        )
    else:
        why = "recorded deals cannot tell: audit the dealer itself, which can be asked again"
    return document | {"verdict": INCONCLUSIVE, "words": why}


def _statistical(
    ruleset: Ruleset, summary: Summary, claims: tuple[str, ...], alpha: float
) -> dict[str, Statistical]:
    """Return every claim that has a p-value."""
    evidence = summary.evidence
    names = []
    for name in claims:
        blind = name in PROBED and name != UNDO_STABLE and not evidence.probes.asked[name]
        pairs = blind and evidence.probes.signs[name].any()
        if name in MODELS or pairs or (blind and independence.testable(name, evidence.draws)):
            names.append(name)
    level = alpha / max(1, len(names))
    found = {}
    for name in names:
        if name in MODELS:
            sums = evidence.draws.get(name) or no_draws(ruleset)
            found[name] = _of_draws(ruleset, sums, level)
        elif evidence.probes.signs[name].any():
            found[name] = independence.of_pairs(ruleset, name, evidence.probes.signs[name], level)
        else:
            found[name] = independence.of_bands(ruleset, name, evidence.draws, level)
    return found


def _of_draws(ruleset: Ruleset, sums: DrawSums, level: float) -> Statistical:
    tests = findings(ruleset, sums)
    if sums.impossible:
        words = f"{sums.impossible:,} deals hold a piece that could not be drawn at all"
        tests.append(Finding("possible", float(sums.impossible), None, SMALLEST, words))
    expected = sums.slots.expected.sum(axis=0)
    variance = np.diag(sums.slots.v.sum(axis=0))
    bias = smallest_bias(expected, variance, level / TESTS / max(1, len(expected)))
    return Statistical(
        what="draws",
        count=sums.draws,
        findings=tests,
        p=claim_p(tests),
        bias=bias if math.isfinite(bias) else None,
        allowed=ALLOWED_BIAS,
        found="a shape that comes {} too often",
    )


def _of_statistics(case: Statistical, refuted: bool, deals: int) -> dict[str, Any]:
    best = min(case.findings, key=lambda finding: finding.p)
    enough = case.bias is not None and case.bias <= case.allowed
    verdict = REFUTED if refuted else NOT_REFUTED if enough else INCONCLUSIVE
    bias = case.found.format("infinitely" if case.bias is None else _percent(case.bias))
    if refuted:
        words = f"{best.words} ({_probability(case.p)} if the claim were true)"
    elif enough:
        words = (
            f"nothing found in {case.count:,} {case.what}; with 95 % probability {bias} would "
            "have been"
        )
    elif case.bias is None:
        words = f"{case.count:,} {case.what} are too few to find anything; make more deals"
    else:
        needed = _rounded_up(deals * (case.bias / case.allowed) ** 2)
        words = (
            f"too few deals: in {case.count:,} {case.what} no less than {bias} would have been "
            f"found; about {needed:,} deals would do"
        )
    return {
        "verdict": verdict,
        "statistic": {
            "checked": case.count,
            "unit": case.what,
            "test": best.id,
            "value": _figures(best.statistic),
            "degrees_of_freedom": best.df,
            "p_value": _figures(case.p, 3),
            "smallest_bias": None if case.bias is None else _figures(case.bias, 3),
        },
        "words": words,
        "tests": [
            {
                "id": finding.id,
                "statistic": _figures(finding.statistic),
                "degrees_of_freedom": finding.df,
                "p_value": _figures(finding.p, 3),
            }
            for finding in case.findings
        ],
    }


def _figures(value: float, digits: int = 6) -> float:
    """Round to some significant digits, so that the last bits of a machine do not show."""
    return float(f"{value:.{digits}g}")


def _rounded_up(value: float) -> int:
    scale = int(10 ** max(0, math.floor(math.log10(max(value, 1))) - 1))
    return math.ceil(value / scale) * scale


def _probability(p: float) -> str:
    return "p < 1e-99" if p < 1e-99 else f"p = {p:.1g}"


def _percent(rate: float) -> str:
    return f"{100 * rate:.3g} %"
