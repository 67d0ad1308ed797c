"""The modes of the published games: what a game of each mode is, from its start to its end.

``docs/modes.md`` is the specification. Everything is data of the rulesets and small
objects: a :class:`Mode`, the :class:`Terms` of one game, immutable states and pure
transitions between them (:mod:`fairtray.gameplay.modes.play`), and a :class:`Game` that a player
holds.
"""

from fairtray.gameplay.modes.actions import Action
from fairtray.gameplay.modes.game import Game
from fairtray.gameplay.modes.mode import Mode, mode_of, modes_of, practice_of
from fairtray.gameplay.modes.play import ENDINGS, Ending, Event, State
from fairtray.gameplay.modes.stars import Stars, stars_of
from fairtray.gameplay.modes.terms import Terms, rules_of
from fairtray.rulesets.model import ContinueRule, Level
from fairtray.rulesets.modes import PRACTICE

__all__ = [
    "ENDINGS",
    "PRACTICE",
    "Action",
    "ContinueRule",
    "Ending",
    "Event",
    "Game",
    "Level",
    "Mode",
    "Stars",
    "State",
    "Terms",
    "mode_of",
    "modes_of",
    "practice_of",
    "rules_of",
    "stars_of",
]
