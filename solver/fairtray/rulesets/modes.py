"""The modes of a ruleset file: read once, and held against each other and the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairtray.core.board import Board, Grid, Mask
from fairtray.core.errors import NotationError, echo, nearest
from fairtray.core.reading import Place
from fairtray.core.shapes import Shape, standard
from fairtray.rulesets.file import ModeTable, ModeWeightsTable, ProgressionTable, UndoTable
from fairtray.rulesets.model import CatalogueEntry, ContinueRule, Level, ModeRules
from fairtray.rulesets.weights import fault_of

PRACTICE = "practice"
"""A name that no file may give to a mode: recorded games use it for single positions."""

UNDO_LIMIT = 2000
"""Moves that can be taken back where a mode has undo and its ruleset names no limit."""


@dataclass(frozen=True, slots=True)
class ModeReader:
    """Reads the tables of modes; faults are noted at their places.

    Attributes:
        grid: the board's size.
        lines: the regions that clear when full.
        start: the board that a game begins with.
        catalogue: the shapes that can be dealt; None for any.
        tray_size: pieces in one deal.
        undo: how far moves can be taken back, where the ruleset says so.
    """

    grid: Grid
    lines: tuple[Mask, ...]
    start: Board
    catalogue: tuple[CatalogueEntry, ...] | None
    tray_size: int
    undo: UndoTable | None

    def read(self, tables: Mapping[str, ModeTable], at: Place) -> tuple[ModeRules, ...]:
        """Return the modes in the order of the file; without meaning where there are faults."""
        return tuple(self._mode(name, table, at.at(name)) for name, table in tables.items())

    def _mode(self, name: str, table: ModeTable, at: Place) -> ModeRules:
        if name == PRACTICE:
            at.fault("is what playing single positions is called", "rename it")
        stages = self._stages(table, at)
        self._check_day(table, at)
        self._check_end(table, at)
        self._check_targets(table, at)
        levels = [Level(target, self.start) for target in table.targets or ()]
        if table.progression is not None:
            levels += self._progression(table, table.progression, at)
        rule, undo = table.continues, self.undo
        return ModeRules(
            name=name,
            pieces=table.pieces,
            daily=table.same_for_everybody,
            attempts=table.attempts if isinstance(table.attempts, int) else None,
            best_attempt_counts=table.best_attempt_counts,
            continues=None
            if rule is None
            else ContinueRule(rule.per_game, rule.deals_fitting_pieces, rule.empties_fullest_rows),
            undo_limit=(UNDO_LIMIT if undo is None else undo.limit) if table.undo else 0,
            undo_redeals=undo is not None and undo.redeals,
            points=table.points,
            game_over=table.game_over,
            rescue_rows=table.rescue_rows,
            seconds=table.seconds,
            record=table.record,
            hints=table.hints,
            levels=tuple(levels),
            further_points=0 if table.progression is None else table.progression.further_points,
            stages=stages,
            winning_points=None if table.winning is None else table.winning.points,
            weights=self._weights(table.weights, stages, at) if table.weights else {},
            table=table,
        )

    def _known(self) -> dict[str, Shape]:
        return {entry.shape.name: entry.shape for entry in self.catalogue or ()}

    def _stages(self, table: ModeTable, at: Place) -> tuple[tuple[int, tuple[Shape, ...]], ...]:
        if table.stages and not table.targets:
            at.at("stages").fault("no challenge to join from", "add targets")
        known = self._known()
        stages = []
        for i, stage in enumerate(table.stages):
            shapes = []
            for name in stage.shapes:
                place, usual = at.at("stages", i), standard().get(name)
                if usual is None and name not in known:
                    place.fault(f"unknown shape {echo(name)}", nearest(name, standard()))
                    continue
                if usual and (usual.height > self.grid.rows or usual.width > self.grid.cols):
                    place.fault(
                        f"{name} ({usual.height}x{usual.width}) is larger than the board",
                        "drop it or enlarge the board",
                    )
                shapes.append(known.get(name) or standard()[name])
            stages.append((stage.from_challenge, tuple(shapes)))
        return tuple(stages)

    def _weights(
        self,
        table: ModeWeightsTable,
        stages: Iterable[tuple[int, tuple[Shape, ...]]],
        at: Place,
    ) -> dict[str, float]:
        known = self._known()
        for name in table.shapes:
            if name not in known:
                at.at("weights", "shapes").fault(
                    f"{echo(name)} is not in the catalogue", nearest(name, known)
                )
        by_cells = table.by_cells
        joining = [shape for _, shapes in stages for shape in shapes]
        weights = {
            shape.name: table.shapes.get(shape.name, by_cells[min(shape.size, len(by_cells)) - 1])
            for shape in (*joining, *known.values())
        }
        # Those that join come later, so that the others must do by themselves.
        for names in (known, weights):
            fault = fault_of([weights[name] for name in names]) if names else None
            if fault is not None:
                at.at("weights").fault(fault.what, fault.mend)
                break
        return weights

    def _check_day(self, table: ModeTable, at: Place) -> None:
        pieces = table.pieces
        if not table.same_for_everybody:
            if pieces is not None:
                at.at("pieces").fault("a number of pieces", "add same_for_everybody = true")
            for key in ("attempts", "best_attempt_counts"):
                if getattr(table, key):
                    at.at(key).fault("is of days", "add same_for_everybody = true")
        elif table.targets:
            at.at("targets").fault("a day has no challenges", "drop one of them")
        if pieces is not None and pieces % self.tray_size:
            at.at("pieces").fault(
                f"{pieces} pieces are not a whole number of trays",
                f"write a multiple of {self.tray_size}",
            )
        if pieces is not None and table.weights:
            # The portable sequence of a day is drawn from the catalogue as it is.
            at.at("weights").fault(
                "a day with a number of pieces cannot have weights", "drop one of them"
            )

    def _check_end(self, table: ModeTable, at: Place) -> None:
        if not table.game_over and not table.rescue_rows:
            # Without it a board that takes no piece would never change again.
            at.at("rescue_rows").fault("missing", "game_over = false needs it")
        if table.game_over and table.rescue_rows:
            at.at("rescue_rows").fault("has no effect", "add game_over = false")
        rule = table.continues
        if rule is not None and not (rule.deals_fitting_pieces or rule.empties_fullest_rows):
            at.at("continues").fault(
                "changes nothing", "add deals_fitting_pieces = true or empties_fullest_rows"
            )

    def _check_targets(self, table: ModeTable, at: Place) -> None:
        targets = table.targets or ()
        if not table.points and (targets or table.winning):
            key = "targets" if targets else "winning"
            at.at(key).fault("cannot be reached without points", "drop points = false")
        if targets and table.winning:
            at.at("winning").fault("challenges are won by their targets", "drop it")
        for i in range(1, len(targets)):
            if targets[i] <= targets[i - 1]:
                at.at("targets", i).fault(
                    "is not harder than the one before", f"ask for more than {targets[i - 1]}"
                )

    def _progression(
        self, table: ModeTable, progression: ProgressionTable, at: Place
    ) -> list[Level]:
        """Return the levels after those of the targets, up to the first that is at fault."""
        if not table.targets:
            at.at("targets").fault("missing", "the progression begins after it")
            return []
        levels: list[Level] = []
        before = Level(table.targets[-1], self.start)
        for i, given in enumerate(progression.levels):
            place = at.at("progression", "levels", i)
            board = self._board(given.start, place.at("start"))
            if board is None:
                break
            level = Level(given.target, board)
            if before.start & ~board or level.target < before.target or level == before:
                place.fault(
                    "is not harder than the one before",
                    "keep its blocks and its target, and add to one of them",
                )
                break
            levels.append(level)
            before = level
        return levels

    def _board(self, rows: tuple[str, ...], at: Place) -> Board | None:
        try:
            board = self.grid.parse(list(rows))
        except NotationError as error:
            at.nested(error)
            return None
        if any(board & line == line for line in self.lines):
            at.fault("a line is full from the start", "empty a cell of it")
            return None
        return board
