"""An audit's report as one plain document, the same on any machine but for ``run``."""

from __future__ import annotations

from importlib import metadata
from itertools import pairwise
from typing import Any

from fairtray import __version__
from fairtray.audit.claims import CLAIMS
from fairtray.audit.expected import bands
from fairtray.audit.run import Outcome
from fairtray.audit.sample import POLICIES
from fairtray.audit.summary import Summary, Violation
from fairtray.notation.writing import position_json
from fairtray.rulesets.model import Ruleset

FORMAT = "fairtray-audit/1"

REFUTED, NOT_REFUTED, HOLDS = "refuted", "not refuted", "holds"

_LEVEL = 0.95
_BANDS = 8
"""How many bands of board fill the report tells apart."""


def upper_bound(failures: int, checked: int) -> float:
    """Return the exact one-sided 95 % upper bound on a failure rate (Clopper and Pearson 1934).

    With no failure among n it is 1 - 0.05**(1/n), about 3/n.
    """
    if checked == 0 or failures >= checked:
        return 1.0
    if failures == 0:
        return float(1 - (1 - _LEVEL) ** (1 / checked))
    from scipy.special import betaincinv

    return float(betaincinv(failures + 1, checked - failures, _LEVEL))


def document(outcome: Outcome) -> dict[str, Any]:
    """Return the report.

    ``verdict`` is ``refuted`` when any claim is, else ``not refuted``; a claim that
    every deal kept ``holds`` so far, with the bound that so many deals leave.
    """
    plan, summary = outcome.plan, outcome.summary
    ruleset = plan.ruleset
    claims = [_claim(summary, name) for name in plan.claims]
    refuted = any(claim["verdict"] == REFUTED for claim in claims)
    return {
        "format": FORMAT,
        "verdict": REFUTED if refuted else NOT_REFUTED,
        "partial": outcome.partial,
        "ruleset": ruleset.name,
        "title": ruleset.title,
        "ruleset_digest": ruleset.digest,
        "dealer": plan.source.name,
        "dealer_name": summary.dealer or None,
        "policy": None if plan.recorded else plan.policy,
        "seed": plan.seed,
        "asked": plan.asked,
        "deals": summary.deals,
        "games": summary.games,
        "skipped": summary.skipped,
        "skipped_lines": list(summary.faults),
        "declined": summary.declined,
        "fallback": summary.fallback,
        "claims": claims,
        "information": [_claim(summary, n) for n in _unclaimed(ruleset, plan.claims)],
        "orders": {str(n): int(count) for n, count in enumerate(summary.orders)},
        "fill": _fill(ruleset, summary),
        "shapes": {
            shape.name: int(count)
            for shape, count in zip(ruleset.shapes, summary.shapes, strict=True)
        },
        "shapes_expected": bands(ruleset, plan.claims, summary.deals),
        "outside_catalogue": summary.outside,
        "players": {
            name: int(count)
            for name, count in zip(POLICIES, summary.policies, strict=True)
            if count
        },
        "proofs": {
            "fits_recomputed": summary.checks.fits,
            "witnesses_replayed": summary.checks.replayed,
            "infeasible_by_cp_sat": summary.checks.infeasible,
        },
        "counterexamples": [_counterexample(ruleset, f) for f in counterexamples(outcome)],
        "versions": versions(),
        "run": {
            "seconds": round(outcome.seconds, 3),
            "deals_per_second": round(summary.deals / max(outcome.seconds, 1e-9)),
            "workers": outcome.workers,
        },
    }


def versions() -> dict[str, str]:
    """Return the versions of what the answer was computed with."""
    parts = ("numba", "numpy", "ortools")
    return {"fairtray": __version__} | {name: metadata.version(name) for name in parts}


def _unclaimed(ruleset: Ruleset, claims: tuple[str, ...]) -> list[str]:
    limited = ruleset.max_large is not None
    return [n for n in CLAIMS if n not in claims and (n != "large-limit" or limited)]


def _claim(summary: Summary, name: str) -> dict[str, Any]:
    failures = summary.broken[name]
    return {
        "id": name,
        "promise": CLAIMS[name].promise,
        "verdict": REFUTED if failures else HOLDS,
        "statistic": {
            "checked": summary.deals,
            "failures": failures,
            "rate": failures / summary.deals if summary.deals else 0.0,
            "upper_95": upper_bound(failures, summary.deals),
        },
    }


def _fill(ruleset: Ruleset, summary: Summary) -> list[dict[str, int]]:
    """Return deals and placeable deals in bands of board fill, ends included."""
    cells = ruleset.grid.size
    edges = [round(cells * band / _BANDS) for band in range(_BANDS + 1)]
    bands = []
    for band, (low, high) in enumerate(pairwise(edges)):
        last = high if band == _BANDS - 1 else high - 1
        if last >= low:
            bands.append(
                {
                    "from": low,
                    "to": last,
                    "deals": int(summary.fill[low : last + 1].sum()),
                    "placeable": int(summary.placeable[low : last + 1].sum()),
                }
            )
    return bands


def counterexamples(outcome: Outcome) -> list[Violation]:
    """Return the first violations of each claim, in the order of the report."""
    return [found for name in outcome.plan.claims for found in outcome.summary.first[name]]


def _counterexample(ruleset: Ruleset, found: Violation) -> dict[str, Any]:
    position = found.position(ruleset)
    return {
        "claim": found.claim,
        "chunk": found.chunk,
        "game": found.game,
        "turn": found.turn,
        **{k: v for k, v in (("seed", found.seed), ("line", found.line)) if v >= 0},
        "position": position_json(position),
        "fits": [position.fits(slot) for slot in range(len(position.tray))],
    }
