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

SIDES = (
    "Microseconds for one position, the mean over the same positions, each engine's best of its"
    " repeats. All four find the same: verdicts (and, but for CP-SAT, the number of orders), and"
    " the points of the best line that places all pieces. Plain Python is"
    " `benchmarks/harness/plain.py`: whole numbers as bitboards, depth first, nothing clever. For"
    " the best line, C++ and plain Python try every sequence; times of CP-SAT are CPU time."
)

HEADERS = (
    "benchmark", "reference", "its median", "ours median", "its spread", "ours spread",
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
            result.against,
            _duration(totals(result.reference)),
            _duration(totals(result.ours)),
            f"{spread(totals(result.reference)):.0%}",
            f"{spread(totals(result.ours)):.0%}",
            f"{result.ratio:.3g}",
            f"{result.ratio_of_best:.3g}",
            _target(result),
            "yes" if result.reached else "no",
        )
        for result in results
    ]
    return tabulate(rows, HEADERS, tablefmt=style, disable_numparse=True)


def _target(result: Result) -> str:
    wanted = [f"{result.target:g}"] if result.target else []
    if result.limit is not None:
        wanted.append(f"at most {result.limit:.3g} s")
    return ", ".join(wanted) or "none"


def _duration(seconds: list[float]) -> str:
    middle = sorted(seconds)[len(seconds) // 2]
    return f"{middle * 1e3:.3g} ms" if middle < 1 else f"{middle:.3g} s"


def heading() -> str:
    """Return what was measured on, a line each."""
    flags = " ".join((reference.COMPILER, *reference.FLAGS))
    return f"{machine()}\n{versions()}\n{reference.compiler_version()}: {flags}"


def document(results: Sequence[Result], beside: str, nodes: str, command: str) -> str:
    """Return RESULTS.md.

    Args:
        results: the finished benchmarks.
        beside: the table of the four engines on the same positions.
        nodes: a line about the node count of all searches.
        command: what was run.
    """
    explanation = (
        f"Written by `{command}` on {date.today().isoformat()}. A ratio is the reference's time"
        " over ours: above 1, ours is faster. Both sides take turns in one run and their answers"
        " are compared; target and limit are for the best repeats (of each batch of positions),"
        " which other programs on the machine disturb least. Spread is (slowest - fastest) /"
        " median. Where nothing does the same work, the reference is the C++ walk of perft's"
        " first position, a measure of how fast the machine is just then."
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
        "## Side by side",
        "",
        SIDES,
        "",
        beside,
        "",
        nodes,
        "",
    ]
    return "\n".join(lines)


def nodes() -> str:
    """Return a line about the node count of all searches."""
    from fairtray import bench

    count = sum(part().nodes for part in bench.PARTS.values())
    return f"`fairtray bench`: {count:,} nodes, on every machine."
