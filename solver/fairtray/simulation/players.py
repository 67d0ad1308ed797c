"""The players of whole games, and how each of them plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray.simulation import weights

if TYPE_CHECKING:
    from fairtray.rulesets.model import Ruleset


@dataclass(frozen=True, slots=True)
class Sight:
    """How a player looks one tray further.

    Attributes:
        boards: the best boards of a tray that are looked at.
        trays: trays by which it is found out whether the best of them is in danger.
        deep: of these, the trays by which each board is then judged.
        width: states of a level that live on in the plans of those trays.
        room: states that are held of one level there.
    """

    boards: int = 1
    trays: int = 1
    deep: int = 1
    width: int = 1
    room: int = 1


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Attributes:
        name: its name.
        kind: ``policy`` places one piece after another; ``plan`` plans a whole tray;
            ``sure`` does so that all pieces are placed wherever that can be done; ``far``
            does that and looks one tray further where it is in danger.
        rank: for a policy its name, else what plans are ranked by: ``survival``, ``score``
            or ``hand``.
        width: for plans: states of a level that live on.
        room: for plans: states that are held of one level.
        ahead: how it looks further.
    """

    name: str
    kind: str
    rank: str
    width: int = 0
    room: int = 0
    ahead: Sight = Sight()


PLAYERS = {
    player.name: player
    for player in (
        # Ends each tray on the board, of those that it can end in, to live longest on.
        Player(
            "survival",
            "far",
            "survival",
            width=96,
            room=1 << 14,
            ahead=Sight(boards=12, trays=64, deep=32, width=8, room=1 << 11),
        ),
        # Most points of each tray; of equals the board to live longest on.
        Player("score", "sure", "score", width=4096, room=1 << 15),
        # The reference: a narrow beam, and boards judged by hand.
        Player("beam12", "plan", "hand", width=12, room=1 << 12),
        Player("greedy", "policy", "greedy"),
        Player("random", "policy", "random"),
        Player("tidy", "policy", "tidy"),
        Player("crowding", "policy", "crowding"),
        Player("shuffled", "policy", "shuffled"),
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
        number: the player's number in :mod:`fairtray.engines.kernels.endless`.
        style: what plans are ranked by.
        width: states of a level that live on.
        bench: where plans are made.
        judge: the weights that boards are judged by.
        ahead: how far it looks.
    """

    number: int
    style: int
    width: int
    bench: Any
    judge: Any
    ahead: Any


def hand(player: Player, ruleset: Ruleset) -> Hand:
    """Return a player as the kernels know it.

    Args:
        player: the player.
        ruleset: a ruleset with a catalogue.
    """
    from fairtray.engines.kernels import endless, lookahead, policies

    numbers = {
        "random": policies.RANDOM,
        "greedy": policies.GREEDY,
        "crowding": policies.CROWDING,
        "tidy": policies.TIDY,
        "shuffled": policies.SHUFFLED,
        "plan": endless.PLANNER,
        "sure": endless.SURE_PLANNER,
        "far": endless.FAR_PLANNER,
    }
    styles = {"survival": lookahead.SURVIVAL, "score": lookahead.SCORE, "hand": lookahead.HAND}
    grid = ruleset.grid
    return Hand(
        number=numbers[player.rank if player.kind == "policy" else player.kind],
        style=styles.get(player.rank, lookahead.SURVIVAL),
        width=player.width,
        bench=lookahead.bench(grid.words, grid.rows, player.room),
        judge=weights.judge(ruleset),
        ahead=_ahead(player, ruleset),
    )


def _ahead(player: Player, ruleset: Ruleset) -> Any:
    """Return how a player looks ahead; for one that does not, what has the same type."""
    import numpy as np

    from fairtray.engines import tables
    from fairtray.engines.kernels import ahead, lookahead
    from fairtray.engines.kernels.search import MAX
    from fairtray.rulesets.model import DealerSpec

    grid = ruleset.grid
    zero, step = weights.odds_scale()
    some_never = any(entry.weight == 0 for entry in ruleset.catalogue or ())
    return ahead.Ahead(
        draw=tables.deal(ruleset, DealerSpec("weighted" if some_never else "uniform")),
        bench=lookahead.bench(grid.words, grid.rows, player.ahead.room),
        width=player.ahead.width,
        deep=player.ahead.deep,
        zero=zero,
        step=step,
        odds=np.array(weights.odds(ahead.CERTAIN), dtype=np.int64),
        boards=np.zeros((player.ahead.boards, grid.words), dtype=np.uint64),
        paths=np.zeros(player.ahead.boards, dtype=np.int64),
        trays=np.zeros((player.ahead.trays, ruleset.tray_size), dtype=np.int64),
        tray=np.zeros(MAX, dtype=np.int64),
        path=np.zeros((MAX, 2), dtype=np.int64),
    )
