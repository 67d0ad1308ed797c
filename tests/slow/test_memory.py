"""Memory does not grow with the number of chunks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows counts it otherwise")

GROWTH = 24 * 1024
"""KiB that a process may gain between its first hundred chunks and its last. The caches of
the interpreter and of numpy take some of it; held results would take several times as much."""

AUDIT = """
import json, sys
sys.path.insert(0, sys.argv[1])
import chunk_cases
from fairtray import rulesets
from fairtray.audit import run
from fairtray.dealers.sources import BuiltinSource
from fairtray.runs import WorkerOptions, open_workers
from fairtray.dealers.registry import spec_for

def main():
    run.CHUNK_DEALS = 50
    rules = rulesets.get("block-knock")
    source = BuiltinSource(spec_for(rules))
    plan = run.Plan(rules, source, ("triple-placeable", "each-fits"), 50 * 1500)
    peaks = []
    with open_workers(plan, WorkerOptions(int(sys.argv[2]), "journal")) as workers:
        look = lambda n: peaks.append(chunk_cases.peak())
        outcome = run.run(plan, workers, look)
    assert outcome.summary.deals == 50 * 1500
    print(json.dumps([peaks[len(peaks) // 15], peaks[-1]]))

if __name__ == "__main__":
    main()
"""

WORKERS = """
import json, sys
sys.path.insert(0, sys.argv[1])
import chunk_cases
from chunk_cases import results

def main():
    early, late = 0, 0
    for number, (peak, _) in enumerate(results(chunk_cases.heavy, range(1500), workers=2)):
        early, late = (max(early, peak), late) if number < 100 else (early, max(late, peak))
    print(json.dumps([early, late, chunk_cases.peak()]))

if __name__ == "__main__":
    main()
"""


TESTS = str(Path(__file__).parents[1])


def measured(tmp_path: Path, script: str, *arguments: str) -> list[int]:
    path = tmp_path / "measured.py"
    path.write_text(script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, path, TESTS, *arguments],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    found: list[int] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("workers", ["1", "2"])
def test_of_an_audit_with_a_journal(tmp_path: Path, workers: str) -> None:
    early, late = measured(tmp_path, AUDIT, workers)
    assert late - early < GROWTH, (early, late)


def test_of_workers_and_of_whom_they_work_for(tmp_path: Path) -> None:
    """Each result is a megabyte: 1,500 of them would be seen."""
    early, late, main = measured(tmp_path, WORKERS)
    assert late - early < GROWTH, (early, late)
    assert main < early + 8 * 1024 + GROWTH, (early, main)
