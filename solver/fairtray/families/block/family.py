"""Block games as a family: what they answer, and where that is worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fairtray.core.files import STDIN, label, read_text
from fairtray.families.family import Family, Simulation, SimulationRequest
from fairtray.rulesets import builtin_names, get
from fairtray.rulesets.model import Ruleset

if TYPE_CHECKING:
    from fairtray.play.table import Choice, PlayRequest


class BlockGames(Family):
    """Games in which a tray of pieces is placed and full lines are cleared."""

    title = "block games"
    one = "a block game"

    def ruleset_names(self) -> Sequence[str]:
        return builtin_names()

    def rules(self, spec: str) -> Ruleset:
        from fairtray.rulesets import registry

        if spec == STDIN:
            return registry.from_toml(read_text(STDIN), label(STDIN))
        return get(spec)

    def simulation(self, rules: Ruleset, request: SimulationRequest) -> Simulation:
        from fairtray.families.block import simulation

        return simulation.simulation(rules, request)

    def table(self, request: PlayRequest) -> Choice:
        from fairtray.families.block.table import choose

        return choose(request)
