"""From a setup to a position: every fault is found and listed, each with its field."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path

from fairtray.core.board import Board
from fairtray.core.errors import (
    Fault,
    InputError,
    NotationError,
    PositionError,
    RulesetError,
    counted,
    echo,
)
from fairtray.core.shapes import Shape
from fairtray.game import Position
from fairtray.notation import bitboards
from fairtray.notation.pieces import read_shape
from fairtray.notation.setup import MISSING, Setup
from fairtray.rulesets import registry
from fairtray.rulesets.model import Ruleset

Tray = tuple[Shape | None, ...]
"""One entry a slot; None for a used slot."""

_MAX_COUNT = 1_000_000
"""The largest combo counter; with the largest scores it stays within 64 bits."""

_MAX_SCORE = 10**15


@dataclass(frozen=True, slots=True)
class Reading:
    """A position as read.

    Attributes:
        position: the position.
        upcoming: the trays known to follow.
        warnings: what is odd about it but allowed, such as a line that is full.
    """

    position: Position
    upcoming: tuple[Tray, ...] = ()
    warnings: tuple[str, ...] = ()


def validate(
    setup: Setup,
    ruleset: Ruleset | None = None,
    folder: Path | None = None,
    *,
    needs_tray: bool = True,
) -> Reading:
    """Return the position that a setup describes.

    Args:
        setup: what was read.
        ruleset: the ruleset to use whatever the setup says; None to use the setup's,
            or the default where it names none.
        folder: where relative paths of rulesets start.
        needs_tray: whether a missing tray is a fault; else it is an empty one.

    Raises:
        PositionError: with every fault, in the order of the fields.
    """
    reader = Reader(setup, ruleset, folder)
    reading = reader.reading(needs_tray=needs_tray)
    reader.close()
    return reading


class Reader:
    """Collects the faults and warnings of one setup while its fields are read."""

    def __init__(self, setup: Setup, ruleset: Ruleset | None, folder: Path | None) -> None:
        self.setup = setup
        self.faults: list[Fault] = []
        self.warnings = list(setup.warnings)
        self.ruleset = self._ruleset(ruleset, folder)

    def fault(self, where: str, what: str, mend: str) -> None:
        """Note one fault."""
        self.faults.append(Fault(where, what, mend))

    def nested(self, where: str, error: InputError) -> None:
        """Note the faults that reading one field has raised."""
        self.faults += error.located("", where).faults

    def close(self) -> None:
        """Raise what was found.

        Raises:
            PositionError: there was at least one fault.
        """
        if self.faults:
            raise PositionError([self.setup.placed(fault) for fault in self.faults])

    def reading(self, *, needs_tray: bool) -> Reading:
        """Return the position; without meaning when there are faults."""
        setup = self.setup
        board = self._board()
        if setup.tray is MISSING and not needs_tray:
            tray: Tray = ()
        else:
            tray = self._tray("tray", setup.tray)
        combo, since = self._counters()
        score = self._count("score", setup.score, _MAX_SCORE)
        upcoming = self._upcoming()
        ruleset = self.ruleset or registry.builtin(registry.DEFAULT)
        position = Position(ruleset, board, tray, combo, since, score)
        return Reading(position, upcoming, tuple(self.warnings))

    def _ruleset(self, override: Ruleset | None, folder: Path | None) -> Ruleset | None:
        given = self.setup.ruleset
        if override is not None:
            if given is not MISSING and given != override.name:
                self.warnings.append(
                    f"the ruleset asked for, {echo(override.name)}, is used in place of the "
                    f"file's own, {echo(given)}"
                )
            return override
        try:
            if given is MISSING:
                return registry.builtin(registry.DEFAULT)
            if isinstance(given, dict):
                return _in_place(json.dumps(given, sort_keys=True))
            return registry.get(given, folder)  # type: ignore[arg-type]
        except RulesetError as error:
            if error.source:
                text = "; ".join(f"{echo(error.source, 200)}: {fault}" for fault in error.faults)
                self.fault("ruleset", text, "")
            else:
                self.nested("ruleset", error)
        return None

    def _board(self) -> Board:
        given = self.setup.board
        if given is MISSING:
            self.fault("board", "missing", 'write the rows, such as ["..##", …]')
            return 0
        if not isinstance(given, (str, list)):
            self.fault("board", f"{echo(given)} is no list", 'write the rows, such as ["..##", …]')
            return 0
        if self.ruleset is None:
            return 0
        try:
            board = _parsed(given, self.ruleset)
        except NotationError as error:
            self.nested("board", error)
            return 0
        full = [self.ruleset.line_names[i] for i in self.ruleset.full_lines(board)]
        if full:
            are, them = ("is", "it") if len(full) == 1 else ("are", "them")
            self.warnings.append(
                f"board: {', '.join(full)} (counted from 1) {are} full from the start; "
                f"the next placement clears {them}"
            )
        return board

    def _tray(self, where: str, given: object) -> Tray:
        if given is MISSING:
            self.fault(where, "missing", "write the pieces, or [] for none")
            return ()
        if not isinstance(given, list):
            self.fault(where, f"{echo(given)} is no list", 'write the pieces, such as ["I3h"]')
            return ()
        tray: list[Shape | None] = []
        for i, piece in enumerate(given):
            try:
                tray.append(None if piece is None else self.shape(piece))
            except InputError as error:
                self.nested(f"{where}[{i}]", error)
                tray.append(None)
        return tuple(tray)

    def shape(self, value: object) -> Shape:
        """Return a shape of this setup's ruleset; raises what :func:`read_shape` raises."""
        return read_shape(value, self.ruleset)

    def _upcoming(self) -> tuple[Tray, ...]:
        given = self.setup.upcoming
        if given is MISSING or given is None:
            return ()
        if not isinstance(given, list):
            self.fault("upcoming", f"{echo(given)} is no list", 'write trays: [["I3h", "dot"], …]')
            return ()
        return tuple(self._tray(f"upcoming[{i}]", tray) for i, tray in enumerate(given))

    def _counters(self) -> tuple[int, int]:
        """Return the combo counter and the moves since the last clear."""
        combo = self._count("combo", self.setup.combo, _MAX_COUNT)
        since = self._count("moves_since_clear", self.setup.moves_since_clear, _MAX_COUNT)
        if self.ruleset is None:
            return 0, 0
        rule = self.ruleset.scoring.combo
        if rule.kind == "none":
            if combo:
                self.warnings.append(f"combo: {self.ruleset.name} has no combo, so it is ignored")
            return 0, 0
        # Without a running combo there is nothing that these moves could end.
        if not combo:
            return 0, 0
        if since >= rule.grace:
            has = "has" if since == 1 else "have"
            self.fault(
                "moves_since_clear",
                f"{counted(since, 'move')} without a clear {has} ended the combo",
                f"write 0 to {rule.grace - 1}, or combo 0",
            )
        return combo, since

    def _count(self, where: str, given: object, most: int) -> int:
        if given is MISSING or given is None:
            return 0
        if type(given) is not int or not 0 <= given <= most:
            self.fault(where, f"{echo(given)} is not allowed", f"a whole number from 0 to {most}")
            return 0
        return given


def _parsed(given: str | list[object], ruleset: Ruleset) -> Board:
    """Return a board given as rows, as rows joined by ``/``, or as a bitboard.

    Raises:
        NotationError: with every fault; a wrong size is one fault, not one for each row.
    """
    grid = ruleset.grid
    understood = ""
    if isinstance(given, str):
        if bitboards.is_meant(given):
            return bitboards.read(given, grid)
        understood = f"{echo(given)}, read as rows with / between them, is "
        given = [row.strip() for row in given.split("/")]
    size = _size(given)
    if size is not None and size != (grid.rows, grid.cols):
        raise NotationError(
            Fault(
                "",
                f"{understood}{size[0]}x{size[1]} cells, but a board of {ruleset.name} "
                f"has {grid.rows}x{grid.cols}",
                f"write {grid.rows} rows of {grid.cols} cells or name another ruleset",
            )
        )
    return grid.parse(given)


def _size(rows: list[object]) -> tuple[int, int] | None:
    """Return rows and columns of a rectangular board; None when it is not rectangular."""
    widths = {len(row) if isinstance(row, (str, list)) else -1 for row in rows}
    width = widths.pop() if len(widths) == 1 else -1
    return None if width < 0 else (len(rows), width)


@functools.lru_cache(maxsize=64)
def _in_place(text: str) -> Ruleset:
    # Thousands of positions may carry the same object: one ruleset, and one set of tables.
    return registry.get(json.loads(text))
