"""Ctrl-C ends an audit at once, whatever it is at, with a report on what is finished."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from journal_files import chunks_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")

COMMAND = (sys.executable, "-m", "fairtray_cli", "audit", "--ruleset", "block-knock", "--json")
SECONDS = 5.0
"""What an end may take on a machine that has nothing else to do. What goes on instead of ending
takes minutes: the audit, a compilation of all kernels, a dealer with 300 seconds to answer.

It is compared with the time taken divided by :func:`busyness`: beside other tests an end that is
as quick as ever takes several times longer on the clock, and a limit wide enough for that would
accept an end that is slow on a quiet machine."""
USUAL_REFERENCE = 0.5
"""Seconds that the imports below take on such a machine."""

DEALER = """
import json, os, pathlib, signal, sys, time

here = pathlib.Path(__file__).parent
if "stubborn" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "deal":
        (here / f"hangs-{os.getpid()}").touch()
        time.sleep(1000)
    print(json.dumps({"type": ask["type"] + "_ok", "in_reply_to": ask["id"]}), flush=True)
"""


def busyness() -> float:
    """Return how many times longer than usual things take: other tests run at the same time."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import numpy, scipy.special"], check=True)
    return max(1.0, (time.perf_counter() - start) / USUAL_REFERENCE)


def interrupted(
    options: tuple[str, ...],
    ready: Callable[[], object],
    environment: dict[str, str] | None = None,
    after: float = 0.0,
) -> tuple[int, str, str, float]:
    """Run an audit, interrupt it as a terminal does, and tell how it ended and how fast."""
    before = busyness()
    with subprocess.Popen(
        [*COMMAND, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, **(environment or {})},
    ) as process:
        try:
            limit = time.monotonic() + 240
            while not ready():
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < limit
                time.sleep(0.02)
            time.sleep(after)
            start = time.perf_counter()
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=120)
            took = time.perf_counter() - start
        finally:
            process.kill()
    assert "Traceback" not in err
    # What multiprocessing itself starts takes a moment to find out that it is over.
    limit = time.monotonic() + 120
    while left := living(process.pid):
        assert time.monotonic() < limit, left
        time.sleep(0.1)
    return process.returncode, out, err, took / max(before, busyness())


def living(group: int) -> list[str]:
    """Return the processes of a group, without those that only wait to be forgotten."""
    ps = ["ps", "-eo", "pgid=,stat=,args="]
    found = subprocess.run(ps, check=True, capture_output=True, text=True)
    lines = [line.split() for line in found.stdout.splitlines()]
    return [" ".join(line) for line in lines if line[0] == str(group) and "Z" not in line[1]]


def partial(out: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(out)
    assert document["partial"] is True
    assert document["deals"] % 2_500 == 0
    return document


@pytest.mark.parametrize(
    ("level", "jobs"),
    [
        pytest.param("witness", "2", marks=pytest.mark.everyday),
        ("witness", "1"),
        ("cp-sat", "1"),
        ("cp-sat", "2"),
    ],
)
def test_in_the_middle(tmp_path: Path, jobs: str, level: str) -> None:
    journal = tmp_path / "journal"
    options = ("-n", "100000000", "--jobs", jobs, "--verify", level, "--journal", str(journal))
    code, out, err, took = interrupted(options, lambda: len(chunks_in(journal)) > 0)
    assert code == 130, err
    document = partial(out)
    assert document["deals"] >= 2_500
    assert err.splitlines()[-1] == (
        f"note: interrupted after {document['deals']} deals; the report covers those; the same "
        "command continues from there"
    )
    assert len(chunks_in(journal)) >= document["deals"] // 2_500
    assert took < SECONDS, took


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("after", [0.0, 0.7, 2.0])
def test_while_the_kernels_are_compiled(tmp_path: Path, jobs: str, after: float) -> None:
    code, out, err, took = interrupted(
        ("-n", "1000000", "--jobs", jobs),
        lambda: any(tmp_path.rglob("*.nbi")),
        {"NUMBA_CACHE_DIR": str(tmp_path)},
        after,
    )
    assert code == 130, err
    assert partial(out)["deals"] == 0
    assert took < SECONDS, took


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("kind", ["", "stubborn"])
def test_while_a_dealer_program_hangs(tmp_path: Path, jobs: str, kind: str) -> None:
    (tmp_path / "dealer.py").write_text(DEALER, encoding="utf-8")
    command = f"{sys.executable} {tmp_path / 'dealer.py'} {kind}"
    options = ("-n", "100000", "--jobs", jobs, "--deal-limit", "300", "--dealer-command", command)
    code, out, err, took = interrupted(options, lambda: any(tmp_path.glob("hangs-*")), after=0.2)
    assert code == 130, err
    assert partial(out)["deals"] == 0
    for file in tmp_path.glob("hangs-*"):
        pid = int(file.name.partition("-")[2])
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert took < SECONDS, took


@pytest.mark.parametrize("after", [0.1, 0.25, 0.4, 0.6, 0.8, 1.1, 1.5])
def test_at_any_moment(after: float) -> None:
    code, out, err, _ = interrupted(("-n", "100000000", "--jobs", "2"), lambda: True, after=after)
    assert code in {130, -signal.SIGINT}, err
    if out:
        partial(out)
    elif code == 130:
        assert err.strip() == "interrupted"
