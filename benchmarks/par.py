"""How many points the par search finds on the four fixed sequences, and at what price.

Run as ``python benchmarks/par.py [WIDTH …]``. Three evaluations play the same sequences
with the same beam: two simple ones that rank by points and edges, without and with a
reward for well-filled lines, as references, and the one that ``fairtray daily`` uses.
Every answer is replayed move by move by the plain engine before it counts, and held
against the proven bound.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from pathlib import Path

from fairtray import rulesets
from fairtray.core.shapes import Shape, from_drawing
from fairtray.daily.bound import most_points
from fairtray.engines.search.beam import POINTS, Line, Weights, beam
from fairtray.game import Position

SEQUENCES = Path(__file__).parents[1] / "fixtures" / "cases" / "par-sequences.jsonl"
TRAY = 3

EDGES = dataclasses.replace(POINTS, cell=0, edge=8, edge_taper=1, line=0, target=0)
LINES = dataclasses.replace(EDGES, line=16, line_quarters=8, taper=30)

Trays = list[tuple[Shape, ...]]


def sequences() -> list[Trays]:
    read = [json.loads(line) for line in SEQUENCES.read_text(encoding="utf-8").splitlines()]
    found = []
    for case in read:
        pieces = [from_drawing(rows) for rows in case["pieces"]]
        found.append([tuple(pieces[i : i + TRAY]) for i in range(0, len(pieces), TRAY)])
    return found


def check(line: Line, trays: Trays, bound: int) -> None:
    """Replay a line by the plain engine and stop the benchmark where it is not so."""
    ruleset = rulesets.get("bloky-8x8")
    position = Position(ruleset, ruleset.start, trays[0])
    later = iter(trays[1:])
    for move in line.moves:
        position = position.place(move.placement).after
        if not position.slots:
            position = dataclasses.replace(position, tray=next(later, ()))
    if position.score != line.points or position.slots or next(later, None) is not None:
        raise SystemExit(f"the line says {line.points}, the plain engine {position.score}")
    if line.points > bound:
        raise SystemExit(f"{line.points} points beat the bound of {bound}: it is wrong")


def play(trays: Trays, width: int, weights: Weights) -> tuple[Line, float]:
    ruleset = rulesets.get("bloky-8x8")
    start = time.process_time()
    line = beam(Position(ruleset, ruleset.start, trays[0]), trays[1:], width, weights)
    return line, time.process_time() - start


def main(widths: list[int]) -> None:
    every = sequences()
    bounds = [most_points(rulesets.get("bloky-8x8"), trays) for trays in every]
    print(f"bound: {bounds}, on average {sum(bounds) / len(bounds):.1f}")
    print(f"{'evaluation':<16}{'width':>8}{'average':>9}{'seconds':>9}{'most':>7}  points")
    play(every[0], 10, POINTS)  # Compiles.
    runs = [("points, edges", EDGES, 3000), ("and lines", LINES, 3000)]
    runs += [("points, edges", EDGES, widths[-1])]
    runs += [("fairtray", POINTS, width) for width in widths]
    for name, weights, width in runs:
        lines, seconds = [], []
        for trays, bound in zip(every, bounds, strict=True):
            line, spent = play(trays, width, weights)
            check(line, trays, bound)
            lines.append(line.points)
            seconds.append(spent)
        average = sum(lines) / len(lines)
        mean = sum(seconds) / len(seconds)
        row = f"{name:<16}{width:>8}{average:>9.1f}{mean:>9.2f}{max(seconds):>7.2f}"
        print(f"{row}  {lines}", flush=True)


if __name__ == "__main__":
    main([int(width) for width in sys.argv[1:]] or [500, 3000, 20_000, 60_000])
