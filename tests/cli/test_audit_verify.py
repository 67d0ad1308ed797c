"""``fairtray audit --verify`` and ``--policy corpus``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commandline import Fairtray, run
from fairtray import notation, rulesets
from fairtray.audit import run as running
from fairtray.audit import verify
from fairtray.dealers import registry
from fairtray.dealers.sources import BuiltinSource
from fairtray.engines.proof.decide import Verdict


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def proofs(*options: str) -> Any:
    done = run("audit", "--json", "-n", "200", "--jobs", "1", *options)
    assert done.code in (0, 1, 4), done
    return done.json["proofs"]


@pytest.mark.parametrize("ruleset", ["block-puzzle-19", "ten-ten"])
def test_cp_sat_decides_every_deal_and_agrees(ruleset: str) -> None:
    options = ("--ruleset", ruleset, "--dealer", "uniform", "--seed", "3")
    usual = proofs(*options)
    assert (usual["level"], usual["agreed_by_cp_sat"]) == ("witness", 0)
    every = proofs(*options, "--verify", "cp-sat")
    assert (every["level"], every["agreed_by_cp_sat"]) == ("cp-sat", 200)
    assert every["witnesses_replayed"] + every["infeasible_by_cp_sat"] == 200
    for key in ("fits_recomputed", "witnesses_replayed", "infeasible_by_cp_sat"):
        assert every[key] == usual[key]


def test_the_text_counts_agreements(fairtray: Fairtray) -> None:
    done = fairtray("audit", "-n", "50", "--verify", "cp-sat", "--policy", "corpus")
    assert "CP-SAT by itself agreed on all 50" in done.out


def test_recorded_deals_are_decided_too(fairtray: Fairtray, elsewhere: Path) -> None:
    deals = elsewhere / "deals.jsonl"
    board = ["." * 8] * 8
    deals.write_text(f"{json.dumps({'board': board, 'tray': ['dot', 'O9', 'I5h']})}\n" * 3)
    done = fairtray("audit", "--deals", str(deals), "--verify", "cp-sat", "--json")
    assert done.json["proofs"]["agreed_by_cp_sat"] == 3


def liar(status: Any) -> Callable[[object], Verdict]:
    return lambda _: Verdict(status)


@pytest.mark.parametrize("lie", ["infeasible", "undecided"])
def test_a_disagreement_is_our_own_fault_with_the_position(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, lie: str
) -> None:
    monkeypatch.setattr(verify, "cp_sat_decide", liar(lie))
    done = fairtray("audit", "-n", "20", "--verify", "cp-sat", "--json")
    assert done.code == 70
    assert done.out == ""
    assert f"search says placeable, CP-SAT says {lie}" in done.err
    assert "position saved as fairtray-fault.json" in done.err
    position = notation.parse_json(Path("fairtray-fault.json").read_text()).position
    assert len(position.slots) == 3


def test_a_no_that_cp_sat_contradicts_is_found_at_either_level(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "cp_sat_decide", liar("feasible"))
    for level in ("witness", "cp-sat"):
        done = fairtray(
            "audit", "-n", "300", "--verify", level, "--dealer", "uniform", "--policy", "corpus"
        )
        assert done.code == 70
        assert "search says not placeable, CP-SAT says feasible" in done.err


def test_an_unknown_level_is_refused(fairtray: Fairtray) -> None:
    assert "--verify" in fairtray("audit", "--verify", "all").complaint


def test_the_policy_corpus_is_named_in_the_report() -> None:
    done = run("audit", "--json", "-n", "400", "--policy", "corpus", "--jobs", "1")
    assert done.json["policy"] == "corpus"
    assert set(done.json["players"]) == {"random", "greedy", "crowding", "tidy", "shuffled"}
    assert done.json["games"] > 60


def test_the_policy_needs_boards_of_the_right_size(fairtray: Fairtray, elsewhere: Path) -> None:
    path = elsewhere / "own.toml"
    path.write_text('name = "own"\nrows = 7\ncols = 7\n[catalogue]\nshapes = ["dot"]\n')
    own = ("--ruleset", str(path), "--dealer", "uniform")
    complaint = fairtray("audit", *own, "--policy", "corpus").complaint
    assert "no corpus has boards of own's size and lines" in complaint


@pytest.mark.parametrize("workers", [1, 2])
def test_the_bar_moves_with_the_deals_that_cp_sat_decides(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setattr(running, "CHUNK_DEALS", 60)
    ruleset = rulesets.get("bloky-8x8")
    source = BuiltinSource(registry.spec_for(ruleset, "retry"))
    told: list[int] = []
    plan = running.Plan(ruleset, source, ("triple-placeable",), 150, verify="cp-sat")
    outcome = running.run(plan, workers, told.append)
    assert outcome.summary.checks.decided == 150
    assert sum(told) == 150
    assert told == [50, 10, 50, 10, 30] if workers == 1 else len(told) > 1
    usual: list[int] = []
    plan = running.Plan(ruleset, source, ("triple-placeable",), 150)
    assert running.run(plan, workers, usual.append).summary.checks.decided == 0
    # Two workers may both have told before anybody looks.
    assert usual == [60, 60, 30] if workers == 1 else sum(usual) == 150
