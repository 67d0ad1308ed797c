"""The table of results, and what they were measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

from tabulate import tabulate

from harness import reference
from harness.measure import Result, spread, totals

HEADERS = (
    "benchmark", "C++ median", "ours median", "C++ spread", "ours spread",
    "ratio (median)", "ratio (best)", "target", "reached",
)  # fmt: skip


def machine() -> str:
    """Return the processor, its cores and the system."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def versions() -> str:
    """Return the versions that matter for speed."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("fairtray", "numba", "numpy"))
    return f"Python {platform.python_version()}, {packages}"


def table(results: Sequence[Result], style: str = "simple") -> str:
    """Return the results as a table."""
    rows = [
        (
            result.name,
            _duration(totals(result.reference)),
            _duration(totals(result.ours)),
            f"{spread(totals(result.reference)):.0%}",
            f"{spread(totals(result.ours)):.0%}",
            f"{result.ratio:.2f}",
            f"{result.ratio_of_best:.2f}",
            f"{result.target:g}",
            "yes" if result.reached else "no",
        )
        for result in results
    ]
    return tabulate(rows, HEADERS, tablefmt=style, disable_numparse=True)


def _duration(seconds: list[float]) -> str:
    middle = sorted(seconds)[len(seconds) // 2]
    return f"{middle * 1e3:.3g} ms" if middle < 1 else f"{middle:.3g} s"


def heading() -> str:
    """Return what was measured on, a line each."""
    flags = " ".join((reference.COMPILER, *reference.FLAGS))
    return f"{machine()}\n{versions()}\n{reference.compiler_version()}: {flags}"


def document(results: Sequence[Result], command: str) -> str:
    """Return RESULTS.md."""
    explanation = (
        f"Written by `{command}` on {date.today().isoformat()}. A ratio is C++ time over ours:"
        " above 1, ours is faster. Both sides take turns in one run and their answers are"
        " compared; the target is for the ratio of the best repeats (of each batch of positions),"
        " which other programs on the machine disturb least."
        " Spread is (slowest - fastest) / median."
    )
    lines = [
        "# Results",
        "",
        explanation,
        "",
        *(f"* {line}" for line in heading().splitlines()),
        "",
        table(results, "github"),
        "",
        *(f"* {result.name}: {result.work}" for result in results),
        "",
    ]
    return "\n".join(lines)
