"""Speeds of whole questions and whole programs, each with the limit that was asked for.

Where nothing else does the same work, the reference is the C++ walk of the yardstick, so that
a ratio tells of the program and not of how busy the machine is.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import blokus
import numpy as np
import par
import proof_decide

from fairtray.daily.bound import most_points
from fairtray.engines.search import following, survival
from fairtray.engines.search.best import best
from fairtray.engines.search.decide import decide as search_decide
from fairtray.engines.search.outcomes import Outcomes
from fairtray.engines.search.prepare import tables_of
from fairtray.notation import read_position
from fairtray.rulesets import get
from harness import measure, reference
from harness.tasks import YARDSTICK_NODES, Setting, steady_yardstick

ROOT = Path(__file__).parents[2]
MID_GAME = ROOT / "fixtures" / "examples" / "mid-game.json"

WALK = "C++ walk"
SIMPLE = "simple beam"

SURVIVAL_LIMIT = 2.0
SOLVE_LIMIT = 1.2
AUDIT_LIMIT = 2.0
AGAIN_LIMIT = 1.0

DEALS_A_SECOND = 10_000_000 / 600
"""Ten million deals, every witness replayed, within ten minutes on two cores."""

DAYS_A_SECOND = 365 / 60
DECISION_LIMIT = 20 * 2 / 10_000
"""CPU seconds: ten thousand within 20 s on two cores."""

HARD_LIMIT = 0.010
PAR_LIMIT, PAR_POINTS = 10.0, 670
PAR_WIDTH, LONG_PAR_WIDTH = 3_000, 60_000
SIMPLE_WIDTH = 3_000

Answer = Callable[[], tuple[float, bool]]
"""Does the work; returns its seconds, and whether the answer is right."""


def _held(name: str, work: Answer) -> measure.Side:
    """Return a side that fails where its answer is not right."""

    def side() -> tuple[float, measure.Answers]:
        seconds, right = work()
        if not right:
            raise measure.AnswersDiffer(f"{name}: the answer is not what it has to be")
        return seconds, {"nodes": YARDSTICK_NODES}

    return side


def _by_walk(
    setting: Setting, name: str, work: str, answer: Answer, limit: float, repeats: int
) -> measure.Result:
    sides = [(steady_yardstick(setting), _held(name, answer))]
    return measure.compare(name, work, sides, limit=limit, against=WALK, repeats=repeats)


def surviving(setting: Setting, name: str) -> measure.Result:
    """Choose the outcome that leaves most room; C++ tries every tray on every outcome."""
    position = read_position(str(MID_GAME)).position
    ruleset = position.ruleset
    tables = tables_of(ruleset, ruleset.shapes)
    likely = following.following(ruleset)
    outcomes = Outcomes(position)
    boards = np.repeat(outcomes.boards, len(likely.trays), axis=0)
    trays = np.tile(likely.trays, (len(outcomes), 1))
    path = setting.folder / f"{name}.bin"
    reference.write_input(path, tables, boards, trays)
    orders = np.zeros(len(boards), dtype=np.int64)
    _decide_all(tables, boards, trays, orders)
    placeable = (orders.reshape(len(outcomes), -1) > 0) @ likely.weights

    def cpp() -> tuple[float, measure.Answers]:
        outcome = reference.run(setting.program, "decide", path, 1)
        if outcome.answers["orders"] != reference.checksum(orders):
            raise measure.AnswersDiffer(f"{name}: C++ and the kernels decide differently")
        return min(outcome.seconds), {"placeable": int(placeable.max())}

    def ours() -> tuple[float, measure.Answers]:
        begin = time.perf_counter()
        chosen = survival.choose(Outcomes(position), "survival")
        seconds = time.perf_counter() - begin
        exact = chosen.exact and chosen.rank == int(placeable.argmax())
        return seconds, {"placeable": chosen.placeable if exact else -1}

    work = f"survival on a mid-game board, C++ by all {len(boards):,} outcomes times trays"
    sides = [(cpp, ours)]
    return measure.compare(name, work, sides, limit=SURVIVAL_LIMIT, repeats=min(3, setting.repeats))


def _decide_all(tables: Any, boards: Any, trays: Any, orders: Any) -> None:
    from fairtray.engines.kernels import search as kernel

    fits = np.zeros(trays.shape, dtype=np.int64)
    witness = np.zeros((*trays.shape, 2), dtype=np.int64)
    kernel.decide_many(tables, boards, trays, orders, fits, witness)


def _program(args: Sequence[str], folder: Path) -> tuple[float, float, str, int]:
    """Run a program; return its wall and CPU seconds, its output and its exit status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *args], capture_output=True, encoding="utf-8", cwd=folder, check=False
    )
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, done.stdout, done.returncode


def _fairtray(*args: str) -> list[str]:
    return ["-m", "fairtray_cli", *args]


def solve_process(setting: Setting, name: str) -> measure.Result:
    """Time a whole program that solves one board; the reference only imports numba."""
    expected = best(read_position(str(MID_GAME)).position).points

    def imports() -> tuple[float, measure.Answers]:
        wall, _, _, code = _program(["-c", "import numba"], setting.folder)
        return wall, {"exit": code}

    def ours() -> tuple[float, measure.Answers]:
        wall, _, text, code = _program(
            _fairtray("--no-config", "solve", str(MID_GAME), "--json"), setting.folder
        )
        if json.loads(text)["points"] != expected:
            raise measure.AnswersDiffer(f"{name}: not {expected} points")
        return wall, {"exit": code}

    work = "a whole fairtray solve of a mid-game board, by a program that imports numba"
    return measure.compare(
        name,
        work,
        [(imports, ours)],
        limit=SOLVE_LIMIT,
        against="import numba",
        repeats=setting.repeats,
    )


def audit_cpu(setting: Setting, name: str) -> measure.Result:
    """Time 10,000 deals beyond 10 of them, in CPU seconds of whole programs."""

    def work() -> tuple[float, bool]:
        spent = []
        for count in ("10", "10000"):
            args = _fairtray("--no-config", "audit", "-n", count, "--jobs", "1", "--json")
            _, cpu, text, _ = _program(args, setting.folder)
            spent.append(cpu)
            document = json.loads(text)
        kept = all(claim["verdict"] != "refuted" for claim in document["claims"])
        return max(spent[1] - spent[0], 1e-3), kept and document["deals"] == 10_000

    text = "CPU of fairtray audit -n 10000 beyond -n 10"
    return _by_walk(setting, name, text, work, AUDIT_LIMIT, min(3, setting.repeats))


def audit_replayed(setting: Setting, name: str) -> measure.Result:
    """Time block-knock deals on two processes, every witness replayed."""
    count = 1_000_000 if setting.long else 200_000

    def work() -> tuple[float, bool]:
        args = ("audit", "--ruleset", "block-knock", "-n", str(count), "--jobs", "2", "--json")
        wall, _, text, code = _program(_fairtray("--no-config", *args), setting.folder)
        document = json.loads(text)
        return wall, (code, document["deals"]) == (0, count)

    text = f"fairtray audit --ruleset block-knock -n {count}, every witness replayed, two processes"
    return _by_walk(setting, name, text, work, count / DEALS_A_SECOND, 2)


def audit_again(setting: Setting, name: str) -> measure.Result:
    """Time putting saved counterexamples to the dealer again."""
    folder = setting.folder / name
    folder.mkdir(exist_ok=True)
    wrong = ("--ruleset", "block-knock", "--dealer", "uniform")
    _program(_fairtray("--no-config", "audit", *wrong, "-n", "2000"), folder)
    saved = sorted(str(path) for path in folder.rglob("*.json"))

    def work() -> tuple[float, bool]:
        again = _fairtray("--no-config", "audit", *wrong, "--again", saved[0])
        wall, _, text, code = _program(again, folder)
        return wall, code == 1 and "STILL FAILS" in text

    text = "fairtray audit --again of a saved counterexample, the whole program"
    return _by_walk(setting, name, text, work, AGAIN_LIMIT, min(3, setting.repeats))


def dailies(setting: Setting, name: str) -> measure.Result:
    """Time a month of daily challenges (a year when there is time) on two processes."""
    days = 365 if setting.long else 30
    out = setting.folder / "days.jsonl"

    def work() -> tuple[float, bool]:
        args = ("daily", "make", "--date", "2027-01-01", "--days", str(days), "--out", str(out))
        out.unlink(missing_ok=True)
        wall, _, _, code = _program(_fairtray("--no-config", *args, "--jobs", "2"), setting.folder)
        made = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        whole = all(len(day["pieces"]) == len(day["witness"]) == 30 for day in made)
        return wall, code == 0 and len(made) == days and whole

    text = f"fairtray daily make --days {days}, witness and par included, two processes"
    return _by_walk(setting, name, text, work, days / DAYS_A_SECOND, 1 if setting.long else 2)


def _proof(count: int, make: Callable[..., list[proof_decide.Case]], limit: float) -> Any:
    def task(setting: Setting, name: str) -> measure.Result:
        positions = [
            proof_decide.position_of(case) for case in make("block-knock", count, setting.seed)
        ]
        expected = [search_decide(position).placeable for position in positions]
        proof_decide.decide(positions[0])

        def work() -> tuple[float, bool]:
            begin = time.process_time()
            found = [proof_decide.decide(position).status for position in positions]
            seconds = time.process_time() - begin
            return seconds, [status == "feasible" for status in found] == expected

        kind = "self-play" if make is proof_decide.self_play else "hard infeasible boards"
        text = f"CP-SAT decides {count} positions of block-knock, {kind}, CPU"
        return _by_walk(setting, name, text, work, count * limit, min(3, setting.repeats))

    return task


def beam_par(setting: Setting, name: str) -> measure.Result:
    """Play the four fixed sequences for their par; the reference is the simple beam."""
    width = LONG_PAR_WIDTH if setting.long else PAR_WIDTH
    every = par.sequences()
    ruleset = get("bloky-8x8")
    bounds = [most_points(ruleset, trays) for trays in every]

    def play(width: int, weights: Any) -> tuple[float, list[int]]:
        seconds, points = 0.0, []
        for trays, bound in zip(every, bounds, strict=True):
            line, spent = par.play(trays, width, weights)
            par.check(line, trays, bound)
            seconds += spent
            points.append(line.points)
        return seconds, points

    simple_points: list[int] = []

    def simple() -> tuple[float, measure.Answers]:
        seconds, points = play(SIMPLE_WIDTH, par.EDGES)
        simple_points[:] = points
        return seconds, {"sequences": len(points)}

    def ours() -> tuple[float, measure.Answers]:
        seconds, points = play(width, par.POINTS)
        enough = sum(points) / len(points) >= PAR_POINTS if setting.long else True
        if not enough or sum(points) <= sum(simple_points):
            raise measure.AnswersDiffer(f"{name}: only {points}")
        return seconds, {"sequences": len(points)}

    work = (
        f"par of four sequences at width {width:,}, CPU, by a beam of {SIMPLE_WIDTH:,} that ranks "
    )
    work += "by points and edges"
    return measure.compare(
        name,
        work,
        [(simple, ours)],
        limit=len(every) * PAR_LIMIT,
        against=SIMPLE,
        repeats=1 if setting.long else 2,
    )


def blokus_moves(setting: Setting, name: str) -> measure.Result:
    """Generate all legal moves of the recorded Blokus games; the reference is plain Python."""
    counts: dict[str, float] = {}

    def python() -> tuple[float, measure.Answers]:
        # Both sides are timed in one call, which also compares what they find.
        counts.update(blokus.legal_moves())
        seconds = counts["moves"] / counts["reference_moves_a_second"]
        return seconds, {"moves": int(counts["moves"])}

    def ours() -> tuple[float, measure.Answers]:
        return counts["moves"] / counts["moves_a_second"], {"moves": int(counts["moves"])}

    limit = blokus.legal_moves()["moves"] / blokus.MOVES_A_SECOND
    text = "legal moves of all positions of the recorded Blokus games"
    return measure.compare(
        name,
        text,
        [(python, ours)],
        limit=limit,
        against="plain Python",
        repeats=min(3, setting.repeats),
    )


def blokus_games(setting: Setting, name: str) -> measure.Result:
    """Play random Blokus games to their end."""

    def work() -> tuple[float, bool]:
        return blokus.random_games()["seconds_a_random_game"], True

    text = "a random game of Blokus to its end (the mean of 200)"
    return _by_walk(setting, name, text, work, blokus.GAME_SECONDS, 2)


def blokus_whole(setting: Setting, name: str) -> measure.Result:
    """Find the 109 points from an empty board."""

    def work() -> tuple[float, bool]:
        return blokus.all_placed()["seconds_to_109"], True

    text = "all 21 pieces of a colour from an empty board, 109 points"
    return _by_walk(setting, name, text, work, blokus.ALL_PLACED_SECONDS, 2)


TASKS: dict[str, Callable[[Setting, str], measure.Result]] = {
    "survival": surviving,
    "solve-process": solve_process,
    "cp-sat-decide": _proof(300, proof_decide.self_play, DECISION_LIMIT),
    "cp-sat-hard": _proof(60, proof_decide.infeasible, HARD_LIMIT),
    "par": beam_par,
    "blokus-moves": blokus_moves,
    "blokus-game": blokus_games,
    "blokus-109": blokus_whole,
    "audit-cpu": audit_cpu,
    "audit-replayed": audit_replayed,
    "audit-again": audit_again,
    "dailies": dailies,
}
"""The benchmarks of whole questions and programs, by name."""
