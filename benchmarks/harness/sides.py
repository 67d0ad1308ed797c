"""Four engines on the same positions: C++, plain Python, CP-SAT, and the kernels."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from tabulate import tabulate

from fairtray import rulesets
from fairtray.engines.kernels import best as best_kernel
from fairtray.engines.kernels import search as search_kernel
from fairtray.engines.proof import best as proof_best
from fairtray.engines.proof import decide as proof_decide
from fairtray.engines.search.decide import decide
from fairtray.engines.search.prepare import board_words, score_of, tables_of, tray_of
from fairtray.game import Position
from harness import measure, reference
from harness.plain import Plain
from harness.positions import from_self_play
from harness.tasks import Setting

DECIDED = {"bloky-8x8": 200, "eu-block-puzzle": 100}
"""Positions of each ruleset that are decided."""

SOLVED = 24
FILL = (0.35, 0.7)
SOLVED_FILL = (0.15, 0.4)
DEALT = 20_000
REPEATS = 5
"""Of the fast engines; the slow ones run once."""


@dataclass(frozen=True)
class Row:
    """A question, and the mean seconds that each engine takes for a position.

    Attributes:
        question: what is asked, of how many positions.
        cpp: the C++ reference.
        python: the plain search.
        cp_sat: the CP-SAT model.
        kernels: ours.
    """

    question: str
    cpp: float
    python: float
    cp_sat: float
    kernels: float


def positions(name: str, count: int, fill: tuple[float, float], seed: int) -> list[Position]:
    """Return positions of self-play that are neither empty nor full, chosen evenly."""
    ruleset = rulesets.get(name)
    boards, trays = from_self_play(ruleset, DEALT, seed)
    share = np.bitwise_count(boards).sum(axis=1) / ruleset.grid.size
    rows = np.flatnonzero((share >= fill[0]) & (share < fill[1]))
    chosen = np.random.default_rng(seed).choice(rows, count, replace=False)
    return [
        Position(
            ruleset,
            ruleset.grid.from_words(boards[row].tolist()),
            tuple(ruleset.shapes[i] for i in trays[row]),
        )
        for row in chosen
    ]


def rows(setting: Setting) -> list[Row]:
    """Ask every engine every question, and insist that all answers are the same."""
    found = [_decided(setting, name, count) for name, count in DECIDED.items()]
    return [*found, _solved(setting)]


def table(found: list[Row], style: str = "simple") -> str:
    """Return the rows as a table."""
    headers = ("question", "C++", "plain Python", "CP-SAT", "kernels", "Python / kernels")
    lines = [
        (
            row.question,
            *(f"{1e6 * s:,.3g}" for s in (row.cpp, row.python, row.cp_sat, row.kernels)),
            f"{row.python / row.kernels:,.0f}",
        )
        for row in found
    ]
    return tabulate(lines, headers, tablefmt=style, disable_numparse=True)


def _timed(call: Callable[[], list[int]], clock: Callable[[], float]) -> tuple[float, list[int]]:
    begin = clock()
    answers = call()
    return clock() - begin, answers


def _insist(question: str, expected: list[int], found: dict[str, list[int]]) -> None:
    for engine, answers in found.items():
        if answers != expected:
            raise measure.AnswersDiffer(f"{question}: {engine} and the kernels differ")


def _decided(setting: Setting, name: str, count: int) -> Row:
    drawn = positions(name, count, FILL, setting.seed)
    ruleset = drawn[0].ruleset
    tables = tables_of(ruleset, ruleset.shapes)
    index = {shape: i for i, shape in enumerate(ruleset.shapes)}
    boards = np.array([ruleset.grid.to_words(one.board) for one in drawn], dtype=np.uint64)
    trays = np.array([[index[s] for s in one.tray if s] for one in drawn], dtype=np.int64)
    orders = np.zeros(count, dtype=np.int64)
    fits = np.zeros(trays.shape, dtype=np.int64)
    witness = np.zeros((*trays.shape, 2), dtype=np.int64)

    def once() -> object:
        return search_kernel.decide_many(tables, boards, trays, orders, fits, witness)

    path = setting.folder / f"sides-{name}.bin"
    reference.write_input(path, tables, boards, trays)
    cpp = reference.run(setting.program, "decide", path, REPEATS)
    once()
    kernels = min(measure.stopwatch(once) for _ in range(REPEATS))
    python, by_python = _timed(lambda: [Plain(one).orders() for one in drawn], time.perf_counter)

    def ask() -> list[int]:
        return [int(proof_decide.decide(one).status == "feasible") for one in drawn]

    proof_decide.decide(drawn[0])
    cp_sat, by_proof = _timed(ask, time.process_time)
    question = f"placeable? ({count} positions, {name})"
    if cpp.answers["orders"] != reference.checksum(orders):
        raise measure.AnswersDiffer(f"{question}: C++ and the kernels differ")
    _insist(question, orders.tolist(), {"plain Python": by_python})
    _insist(question, (orders > 0).astype(int).tolist(), {"CP-SAT": by_proof})
    return Row(question, min(cpp.seconds) / count, python / count, cp_sat / count, kernels / count)


def _solved(setting: Setting) -> Row:
    drawn = positions("bloky-8x8", 4 * SOLVED, SOLVED_FILL, setting.seed)
    drawn = [one for one in drawn if decide(one).placeable][:SOLVED]
    count = len(drawn)
    cpp = kernels = 0.0
    by_cpp, points = [], []
    for number, one in enumerate(drawn):
        used, tray = tray_of(one)
        tables, scoring = tables_of(one.ruleset, used), score_of(one.ruleset)
        board = board_words(one.ruleset, one.board)
        path = setting.folder / f"sides-best-{number}.bin"
        worth = [scoring.per_cell, *scoring.lines.tolist()]
        reference.write_input(path, tables, board, tray, worth)
        outcome = reference.run(setting.program, "walk", path, REPEATS)
        cpp += min(outcome.seconds)
        by_cpp.append(outcome.answers["points"])
        moves = np.zeros((len(tray), 2), dtype=np.int64)
        stop = np.zeros(1, dtype=np.int64)
        asked = (tables, scoring, tray, len(tray), board, 0, 0, True, 0, 1 << 62, stop, moves)
        points.append(int(best_kernel.best(*asked)[0]))
        kernels += min(
            measure.stopwatch(lambda asked=asked: best_kernel.best(*asked)) for _ in range(REPEATS)
        )
    python, by_python = _timed(lambda: [Plain(one).best() for one in drawn], time.perf_counter)
    cp_sat, by_proof = _timed(
        lambda: [proof_best.best(one).points for one in drawn], time.process_time
    )
    question = f"best line? ({count} positions, bloky-8x8)"
    found = {"C++": by_cpp, "plain Python": by_python, "CP-SAT": by_proof}
    _insist(question, points, found)
    return Row(question, cpp / count, python / count, cp_sat / count, kernels / count)
