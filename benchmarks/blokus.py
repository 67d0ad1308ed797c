"""How fast Blokus is: legal moves a second, random games, everything from an empty board.

    python benchmarks/blokus.py [--json]

Every number that is timed is also asserted: moves against the counts of the recorded games
and against a reference in plain Python, random games by replaying them, the best line by its
109 points. Times are of this process on one core, the best of some runs. Exit status 1 when
a target is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from fairtray.engines.kernels import blokus as kernel
from fairtray.families.blokus import moves, solve
from fairtray.families.blokus.notation import parse_game
from fairtray.families.blokus.pieces import by_name, hand
from fairtray.families.blokus.position import Position, initial
from fairtray.families.blokus.record import play
from fairtray.families.blokus.tables import tables
from fairtray.families.blokus.variants import BLOKUS

GAMES = Path(__file__).parent.parent / "fixtures" / "cases" / "blokus-games.jsonl"

MOVES_A_SECOND = 10e6
GAME_SECONDS = 0.005
ALL_PLACED_SECONDS = 10.0

RUNS = 20
RANDOM_GAMES = 200
REFERENCE_STEP = 10
"""The reference generates the moves of every tenth position; it is slow."""


def best_time(call: Callable[[], object], runs: int = RUNS) -> float:
    """Return the shortest time of some runs, in seconds of this process."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def recorded() -> tuple[list[tuple[Position, int]], list[int]]:
    """Return (position, colour to move) before each recorded move, and the known counts."""
    positions: list[tuple[Position, int]] = []
    counts: list[int] = []
    for line in GAMES.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        replay = play(parse_game(json.dumps({"ruleset": "blokus", "moves": game["moves"]})))
        positions += [(one.before, one.move.colour) for one in replay.moves]
        counts += game["legal_counts"]
    return positions, counts


def reference_masks() -> dict[str, list[int]]:
    """Return all placements of each piece as plain integers."""
    grid = BLOKUS.grid
    return {
        name: [
            grid.placed(form, row, col)
            for form in piece.orientations
            for row, col in grid.anchors(form)
        ]
        for name, piece in by_name().items()
    }


def reference(position: Position, colour: int, masks: dict[str, list[int]]) -> int:
    """Count legal moves as a plain program does: every placement against three boards."""
    own = position.boards[colour]
    full = BLOKUS.grid.full
    left_column = sum(1 << (20 * row) for row in range(20))
    right_column = left_column << 19
    west, east = (own & ~left_column) >> 1, (own & ~right_column) << 1
    beside = west | east | own >> 20 | own << 20
    corners = (west | east) >> 20 | (west | east) << 20
    blocked = position.occupied | beside
    needed = corners & full & ~blocked if own else position.attached(colour)
    return sum(
        1
        for name in position.left[colour]
        for mask in masks[name]
        if not mask & blocked and mask & needed
    )


def legal_moves() -> dict[str, float]:
    """Time the generation of all legal moves of the recorded games."""
    positions, counts = recorded()
    boards = np.array([moves.words(position) for position, _ in positions])
    hands = np.array([hand(position.left[colour]) for position, colour in positions])
    colours = np.array([colour for _, colour in positions])
    found = np.zeros(len(positions), dtype=np.int64)
    known = tables(BLOKUS)
    out = np.empty(known.sizes.size * known.cells, dtype=np.int64)

    def run() -> None:
        kernel.moves_of_many(known, boards, hands, colours, found, out)

    run()
    seconds = best_time(run)
    if found.tolist() != counts:
        raise SystemExit("the moves counted are not those of the recorded games")
    masks = reference_masks()
    some = positions[::REFERENCE_STEP]
    start = time.process_time()
    by_reference = [reference(position, colour, masks) for position, colour in some]
    reference_seconds = time.process_time() - start
    if by_reference != counts[::REFERENCE_STEP]:
        raise SystemExit("the reference counts other moves")
    rate = sum(counts) / seconds
    return {
        "positions": len(positions),
        "moves": sum(counts),
        "moves_a_second": rate,
        "microseconds_a_position": 1e6 * seconds / len(positions),
        "reference_moves_a_second": sum(by_reference) / reference_seconds,
        "ratio_to_plain_python": rate * reference_seconds / sum(by_reference),
    }


def random_games() -> dict[str, float]:
    """Time random games, each from the start to the end."""
    for seed in range(3):
        final = moves.played(initial(), moves.random_game(initial(), seed))
        if any(moves.who_can_move(final)):
            raise SystemExit(f"the random game of seed {seed} is not at its end")

    def run() -> None:
        for seed in range(RANDOM_GAMES):
            moves.random_game(initial(), seed)

    return {"seconds_a_random_game": best_time(run, 3) / RANDOM_GAMES}


def all_placed() -> dict[str, float]:
    """Time the best line from an empty board, the first call with its compilation apart."""
    start = time.process_time()
    first = solve.best(initial())
    seconds = time.process_time() - start
    if not (first.points == 109 and first.exact):
        raise SystemExit(f"{first.points} points from an empty board")
    return {
        "seconds_to_109_at_first": seconds,
        "seconds_to_109": best_time(lambda: solve.best(initial()), 3),
    }


def main() -> int:
    """Measure, print, and tell by the exit status whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args()
    # First, so that the time at first includes whatever has to be compiled.
    measured = {**all_placed(), **legal_moves(), **random_games()}
    met = {
        "moves_a_second": measured["moves_a_second"] >= MOVES_A_SECOND,
        "seconds_a_random_game": measured["seconds_a_random_game"] <= GAME_SECONDS,
        "seconds_to_109_at_first": measured["seconds_to_109_at_first"] <= ALL_PLACED_SECONDS,
    }
    if asked.json:
        print(json.dumps({**measured, "met": met}))
    else:
        for name, value in measured.items():
            text = f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
            verdict = {True: "  met", False: "  MISSED", None: ""}[met.get(name)]
            print(f"{name:28} {text:>14}{verdict}")
    return 0 if all(met.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
