"""Whoever does the chunks, the answer is the same to the last byte."""

from __future__ import annotations

import datetime as dt
import json
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from fairtray import rulesets
from fairtray.audit import kept, report
from fairtray.audit.run import Plan, run
from fairtray.audit.source import BuiltinSource
from fairtray.daily import make
from fairtray.dealers.registry import spec_for
from fairtray.runs import Crew, opened

RULESET = rulesets.get("bloky-8x8")
CLAIMS = ("each-fits", "triple-placeable", "uniform", "reproducible")
PLAN = Plan(RULESET, BuiltinSource(spec_for(RULESET)), CLAIMS, 16_000, seed=5)


def text(crew: Crew[object]) -> str:
    document = report.document(run(PLAN, crew=crew))  # type: ignore[arg-type]
    del document["run"]
    return json.dumps(document)


@pytest.fixture(scope="module")
def alone() -> str:
    return text(Crew(1))


@pytest.mark.parametrize("workers", [2, 8])
def test_an_audit_by_processes(alone: str, workers: int) -> None:
    assert text(Crew(workers)) == alone


@pytest.mark.parametrize("threads", [1, 3])
def test_an_audit_by_threads(alone: str, threads: int) -> None:
    with ThreadPoolExecutor(threads) as executor:
        assert text(Crew(threads, executor=executor)) == alone


def test_an_audit_from_a_journal_that_others_have_begun(alone: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    records = kept.records(PLAN)
    for workers, lines in ((2, 3), (1, 5)):
        with opened(workers, journal=str(path), records=records) as crew:
            assert text(crew) == alone  # type: ignore[arg-type]
        # Any part of it, in the order in which the chunks happened to be finished.
        whole = path.read_bytes().splitlines(keepends=True)
        assert len(whole) == 8
        path.write_bytes(b"".join(whole[:lines]))


def test_days(tmp_path: Path) -> None:
    order = make.Order(RULESET, b"key", width=5)
    days = [dt.date(2026, 2, 26) + dt.timedelta(n) for n in range(3)]

    def texts(workers: int, executor: Executor | None = None, journal: bool = False) -> list[str]:
        with opened(
            workers,
            journal=str(tmp_path / "journal") if journal else None,
            records=make.records(order, days),
        ) as crew:
            given = Crew(workers, crew.journal, executor=executor)
            return [json.dumps(day) for day in make.make_many(order, days, crew=given)]

    usual = texts(1)
    assert texts(3) == usual
    assert texts(2, journal=True) == usual
    assert texts(1, journal=True) == usual
    with ThreadPoolExecutor(2) as executor:
        assert texts(2, executor) == usual
