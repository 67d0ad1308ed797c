"""What tests of modes share: the list of them, and the oracle's table for a game."""

from __future__ import annotations

import mode_oracle
import oracle
from fairtray import rulesets
from fairtray.core.board import Grid
from fairtray.core.shapes import Shape
from fairtray.gameplay.modes import modes_of
from fairtray.gameplay.modes.record import Record
from fairtray.gameplay.modes.supply import Supply
from fairtray.gameplay.modes.terms import rules_of

MODES = [
    (name, mode.name) for name in rulesets.builtin_names() for mode in modes_of(rulesets.get(name))
]
"""Every registered mode, with its ruleset."""


def _cells(grid: Grid, board: int) -> oracle.Cells:
    return frozenset(grid.cells(board))


def tray_of(pieces: tuple[Shape | None, ...]) -> oracle.Tray:
    """Return a tray for the oracle."""
    return tuple(None if piece is None else frozenset(piece.cells) for piece in pieces)


def dealing(supply: Supply) -> mode_oracle.Deal:
    """Return where the oracle has its pieces from: it is told no more than what was dealt."""
    grid = supply.ruleset.grid

    def deal(how: mode_oracle.How, turn: int, board: oracle.Cells) -> oracle.Tray | None:
        ask = {
            "as dealt": supply.deal,
            "all fitting": supply.deal_fitting,
            "plain": supply.deal_plainly,
        }[how]
        tray = ask(turn, grid.mask(board))
        return None if tray is None else tray_of(tray)

    return deal


def table_of(record: Record) -> mode_oracle.Table:
    """Return the oracle's table at the beginning of a recorded game."""
    mode = record.terms.mode
    ruleset = mode.ruleset.name
    kind = mode_oracle.KINDS[f"{ruleset} {mode.name}"]
    rules = mode_oracle.rules_of(ruleset, kind)
    grid = mode.ruleset.grid
    supply = record.terms.supply
    challenge = record.terms.challenge
    fresh = Supply(rules_of(mode, challenge), supply.spec, supply.seed, supply.trays)
    start = _cells(grid, record.terms.start)
    return mode_oracle.Table(rules, kind, dealing(fresh), start, kind.target(challenge))
