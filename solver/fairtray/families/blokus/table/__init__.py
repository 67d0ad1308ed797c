"""The table of Blokus; :func:`choose` is its front door."""

from fairtray.families.blokus.table.opening import BlokusChoice, choose
from fairtray.families.blokus.table.sitting import BlokusSitting

__all__ = ["BlokusChoice", "BlokusSitting", "choose"]
