"""Compiles the kernels that the tests use, before the processes start that share the tests.

Otherwise each of them compiles the same: a kernel is in the cache only when it is finished.
Kernels are compiled for the words that a board takes, so the widths are compiled at once::

    python tests/warm.py narrow
    python tests/warm.py wide
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "fixtures" / "examples"
HALF_FULL = f"0x{sum(0b11111 << 10 * row for row in range(10)):025x}"


def _block(ruleset: str, board: str) -> list[list[str]]:
    """Return the commands whose kernels are most of the work for boards of one width."""
    position = f"{ruleset}:{board}:I3h,O4,dot"
    return [
        ["audit", "--ruleset", ruleset, "-n", "20", "--jobs", "1", "--keep", "0"],
        ["simulate", "--ruleset", ruleset, "--player", "random", "-n", "2", "--jobs", "1"],
        ["daily", "make", "--ruleset", ruleset, "--date", "2026-11-29", "--par", "5"],
        ["solve", position],
        ["solve", position, "--explain"],
        ["solve", position, "--top", "2"],
        ["solve", position, "--objective", "survival"],
        ["solve", f"{position}:next=O4,dot,I3h", "--width", "5"],
    ]


COMMANDS = {
    "narrow": _block("bloky-8x8", "0x7fbfdfeff7fbfdfe"),
    "wide": [
        *_block("ten-ten", HALF_FULL),
        ["check", str(EXAMPLES / "blokus-opening.json")],
        ["solve", str(EXAMPLES / "blokus-endgame.json")],
        ["simulate", "--ruleset", "blokus", "--mode", "table", "--player", "solver", "-n", "1"],
        ["simulate", "--ruleset", "duo", "--mode", "table", "--player", "solver", "-n", "1"],
    ],
}


def compile_all() -> None:
    """Compile in a process for each width. What goes wrong in them, a test will say."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [subprocess.Popen([sys.executable, __file__, name], **quiet) for name in COMMANDS]
    try:
        for process in processes:
            process.wait()
    finally:
        for process in processes:
            process.kill()


def main() -> None:
    """Compile the kernels for one width."""
    from commandline import run

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for command in COMMANDS[sys.argv[1]]:
            begun = time.perf_counter()
            done = run(*command)
            took = time.perf_counter() - begun
            sys.stdout.write(f"{took:6.1f} s  {done.code}  {' '.join(command)}\n")
            if done.code not in {0, 1, 4}:
                sys.exit(done.err)


if __name__ == "__main__":
    main()
