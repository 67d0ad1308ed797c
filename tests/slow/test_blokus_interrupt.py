"""Ctrl-C ends a Blokus search that would go on for long."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

SCRIPT = """
from dataclasses import replace
from fairtray.families.blokus import solve
from fairtray.families.blokus.position import initial
empty = initial()
grid = empty.variant.grid
# Room for all pieces by their number of cells, but not as they are.
wall = grid.mask((r, c) for r in range(20) for c in range(20) if r >= 12 or c >= 12)
position = replace(empty, boards=(0, wall, 0, 0))
solve.best(position, width=1, limit=5)
print("ready", flush=True)
solve.best(position, width=1, limit=10**15)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")
def test_the_exhaustive_search_is_interrupted() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(2)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=120)
        finally:
            process.kill()
    assert process.returncode == -signal.SIGINT
    assert err.endswith("KeyboardInterrupt\n")
