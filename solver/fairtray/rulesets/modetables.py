"""The modes of a ruleset file: what their values must agree on with each other and the rest."""

from __future__ import annotations

from collections.abc import Mapping

from fairtray.core.board import Board, Grid, Mask
from fairtray.core.errors import Fault, NotationError, echo, nearest
from fairtray.core.shapes import standard
from fairtray.rulesets import schema
from fairtray.rulesets.model import CatalogueEntry

RESERVED = "practice"
"""A name that no file may give to a mode: recorded games use it for single positions."""


class Modes:
    """Checks the tables of modes, collecting their faults.

    Args:
        grid: the board's size.
        lines: the regions that clear when full.
        start: the board that a game begins with.
        catalogue: the shapes that can be dealt; None for any.
        tray_size: pieces in one deal.
    """

    def __init__(
        self,
        grid: Grid,
        lines: tuple[Mask, ...],
        start: Board,
        catalogue: tuple[CatalogueEntry, ...] | None,
        tray_size: int,
    ) -> None:
        self.grid = grid
        self.lines = lines
        self.start = start
        self.known = {entry.shape.name for entry in catalogue or ()}
        self.tray_size = tray_size
        self.faults: list[Fault] = []

    def _fault(self, where: str, what: str, mend: str) -> None:
        self.faults.append(Fault(where, what, mend))

    def check(self, modes: Mapping[str, schema.ModeTable]) -> None:
        """Look at every mode."""
        for name, table in modes.items():
            where = f"modes.{name}"
            if name == RESERVED:
                self._fault(where, "is what playing single positions is called", "rename it")
            self._shapes(where, table)
            self._day(where, table)
            self._ends(where, table)
            self._wins(where, table)
            if table.progression is not None:
                self._progression(where, table, table.progression)

    def _shapes(self, where: str, table: schema.ModeTable) -> None:
        for i, stage in enumerate(table.stages):
            for shape in stage.shapes:
                usual = standard().get(shape)
                if usual is None and shape not in self.known:
                    self._fault(
                        f"{where}.stages[{i}]",
                        f"unknown shape {echo(shape)}",
                        nearest(shape, standard()),
                    )
                elif usual and not (
                    usual.height <= self.grid.rows and usual.width <= self.grid.cols
                ):
                    self._fault(
                        f"{where}.stages[{i}]",
                        f"{shape} ({usual.height}x{usual.width}) is larger than the board",
                        "drop it or enlarge the board",
                    )
        for shape in table.weights.shapes if table.weights else ():
            if shape not in self.known:
                self._fault(
                    f"{where}.weights.shapes",
                    f"{echo(shape)} is not in the catalogue",
                    nearest(shape, self.known),
                )

    def _day(self, where: str, table: schema.ModeTable) -> None:
        pieces = table.pieces
        if not table.same_for_everybody:
            if pieces is not None:
                self._fault(
                    f"{where}.pieces", "a number of pieces", "add same_for_everybody = true"
                )
            for key in ("attempts", "best_attempt_counts"):
                if getattr(table, key):
                    self._fault(f"{where}.{key}", "is of days", "add same_for_everybody = true")
        elif table.targets:
            self._fault(f"{where}.targets", "a day has no challenges", "drop one of them")
        if pieces is not None and pieces % self.tray_size:
            self._fault(
                f"{where}.pieces",
                f"{pieces} pieces are no whole number of trays",
                f"write a multiple of {self.tray_size}",
            )
        if pieces is not None and table.weights:
            # The portable sequence of a day is drawn from the catalogue as it is.
            self._fault(f"{where}.weights", "no part of a day with pieces", "drop one of them")

    def _ends(self, where: str, table: schema.ModeTable) -> None:
        if not table.game_over and not table.rescue_rows:
            # Without it a board that takes no piece would never change again.
            self._fault(f"{where}.rescue_rows", "missing", "game_over = false needs it")
        if table.game_over and table.rescue_rows:
            self._fault(f"{where}.rescue_rows", "rescues no game", "add game_over = false")
        rule = table.continues
        if rule is not None and not (rule.deals_fitting_pieces or rule.empties_fullest_rows):
            mend = "add deals_fitting_pieces = true or empties_fullest_rows"
            self._fault(f"{where}.continues", "changes nothing", mend)

    def _wins(self, where: str, table: schema.ModeTable) -> None:
        targets = table.targets or []
        if not table.points and (targets or table.winning):
            key = "targets" if targets else "winning"
            self._fault(f"{where}.{key}", "cannot be reached without points", "drop points = false")
        if targets and table.winning:
            self._fault(f"{where}.winning", "challenges are won by their targets", "drop it")
        if table.stages and not targets:
            self._fault(f"{where}.stages", "no challenge to join from", "add targets")
        for i in range(1, len(targets)):
            if targets[i] <= targets[i - 1]:
                self._fault(
                    f"{where}.targets[{i}]",
                    "is no step on from the one before",
                    f"ask for more than {targets[i - 1]}",
                )

    def _progression(
        self, where: str, table: schema.ModeTable, progression: schema.Progression
    ) -> None:
        if not table.targets:
            self._fault(f"{where}.targets", "missing", "the progression begins after it")
            return
        where = f"{where}.progression.levels"
        target, board = table.targets[-1], self.start
        for i, level in enumerate(progression.levels):
            after = self._board(f"{where}[{i}].start", level.start)
            if after is None:
                return
            if board & ~after or level.target < target or (after, level.target) == (board, target):
                self._fault(
                    f"{where}[{i}]",
                    "is no step on from the one before",
                    "keep its blocks and its target, and add to one of them",
                )
                return
            target, board = level.target, after

    def _board(self, where: str, rows: list[str]) -> Board | None:
        try:
            board = self.grid.parse(rows)
        except NotationError as error:
            self.faults += error.located("", where).faults
            return None
        if any(board & line == line for line in self.lines):
            self._fault(where, "a line is full from the start", "empty a cell of it")
            return None
        return board
