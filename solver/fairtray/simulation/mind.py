"""A player that is shown positions one by one, for games that other code deals in."""

from __future__ import annotations

from fairtray.core.errors import Fault, PositionError
from fairtray.dealers.base import Words
from fairtray.game import Placement, Position
from fairtray.rulesets.model import Ruleset
from fairtray.simulation.games import PLAYER_STREAM, Table
from fairtray.simulation.players import Player


class Mind:
    """A player at one game.

    Args:
        ruleset: a ruleset with a catalogue.
        player: who plays.
        seed: the simulation's seed.
        game: number of the game; with the seed it decides the player's random choices.
    """

    def __init__(self, ruleset: Ruleset, player: Player, seed: int = 0, game: int = 0) -> None:
        self._table = Table(ruleset, player)
        self._rng = Words(seed, PLAYER_STREAM, game).state

    def moves(self, position: Position) -> list[Placement]:
        """Return how the player places the pieces on offer, until none is left or none fits.

        Raises:
            PositionError: a piece outside the catalogue.
        """
        index = self._table.index
        for slot in position.slots:
            shape = position.tray[slot]
            if shape not in index:
                raise PositionError(
                    Fault(f"tray[{slot}]", "not in the catalogue", "deal shapes of the catalogue")
                )
        if not position.slots:
            return []
        given = [index[shape] for shape in position.tray if shape is not None]
        steps = self._table.tray(
            given, position.board, position.combo, position.moves_since_clear, self._rng
        )
        return [Placement(position.slots[slot], row, col) for slot, row, col in steps]
