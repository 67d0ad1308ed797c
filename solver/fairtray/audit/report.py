"""An audit's report as one plain document, the same on any machine but for ``run``."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from fairtray.audit import saved
from fairtray.audit.chances import bands
from fairtray.audit.counterexamples import Counterexample
from fairtray.audit.run import AuditResult
from fairtray.audit.sample import POLICIES
from fairtray.audit.significance import upper_bound
from fairtray.audit.summary import Summary
from fairtray.audit.verdicts import INCONCLUSIVE, REFUTED, deal_verdict, judge, overall
from fairtray.claims import deal_claims
from fairtray.notation.writing import position_json
from fairtray.rulesets.model import Ruleset
from fairtray.versions import versions

FORMAT = "fairtray-audit/1"

__all__ = ["INCONCLUSIVE", "REFUTED", "document", "upper_bound", "versions"]

_BANDS = 8
"""How many bands of board fill the report tells apart."""


def document(result: AuditResult) -> dict[str, Any]:
    """Return the report.

    ``verdict`` is ``refuted`` when any claim is, else ``inconclusive`` when any is, else
    ``not refuted``; a claim that every deal kept ``holds`` so far, with the bound that so
    many deals leave.
    """
    plan, summary = result.plan, result.summary
    ruleset = plan.ruleset
    claims = judge(ruleset, summary, plan.claims, plan.alpha)
    return {
        "format": FORMAT,
        "verdict": overall(claims),
        "partial": result.partial,
        "ruleset": ruleset.name,
        "title": ruleset.title,
        "ruleset_digest": ruleset.digest,
        "dealer": plan.source.name,
        "dealer_name": summary.dealer or None,
        "policy": None if plan.recorded else plan.policy,
        "seed": plan.seed,
        "alpha": plan.alpha,
        "asked": plan.requested,
        "deals": summary.deals,
        "games": summary.games,
        "skipped": summary.skipped,
        "skipped_lines": list(summary.faults),
        "declined": summary.declined,
        "fallback": summary.fallback,
        "claims": claims,
        "information": _information(ruleset, summary, plan.claims),
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
            "level": plan.verify,
            "fits_recomputed": summary.checks.fits,
            "witnesses_replayed": summary.checks.replayed,
            "infeasible_by_cp_sat": summary.checks.infeasible,
            "agreed_by_cp_sat": summary.checks.decided,
        },
        "counterexamples": [_counterexample(found) for found in result.examples],
        "versions": versions(),
        "run": {
            "seconds": round(result.seconds, 3),
            "deals_per_second": round(summary.deals / max(result.seconds, 1e-9)),
            **result.facts,
        },
    }


def _information(
    ruleset: Ruleset, summary: Summary, claims: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Return the verdicts on the deal claims that are not checked: they cost nothing."""
    return [
        deal_verdict(summary, claim)
        for claim in deal_claims()
        if claim.name not in claims and claim.unmet(ruleset) is None
    ]


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


def _counterexample(found: Counterexample) -> dict[str, Any]:
    position = found.position
    return {
        "claim": found.claim,
        "chunk": found.chunk,
        "game": found.game,
        "turn": found.turn,
        **{k: v for k, v in (("seed", found.seed), ("line", found.line)) if v >= 0},
        "position": position_json(position),
        "fits": [position.fits(slot) for slot in range(len(position.tray))],
        "again": saved.again_json(found),
    }
