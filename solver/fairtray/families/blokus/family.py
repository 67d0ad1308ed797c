"""Blokus as a family: what its games answer, and where that is worked out."""

from __future__ import annotations

from collections.abc import Sequence

from fairtray.families.blokus.variants import VARIANTS, Variant, get
from fairtray.families.family import Family, Simulation, SimulationRequest


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
