"""What is measured: each task sets up both sides of one question and compares them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fairtray import rulesets
from fairtray.core import shapes
from fairtray.engines.kernels import best as best_kernel
from fairtray.engines.kernels import search as search_kernel
from fairtray.engines.search.prepare import score_of, tables_of
from fairtray.engines.tables import I64, U64, Tables
from harness import measure, reference
from harness.positions import from_self_play

YARDSTICK = ("###", "##/##", "##/#.")
"""The tray whose sequences on the empty 8x8 board have these nodes."""

YARDSTICK_NODES = 146 + 12_398 + 455_112


BATCH = 50_000
"""Positions in one batch: short enough to find a moment when nothing else runs."""

PASSES = 3
"""How often a batch is decided in one turn; its best time counts."""

WALKS = 5
"""How often a walk is done in one turn; its best time counts."""

STEADY_WALKS = 200

BEST_TARGET = 4.0
"""At most a quarter of the time of the reference's walk."""

WALK_TARGET = 0.7

DOTS_TARGET = 0.8
"""At most five times a quarter of the walk of perft's first position."""

DOTS_NODES = 300 + 300 * 198 + 300 * 198 * 98
"""Sequences of three single cells on the empty 10x10 board, slots distinct."""


@dataclass(frozen=True)
class Setting:
    """How to measure.

    Attributes:
        program: the built reference.
        folder: for the reference's input files.
        count: how many positions are decided.
        seed: of the self-play.
        repeats: timed turns of each side.
        long: whether to take the time for the widest beam and the largest audits.
    """

    program: Path
    folder: Path
    count: int
    seed: int
    repeats: int
    long: bool = False


Task = Callable[[Setting, str], measure.Result]


def _decide(ruleset_name: str, target: float) -> Task:
    def task(setting: Setting, name: str) -> measure.Result:
        ruleset = rulesets.get(ruleset_name)
        tables = tables_of(ruleset, ruleset.shapes)
        boards, trays = from_self_play(ruleset, setting.count, setting.seed)
        batches = []
        for begin in range(0, len(boards), BATCH):
            rows = slice(begin, begin + BATCH)
            path = setting.folder / f"{name}-{begin}.bin"
            batches.append(_decide_batch(setting, path, tables, boards[rows], trays[rows]))
        work = f"decide {len(boards):,} positions from self-play, {ruleset_name}"
        return measure.compare(name, work, batches, target=target, repeats=setting.repeats)

    return task


def _decide_batch(
    setting: Setting, path: Path, tables: Tables, boards: U64, trays: I64
) -> tuple[measure.Side, measure.Side]:
    reference.write_input(path, tables, boards, trays)
    orders = np.zeros(len(boards), dtype=np.int64)
    fits = np.zeros(trays.shape, dtype=np.int64)
    witness = np.zeros((*trays.shape, 2), dtype=np.int64)

    def once() -> object:
        return search_kernel.decide_many(tables, boards, trays, orders, fits, witness)

    def cpp() -> tuple[float, measure.Answers]:
        outcome = reference.run(setting.program, "decide", path, PASSES)
        return min(outcome.seconds), outcome.answers

    def ours() -> tuple[float, measure.Answers]:
        seconds = min(measure.stopwatch(once) for _ in range(PASSES))
        arrays = {"orders": orders, "fits": fits, "witness": witness}
        return seconds, {key: reference.checksum(array) for key, array in arrays.items()}

    return cpp, ours


def _yardstick() -> tuple[Tables, U64, I64]:
    """Return tables, board and pieces of perft's first position."""
    tray = tuple(shapes.from_drawing(drawing.split("/")) for drawing in YARDSTICK)
    tables = tables_of(rulesets.get("bloky-8x8"), tray)
    return tables, np.zeros((1, 1), dtype=np.uint64), np.arange(len(tray), dtype=np.int64)


def _cpp_walk(setting: Setting, path: Path) -> measure.Side:
    def cpp() -> tuple[float, measure.Answers]:
        outcome = reference.run(setting.program, "walk", path, WALKS)
        if outcome.answers["nodes"] != YARDSTICK_NODES:
            raise measure.AnswersDiffer(f"the walk has {outcome.answers['nodes']} nodes")
        return min(outcome.seconds), outcome.answers

    return cpp


def walk(setting: Setting, name: str) -> measure.Result:
    """Walk all sequences of three placements on both sides."""
    tables, start, pieces = _yardstick()
    path = setting.folder / f"{name}.bin"
    reference.write_input(path, tables, start, pieces)
    counts = np.zeros(len(pieces), dtype=np.int64)
    finals = np.zeros((YARDSTICK_NODES, 1), dtype=np.uint64)

    def once() -> object:
        return search_kernel.perft(tables, pieces, len(pieces), start, counts, finals)

    def ours() -> tuple[float, measure.Answers]:
        seconds = min(measure.stopwatch(once) for _ in range(WALKS))
        found = finals[: counts[-1]]
        return seconds, {"nodes": int(counts.sum()), "finals": reference.checksum(found)}

    work = f"walk all {YARDSTICK_NODES:,} nodes of perft's first position"
    cpp = _cpp_walk(setting, path)
    return measure.compare(name, work, [(cpp, ours)], target=WALK_TARGET, repeats=setting.repeats)


def yardstick(setting: Setting) -> measure.Side:
    """Return the C++ walk of perft's first position, as a side without answers of its own."""
    cpp = _yardstick_walk(setting)

    def side() -> tuple[float, measure.Answers]:
        return cpp()[0], {"nodes": YARDSTICK_NODES}

    return side


def steady_yardstick(setting: Setting) -> measure.Side:
    """Return the same walk as its mean over about a second.

    For comparisons with whole programs: what else the machine does slows both alike, while
    the best of a few milliseconds finds a gap that no program of seconds can.
    """
    path = setting.folder / "steady.bin"
    reference.write_input(path, *_yardstick())

    def side() -> tuple[float, measure.Answers]:
        outcome = reference.run(setting.program, "walk", path, STEADY_WALKS)
        return sum(outcome.seconds) / STEADY_WALKS, {"nodes": outcome.answers["nodes"]}

    return side


def _yardstick_walk(setting: Setting) -> measure.Side:
    path = setting.folder / "yardstick.bin"
    reference.write_input(path, *_yardstick())
    return _cpp_walk(setting, path)


def three_dots(setting: Setting, name: str) -> measure.Result:
    """Find the best line of three single cells, by the time of the yardstick's walk."""
    tables, start, pieces = _dots()
    ours = _best_side(tables, start, pieces)

    def timed() -> tuple[float, measure.Answers]:
        seconds, answers = ours()
        if answers["points"] != DOTS_POINTS:
            raise measure.AnswersDiffer(f"three single cells earn {answers['points']} points")
        return seconds, {"nodes": YARDSTICK_NODES}

    work = (
        "best order of three single cells on the empty 10x10, by the walk of perft's first position"
    )
    sides = [(yardstick(setting), timed)]
    return measure.compare(name, work, sides, target=DOTS_TARGET, repeats=setting.repeats)


DOTS_POINTS = 3
"""A point for each cell: nothing clears."""


def three_dots_walked(setting: Setting, name: str) -> measure.Result:
    """Find the same; the reference tries all sequences of these pieces."""
    tables, start, pieces = _dots()
    scoring = score_of(rulesets.get("ten-ten"))
    path = setting.folder / f"{name}.bin"
    points = [scoring.per_cell, *scoring.lines.tolist()]
    reference.write_input(path, tables, start, pieces, points)

    def cpp() -> tuple[float, measure.Answers]:
        outcome = reference.run(setting.program, "walk", path, 1)
        if outcome.answers["nodes"] != DOTS_NODES:
            raise measure.AnswersDiffer(f"the walk has {outcome.answers['nodes']} nodes")
        return min(outcome.seconds), outcome.answers

    work = f"the same, C++ by all {DOTS_NODES:,} nodes of it"
    sides = [(cpp, _best_side(tables, start, pieces))]
    return measure.compare(name, work, sides, target=BEST_TARGET, repeats=setting.repeats)


def _dots() -> tuple[Tables, U64, I64]:
    """Return tables, board and pieces of three single cells on the empty 10x10 board."""
    dot = shapes.from_drawing(["#"])
    tables = tables_of(rulesets.get("ten-ten"), (dot,))
    return tables, np.zeros((1, 2), dtype=np.uint64), np.zeros(3, dtype=np.int64)


def _best_side(tables: Tables, start: U64, pieces: I64) -> measure.Side:
    scoring = score_of(rulesets.get("ten-ten"))
    moves = np.zeros((len(pieces), 2), dtype=np.int64)
    stop = np.zeros(1, dtype=np.int64)

    def once() -> tuple[int, int, int, int]:
        return best_kernel.best(
            tables, scoring, pieces, len(pieces), start, 0, 0, True, 0, 1 << 62, stop, moves
        )

    def ours() -> tuple[float, measure.Answers]:
        seconds = min(measure.stopwatch(once) for _ in range(WALKS))
        return seconds, {"points": int(once()[0])}

    return ours


def best(setting: Setting, name: str) -> measure.Result:
    """Find the best order of the yardstick; the reference tries all there are."""
    tables, start, pieces = _yardstick()
    scoring = score_of(rulesets.get("bloky-8x8"))
    path = setting.folder / f"{name}.bin"
    points = [scoring.per_cell, *scoring.lines.tolist()]
    reference.write_input(path, tables, start, pieces, points)
    moves = np.zeros((len(pieces), 2), dtype=np.int64)

    stop = np.zeros(1, dtype=np.int64)

    def once() -> tuple[int, int, int, int]:
        n = len(pieces)
        return best_kernel.best(
            tables, scoring, pieces, n, start, 0, 0, True, 0, 1 << 62, stop, moves
        )

    def ours() -> tuple[float, measure.Answers]:
        seconds = min(measure.stopwatch(once) for _ in range(WALKS))
        return seconds, {"points": int(once()[0])}

    work = f"best order of perft's first position, C++ by all {YARDSTICK_NODES:,} nodes"
    cpp = _cpp_walk(setting, path)
    return measure.compare(name, work, [(cpp, ours)], target=BEST_TARGET, repeats=setting.repeats)


TASKS: dict[str, Task] = {
    "decide-8x8": _decide("bloky-8x8", target=1.0),
    "decide-10x10": _decide("eu-block-puzzle", target=0.7),
    "best-first": best,
    "walk": walk,
    "three-dots": three_dots,
    "three-dots-walked": three_dots_walked,
}
"""The benchmarks by name."""
