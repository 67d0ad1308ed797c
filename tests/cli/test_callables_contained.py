"""Somebody's Python dealer can neither write into the report nor choose the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commandline import Fairtray

DEALER = """
import os, signal
print("loading")

def chatty(state, rng):
    print("a debug line")
    return ["dot"] * 3

def leaves(state, rng):
    os._exit(0)

def dies(state, rng):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def audited(folder: Path, name: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "theirs.py").write_text(DEALER, encoding="utf-8")
    words = ["audit", "--ruleset=block-puzzle-19", "--claim=in-catalogue", "--keep=0", *options]
    return subprocess.run(
        [sys.executable, "-m", "fairtray_cli", *words, f"--dealer=theirs:{name}", "--json"],
        cwd=folder,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_it_prints_goes_to_stderr(tmp_path: Path, jobs: str) -> None:
    done = audited(tmp_path, "chatty", "-n2600", f"--jobs={jobs}")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["deals"] == 2600
    assert "loading" in done.stderr
    assert "a debug line" in done.stderr


def test_it_cannot_end_the_audit_with_a_status_of_its_own(tmp_path: Path) -> None:
    done = audited(tmp_path, "leaves", "-n30", "--jobs=1")
    assert (done.returncode, done.stdout) == (3, "")
    assert "it ended its process with status 0" in done.stderr


def test_a_worker_that_it_kills_is_its_fault(tmp_path: Path) -> None:
    done = audited(tmp_path, "dies", "-n30", "--jobs=2")
    assert (done.returncode, done.stdout) == (3, "")
    assert "\nerror: dealer theirs:dies ended its process in the middle\n" in done.stderr


def test_a_policy_cannot_change_recorded_games(fairtray: Fairtray) -> None:
    result = fairtray("audit", "--deals=-", "--policy=tidy", stdin="")
    assert "--policy has no effect with --deals" in result.complaint


def test_a_key_is_not_written_to_standard_output(fairtray: Fairtray) -> None:
    assert "not to -" in fairtray("daily", "commit", "-").complaint
    assert not Path("-").exists()
