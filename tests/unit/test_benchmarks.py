"""The check of the benchmarks, against doctored figures; and the plain search beside them."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings

import strategies
from fairtray import rulesets
from fairtray.engines.search.best import best
from fairtray.engines.search.decide import decide
from fairtray.game import Position

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module", autouse=True)
def _path() -> Any:
    sys.path.insert(0, str(BENCHMARKS))
    yield
    sys.path.remove(str(BENCHMARKS))


def harness(name: str) -> Any:
    return importlib.import_module(f"harness.{name}")


def result(name: str, reference: float, ours: float, **wanted: Any) -> Any:
    """Return a benchmark with two repeats of two batches, the first one disturbed."""
    times = [[[3 * seconds, seconds], [seconds, seconds]] for seconds in (reference, ours)]
    return harness("measure").Result(name, "work", *times, **wanted)


def test_a_ratio_may_fall_by_a_third_and_no_more() -> None:
    complaints = harness("ratios").complaints
    record = {"walk": 1.2, "best": 150.0}
    assert complaints([result("walk", 1.2, 1.0), result("best", 150, 1.0)], record) == []
    assert complaints([result("walk", 0.81, 1.0)], record) == []
    assert complaints([result("walk", 0.79, 1.0)], record) == [
        "walk: the ratio fell from 1.2 to 0.79, by more than a third"
    ]
    # A faster reference is no excuse, and neither is a faster ours a complaint.
    assert len(complaints([result("best", 90.0, 1.0)], record)) == 1
    assert complaints([result("best", 900.0, 1.0)], record) == []


def test_targets_and_limits_and_missing_records_are_told() -> None:
    complaints = harness("ratios").complaints
    missed = result("walk", 1.0, 2.0, target=0.7)
    assert complaints([missed], {"walk": 0.5}) == ["walk: the target is missed (ratio 0.5)"]
    late = result("solve", 1.0, 1.0, limit=1.9)
    assert not late.reached
    assert result("solve", 1.0, 1.0, limit=2.1).reached
    assert "target is missed" in complaints([late], {"solve": 1.0})[0]
    assert "no ratio is on record" in complaints([result("new", 1.0, 1.0)], {})[0]


def test_the_record_is_kept_and_read(tmp_path: Path) -> None:
    ratios = harness("ratios")
    path = tmp_path / "ratios.json"
    with pytest.raises(ratios.NoRecord, match="--write"):
        ratios.recorded(path)
    ratios.write([result("walk", 1.2, 1.0)], path)
    ratios.write([result("best", 150.0, 1.0)], path)
    assert ratios.recorded(path) == {"walk": 1.2, "best": 150.0}
    for doctored in ("[]", '{"walk": "fast"}', '{"walk": -1}', '{"walk": true}', "{"):
        path.write_text(doctored)
        with pytest.raises(ratios.NoRecord):
            ratios.recorded(path)


def test_every_benchmark_is_on_record() -> None:
    known = harness("tasks").TASKS | harness("programs").TASKS
    record = json.loads((BENCHMARKS / "ratios.json").read_text(encoding="utf-8"))
    assert list(record) == list(known)
    results = (BENCHMARKS / "RESULTS.md").read_text(encoding="utf-8")
    assert [name for name in known if f"* {name}: " not in results] == []


def test_sides_that_differ_fail() -> None:
    measure = harness("measure")

    def side(value: int) -> Any:
        return lambda: (1.0, {"found": value})

    fine = measure.compare("same", "work", [(side(3), side(3))], repeats=2)
    assert fine.ratio == 1
    with pytest.raises(measure.AnswersDiffer, match="found"):
        measure.compare("other", "work", [(side(3), side(4))], repeats=2)


@settings(max_examples=40)
@given(strategies.positions(rulesets.get("bloky-8x8"), max_pieces=3, budget=1_500))
def test_the_plain_search_finds_the_same(position: Position) -> None:
    assume(position.slots)
    assume(not any(position.board & line == line for line in position.ruleset.lines))
    plain = harness("plain").Plain(position)
    decided = decide(position)
    assert plain.orders() == decided.orders
    assert plain.best() == (best(position).points if decided.placeable else -1)


def test_every_mutant_fits_the_code_and_names_tests_that_there_are() -> None:
    mutations = importlib.import_module("mutations")
    assert len({mutant.name for mutant in mutations.MUTANTS}) == len(mutations.MUTANTS) >= 12
    for mutant in mutations.MUTANTS:
        assert mutations.mutated(mutant) is not None, mutant.name
        for path in mutant.tests:
            assert not path.startswith("tests/") or (BENCHMARKS.parent / path).exists(), path
