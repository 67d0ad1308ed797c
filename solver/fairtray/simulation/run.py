"""Runs a simulation: cuts it into chunks, has them done, puts the games together."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from fairtray.audit.source import died_with
from fairtray.core.errors import Fault, InputError
from fairtray.rulesets.model import Ruleset
from fairtray.runs import Crew, Tick, quiet, usable_cores
from fairtray.runs.interrupts import held
from fairtray.simulation.games import Games, GamesJob, Source, run_chunk
from fairtray.simulation.players import Player

DEFAULT_GAMES = 100

MAX_GAMES = 10**7

DEFAULT_MOST_MOVES = 10_000
"""Moves after which a game is cut: some players and dealers never come to an end."""

MAX_MOST_MOVES = 10**9

CHUNK = {"policy": 100, "plan": 10, "sure": 10, "far": 1}
"""Games of a chunk by the kind of player. A game does not depend on them, a journal does."""

_WORTH_A_WORKER = {"policy": 4_000, "plan": 40, "sure": 40, "far": 2}
"""Below this many games for each worker, starting processes costs more than it saves."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation to be made.

    Attributes:
        ruleset: the game, with a catalogue.
        player: who plays.
        sources: the dealers, each of which deals in as many games. Game g of each begins
            with the same random words.
        games: games with each dealer.
        seed: any whole number from 0 on.
        most_moves: moves after which a game is cut.
    """

    ruleset: Ruleset
    player: Player
    sources: tuple[Source, ...]
    games: int = DEFAULT_GAMES
    seed: int = 0
    most_moves: int = DEFAULT_MOST_MOVES

    def __post_init__(self) -> None:
        """Refuse numbers that no simulation can be made of."""
        if not 1 <= self.games <= MAX_GAMES:
            raise InputError(Fault("games", f"{self.games} games", f"ask for 1 to {MAX_GAMES}"))
        if self.seed < 0:
            raise InputError(Fault("seed", f"{self.seed} is negative", "use 0 or more"))
        if not 1 <= self.most_moves <= MAX_MOST_MOVES:
            raise InputError(
                Fault("max-moves", f"{self.most_moves} moves", f"use 1 to {MAX_MOST_MOVES}")
            )
        names = [source.name for source in self.sources]
        for i, name in enumerate(names):
            if name in names[:i]:
                raise InputError(Fault("dealer", f"{name} is named twice", "name each once"))

    def jobs(self) -> Iterator[GamesJob]:
        """Yield the chunks: the same games of every dealer, then the next ones."""
        size = CHUNK[self.player.kind]
        for first in range(0, self.games, size):
            for source in self.sources:
                count = min(size, self.games - first)
                yield GamesJob(
                    self.ruleset, source, self.player, self.seed, first, count, self.most_moves
                )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a simulation came to.

    Attributes:
        plan: what was asked for.
        games: the games of each dealer, in order.
        partial: whether it was interrupted before the end.
        seconds: how long it took.
        ran: by whom it was done: ``workers`` and more, for the ``run`` section.
    """

    plan: Plan
    games: tuple[Games, ...]
    partial: bool
    seconds: float
    ran: dict[str, Any]


def run(
    plan: Plan,
    workers: int | None = None,
    tick: Tick = quiet,
    *,
    crew: Crew[Games] | None = None,
) -> Outcome:
    """Make a simulation.

    Args:
        plan: what to do.
        workers: processes to share it among; None for as many as pay off. The answer does
            not depend on it.
        tick: told of games that are over.
        crew: those who do the chunks, in place of such processes.

    Returns:
        The outcome; a partial one when interrupted by the keyboard.

    Raises:
        DealerError: a dealer failed.
    """
    if crew is None:
        crew = Crew(workers or worthwhile(plan))
    games = tuple(Games() for _ in plan.sources)
    partial = False
    start = time.perf_counter()
    try:
        for number, chunk in enumerate(_finished(plan, crew, tick)):
            # A half of it would leave columns of different lengths.
            with held():
                games[number % len(games)].extend(chunk)
    except KeyboardInterrupt:
        partial = True
    return Outcome(plan, games, partial, time.perf_counter() - start, crew.told())


def worthwhile(plan: Plan) -> int:
    """Return how many of this machine's processors the work is worth."""
    worth = plan.games * len(plan.sources) // _WORTH_A_WORKER[plan.player.kind]
    return max(1, min(usable_cores(), worth))


def _finished(plan: Plan, crew: Crew[Games], tick: Tick) -> Iterator[Games]:
    """Yield the chunks in order."""
    try:
        yield from crew.results(run_chunk, plan.jobs(), tick)
    except BrokenProcessPool:
        error = died_with(*plan.sources)
        if error is None:
            raise
        raise error from None
