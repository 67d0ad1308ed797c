"""The players of whole games, and how each of them plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairtray.errors import Fault, InputError, echo
from fairtray.shapes import nearest
from fairtray.simulation import weights

if TYPE_CHECKING:
    from fairtray.rulesets.model import Ruleset


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Attributes:
        name: its name.
        kind: ``policy`` places one piece after another; ``plan`` and ``sure`` plan a whole
            tray, the latter so that all pieces are placed wherever that can be done.
        rank: for a policy its name, else what plans are ranked by: ``survival``, ``score``
            or ``hand``.
        width: for plans: states of a level that live on.
        about: what it does, for people.
        room: for plans: states that are held of one level.
    """

    name: str
    kind: str
    rank: str
    width: int
    about: str
    room: int = 0


PLAYERS = {
    player.name: player
    for player in (
        Player(
            "survival", "sure", "survival", 96, "ends each tray on the board to live on", 1 << 14
        ),
        Player("score", "sure", "score", 4096, "most points of each tray, then survival", 1 << 15),
        Player("beam12", "plan", "hand", 12, "a beam of width 12, judged by hand", 1 << 12),
        Player("greedy", "policy", "greedy", 0, "most points of the next placement"),
        Player("random", "policy", "random", 0, "any legal placement"),
        Player("tidy", "policy", "tidy", 0, "fewest edges and filled cells after it"),
        Player("crowding", "policy", "crowding", 0, "clears as little as it can"),
        Player("shuffled", "policy", "shuffled", 0, "another of the last four for each deal"),
    )
}
"""All players, the strongest first; the last five are those that audits play with."""


def player_named(name: str) -> Player:
    """Return a player.

    Raises:
        InputError: no player has that name.
    """
    if name not in PLAYERS:
        raise InputError(Fault("", f"no player is called {echo(name)}", nearest(name, PLAYERS)))
    return PLAYERS[name]


@dataclass(frozen=True, slots=True)
class Hand:
    """What the kernels need of a player in the games of one ruleset.

    Attributes:
        number: the player's number in :mod:`fairtray.kernels.endless`.
        style: what plans are ranked by.
        width: states of a level that live on.
        bench: where plans are made.
        judge: the weights that boards are judged by.
    """

    number: int
    style: int
    width: int
    bench: Any
    judge: Any


def hand(player: Player, ruleset: Ruleset) -> Hand:
    """Return a player as the kernels know it.

    Args:
        player: the player.
        ruleset: a ruleset with a catalogue.
    """
    from fairtray.kernels import endless, lookahead, policies

    numbers = {
        "random": policies.RANDOM,
        "greedy": policies.GREEDY,
        "crowding": policies.CROWDING,
        "tidy": policies.TIDY,
        "shuffled": policies.SHUFFLED,
    }
    styles = {"survival": lookahead.SURVIVAL, "score": lookahead.SCORE, "hand": lookahead.HAND}
    grid = ruleset.grid
    planners = {"plan": endless.PLANNER, "sure": endless.SURE_PLANNER}
    return Hand(
        number=planners.get(player.kind, numbers.get(player.rank, -1)),
        style=styles.get(player.rank, lookahead.SURVIVAL),
        width=player.width,
        bench=lookahead.bench(grid.words, grid.rows, player.room),
        judge=weights.judge(ruleset),
    )
