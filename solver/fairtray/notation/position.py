"""Positions as documents: what one holds, and what its values must agree on."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

from fairtray.core.board import Board
from fairtray.core.errors import Fault, InputError, NotationError, RulesetError, counted, echo
from fairtray.core.reading import (
    Anything,
    ListOf,
    Meaning,
    Needed,
    Optional,
    Place,
    Range,
    Text,
    Union,
    document,
    present,
)
from fairtray.core.shapes import Shape
from fairtray.game import Position
from fairtray.notation.pieces import PIECE, is_bitboard, read_bitboard, read_shape
from fairtray.rulesets import registry
from fairtray.rulesets.model import Ruleset

Tray = tuple[Shape | None, ...]
"""One entry a slot; None for a used slot."""

MAX_COUNT = 1_000_000
"""The largest combo counter; with the largest scores it stays within 64 bits."""

MAX_SCORE = 10**15

OWN_KEYS = frozenset(
    {"id", "kind", "name", "title", "note", "notes", "comment", "source", "line", "expect"}
    | {"date", "game", "turn", "record", "again"}
)
"""Keys that collections of positions carry for their own use."""

SYNONYMS = MappingProxyType({"trays": "upcoming"})
HINTS = MappingProxyType(
    {"pieces": "tray", "shapes": "tray", "hand": "tray", "grid": "board", "rules": "ruleset"}
)

NOT_GIVEN: Final = object()
"""Stands for a ruleset that a document does not name; ``null`` is a value, and refused."""

RULESET = Anything({"type": ["string", "object"]})
ROW = Anything(
    {
        "anyOf": [
            {"type": "string", "pattern": "^[#X1._0]*$"},
            {"type": "array", "items": {"enum": [0, 1, *"#X1._0"]}},
        ]
    },
    name="Row",
)
BOARD = Union({list: ListOf(ROW, 1), str: Text(1)}, "list of rows", 'the rows, such as ["..##", …]')
TRAY = ListOf(Optional(PIECE), example='the pieces, such as ["I3h"], or [] for none')


@document(
    unknown="warning",
    ignored=OWN_KEYS,
    synonyms=SYNONYMS,
    hints=HINTS,
    noun="position",
    example='an object: {"board": …, "tray": …}',
)
@dataclass(frozen=True, slots=True)
class PositionFile:
    """A position: a board, the pieces on offer, and what the score depends on."""

    ruleset: Annotated[object, RULESET, Meaning("bloky-8x8 unless given")] = NOT_GIVEN
    board: Annotated[object, BOARD, Needed()] = None
    tray: Annotated[Sequence[object], TRAY, Needed(), Meaning("null for a used slot")] = ()
    combo: Annotated[int, Range(0, MAX_COUNT)] | None = None
    moves_since_clear: Annotated[int, Range(0, MAX_COUNT)] | None = None
    score: Annotated[int, Range(0, MAX_SCORE)] | None = None
    upcoming: Annotated[
        Sequence[Sequence[object]] | None,
        Optional(ListOf(TRAY, partly=True, example='trays: [["I3h", "dot"], …]')),
        Meaning("the trays that follow"),
    ] = None
    moves: Annotated[object, Anything()] = None


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


def ruleset_of(
    file: PositionFile, root: Place, override: Ruleset | None, folder: Path | None
) -> Ruleset | None:
    """Return the ruleset of a position; None if it cannot be read, which is noted.

    Args:
        file: the position.
        root: the place of its document.
        override: the ruleset to use instead of the document's; None for its own, or the
            default where it names none.
        folder: where relative paths of rulesets start.
    """
    given, at = file.ruleset, root.at("ruleset")
    if override is not None:
        if given is not NOT_GIVEN and given != override.name:
            root.warn(
                f"the ruleset asked for, {echo(override.name)}, is used in place of the "
                f"file's own, {echo(given)}"
            )
        return override
    if at.touches_refused():
        return None
    return read_ruleset(given, at, folder)


def read_ruleset(given: object, at: Place, folder: Path | None) -> Ruleset | None:
    """Return the ruleset that a document names or holds; None if it cannot be read.

    Args:
        given: what it says; :data:`NOT_GIVEN` for the default.
        at: where it says it.
        folder: where relative paths of rulesets start.
    """
    try:
        if given is NOT_GIVEN:
            return registry.builtin(registry.DEFAULT)
        if isinstance(given, dict):
            # The order of the keys counts: the first mode is the one played unless named.
            return _in_place(json.dumps(given))
        return registry.get(given, folder)  # type: ignore[arg-type]
    except RulesetError as error:
        if error.source:
            at.fault("; ".join(f"{echo(error.source, 200)}: {fault}" for fault in error.faults))
        else:
            at.nested(error)
    return None


@functools.lru_cache(maxsize=64)
def _in_place(text: str) -> Ruleset:
    # Thousands of positions may carry the same object: one ruleset, and one set of tables.
    return registry.get(json.loads(text))


def reading_of(file: PositionFile, root: Place, ruleset: Ruleset | None) -> Reading:
    """Return a position; what its values do not agree on is noted in the log.

    Args:
        file: the position, each value by itself as it must be, or its default.
        root: the place of its document.
        ruleset: its ruleset; None where that cannot be read, and the rest is judged as far
            as it can be. The position is then without meaning.
    """
    board = read_board(file.board, root.at("board"), ruleset)
    tray = read_tray(file.tray, root.at("tray"), ruleset)
    combo, since = _counters(file, root, ruleset)
    upcoming = tuple(
        read_tray(tray, root.at("upcoming", i), ruleset) for i, tray in present(file.upcoming or ())
    )
    position = Position(
        ruleset or registry.builtin(registry.DEFAULT), board, tray, combo, since, file.score or 0
    )
    return Reading(position, upcoming, tuple(root.log.warnings))


def read_board(given: object, at: Place, ruleset: Ruleset | None) -> Board:
    """Return a board given as rows, as rows joined by ``/``, or as a bitboard."""
    if given is None or ruleset is None:
        return 0
    try:
        board = _parsed(given, ruleset)
    except NotationError as error:
        at.nested(error)
        return 0
    full = [ruleset.line_names[i] for i in ruleset.full_lines(board)]
    if full:
        are, them = ("is", "it") if len(full) == 1 else ("are", "them")
        at.warn(
            f"{', '.join(full)} (counted from 1) {are} full from the start; "
            f"the next placement clears {them}"
        )
    return board


def _parsed(given: object, ruleset: Ruleset) -> Board:
    """Return a board.

    Raises:
        NotationError: with every fault; a wrong size is one fault, not one for each row.
    """
    grid = ruleset.grid
    understood = ""
    if isinstance(given, str):
        if is_bitboard(given):
            return read_bitboard(given, grid)
        understood = f"{echo(given)}, read as rows with / between them, is "
        rows: Sequence[object] = [row.strip() for row in given.split("/")]
    else:
        rows = given  # type: ignore[assignment]
    size = _size(rows)
    if size is not None and size != (grid.rows, grid.cols):
        raise NotationError(
            Fault(
                "",
                f"{understood}{size[0]}x{size[1]} cells, but a board of {ruleset.name} "
                f"has {grid.rows}x{grid.cols}",
                f"write {grid.rows} rows of {grid.cols} cells or name another ruleset",
            )
        )
    return grid.parse(rows)


def _size(rows: Sequence[object]) -> tuple[int, int] | None:
    """Return rows and columns of a rectangular board; None when it is not rectangular."""
    widths = {len(row) if isinstance(row, (str, list)) else -1 for row in rows}
    width = widths.pop() if len(widths) == 1 else -1
    return None if width < 0 else (len(rows), width)


def read_tray(given: Sequence[object], at: Place, ruleset: Ruleset | None) -> Tray:
    """Return a tray; a piece that cannot be read is noted, and leaves its slot used."""
    return tuple(
        None if piece is None else read_piece(piece, at.at(slot), ruleset)
        for slot, piece in enumerate(given)
    )


def read_piece(given: object, at: Place, ruleset: Ruleset | None) -> Shape | None:
    """Return a piece; None if it cannot be read, which is noted."""
    try:
        return read_shape(given, ruleset)
    except InputError as error:
        at.nested(error)
        return None


def _counters(file: PositionFile, root: Place, ruleset: Ruleset | None) -> tuple[int, int]:
    """Return the combo counter and the moves since the last clear."""
    combo, since = file.combo or 0, file.moves_since_clear or 0
    # Without a running combo there is nothing that these moves could end.
    if ruleset is None or not combo:
        return 0, 0
    rule = ruleset.scoring.combo
    if rule.kind == "none":
        root.at("combo").warn(f"{ruleset.name} has no combo, so it is ignored")
        return 0, 0
    if since >= rule.grace:
        has = "has" if since == 1 else "have"
        root.at("moves_since_clear").fault(
            f"{counted(since, 'move')} without a clear {has} ended the combo",
            f"write 0 to {rule.grace - 1}, or combo 0",
        )
    return combo, since
