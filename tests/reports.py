"""Real reports of small audits, and hostile ones, for the tests of their formats."""

from __future__ import annotations

import copy
import functools
import json
import re
from typing import Any

import cases
from fairtray.audit import report
from fairtray.audit.run import Plan, run
from fairtray.dealers.registry import spec_for
from fairtray.dealers.sources import BuiltinSource
from fairtray.rulesets import get

WORKFLOW_COMMAND = re.compile(r"::(error|warning|notice) title=([^:,\r\n]*)::([^\r\n]*)")
"""What GitHub's runner takes for an annotation."""

# Each of them broke some reader of reports once; the first six are field-19's.
HOSTILE = (
    *(
        # A lone surrogate cannot stand in a JSON file as itself.
        "lone \ud800" if name == "lone \\ud800" else name
        for name in cases.field("field-19")["given"]["names"]
    ),
    "\r\n::error::injected",
    "##[error]injected",
    "a | b `c` ```d``` *e* <script>alert(1)</script>",
    "100%0A, a:b",
    "\u202eright to left",
)


EXACT = ("in-catalogue", "each-fits", "triple-placeable")


@functools.cache
def _made(ruleset: str, dealer: str, count: int, claims: tuple[str, ...] = ()) -> str:
    rules = get(ruleset)
    source = BuiltinSource(spec_for(rules, dealer))
    plan = Plan(rules, source, claims or rules.claims, count, keep=2)
    return json.dumps(report.document(run(plan, workers=1)))


def refuted() -> Any:
    """Return a report that refutes two claims, its counterexamples not saved."""
    return json.loads(_made("block-knock", "uniform", 400, EXACT))


def held() -> Any:
    """Return a report in which every claim holds."""
    return json.loads(_made("bloky-8x8", "retry", 100))


def inconclusive() -> Any:
    """Return a report with a claim that too few deals were made for."""
    return json.loads(_made("bloky-8x8", "uniform", 40, ("in-catalogue", "uniform")))


def banded() -> Any:
    """Return a report of a dealer that claims to be uniform; its O9 comes too often."""
    document = json.loads(_made("block-knock", "uniform", 300, ("in-catalogue", "uniform")))
    document["shapes"]["O9"] = 10 * document["deals"]
    return document


def hostile(name: str) -> Any:
    """Return a report of a dealer and a game of that name."""
    document = copy.deepcopy(refuted())
    for key in ("ruleset", "title", "dealer", "dealer_name"):
        document[key] = name
    for claim in document["claims"]:
        claim["id"] = claim["promise"] = name
    for example in document["counterexamples"]:
        example["claim"] = name
        example["reproduce"] = f"fairtray check {name}"
    document["shapes"][name] = 1
    document["versions"][name] = name
    return document
