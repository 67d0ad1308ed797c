"""How long ``--objective survival`` takes on mid-game boards, and what the sample costs.

    python benchmarks/survival.py [--boards 150] [RULESET ...]

Each board is decided as the command does, then once more from the sample of trays, as if
there were too many to try. The share of both answers is by all trays, so the difference is
what a player loses by the sample. Boards are from self-play, 20 to 70 percent full.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np
from harness.positions import from_self_play

from fairtray import rulesets
from fairtray.engines.search import survival
from fairtray.engines.search.outcomes import Outcomes
from fairtray.game import Position
from fairtray.rulesets.model import Ruleset

DEALT = 20_000
EMPTIEST, FULLEST = 0.2, 0.7
LIMIT = 2.0
"""Seconds that a mid-game board may take."""


def mid_game(ruleset: Ruleset, count: int, seed: int) -> Iterator[Position]:
    """Yield positions of self-play, chosen evenly from those that are neither empty nor full."""
    boards, trays = from_self_play(ruleset, DEALT, seed)
    fill = np.bitwise_count(boards).sum(axis=1) / ruleset.grid.size
    rows = np.flatnonzero((fill >= EMPTIEST) & (fill < FULLEST))
    for row in np.random.default_rng(seed).choice(rows, count, replace=False):
        board = int.from_bytes(boards[row].tobytes(), "little")
        yield Position(ruleset, board, tuple(ruleset.shapes[i] for i in trays[row]))


def measure(name: str, count: int, seed: int) -> float:
    """Print a line about one ruleset; return the longest time."""
    spent, sampled_spent, losses, exact = [], [], [], 0
    for position in mid_game(rulesets.get(name), count, seed):
        start = time.process_time()
        outcomes = Outcomes(position)
        if not outcomes.complete:
            continue
        chosen = survival.choose(outcomes, "survival")
        spent.append(time.process_time() - start)
        start = time.process_time()
        sampled = survival.choose(outcomes, "survival", budget=0)
        sampled_spent.append(time.process_time() - start)
        if chosen.exact:
            if sampled.share > chosen.share:
                raise SystemExit(f"{name}: the sample beats what is said to be best")
            exact += 1
            losses.append(chosen.share - sampled.share)
    loss = np.array(losses)
    print(
        f"{name:16} {len(spent):4} boards, {exact:4} exact, median {np.median(spent):.3f} s,"
        f" most {max(spent):.2f} s; sample: most {max(sampled_spent):.2f} s, the same share"
        f" {100 * np.mean(loss == 0):.0f} %, loses {100 * loss.mean():.4f} points of"
        f" a percent, at most {100 * loss.max():.2f}",
        flush=True,
    )
    return max(spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=rulesets.builtin_names())
    parser.add_argument("--boards", type=int, default=150)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    next(mid_game(rulesets.get("bloky-8x8"), 1, 0))
    longest = max([measure(name, options.boards, options.seed) for name in options.rulesets])
    if longest > LIMIT:
        raise SystemExit(f"a board took {longest:.2f} s, more than {LIMIT:g} s")


if __name__ == "__main__":
    main()
