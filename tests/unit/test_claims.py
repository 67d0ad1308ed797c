"""Claims: one object each, from which rulesets, options, audits and reports take what they need."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fairtray import rulesets
from fairtray.audit import report
from fairtray.audit.exact import SampleDeals, breaks
from fairtray.audit.games import self_play
from fairtray.audit.run import Plan, run
from fairtray.claims import claim_named, deal_claims, registry, select
from fairtray.claims.claim import DealClaim, Deals, Parameter
from fairtray.core.errors import InputError, RulesetError
from fairtray.dealers.registry import spec_for
from fairtray.dealers.sources import BuiltinSource

DOMINOES: dict[str, Any] = {
    "rows": 4,
    "cols": 4,
    "catalogue": {"shapes": ["I2h", "I2v", "O4"]},
    "dealer": {"kind": "uniform"},
}


class FewMisfits(DealClaim):
    """Fewer pieces of a deal do not fit than a parameter says."""

    id = "few-misfits"
    promise = "few pieces do not fit"
    parameters = (Parameter("fewer", 2, int),)

    def broken(self, deals: Deals) -> Any:
        return (~deals.fits).sum(axis=1) >= self.values["fewer"]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "CLAIMS", [*registry.CLAIMS, FewMisfits()])


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("name", ["few-misfits", "few-misfits:fewer=1"])
def test_a_claim_is_known_everywhere_once_it_is_registered(name: str) -> None:
    ruleset = rulesets.load.from_mapping(DOMINOES | {"claims": ["each-fits", name]})
    claims = select(ruleset)
    assert claims == ("each-fits", name)
    plan = Plan(ruleset, BuiltinSource(spec_for(ruleset)), claims, 400)
    document = report.document(run(plan, workers=1))
    each, few = document["claims"]
    assert (few["id"], few["promise"]) == (name, "few pieces do not fit")
    assert few["verdict"] == "refuted"
    assert few["statistic"]["failures"] > 0
    if name.endswith("=1"):
        assert few["statistic"] == each["statistic"]
    else:
        assert few["statistic"]["failures"] < each["statistic"]["failures"]
    examples = [example for example in document["counterexamples"] if example["claim"] == name]
    assert len(examples) == 3
    assert all(
        example["fits"].count(False) >= (2 if name == FewMisfits.id else 1) for example in examples
    )


def test_what_is_judged_in_bulk_is_judged_the_same_one_by_one() -> None:
    ruleset = rulesets.get("bloky-8x8")
    sample = self_play(ruleset, spec_for(ruleset, "uniform"), "mixed", 5, 0, 300)
    deals = SampleDeals(ruleset, sample)
    for claim in deal_claims():
        bulk = claim.broken(deals).tolist()
        single = [breaks(claim.name, sample.position(ruleset, row)) for row in range(300)]
        assert bulk == single, claim.id


def test_parameters_are_part_of_the_name_unless_they_are_the_defaults() -> None:
    claim = FewMisfits()
    assert claim.name == "few-misfits"
    assert claim.with_parameters("fewer=7").name == "few-misfits:fewer=7"
    assert claim.with_parameters("fewer=2").name == "few-misfits"


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("few-misfit", "did you mean few-misfits"),
        ("few-misfits:less=1", "no parameter 'less'"),
        ("few-misfits:fewer=one", "few-misfits: fewer: invalid literal"),
        ("some-fits:fewer=1", "some-fits has no parameter 'fewer'"),
    ],
)
def test_names_that_mean_nothing_are_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        claim_named(name)


def test_what_a_claim_needs_is_asked_of_rulesets() -> None:
    with pytest.raises(RulesetError, match="'large-limit' needs it") as caught:
        rulesets.load.from_mapping(DOMINOES | {"claims": ["large-limit"]})
    assert [fault.where for fault in caught.value.faults] == ["triple.max_large"]
    ruleset = replace(rulesets.get("bloky-8x8"), max_large=None)
    with pytest.raises(InputError, match="has no limit of large shapes"):
        select(ruleset, ("large-limit",))


def test_recorded_deals_are_held_against_what_they_can_tell() -> None:
    ruleset = replace(rulesets.get("bloky-8x8"), claims=("reproducible", "uniform", "each-fits"))
    assert select(ruleset, recorded=True) == ("each-fits", "uniform")
    assert select(ruleset, ("reproducible",), recorded=True) == ("reproducible",)
