"""How many deals the audit needs to refute each faulty dealer, and by which claim.

    python benchmarks/faulty.py [DEALER …]

Each dealer of ``fixtures/dealers/faulty`` is audited with default options and 10, 100,
1,000, 10,000 and at last 40,000 deals, until its claim is refuted. The exit status is 1
when one needs more deals than ``faults.json`` allows it.

    python benchmarks/faulty.py --sound [SEEDS [DEALS]]
    python benchmarks/faulty.py --sound-javascript [SEEDS [DEALS]]

audits the five built-in dealers, or their twins in JavaScript, with 200 seeds each, 10,000
deals a seed, every claim that is true of them, and counts false alarms.
"""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

from fairtray import rulesets
from fairtray.audit import report
from fairtray.audit.run import Plan, run
from fairtray.claims import select
from fairtray.dealers.registry import spec_for
from fairtray.dealers.sources import BuiltinSource, CallableSource, ProgramSource

FOLDER = Path(__file__).parent.parent / "fixtures" / "dealers" / "faulty"
STEPS = (10, 100, 1_000, 10_000, 40_000)

TRUE_OF = {
    "uniform": ("block-puzzle-19", ("in-catalogue", "uniform", "board-blind")),
    "weighted": ("ten-ten", ("in-catalogue", "uniform", "board-blind")),
    "retry": ("bloky-8x8", ("in-catalogue", "large-limit")),
    "sequential-fit": (
        "block-knock",
        ("in-catalogue", "each-fits", "triple-placeable", "sequential-uniform"),
    ),
    "any-fit": ("eu-block-puzzle", ("in-catalogue", "some-fits")),
}
ALWAYS_TRUE = ("score-blind", "record-blind", "length-blind", "reproducible", "undo-stable")


def audited(fault: dict[str, Any], count: int, seed: int = 0) -> dict[str, Any]:
    """Return the report on a faulty dealer."""
    ruleset = rulesets.get(fault["ruleset"])
    source = CallableSource(f"{fault['dealer']}:deal", FOLDER)
    claims = select(ruleset, tuple(fault.get("claims", ())))
    return report.document(run(Plan(ruleset, source, claims, count, seed), workers=1))


def faulty(wanted: list[str]) -> int:
    faults = json.loads((FOLDER / "faults.json").read_text(encoding="utf-8"))["faults"]
    missed = 0
    print(f"{'fault':50} {'claim':20} {'deals':>7} {'seconds':>8}  also refuted")
    for fault in faults:
        if wanted and fault["dealer"] not in wanted:
            continue
        start = time.perf_counter()
        needed, others = "-", ""
        for count in STEPS:
            if count > fault["deals"]:
                break
            claims = audited(fault, count)["claims"]
            refuted = [claim["id"] for claim in claims if claim["verdict"] == "refuted"]
            if fault["claim"] in refuted:
                needed = f"{count:,}"
                others = ", ".join(name for name in refuted if name != fault["claim"])
                break
        missed += needed == "-"
        seconds = time.perf_counter() - start
        row = f"{fault['fault']:50} {fault['claim']:20} {needed:>7} {seconds:8.1f}  {others}"
        print(row, flush=True)
    print(f"{missed} missed")
    return missed


def sound(seeds: int = 200, count: int = 10_000, *, javascript: bool = False) -> int:
    alarms = 0
    for kind, (name, own) in TRUE_OF.items():
        ruleset = rulesets.get(name)
        source: BuiltinSource | ProgramSource = BuiltinSource(spec_for(ruleset, kind))
        if javascript:
            source = ProgramSource(shlex.join(["node", str(FOLDER.parent / f"{kind}.js")]))
        claims = select(ruleset, (*own, *ALWAYS_TRUE))
        smallest = 1.0
        start = time.perf_counter()
        for seed in range(seeds):
            found = report.document(run(Plan(ruleset, source, claims, count, seed), workers=1))
            alarms += found["verdict"] == "refuted"
            values = [c["statistic"].get("p_value", 1.0) for c in found["claims"]]
            smallest = min(smallest, *values)
        seconds = time.perf_counter() - start
        line = f"{kind:15} {name:16} {seeds} seeds, smallest p {smallest:.2g}, {seconds:.0f} s"
        print(line, flush=True)
    print(f"{alarms} false alarms")
    return alarms


def main(arguments: list[str]) -> int:
    if arguments[:1] in (["--sound"], ["--sound-javascript"]):
        javascript = arguments[0] == "--sound-javascript"
        return int(sound(*map(int, arguments[1:]), javascript=javascript) > 0)
    return int(faulty(arguments) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
