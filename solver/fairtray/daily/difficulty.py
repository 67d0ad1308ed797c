"""How hard a day is: what players without a plan make of it.

Two players play the sequence a thousand times each: one takes any legal placement, the
other whichever earns most at once, ties drawn evenly. Neither looks at the pieces to
come. What they score is the spread a game can show beside the par; how many of their
2,000 plays place every piece decides the difficulty, because it separates the days
that anybody can finish from those that take planning.

The random numbers depend on the pieces alone, so everybody gets the same plays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from fairtray.core.errors import Fault, InputError
from fairtray.daily.stream import FORMAT
from fairtray.rulesets.model import Ruleset

PLAYS = 1000
"""Plays of each player."""

PLAYERS = ("random", "greedy")
"""Their indices are the kernels' numbers for them."""

FINISHED = (400, 240, 120, 50)
"""Of the 2,000 plays, how many must finish for difficulty 1, 2, 3, 4; with fewer it is 5."""

_WARM_UP = 12


def rate(ruleset: Ruleset, pieces: Sequence[int]) -> dict[str, Any]:
    """Return the document of a sequence of catalogue indices: level, and each player's points.

    Raises:
        InputError: trays of more pieces than the players can play.
    """
    from fairtray.engines import tables
    from fairtray.engines.kernels import policies
    from fairtray.engines.kernels.deal import workspace
    from fairtray.engines.search.prepare import MAX_PIECES, score_of, tables_of

    if ruleset.tray_size > MAX_PIECES:
        raise InputError(
            Fault("triple.size", f"{ruleset.tray_size} pieces", f"at most {MAX_PIECES} are played")
        )
    shape_tables = tables_of(ruleset, ruleset.shapes)
    results: dict[str, dict[str, Any]] = {}
    for number, player in enumerate(PLAYERS):
        scores = np.zeros(PLAYS, dtype=np.int64)
        placed = np.zeros(PLAYS, dtype=np.int64)
        policies.play_many(
            shape_tables,
            score_of(ruleset),
            tables.neighbours(ruleset),
            workspace(shape_tables),
            number,
            np.array(pieces, dtype=np.int64),
            ruleset.tray_size,
            _generator(ruleset, pieces, player),
            scores,
            placed,
        )
        ordered = sorted(scores.tolist())
        results[player] = {
            "mean": sum(ordered) / PLAYS,
            "low": ordered[PLAYS // 20],
            "median": ordered[PLAYS // 2],
            "high": ordered[PLAYS - 1 - PLAYS // 20],
            "best": ordered[-1],
            "finished": int(np.count_nonzero(placed == len(pieces))),
        }
    finished = sum(result["finished"] for result in results.values())
    return {"level": level(finished), "plays": PLAYS, **results}


def level(finished: int) -> int:
    """Return the difficulty, 1 to 5, by how many of the 2,000 plays placed every piece."""
    return 1 + sum(finished < least for least in FINISHED)


def _generator(ruleset: Ruleset, pieces: Sequence[int], player: str) -> Any:
    """Return the state of the player's SFC64: 192 bits of a hash and a counter of 1."""
    from fairtray.engines.kernels.rng import next_word

    names = ",".join(ruleset.shapes[piece].name for piece in pieces)
    digest = hashlib.sha256(f"{FORMAT}|{ruleset.name}|{player}|{names}".encode()).digest()
    state = np.array(
        [int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16)] + [1], dtype=np.uint64
    )
    for _ in range(_WARM_UP):
        next_word(state)
    return state
