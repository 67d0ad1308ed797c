"""How fast CP-SAT decides: triples of self-play, and boards that look placeable and are not.

    python benchmarks/proof_decide.py [--count 10000] [--workers 2] [--ruleset block-knock]

Every verdict is compared with the search's; a difference ends the benchmark with an error.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from fairtray import rulesets
from fairtray.core import shapes
from fairtray.core.board import Board
from fairtray.engines.proof.decide import decide
from fairtray.engines.search.decide import decide as search_decide
from fairtray.game import Placement, Position
from fairtray.rulesets.model import Ruleset

Case = tuple[str, Board, tuple[str, ...]]
"""Ruleset, board and names of the pieces: what is sent to a worker."""

CHUNK = 100
GAME_TURNS = 60
LOOKED_AT = 4


def position_of(case: Case) -> Position:
    name, board, tray = case
    return Position(rulesets.get(name), board, tuple(shapes.named(piece) for piece in tray))


def self_play(name: str, count: int, seed: int) -> list[Case]:
    """Deal uniformly; place at random in every other game, against clears in the others."""
    rng = random.Random(seed)
    ruleset = rulesets.get(name)
    found: list[Case] = []
    crowding = False
    while len(found) < count:
        crowding = not crowding
        board = ruleset.start
        for _ in range(GAME_TURNS):
            tray = tuple(rng.choice(ruleset.shapes) for _ in range(ruleset.tray_size))
            found.append((name, board, tuple(shape.name for shape in tray)))
            position = play_out(Position(ruleset, board, tray), rng, crowding)
            if position.slots or len(found) == count:
                break
            board = position.board
    return found


def play_out(position: Position, rng: random.Random, crowding: bool) -> Position:
    """Place pieces until the tray is empty or nothing fits."""
    while position.slots:
        moves = [
            Placement(slot, row, col)
            for slot in position.slots
            for row, col in position.legal(position.tray[slot] or shapes.named("dot"))
        ]
        if not moves:
            break
        tried = rng.sample(moves, min(LOOKED_AT if crowding else 1, len(moves)))
        played = [position.place(move) for move in tried]
        position = min(played, key=lambda move: len(move.lines)).after
    return position


def infeasible(name: str, count: int, seed: int) -> list[Case]:
    """Find trays of which each piece fits, a line can be cleared, and no order places all."""
    rng = random.Random(seed)
    ruleset = rulesets.get(name)
    large = [shape for shape in ruleset.shapes if shape.size >= 3]
    found: list[Case] = []
    while len(found) < count:
        tray = tuple(rng.choice(large) for _ in range(ruleset.tray_size))
        position = Position(ruleset, crowded(ruleset, rng), tray)
        if not all(position.fits(slot) for slot in position.slots):
            continue
        clears = any(
            position.place(Placement(slot, row, col)).lines
            for slot, shape in enumerate(tray)
            for row, col in position.legal(shape)
        )
        if clears and not search_decide(position).placeable:
            found.append((name, position.board, tuple(shape.name for shape in tray)))
    return found


def crowded(ruleset: Ruleset, rng: random.Random) -> Board:
    """Return a random board with some holes for pieces and some lines that lack few cells."""
    grid = ruleset.grid
    density = rng.uniform(0.5, 0.8)
    board = sum(1 << i for i in range(grid.size) if rng.random() < density)
    for _ in range(rng.randint(1, 4)):
        shape = rng.choice(ruleset.shapes)
        board &= ~grid.placed(shape, *rng.choice(list(grid.anchors(shape))))
    for _ in range(rng.randint(1, 3)):
        line = rng.choice(ruleset.lines)
        gaps = rng.randint(1, 4)
        cells = list(grid.cells(line))
        start = rng.randrange(len(cells) - gaps + 1)
        board = (board | line) & ~grid.mask(cells[start : start + gaps])
    for line in ruleset.lines:
        if board & line == line:
            board &= ~grid.bit(*rng.choice(list(grid.cells(line))))
    return board


def decide_chunk(cases: list[Case]) -> list[tuple[bool, float]]:
    """Return the verdict and the CPU seconds for each case; the one part that is timed."""
    positions = [position_of(case) for case in cases]
    found = []
    for position in positions:
        start = time.process_time()
        verdict = decide(position)
        found.append((verdict.status == "feasible", time.process_time() - start))
    return found


def measure(title: str, cases: list[Case], workers: int) -> None:
    """Decide all cases on some processes, check the verdicts, print the times."""
    chunks = [cases[i : i + CHUNK] for i in range(0, len(cases), CHUNK)]
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(decide_chunk, [cases[:1]] * workers))  # imports and caches
        start = time.perf_counter()
        answers = [answer for chunk in pool.map(decide_chunk, chunks) for answer in chunk]
        wall = time.perf_counter() - start
    for case, (placeable, _) in zip(cases, answers, strict=True):
        if search_decide(position_of(case)).placeable != placeable:
            raise AssertionError(f"CP-SAT says {placeable}, the search differs: {case}")
    times = sorted(seconds * 1000 for _, seconds in answers)
    yes = sum(placeable for placeable, _ in answers)
    print(
        f"{title:28} {len(cases):6} decided, {yes:6} placeable, {wall:6.1f} s on {workers} workers;"
        f" CPU each {sum(times) / len(times):.2f} ms (median {times[len(times) // 2]:.2f},"
        f" 99 % {times[len(times) * 99 // 100]:.2f}, most {times[-1]:.1f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--hard", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--ruleset", action="append")
    options = parser.parse_args()
    made: list[tuple[str, Callable[[str, int, int], list[Case]], int]] = [
        ("self-play", self_play, options.count),
        ("hard infeasible", infeasible, options.hard),
    ]
    for name in options.ruleset or ["block-knock", "eu-block-puzzle"]:
        for kind, make, count in made:
            measure(f"{name}, {kind}", make(name, count, 1), options.workers)


if __name__ == "__main__":
    main()
