"""Whole games of a ruleset's mode, played by players of ours through the mode's own engine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, ClassVar

from fairtray.core.errors import Fault, InputError, InternalFault, echo
from fairtray.daily.document import Daily
from fairtray.dealers.base import Words
from fairtray.gameplay.modes import Game, Mode
from fairtray.gameplay.modes.days import pieces_of_day
from fairtray.gameplay.modes.record import MAX_SECONDS
from fairtray.gameplay.modes.terms import rules_of
from fairtray.rulesets.model import identity_of
from fairtray.runs import Plan, Progress, no_progress
from fairtray.simulation.games import PositionPlayer
from fairtray.simulation.players import Player
from fairtray.simulation.run import MAX_GAMES, MAX_MOST_MOVES, split

SECONDS_PER_MOVE = 2.0
"""What a move takes a player unless the user says otherwise; only timed modes depend on it."""

MAX_SECONDS_PER_MOVE = 3600

MAX_SEED = 2**63 - 1

CUT = "cut"
"""The end of a game that made as many moves as it may."""

_MODE_STREAM = 13
"""Stream of a seed for the seeds of games, apart from those of other simulations."""

_SEED_SHIFT = 16
"""Seeds of games have 48 bits, as those of days."""

_CHUNK = {"policy": 5, "plan": 2, "sure": 1, "far": 1}
"""Games of a chunk by the kind of player. A game does not depend on them."""

_WORTH_A_WORKER = {"policy": 40, "plan": 4, "sure": 2, "far": 2}


@dataclass(slots=True)
class ModeGames:
    """What games came to, one entry for each game, in order.

    Attributes:
        moves: pieces placed.
        points: scores.
        lines: lines cleared.
        deals: trays dealt.
        continues: continues taken.
        stars: stars earned, each game by itself and without an earlier record.
        ends: how each ended: an ending of its mode, or ``CUT``.
    """

    moves: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    continues: list[int] = field(default_factory=list)
    stars: list[int] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)

    def append(self, game: Game) -> None:
        """Add a game."""
        self.moves.append(game.moves)
        self.points.append(game.score)
        self.lines.append(game.lines)
        self.deals.append(game.turn + 1)
        self.continues.append(game.state.continues)
        self.stars.append(game.stars().total)
        self.ends.append(game.ending or CUT)

    def extend(self, other: ModeGames) -> None:
        """Add later games at the end."""
        for column in fields(self):
            getattr(self, column.name).extend(getattr(other, column.name))


@dataclass(frozen=True, slots=True)
class ModePlan(Plan[range, ModeGames, ModeGames]):
    """A simulation of a mode.

    Attributes:
        mode: the mode.
        player: who plays.
        games: how many games.
        seed: any whole number from 0 on.
        most_moves: pieces after which a game is cut.
        challenge: number of the challenge, from 1; None for a mode without challenges.
        date: the day of a daily: all games are attempts at it; None for any other mode.
        seconds_per_move: what a move takes, on the clock that is handed to the game.
        continues: whether the player takes the continues that it is offered.
        daily: the day's pieces, where the mode has a number of them.
    """

    mode: Mode
    player: Player
    games: int
    seed: int
    most_moves: int
    challenge: int | None = None
    date: dt.date | None = None
    seconds_per_move: float = SECONDS_PER_MOVE
    continues: bool = True
    daily: Daily | None = None
    kind: ClassVar[str] = "mode simulation"

    def game(self, number: int) -> Game:
        """Return the beginning of a game, by its number from 0."""
        if self.daily is not None:
            return Game.from_daily(self.daily, self.mode)
        if self.date is not None:
            return Game.begin(self.mode, date=self.date)
        seed = Words(self.seed, _MODE_STREAM, number).next() >> _SEED_SHIFT
        return Game.begin(self.mode, seed=seed, challenge=self.challenge)

    def identity(self) -> dict[str, Any]:
        return {
            **identity_of(rules_of(self.mode, self.challenge)),
            "mode": self.mode.name,
            "challenge": self.challenge,
            "date": None if self.date is None else self.date.isoformat(),
            "seconds_per_move": self.seconds_per_move,
            "continues_taken": self.continues,
            "player": self.player.name,
            "games": self.games,
            "seed": self.seed,
            "max_moves": self.most_moves,
            "chunk_games": _CHUNK[self.player.kind],
        }

    def chunks(self) -> Iterator[range]:
        return split(self.games, _CHUNK[self.player.kind])

    def do(self, chunk: range, progress: Progress = no_progress, /) -> ModeGames:
        games = ModeGames()
        for number in chunk:
            games.append(played(self, number))
            progress(1)
        return games

    def encode(self, result: ModeGames) -> dict[str, Any]:
        return asdict(result)

    def decode(self, value: Any) -> ModeGames:
        return ModeGames(**{f.name: list(value[f.name]) for f in fields(ModeGames)})

    def total(self) -> ModeGames:
        return ModeGames()

    def merge(self, total: ModeGames, result: ModeGames) -> None:
        total.extend(result)

    def worthwhile(self) -> int:
        return self.games // _WORTH_A_WORKER[self.player.kind]


def planned(
    mode: Mode,
    player: Player,
    *,
    games: int,
    seed: int,
    most_moves: int,
    challenge: int | None = None,
    date: dt.date | None = None,
    seconds_per_move: float = SECONDS_PER_MOVE,
    continues: bool = True,
) -> ModePlan:
    """Return a plan that can be carried out.

    Raises:
        InputError: a number out of range, a date that is missing or that the mode has no
            use for, a challenge likewise, or a mode of which nothing can be dealt.
    """
    _in_range("games", games, 1, MAX_GAMES)
    _in_range("max-moves", most_moves, 1, MAX_MOST_MOVES)
    _in_range("seed", seed, 0, MAX_SEED)
    _in_range("move-seconds", seconds_per_move, 0, MAX_SECONDS_PER_MOVE)
    if mode.dealer is None:
        raise InputError(Fault("ruleset", mode.notes[0], "add [catalogue]"))
    if challenge is None and mode.challenges:
        challenge = 1
    if challenge is not None:
        mode.level(challenge)
    if mode.daily != (date is not None):
        what, mend = (
            ("needs one", "name a day") if mode.daily else ("is not a daily", "leave it out")
        )
        raise InputError(Fault("date", f"mode {echo(mode.name)} {what}", mend))
    plan = ModePlan(
        mode, player, games, seed, most_moves, challenge, date, seconds_per_move, continues
    )
    if date is not None and mode.pieces is not None:
        daily = pieces_of_day(mode.ruleset, mode.pieces, date)
        # The pieces matter, not how they can be placed; and plans are sent to processes.
        return replace(plan, daily=replace(daily, witness=()))
    return plan


def _in_range(name: str, value: float, low: int, high: int) -> None:
    if not low <= value <= high:
        raise InputError(Fault(name, f"{value} is not allowed", f"use {low} to {high}"))


def played(plan: ModePlan, number: int) -> Game:
    """Return a game, played to its end or until it is cut; a function of plan and number."""
    game = plan.game(number)
    mover = PositionPlayer(rules_of(plan.mode, plan.challenge), plan.player, plan.seed, number)
    made = 0
    while True:
        if plan.continues and game.can_continue:
            game.continue_game()
        if game.ending is not None:
            return game
        placements = mover.moves(game.position)
        if not placements:
            raise InternalFault(f"player {plan.player.name} places nothing although a piece fits")
        for placement in placements:
            if game.moves == plan.most_moves:
                return game
            made += 1
            game.elapsed(min(made * plan.seconds_per_move, MAX_SECONDS))
            if game.ending is not None:
                break
            game.place(placement)
            if game.ending is not None:
                break
