"""Break one core rule at a time, and see which everyday test notices first.

    python benchmarks/mutations.py [WORD …]

Each mutant is put into a copy of the project, where the tests that are about its rule run until
the first fails. WORDs choose the mutants whose name has one of them. The exit status is 1 when a
mutant survives, 2 when one no longer fits the code.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIBRARY = "solver/fairtray"
COPIED = ("solver", "cli", "tests", "fixtures", "pyproject.toml")


@dataclass(frozen=True)
class Mutant:
    """A fault that somebody could make.

    Attributes:
        name: the rule that it breaks.
        file: where, below the library.
        right: the code, which is there once.
        wrong: what stands there instead.
        tests: which tests are about the rule, as arguments of pytest.
    """

    name: str
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]


GAME = ("tests/unit/test_game.py",)
SEARCH = ("tests/unit/test_search.py",)
PROOF = ("tests/unit/test_proof.py", "tests/unit/test_proof_best.py")
DEALERS = ("tests/unit/test_dealers.py",)

MUTANTS = (
    Mutant(
        "plain engine: a clear is left out",
        "game.py",
        "board = filled & ~cleared",
        "board = filled",
        GAME,
    ),
    Mutant(
        "plain engine: rows are cleared before columns are looked at",
        "game.py",
        "        full = rules.full_lines(filled)\n"
        "        cleared = 0\n"
        "        for line in full:\n"
        "            cleared |= rules.lines[line]\n",
        "        full, cleared = [], 0\n"
        "        for line, cells in enumerate(rules.lines):\n"
        "            if not cells & ~(filled & ~cleared):\n"
        "                full.append(line)\n"
        "                cleared |= cells\n",
        GAME,
    ),
    Mutant(
        "search: a clear is left out",
        "engines/kernels/search.py",
        "after = after ^ (after & cells)",
        "after = after ^ (cells & ~cells)",
        SEARCH,
    ),
    Mutant(
        "search: rows are cleared before columns are looked at",
        "engines/kernels/search.py",
        "        line = load(t.lines, item(t.touch, i), t.lanes)\n"
        "        if contains(board, line):\n",
        "        line = load(t.lines, item(t.touch, i), t.lanes)\n"
        "        if contains(board ^ (board & cells), line):\n",
        SEARCH,
    ),
    Mutant(
        "search: one order only",
        "engines/kernels/search.py",
        "        more = _next_permutation(slots, n)\n",
        "        more = False\n",
        SEARCH,
    ),
    Mutant(
        "search: of equal lines the last is the answer",
        "engines/kernels/best.py",
        "points > best_points or (points == best_points and k + 1 > best_placed)",
        "points > best_points or (points == best_points and k + 1 >= best_placed)",
        (*SEARCH, "-k", "among_equals or best_points"),
    ),
    Mutant(
        "search: the combo ends one move late",
        "engines/kernels/best.py",
        "since + 1 >= sc.grace",
        "since >= sc.grace",
        (*SEARCH, "-k", "among_equals or best_points"),
    ),
    Mutant(
        "proof: later clears are left out",
        "engines/proof/steps.py",
        "        for line in self._fillable(step):\n            cells",
        "        for line in ():\n            cells",
        PROOF,
    ),
    Mutant(
        "proof: a perfect clear earns nothing",
        "engines/proof/score.py",
        "        if after.sure or not clearing:\n",
        "        if True:\n",
        PROOF,
    ),
    Mutant(
        "shapes: a piece lies one cell further right",
        "core/board.py",
        "return self.mask((row + r, col + c) for r, c in shape.cells)",
        "return self.mask((row + r, col + c + 1) for r, c in shape.cells)",
        ("tests/unit/test_board.py", *GAME),
    ),
    Mutant(
        "score: the combo ends one move late",
        "rulesets/model.py",
        "moves_since_clear + 1 >= self.grace",
        "moves_since_clear >= self.grace",
        (*GAME, "tests/unit/test_rulesets.py"),
    ),
    Mutant(
        "score: a perfect clear needs no clear",
        "rulesets/model.py",
        "            if board_empty:\n                points += self.perfect_clear\n",
        "        if board_empty:\n            points += self.perfect_clear\n",
        (*GAME, "tests/unit/test_rulesets.py"),
    ),
    Mutant(
        "score: the combo multiplies the perfect clear too",
        "rulesets/model.py",
        "                points += self.perfect_clear\n",
        "                points += self.perfect_clear * max(1, combo)\n",
        (*GAME, "tests/unit/test_rulesets.py"),
    ),
    Mutant(
        "score: a formula counts one line less",
        "rulesets/model.py",
        "self.combo.line_points(self.lines[lines], combo)",
        "self.combo.line_points(self.lines[lines - 1], combo)",
        (*GAME, "tests/unit/test_rulesets.py"),
    ),
    Mutant(
        "claims: a deal at the limit of large shapes breaks it",
        "claims/large_limit.py",
        "return counts > (",
        "return counts >= (",
        ("tests/unit/test_audit.py", "tests/unit/test_claims.py"),
    ),
    Mutant(
        "claims: each piece fits is taken for all can be placed",
        "claims/each_fits.py",
        "return ~deals.fits.all(axis=1)",
        "return deals.orders == 0",
        ("tests/unit/test_audit.py", "tests/unit/test_claims.py"),
    ),
    Mutant(
        "claims: all can be placed is taken for each piece fits",
        "claims/triple_placeable.py",
        "return deals.orders == 0",
        "return ~deals.fits.all(axis=1)",
        ("tests/unit/test_audit.py", "tests/unit/test_claims.py"),
    ),
    Mutant(
        "dealers: uneven draws are kept",
        "dealers/base.py",
        "uneven = (2**32 - n) % n",
        "uneven = 0",
        ("tests/unit/test_rng.py", *DEALERS),
    ),
    Mutant(
        "dailies: uneven words are kept",
        "daily/stream.py",
        "fair = _RANGE // total * total",
        "fair = _RANGE",
        ("tests/unit/test_daily_stream.py",),
    ),
    Mutant(
        "Blokus: no corner needs to be touched",
        "engines/kernels/blokus.py",
        "    return diagonal(t, own) & free\n",
        "    return free\n",
        ("tests/unit/test_blokus_moves.py", "-k", "first_moves or alone"),
    ),
    Mutant(
        "Blokus: own pieces may lie side by side",
        "engines/kernels/blokus.py",
        "blocked = occupied | beside(t, own)",
        "blocked = occupied",
        ("tests/unit/test_blokus_moves.py",),
    ),
    Mutant(
        "Blokus: the bonus of the last single cell for any last piece",
        "families/blokus/scoring.py",
        "(SINGLE_LAST if last == SINGLE else 0)",
        "SINGLE_LAST",
        ("tests/unit/test_blokus_records.py",),
    ),
)


def mutated(mutant: Mutant) -> str | None:
    """Return the file with the mutant in it; None where it does not fit exactly once."""
    path = ROOT / LIBRARY / mutant.file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text.count(mutant.right) != 1:
        return None
    return text.replace(mutant.right, mutant.wrong)


def first_failure(mutant: Mutant, text: str) -> str | None:
    """Return the test that notices the mutant first; None where none does."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            # Compiled kernels come along; a mutant among the kernels has them compiled anew.
            copier = shutil.copytree if source.is_dir() else shutil.copy2
            copier(source, copy / name)
        (copy / LIBRARY / mutant.file).write_text(text, encoding="utf-8")
        paths = os.pathsep.join((str(copy / "solver"), str(copy / "cli")))
        options = ("-n0", "-x", "-q", "-rfE", "--no-header", "-p", "no:cacheprovider")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *mutant.tests],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode == 0:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode != 1 or failed is None:
        raise SystemExit(done.stdout + done.stderr)
    return failed[1]


def main() -> int:
    words = sys.argv[1:]
    chosen = [m for m in MUTANTS if not words or any(word in m.name for word in words)]
    status = 0
    width = max(len(mutant.name) for mutant in chosen)
    for mutant in chosen:
        text = mutated(mutant)
        if text is None:
            print(f"{mutant.name:{width}}  does not fit {mutant.file} any more")
            status = 2
            continue
        begun = time.perf_counter()
        failed = first_failure(mutant, text)
        took = f"{time.perf_counter() - begun:5.0f} s"
        print(f"{mutant.name:{width}}  {took}  {failed or 'SURVIVES'}", flush=True)
        if failed is None:
            status = max(status, 1)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
