"""A ruleset file as a document: its tables, with the type and the range of each value.

Only what one value by itself can get wrong is stated here; what several values must agree
on (a shape that is larger than the board …) is checked by what builds the ruleset.
``docs/write-a-ruleset.md`` says what each key means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Annotated, Any, Literal

from fairtray.core.reading import (
    Choice,
    Converted,
    Length,
    ListOf,
    Number,
    Optional,
    Printable,
    Range,
    Union,
    Whole,
    document,
    kind_of,
)
from fairtray.core.shapes import MAX_SIDE
from fairtray.rulesets import weights

MAX_LINE_POINTS = 10**9
_MAX_COUNT = 10**9

Side = Annotated[int, Range(1, MAX_SIDE)]
Points = Annotated[int, Range(0, 1_000_000)]
Count = Annotated[int, Range(1, _MAX_COUNT)]
Weight = Annotated[float, Converted(Number(0, weights.MAX_WEIGHT), weights.exact)]
Name = Annotated[str, Length(1, 80), Printable()]
CellPair = Annotated[tuple[Annotated[int, Range(0, MAX_SIDE - 1)], ...], Length(2, 2)]
Region = Annotated[tuple[CellPair, ...], Length(1)]
Rows = Annotated[tuple[str, ...], Length(1, MAX_SIDE)]


@document(noun="table")
@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of the file; an unknown key is a fault, and no value is converted."""

    assumed: bool = False
    """Whether the publisher does not state what the table says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesTable(Table):
    """Which regions clear when full."""

    rows: bool = True
    cols: bool = True
    boxes: Annotated[tuple[Side, ...], Length(2, 2)] | None = None
    regions: Annotated[tuple[Region, ...], ListOf(kind_of(Region), partly=True)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeEntry(Table):
    """A shape of the catalogue that is more than a standard name."""

    name: Name
    rows: Rows | None = None
    weight: Weight = 1


_ENTRY = Union(
    {
        str: Converted(kind_of(Name), lambda name: ShapeEntry(name=name)),
        dict: kind_of(ShapeEntry),
    },
    'name or a table {name = "…", rows = ["…"]}',
)
_ATTEMPTS = Optional(
    Union({int: Whole(1, _MAX_COUNT), str: Choice(("unlimited",))}, "number, or 'unlimited'")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueTable(Table):
    """The shapes that can be dealt, in order."""

    shapes: Annotated[tuple[ShapeEntry, ...], ListOf(_ENTRY, 1, 1000, partly=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TripleTable(Table):
    """What one deal must be like."""

    size: Annotated[int, Range(1, 5)] = 3
    refill: Literal["all-used", "each-used"] = "all-used"
    max_large: Annotated[int, Range(0, 5)] | None = None
    large_from_cells: Count | None = None
    large: tuple[Name, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePointsTable(Table):
    """Points for n lines cleared by one move: a table for the first n, a formula for the rest."""

    table: tuple[Annotated[int, Range(0, MAX_LINE_POINTS)], ...] = ()
    formula: Annotated[str, Length(1, 200)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComboTable(Table):
    """The combo rule."""

    kind: Literal["none", "streak", "grace", "additive"]
    percents: Annotated[tuple[Points, ...], Length(1, 100)] | None = None
    grace: Annotated[int, Range(1, 1000)] | None = None
    bonus: Points | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PerfectClearTable(Table):
    """Points for a clearing move that leaves the board empty."""

    points: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringTable(Table):
    """What a move is worth."""

    per_cell: Points = 0
    lines: LinePointsTable = LinePointsTable()
    combo: ComboTable = ComboTable(kind="none")
    perfect_clear: PerfectClearTable = PerfectClearTable(points=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerTable(Table):
    """The ruleset's own dealer."""

    kind: Literal["uniform", "weighted", "retry", "sequential-fit", "any-fit", "unknown"]
    tries: Annotated[int, Range(1, 1_000_000)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTable(Table):
    """Shapes that join the catalogue from some challenge on."""

    from_challenge: Count
    shapes: Annotated[tuple[Name, ...], Length(1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeTable(Table):
    """One challenge: the score that wins it and the board that it begins with."""

    target: Count
    start: Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressionTable(Table):
    """The challenges after those of ``targets``; past the last one only the target grows."""

    levels: Annotated[tuple[ChallengeTable, ...], Length(1, 1000)]
    further_points: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class WinningTable(Table):
    """What wins a game that is not a challenge."""

    points: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeWeightsTable(Table):
    """Catalogue weights by number of cells (the last one for all larger), and for single shapes."""

    by_cells: Annotated[tuple[Weight, ...], Length(1)]
    shapes: Mapping[str, Weight] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueTable(Table):
    """What a mode offers when a game is lost."""

    per_game: Count
    deals_fitting_pieces: bool = False
    empties_fullest_rows: Annotated[int, Range(0, MAX_SIDE)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeTable(Table):
    """A published mode and its numbers."""

    pieces: Count | None = None
    same_for_everybody: bool = False
    renewed_at: Literal["local-midnight"] | None = None
    attempts: Annotated[int | str | None, _ATTEMPTS] = None
    best_attempt_counts: bool = False
    continues: ContinueTable | None = None
    undo: bool = False
    points: bool = True
    game_over: bool = True
    rescue_rows: Annotated[int, Range(0, MAX_SIDE)] = 0
    seconds: Count | None = None
    record: bool = True
    hints: bool = True
    winning: WinningTable | None = None
    targets: Annotated[tuple[Count, ...], Length(1)] | None = None
    progression: ProgressionTable | None = None
    stages: tuple[StageTable, ...] = ()
    weights: ModeWeightsTable | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StarsTable(Table):
    """A reward for finished games."""

    base: Points
    per_points: Count
    per_points_max: Points
    record_bonus: Points
    record_bonus_modes: tuple[Name, ...]
    challenge_max: Points
    daily_limit: Points
    won_daily: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoTable(Table):
    """How far moves can be taken back."""

    limit: Count
    redeals: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetFile(Table):
    """A whole ruleset file."""

    name: Name | None = None
    title: Name | None = None
    rows: Side
    cols: Side
    start: tuple[str, ...] | None = None
    lines: LinesTable = LinesTable()
    catalogue: CatalogueTable | None = None
    triple: TripleTable = TripleTable()
    scoring: ScoringTable | None = None
    dealer: DealerTable | None = None
    claims: tuple[Name, ...] = ()
    modes: Mapping[Name, ModeTable] = field(default_factory=dict, hash=False)
    stars: StarsTable | None = None
    undo: UndoTable | None = None


def plain(table: Table | None) -> dict[str, object]:
    """Return a table as JSON values, without whether it is assumed; {} for no table."""
    if table is None:
        return {}
    return {key: value for key, value in _plain(asdict(table)).items() if key != "assumed"}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def assumed_tables(value: object, path: str = "") -> list[str]:
    """Return the paths of the tables that say ``assumed = true``."""
    paths: list[str] = []
    if isinstance(value, Table):
        if value.assumed:
            paths.append(path or "everything")
        for part in fields(value):
            inner = getattr(value, part.name)
            paths += assumed_tables(inner, f"{path}.{part.name}" if path else part.name)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            paths += assumed_tables(inner, f"{path}.{key}")
    elif isinstance(value, tuple):
        for i, inner in enumerate(value):
            paths += assumed_tables(inner, f"{path}[{i}]")
    return paths
