"""An audit that is killed at any moment goes on, and its report is the same."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from journal_files import chunks_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills the POSIX way")

CHUNK_DEALS = 2_500
CLAIMS = ("triple-placeable", "each-fits", "sequential-uniform", "reproducible")
COMMAND = (
    *(sys.executable, "-m", "fairtray_cli", "audit", "--ruleset", "block-knock", "--seed", "11"),
    *("--json", *(word for claim in CLAIMS for word in ("--claim", claim))),
)


def report(output: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(output)
    return document


def without_run(document: dict[str, Any]) -> str:
    return json.dumps({key: value for key, value in document.items() if key != "run"})


def group_of(leader: int) -> list[int]:
    """Return the processes of a group; workers that outlive their leader among them."""
    ps = ["ps", "-eo", "pid=,pgid=,stat="]
    found = subprocess.run(ps, check=True, capture_output=True, text=True)
    living = [line for line in found.stdout.splitlines() if "Z" not in line.split()[2]]
    pairs = [map(int, line.split()[:2]) for line in living]
    return [pid for pid, group in pairs if group == leader]


@pytest.mark.parametrize(
    ("kills", "chunks"), [pytest.param(2, 6, marks=pytest.mark.everyday), (20, 48)]
)
def test_killed_again_and_again(tmp_path: Path, kills: int, chunks: int) -> None:
    command = (*COMMAND, "-n", str(chunks * CHUNK_DEALS))
    usual = subprocess.run([*command, "--jobs", "1"], check=True, capture_output=True, text=True)
    journal = tmp_path / "journal"
    chance = random.Random(9)
    leaders = []
    for kill in range(kills):
        jobs = str(1 + kill % 2)
        with subprocess.Popen(
            [*command, "--jobs", jobs, "--journal", str(journal)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            leaders.append(process.pid)
            # Now while it starts, now while it writes: at most two chunks further each time,
            # so that there is something left to be killed.
            more = chance.choice((0, 1, 1, 2)) if kill else 2
            if more == 0:
                time.sleep(chance.uniform(0.2, 2))
            before, limit = len(chunks_in(journal)), time.monotonic() + 240
            while len(chunks_in(journal)) < before + more:
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < limit
                time.sleep(0.02)
            time.sleep(chance.uniform(0, 0.05))
            os.kill(process.pid, signal.SIGKILL)
            out, err = process.communicate(timeout=60)
            assert (process.returncode, out) == (-signal.SIGKILL, ""), err
            # As likely as not the end of the log is lost, too, as when the machine crashes. (Not
            # what has gone into the database: that was forced to the disk.)
            log = journal.with_name("journal-wal")
            if chance.random() < 0.5 and journal.stat().st_size < 20_000 and log.exists():
                with log.open("r+b") as file:
                    file.truncate(max(0, log.stat().st_size - chance.randrange(300_000)))
    resumed = subprocess.run(
        [*command, "--jobs", "2", "--journal", str(journal)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert resumed.returncode == 0, resumed.stderr
    found = report(resumed.stdout)
    assert 0 < found["run"]["chunks_from_journal"] < chunks
    assert without_run(found) == without_run(report(usual.stdout))
    # Nobody outlives the process that started it.
    limit = time.monotonic() + 120
    while left := [pid for leader in leaders for pid in group_of(leader)]:
        assert time.monotonic() < limit, left
        time.sleep(0.1)
