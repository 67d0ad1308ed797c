"""Whole games of Blokus without people: one colour is a player's, the solver plays the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray.dealers.base import Words
from fairtray.families.blokus.game import BlokusTable
from fairtray.families.blokus.gamefile import MODE
from fairtray.families.blokus.position import Move
from fairtray.families.blokus.variants import Variant
from fairtray.families.family import RequestError, Simulation, SimulationRequest
from fairtray.runs import Plan, Progress, RunResult, no_progress
from fairtray.simulation import statistics
from fairtray.simulation.report import measured
from fairtray.simulation.run import MAX_GAMES, split
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


@dataclass(slots=True)
class TableGames:
    """What games came to, one entry for each game, in order.

    Attributes:
        moves: pieces placed by all colours.
        scores: the score of each colour.
    """

    moves: list[int] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)

    def extend(self, other: TableGames) -> None:
        """Add later games at the end."""
        self.moves += other.moves
        self.scores += other.scores


@dataclass(frozen=True, slots=True)
class TablePlan(Plan[range, TableGames, TableGames]):
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
    kind: ClassVar[str] = "table simulation"

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

    def identity(self) -> dict[str, Any]:
        return {
            "ruleset": self.variant.name,
            "ruleset_digest": self.variant.digest,
            "player": self.player,
            "games": self.games,
            "seed": self.seed,
            "chunk_games": _CHUNK,
        }

    def chunks(self) -> Iterator[range]:
        return split(self.games, _CHUNK)

    def do(self, chunk: range, progress: Progress = no_progress, /) -> TableGames:
        games = TableGames()
        for number in chunk:
            table = played(self, number)
            games.moves.append(len(table.moves))
            games.scores.append(table.scores)
            progress(1)
        return games

    def encode(self, result: TableGames) -> dict[str, Any]:
        return asdict(result)

    def decode(self, value: Any) -> TableGames:
        return TableGames(list(value["moves"]), [tuple(scores) for scores in value["scores"]])

    def total(self) -> TableGames:
        return TableGames()

    def merge(self, total: TableGames, result: TableGames) -> None:
        total.extend(result)

    def worthwhile(self) -> int:
        return self.games // _WORTH_A_WORKER


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


def document(result: RunResult[TablePlan, TableGames]) -> dict[str, Any]:
    """Return the report, the same on any machine but for ``run``."""
    plan, games = result.plan, result.total
    names = [colour.name for colour in plan.variant.colours]
    by_colour = {name: [each[i] for each in games.scores] for i, name in enumerate(names)}
    best = [max(scores) for scores in games.scores]
    return {
        "format": FORMAT,
        "partial": result.partial,
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
        "run": {"seconds": round(result.seconds, 3), **result.facts},
    }


def simulation(variant: Variant, request: SimulationRequest) -> Simulation:
    """Return the games to play.

    Raises:
        RequestError: an option that these games have no use for.
        InputError: a value that cannot be; the place of its fault is the option.
    """
    others = (request.challenge, request.date, request.move_seconds, request.continues)
    if request.mode != MODE or any(value is not None for value in others):
        raise RequestError(
            "mode",
            f"has to stand alone: games of Blokus are played with --mode {MODE} and nothing more",
        )
    for option in ("dealer", "dealer_command", "max_moves"):
        if option in request.given:
            raise RequestError(option, "has no effect: games of Blokus have no use for it")
    # The usual player of block games does not know these.
    player = request.player if "player" in request.given else "solver"
    plan = TablePlan(variant, player, request.games, request.seed)
    return Simulation(plan, request.games, document)
