"""Learns the weights of the survival player, and writes the file that it plays with.

Run as ``python benchmarks/tune_survival.py [--deals N] [--seed S] [--out FILE]``. The same
options give the same file on the same machine. The file that comes with the package is that
of the options' defaults; it took 24 minutes on a busy machine.

While it learns, it tells how long its games are with the narrow search that it learns with;
the player itself searches wider and looks ahead, and lives much longer.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
from harness import learning

from fairtray import rulesets
from fairtray.core.files import write_text
from fairtray.dealers.base import Words
from fairtray.dealers.registry import spec_for
from fairtray.engines import tables
from fairtray.engines.kernels import deal, judging, lookahead
from fairtray.engines.search.prepare import score_of, tables_of
from fairtray.simulation import weights

SCALE = 10_000
"""Units of a weight of one, the unit of log-odds."""

COUNTS = 17
"""Places of a shape that are told apart: 0 to 15, and more."""

LACKING = 9
"""Cells that a line lacks, told apart: 0 to 7, and more."""

AT_ONCE = 5_000
SETTLED = 0.25
"""The weights written are the average over all but this first part: a single state of them is
full of what came last (Polyak and Juditsky 1992)."""

WIDTH, SAMPLES, ROOM = 16, 64, 1 << 13


def kinds(ruleset: rulesets.Ruleset) -> tuple[list[int], list[Any]]:
    """Return the number of each shape's kind, and a shape of each kind."""
    found: dict[Any, Any] = {}
    for shape in ruleset.shapes:
        found.setdefault(weights.free(shape), shape)
    numbers = {free: i for i, free in enumerate(found)}
    return [numbers[weights.free(shape)] for shape in ruleset.shapes], list(found.values())


def tune(arguments: argparse.Namespace) -> dict[str, Any]:
    ruleset = rulesets.get(arguments.ruleset)
    shapes = tables_of(ruleset, ruleset.shapes)
    grid = ruleset.grid
    free, known = kinds(ruleset)
    kind, members = weights.window_kinds()
    learned = learning.LearnedWeights(
        kind=kind,
        members=members,
        windows=np.zeros((len(members), 2)),
        free=np.array(free, dtype=np.int64),
        fits=np.zeros((len(known), COUNTS, 2)),
        lines=np.zeros((LACKING, 2)),
    )
    judge = judging.Judge(
        windows=np.zeros(1 << 16, np.int32),
        fits=np.zeros((len(free), COUNTS), np.int32),
        lines=np.zeros(LACKING, np.int32),
        rows=grid.rows,
        cols=grid.cols,
    )
    fixed = (
        shapes,
        score_of(ruleset),
        tables.deal(ruleset, spec_for(ruleset, "uniform")),
        tables.neighbours(ruleset),
        deal.workspace(shapes),
        lookahead.bench(grid.words, grid.rows, ROOM),
    )
    settings = np.array([arguments.discount, arguments.step, SCALE, arguments.bias])
    sums, reported = np.zeros(3), np.zeros(3)
    board = np.zeros((1, grid.words), dtype=np.uint64)
    rngs = (Words(arguments.seed, 1).state, Words(arguments.seed, 2).state)
    averages = [np.zeros_like(part[..., 0]) for part in _parts(learned)]
    averaged = 0
    start = time.perf_counter()
    while sums[learning.DEALS] < arguments.deals:
        learning.learn(
            *fixed, judge, learned, settings, sums, WIDTH, SAMPLES, AT_ONCE, board, *rngs
        )
        if sums[learning.DEALS] >= SETTLED * arguments.deals:
            averaged += 1
            averages = [
                average + (part[..., 0] - average) / averaged
                for average, part in zip(averages, _parts(learned), strict=True)
            ]
        if sums[learning.DEALS] - reported[learning.DEALS] >= 50_000:
            deals, games, risk = sums - reported
            reported = sums.copy()
            print(
                f"{sums[learning.DEALS]:.0f} deals, {time.perf_counter() - start:.0f} s: "
                f"{deals / max(games, 1):.0f} deals a game, {risk / deals:.5f} risk a deal",
                flush=True,
            )
    return _document(arguments, known, averages)


def _parts(learned: learning.LearnedWeights) -> tuple[Any, Any, Any]:
    return learned.windows, learned.fits, learned.lines


def _document(arguments: argparse.Namespace, known: list[Any], averages: list[Any]) -> Any:
    windows, fits, lines = (np.rint(part * SCALE).astype(int).tolist() for part in averages)
    return {
        "format": weights.FORMAT,
        "source": f"benchmarks/tune_survival.py --ruleset {arguments.ruleset} --deals "
        f"{arguments.deals} --seed {arguments.seed} --discount {arguments.discount} --step "
        f"{arguments.step} --bias {arguments.bias}",
        "zero": round(arguments.bias * SCALE),
        "step": round(SCALE * math.log(64 / 63)),
        "lines": lines,
        "shapes": [
            {"rows": list(shape.rows), "fits": counts}
            for shape, counts in zip(known, fits, strict=True)
        ],
        "windows": windows,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ruleset", default="bloky-8x8")
    parser.add_argument("--deals", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--discount", type=float, default=0.9)
    parser.add_argument("--step", type=float, default=0.05)
    parser.add_argument("--bias", type=float, default=-2.0)
    parser.add_argument("--out", type=Path, default=Path("survival-weights.json"))
    arguments = parser.parse_args()
    document = tune(arguments)
    write_text(arguments.out, json.dumps(document) + "\n")


if __name__ == "__main__":
    main()
