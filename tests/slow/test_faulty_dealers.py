"""Every faulty dealer is refuted for its fault, and no sound one is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairtray import rulesets
from fairtray.audit import report
from fairtray.audit.exact import SampleDeals
from fairtray.audit.games import sample_of
from fairtray.audit.request import AuditRequest, Chunk
from fairtray.audit.run import DEFAULT_ALPHA, Plan, run
from fairtray.audit.summary import empty, gather_evidence
from fairtray.audit.verdicts import judge
from fairtray.claims import deal_claims, select
from fairtray.dealers.sources import BuiltinSource, CallableSource
from fairtray.rulesets.model import DealerSpec, Ruleset

FOLDER = Path(__file__).parents[2] / "fixtures" / "dealers" / "faulty"
FAULTS = json.loads((FOLDER / "faults.json").read_text(encoding="utf-8"))["faults"]

EVERYDAY = {"each_alone", "likes_square", "ignores_seed"}
"""Refuted by a proof of one deal, by a statistic of many, and by asking the dealer again."""

SEEDS = 200
FEW_SEEDS = 10
DEALS = 500


@pytest.mark.everyday
def test_every_dealer_in_the_folder_has_its_fault_listed() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py")} - {"common"}
    assert modules == {fault["dealer"] for fault in FAULTS}
    assert len(FAULTS) == 27


@pytest.mark.everyday
def test_the_everyday_dealers_are_refuted_by_different_claims() -> None:
    claims = {fault["claim"] for fault in FAULTS if fault["dealer"] in EVERYDAY}
    assert len(claims) == len(EVERYDAY) == 3


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(
            fault,
            id=fault["dealer"],
            marks=[pytest.mark.everyday] if fault["dealer"] in EVERYDAY else [],
        )
        for fault in FAULTS
    ],
)
def test_a_faulty_dealer_is_refuted_for_its_fault(fault: dict[str, Any]) -> None:
    assert fault["deals"] == (40_000 if fault["dealer"] == "byte_modulo" else 10_000)
    ruleset = rulesets.get(fault["ruleset"])
    source = CallableSource(f"{fault['dealer']}:deal", FOLDER)
    claims = select(ruleset, tuple(fault.get("claims", ())))
    outcome = run(Plan(ruleset, source, claims, fault["deals"], keep=1), workers=1)
    found = {claim["id"]: claim for claim in report.document(outcome)["claims"]}
    assert found[fault["claim"]]["verdict"] == "refuted", found
    # What cannot come of this fault is not blamed for it.
    innocent = set(fault["innocent"])
    assert innocent <= set(found)
    for name in innocent:
        assert found[name]["verdict"] != "refuted", found[name]


def weighted() -> Ruleset:
    """A game with small shapes four times as frequent as others."""
    ruleset = rulesets.get("bloky-8x8")
    entries = tuple(
        replace(e, weight=4 if e.shape.size < 4 else 1) for e in ruleset.catalogue or ()
    )
    return replace(
        ruleset,
        name="weighted",
        catalogue=entries,
        dealer=DealerSpec("weighted"),
        max_large=None,
        digest="weighted",
    )


BLIND = ("score-blind", "record-blind", "length-blind", "reproducible", "undo-stable")
SOUND: dict[str, tuple[str | None, tuple[str, ...]]] = {
    "uniform": ("block-puzzle-19", ("in-catalogue", "uniform", "board-blind")),
    "weighted": (None, ("in-catalogue", "uniform", "board-blind")),
    "retry": ("bloky-8x8", ("in-catalogue", "large-limit")),
    "sequential-fit": (
        "block-knock",
        ("in-catalogue", "each-fits", "triple-placeable", "sequential-uniform"),
    ),
    "any-fit": ("eu-block-puzzle", ("in-catalogue", "some-fits")),
}


@pytest.mark.parametrize(
    ("kind", "seeds"),
    [
        pytest.param("sequential-fit", FEW_SEEDS, marks=pytest.mark.everyday),
        *((kind, SEEDS) for kind in SOUND),
    ],
)
def test_a_sound_dealer_raises_no_false_alarm(kind: str, seeds: int) -> None:
    # Without the proofs of every tray, which other tests ask for, so that 200 seeds take
    # seconds; benchmarks/faulty.py --sound runs them whole, with 10,000 deals each.
    name, own = SOUND[kind]
    ruleset = weighted() if name is None else rulesets.get(name)
    spec = ruleset.dealer
    assert spec.kind == kind
    claims = select(ruleset, (*own, *BLIND))
    below = 0
    tests = 0
    for seed in range(seeds):
        request = AuditRequest(ruleset, BuiltinSource(spec), claims, seed=seed, keep=1)
        chunk = Chunk(request, BuiltinSource(spec), 0, DEALS)
        sample = sample_of(chunk)
        summary = empty(ruleset)
        summary.deals = DEALS
        summary.evidence = gather_evidence(chunk, sample)
        for exact in deal_claims():
            summary.broken[exact.name] = int(exact.broken(SampleDeals(ruleset, sample)).sum())
        for claim in judge(ruleset, summary, claims, DEFAULT_ALPHA):
            assert claim["verdict"] != "refuted", (seed, claim)
            if "p_value" in claim["statistic"]:
                tests += 1
                below += claim["statistic"]["p_value"] < 0.05
    # The tests are alive, and conservative: of p-values below 0.05 there are no more than
    # chance allows (binomial, a failure in a million).
    assert tests >= seeds
    assert below <= 0.05 * tests + 5 * (0.05 * 0.95 * tests) ** 0.5
