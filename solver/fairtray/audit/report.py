"""An audit's report as one plain document, the same on any machine but for ``run``."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from fairtray import rulesets
from fairtray.audit import saved
from fairtray.audit.chances import bands
from fairtray.audit.counterexamples import Counterexample
from fairtray.audit.players import DEFAULT_POLICY, POLICIES
from fairtray.audit.request import DEFAULT_ALPHA, DEFAULT_COUNT, Source, claims_to_check
from fairtray.audit.run import AuditResult, Plan, run
from fairtray.audit.significance import upper_bound
from fairtray.audit.summary import Summary
from fairtray.audit.verdicts import INCONCLUSIVE, REFUTED, deal_verdict, judge, overall
from fairtray.audit.verify import DEFAULT_LEVEL
from fairtray.claims import deal_claims
from fairtray.dealers.sources import dealer_program, named_dealer
from fairtray.notation.writing import position_json
from fairtray.rulesets.model import Ruleset
from fairtray.versions import versions

FORMAT = "fairtray-audit/1"

__all__ = ["INCONCLUSIVE", "REFUTED", "document", "run_audit", "upper_bound", "versions"]

_BANDS = 8
"""How many bands of board fill the report distinguishes."""


def run_audit(
    ruleset: Ruleset | str,
    dealer: str | None = None,
    *,
    command: str | None = None,
    claims: tuple[str, ...] = (),
    count: int = DEFAULT_COUNT,
    seed: int = 0,
    policy: str = DEFAULT_POLICY,
    keep: int = 3,
    alpha: float = DEFAULT_ALPHA,
    verify: str = DEFAULT_LEVEL,
    workers: int = 1,
) -> dict[str, Any]:
    """Return the report of an audit: what ``fairtray audit --json`` prints.

    Nothing is written; counterexamples are in the report.

    Args:
        ruleset: a ruleset, its built-in name or the path of its file.
        dealer: a built-in dealer's name, or ``module:callable`` for a Python function, looked
            for from the current folder on; None for the ruleset's own dealer.
        command: a dealer program, in place of ``dealer``, as a shell would start it.
        claims: ids of the claims to check; none for all that the ruleset makes.
        count: deals to make.
        seed: any whole number from 0 on.
        policy: who plays, as ``--policy``.
        keep: counterexamples of each claim in the report.
        alpha: the probability of a false alarm, over all statistical claims together.
        verify: ``witness`` or ``cp-sat``, as ``--verify``.
        workers: processes to share the work. The report, its ``run`` apart, does not depend on
            it; with more than one, the calling program must be one that can be imported.

    Raises:
        TypeError: both ``dealer`` and ``command`` are given.
        InputError: an unknown name, faults in a ruleset, numbers that no audit can be made of.
        DealerError: the dealer failed.
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else rulesets.get(ruleset)
    if dealer is not None and command is not None:
        raise TypeError("run_audit() takes dealer or command, not both")
    source: Source = (
        named_dealer(rules, dealer) if command is None else dealer_program(rules, command)
    )
    wanted = claims_to_check(rules, claims, source)
    plan = Plan(rules, source, wanted, count, seed, policy, keep, alpha, verify)
    return document(run(plan, workers))


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
        "counterexamples": [_counterexample(example) for example in result.examples],
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


def _counterexample(example: Counterexample) -> dict[str, Any]:
    position = example.position
    return {
        "claim": example.claim,
        "chunk": example.chunk,
        "game": example.game,
        "turn": example.turn,
        **{k: v for k, v in (("seed", example.seed), ("line", example.line)) if v >= 0},
        "position": position_json(position),
        "fits": [position.fits(slot) for slot in range(len(position.tray))],
        "again": saved.again_json(example),
    }
