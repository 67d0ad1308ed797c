"""Whoever does the chunks, the answer is the same to the last byte."""

from __future__ import annotations

import datetime as dt
import json
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from fairtray import rulesets
from fairtray.audit import report
from fairtray.audit.run import Plan, run
from fairtray.daily import make
from fairtray.daily.document import to_json
from fairtray.dealers.registry import spec_for
from fairtray.dealers.sources import BuiltinSource
from fairtray.runs import WorkerOptions, Workers, open_workers
from journal_files import chunks_in, drop

RULESET = rulesets.get("bloky-8x8")
CLAIMS = ("each-fits", "triple-placeable", "uniform", "reproducible")
PLAN = Plan(RULESET, BuiltinSource(spec_for(RULESET)), CLAIMS, 16_000, seed=5)


def text(workers: Workers) -> str:
    document = report.document(run(PLAN, workers))
    del document["run"]
    return json.dumps(document)


@pytest.fixture(scope="module")
def alone() -> str:
    return text(Workers(1))


@pytest.mark.parametrize("workers", [2, 8])
def test_an_audit_by_processes(alone: str, workers: int) -> None:
    assert text(Workers(workers)) == alone


@pytest.mark.parametrize("threads", [1, 3])
def test_an_audit_by_threads(alone: str, threads: int) -> None:
    with ThreadPoolExecutor(threads) as executor:
        assert text(Workers(threads, executor=executor)) == alone


def test_an_audit_from_a_journal_that_others_have_begun(alone: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for processes, kept in ((2, 3), (1, 5)):
        with open_workers(PLAN, WorkerOptions(processes, str(path))) as workers:
            assert text(workers) == alone
        assert len(chunks_in(path)) == 7
        drop(path, f"number >= {kept}")


def test_days(tmp_path: Path) -> None:
    order = make.Order(RULESET, b"key", width=5)
    days = [dt.date(2026, 2, 26) + dt.timedelta(n) for n in range(3)]
    plan = make.DaysPlan(order, tuple(days))

    def texts(processes: int, executor: Executor | None = None, journal: bool = False) -> list[str]:
        path = str(tmp_path / "journal") if journal else None
        with open_workers(plan, WorkerOptions(processes, path)) as workers:
            days = replace(workers, executor=executor).results(plan)
            return [json.dumps(to_json(day)) for day in days]

    usual = texts(1)
    assert texts(3) == usual
    assert texts(2, journal=True) == usual
    assert texts(1, journal=True) == usual
    with ThreadPoolExecutor(2) as executor:
        assert texts(2, executor) == usual
