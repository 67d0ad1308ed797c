"""Blokus as a family: what its games answer, and where that is worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fairtray.families.blokus.variants import VARIANTS, Variant, get
from fairtray.families.family import Family, Simulation, SimulationRequest

if TYPE_CHECKING:
    from fairtray.play.table import Choice, PlayRequest


class Blokus(Family):
    """Games in which each colour places its 21 pieces corner to corner."""

    title = "games of Blokus"
    one = "Blokus"

    def ruleset_names(self) -> Sequence[str]:
        return tuple(VARIANTS)

    def rules(self, spec: str) -> Variant:
        return get(spec)

    def simulation(self, rules: Variant, request: SimulationRequest) -> Simulation:
        from fairtray.families.blokus import simulation

        return simulation.simulation(rules, request)

    def table(self, request: PlayRequest) -> Choice:
        from fairtray.families.blokus.table import choose

        return choose(request)
