"""Whole games of Blokus without people: one colour is a player's, the solver plays the others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray.dealers.base import Words
from fairtray.families.blokus.game import MODE, BlokusTable
from fairtray.families.blokus.position import Move
from fairtray.families.blokus.variants import Variant
from fairtray.runs import Tick, quiet, results, usable_cores
from fairtray.simulation import statistics
from fairtray.simulation.report import measured
from fairtray.simulation.run import MAX_GAMES
from fairtray.versions import versions

FORMAT = "fairtray-table-simulation/1"

PLAYERS = ("solver", "greedy", "random")
"""Who may play the first colour: the solver, as the others; the first of the largest pieces
that can be placed; any legal move."""

MAX_SEED = 2**63 - 1

_STREAM = 14
"""Stream of a seed for the player's choices, apart from those of other simulations."""

_CHUNK = 5
_WORTH_A_WORKER = 40


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A simulation of Blokus.

    Attributes:
        variant: the game.
        player: who plays the first colour, one of ``PLAYERS``.
        games: how many games.
        seed: any whole number from 0 on.
    """

    variant: Variant
    player: str
    games: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse what no simulation can be made of."""
        if self.player not in PLAYERS:
            what = f"no player of Blokus is called {echo(self.player)}"
            raise InputError(Fault("player", what, nearest(self.player, PLAYERS)))
        for name, value, low, high in (
            ("games", self.games, 1, MAX_GAMES),
            ("seed", self.seed, 0, MAX_SEED),
        ):
            if not low <= value <= high:
                raise InputError(Fault(name, f"{value} is not allowed", f"use {low} to {high}"))

    def jobs(self) -> Iterator[TableJob]:
        """Yield the chunks."""
        for first in range(0, self.games, _CHUNK):
            yield TableJob(self, first, min(_CHUNK, self.games - first))


@dataclass(frozen=True, slots=True)
class TableJob:
    """A chunk: some games of a plan, by their numbers."""

    plan: TablePlan
    first: int
    count: int


@dataclass(slots=True)
class TableGames:
    """What games came to, one entry a game.

    Attributes:
        moves: pieces placed by all colours.
        scores: the score of each colour.
    """

    moves: list[int] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)

    def extend(self, other: TableGames) -> None:
        """Add the games of another chunk at the end."""
        self.moves += other.moves
        self.scores += other.scores


def run_chunk(job: TableJob, tick: Tick | None = None) -> TableGames:
    """Play the games of a chunk."""
    games = TableGames()
    for number in range(job.first, job.first + job.count):
        table = played(job.plan, number)
        games.moves.append(len(table.moves))
        games.scores.append(table.scores)
        if tick is not None:
            tick(1)
    return games


def played(plan: TablePlan, number: int) -> BlokusTable:
    """Return a game that is over; a function of plan and number."""
    words = Words(plan.seed, _STREAM, number)
    table = BlokusTable([0], plan.variant)
    while table.ending is None:
        if table.is_persons_turn:
            move = _choice(plan.player, table, words)
            table.place(plan.variant.grid.cells(move.mask))
        table.advance()
    return table


def _choice(player: str, table: BlokusTable, words: Words) -> Move:
    solvers = table.choice() if player == "solver" else None
    if solvers is not None:
        return solvers
    legal = table.legal
    if player == "random":
        return legal[words.below(len(legal))]
    return max(legal, key=lambda move: move.mask.bit_count())


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """What a simulation came to; as :class:`fairtray.simulation.modes.ModeOutcome`."""

    plan: TablePlan
    games: TableGames
    partial: bool
    seconds: float
    workers: int


def run(plan: TablePlan, workers: int | None = None, tick: Tick = quiet) -> TableOutcome:
    """Make a simulation; as :func:`fairtray.simulation.modes.run`."""
    if workers is None:
        workers = max(1, min(usable_cores(), plan.games // _WORTH_A_WORKER))
    games = TableGames()
    partial = False
    start = time.perf_counter()
    try:
        for chunk in results(run_chunk, plan.jobs(), workers=workers, tick=tick):
            games.extend(chunk)
    except KeyboardInterrupt:
        partial = True
    return TableOutcome(plan, games, partial, time.perf_counter() - start, workers)


def document(outcome: TableOutcome) -> dict[str, Any]:
    """Return the report, the same on any machine but for ``run``."""
    plan, games = outcome.plan, outcome.games
    names = [colour.name for colour in plan.variant.colours]
    by_colour = {name: [each[i] for each in games.scores] for i, name in enumerate(names)}
    best = [max(scores) for scores in games.scores]
    return {
        "format": FORMAT,
        "partial": outcome.partial,
        "ruleset": plan.variant.name,
        "title": plan.variant.title,
        "ruleset_digest": plan.variant.digest,
        "mode": MODE,
        "player": plan.player,
        "colour": names[0],
        "seed": plan.seed,
        "asked": plan.games,
        "confidence": statistics.CONFIDENCE,
        "games": len(games.moves),
        "moves": measured(games.moves, ()) if games.moves else None,
        "colours": [
            {
                "colour": name,
                "score": measured(scores, ()) if scores else None,
                "first": sum(s == b for s, b in zip(scores, best, strict=True)),
            }
            for name, scores in by_colour.items()
        ],
        "per_game": {"moves": games.moves, "scores": by_colour},
        "versions": versions(),
        "run": {"seconds": round(outcome.seconds, 3), "workers": outcome.workers},
    }
