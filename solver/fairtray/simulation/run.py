"""A simulation: games with one dealer or several, cut into chunks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from fairtray.core.errors import Fault, InputError
from fairtray.dealers.sources import CallableSource, dealer_crash
from fairtray.rulesets.model import Ruleset, identity_of
from fairtray.runs import Plan as RunPlan
from fairtray.runs import Progress, no_progress, run
from fairtray.simulation.games import GameBatch, Games, Source, played
from fairtray.simulation.players import Player

__all__ = ["DEFAULT_GAMES", "DEFAULT_MOST_MOVES", "MAX_GAMES", "Plan", "run"]

DEFAULT_GAMES = 100

MAX_GAMES = 10**7

DEFAULT_MOST_MOVES = 10_000
"""Moves after which a game is cut: some players and dealers never come to an end."""

MAX_MOST_MOVES = 10**9

CHUNK = {"policy": 100, "plan": 10, "sure": 10, "far": 1}
"""Games of a chunk by the kind of player. A game does not depend on them, a journal does."""

_WORTH_A_WORKER = {"policy": 4_000, "plan": 40, "sure": 40, "far": 2}
"""Below this many games for each worker, starting processes costs more than it saves."""


class Chunk(NamedTuple):
    """Some games with one dealer.

    Attributes:
        dealer: index of the dealer.
        games: numbers of the games.
    """

    dealer: int
    games: range


def split(games: int, size: int) -> Iterator[range]:
    """Yield the numbers of some games, from 0, in ranges of ``size``."""
    for first in range(0, games, size):
        yield range(first, min(first + size, games))


@dataclass(frozen=True, slots=True)
class Plan(RunPlan[Chunk, tuple[int, Games], tuple[Games, ...]]):
    """A simulation to be made.

    Attributes:
        ruleset: the game, with a catalogue.
        player: who plays.
        sources: the dealers, each of which deals in as many games. Game g of each begins
            with the same random words. Chunks hold the same games of every dealer in turn.
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
    kind: ClassVar[str] = "simulation"

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

    def identity(self) -> dict[str, Any]:
        return {
            **identity_of(self.ruleset),
            "dealers": [source.identity() for source in self.sources],
            "player": self.player.name,
            "games": self.games,
            "seed": self.seed,
            "max_moves": self.most_moves,
            "chunk_games": CHUNK[self.player.kind],
        }

    def chunks(self) -> Iterator[Chunk]:
        for games in split(self.games, CHUNK[self.player.kind]):
            for dealer in range(len(self.sources)):
                yield Chunk(dealer, games)

    def do(self, chunk: Chunk, progress: Progress = no_progress, /) -> tuple[int, Games]:
        batch = GameBatch(
            self.ruleset,
            self.sources[chunk.dealer],
            self.player,
            self.seed,
            chunk.games.start,
            len(chunk.games),
            self.most_moves,
        )
        games = Games()
        for game in played(batch):
            games.append(game)
            progress(1)
        return chunk.dealer, games

    def encode(self, result: tuple[int, Games]) -> dict[str, Any]:
        dealer, games = result
        return {"dealer": dealer, **games.to_json()}

    def decode(self, value: Any) -> tuple[int, Games]:
        return int(value["dealer"]), Games.from_json(value)

    def total(self) -> tuple[Games, ...]:
        return tuple(Games() for _ in self.sources)

    def merge(self, total: tuple[Games, ...], result: tuple[int, Games]) -> None:
        dealer, games = result
        total[dealer].extend(games)

    def worthwhile(self) -> int:
        return self.games * len(self.sources) // _WORTH_A_WORKER[self.player.kind]

    @property
    def isolated(self) -> bool:
        return any(isinstance(source, CallableSource) for source in self.sources)

    def crash(self) -> Exception | None:
        return dealer_crash(*self.sources)
