"""The verdict on each claim, with the figures and the words that go with it.

Claims are decided in three ways. *Exact*: every deal keeps or breaks them. *By answers*: the
dealer was asked again, and each answer was the same or was not. *Statistical*: a p-value,
and a family-wise error over all claims that have one (Holm 1979). A statistical claim is
never proven; it is *not refuted*, together with the smallest bias that would have been
found, or *inconclusive* when that is too large to mean anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from fairtray.audit import fairness, independence
from fairtray.audit.draws import no_draws
from fairtray.audit.fairness import Statistical
from fairtray.audit.significance import holm, upper_bound
from fairtray.audit.summary import Summary
from fairtray.claims import (
    AnswerClaim,
    Claim,
    DealClaim,
    DrawClaim,
    InputClaim,
    claim_named,
    draw_claims,
)
from fairtray.rulesets.model import Ruleset

REFUTED, NOT_REFUTED, HOLDS, INCONCLUSIVE = "refuted", "not refuted", "holds", "inconclusive"


def judge(
    ruleset: Ruleset, summary: Summary, claims: tuple[str, ...], alpha: float
) -> list[dict[str, Any]]:
    """Return what the report says of each claim, in order.

    Args:
        ruleset: the game.
        summary: the sums over all deals.
        claims: names of the claims to check.
        alpha: the family-wise error.
    """
    checked = [claim_named(name) for name in claims]
    statistical = _statistical(ruleset, summary, checked, alpha)
    refuted = holm({name: case.p for name, case in statistical.items()}, alpha)
    documents = []
    for claim in checked:
        if claim.name in statistical:
            case = statistical[claim.name]
            document = _of_statistics(case, refuted[claim.name], summary.deals)
        elif isinstance(claim, AnswerClaim):
            document = _of_answers(summary, claim)
        else:
            document = _of_deals(summary, claim)
        documents.append(_headed(claim, document))
    return documents


def overall(claims: list[dict[str, Any]]) -> str:
    """Return the verdict on the dealer: refuted if any claim is, else inconclusive if any is."""
    verdicts = {claim["verdict"] for claim in claims}
    return next((v for v in (REFUTED, INCONCLUSIVE) if v in verdicts), NOT_REFUTED)


def deal_verdict(summary: Summary, claim: DealClaim) -> dict[str, Any]:
    """Return the verdict on a deal claim, whether it is checked or not."""
    return _headed(claim, _of_deals(summary, claim))


def _headed(claim: Claim, document: dict[str, Any]) -> dict[str, Any]:
    return {"id": claim.name, "promise": claim.promise} | document


def _of_deals(summary: Summary, claim: Claim) -> dict[str, Any]:
    return _counted(summary.broken[claim.name], summary.deals, "deals", "broke it")


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


def _of_answers(summary: Summary, claim: AnswerClaim) -> dict[str, Any]:
    probes = summary.evidence.probes.get(claim.name)
    if probes is not None and probes.compared:
        return _counted(
            probes.differed, probes.compared, "deals asked for again", "came out differently"
        )
    document = _counted(0, 0, "deals asked for again", "")
    if isinstance(claim, InputClaim):
        beside = " or ".join(other.name for other in draw_claims())
        why = (
            f"these deals cannot tell: claim {beside} beside it, or audit "
            "the dealer itself, which can be asked again"
        )
    else:
        why = "recorded deals cannot tell: audit the dealer itself, which can be asked again"
    return document | {"verdict": INCONCLUSIVE, "words": why}


def _statistical(
    ruleset: Ruleset, summary: Summary, claims: Sequence[Claim], alpha: float
) -> dict[str, Statistical]:
    """Return every claim that has a p-value."""
    evidence = summary.evidence
    tests: dict[str, Callable[[float], Statistical]] = {}
    for claim in claims:
        probes = evidence.probes.get(claim.name)
        if isinstance(claim, DrawClaim):
            sums = evidence.draws.get(claim.name) or no_draws(ruleset)
            tests[claim.name] = partial(fairness.of_draws, ruleset, sums)
        elif not isinstance(claim, InputClaim) or (probes and probes.compared):
            continue
        elif probes and probes.signs.any():
            tests[claim.name] = partial(independence.of_pairs, ruleset, claim, probes.signs)
        elif independence.testable(claim, evidence.draws):
            tests[claim.name] = partial(independence.of_bands, ruleset, claim, evidence.draws)
    level = alpha / max(1, len(tests))
    return {name: test(level) for name, test in tests.items()}


def _of_statistics(case: Statistical, refuted: bool, deals: int) -> dict[str, Any]:
    best = min(case.findings, key=lambda finding: finding.p)
    enough = case.bias is not None and case.bias <= case.allowed
    verdict = REFUTED if refuted else NOT_REFUTED if enough else INCONCLUSIVE
    bias = case.bias_words.format("infinitely" if case.bias is None else _percent(case.bias))
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
