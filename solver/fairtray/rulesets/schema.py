"""The shape of a ruleset file: keys, types and ranges, checked by pydantic.

Only what one value by itself can get wrong is checked here; what several values
must agree on (a shape that is larger than the board …) is checked in ``load``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from fairtray.core.shapes import MAX_SIDE

Side = Annotated[int, Field(ge=1, le=MAX_SIDE)]
MAX_LINE_POINTS = 10**9
Points = Annotated[int, Field(ge=0, le=1_000_000)]
Count = Annotated[int, Field(ge=1, le=1_000_000_000)]
Weight = Annotated[int, Field(ge=1, le=1_000_000)]


def _printable(text: str) -> str:
    # Names stand in messages and tables: a line break or an escape would tear those.
    if not text.isprintable():
        raise PydanticCustomError("printable", "use printable characters only")
    return text


Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_printable)]
CellPair = Annotated[
    list[Annotated[int, Field(ge=0, lt=MAX_SIDE)]], Field(min_length=2, max_length=2)
]


class _Table(BaseModel):
    """A table of the file; an unknown key is a fault, and no value is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    assumed: bool = False


class LinesTable(_Table):
    """Which regions clear when full."""

    rows: bool = True
    cols: bool = True
    boxes: Annotated[list[Side], Field(min_length=2, max_length=2)] | None = None
    regions: list[Annotated[list[CellPair], Field(min_length=1)]] = []


class ShapeEntry(_Table):
    """A shape of the catalogue that is more than a standard name."""

    name: Name
    rows: Annotated[list[str], Field(min_length=1, max_length=MAX_SIDE)] | None = None
    weight: Weight = 1


NAME_TAG, ENTRY_TAG = "<name>", "<entry>"


def _kind(value: object) -> str:
    # Told apart by hand, so that a bad entry is one fault and not one for each kind.
    return NAME_TAG if isinstance(value, str) else ENTRY_TAG


class CatalogueTable(_Table):
    """The shapes that can be dealt, in order."""

    shapes: Annotated[
        list[
            Annotated[
                Annotated[Name, Tag(NAME_TAG)] | Annotated[ShapeEntry, Tag(ENTRY_TAG)],
                Discriminator(_kind),
            ]
        ],
        Field(min_length=1, max_length=1000),
    ]


class TripleTable(_Table):
    """What one deal must be like."""

    size: Annotated[int, Field(ge=1, le=5)] = 3
    max_large: Annotated[int, Field(ge=0, le=5)] | None = None
    large_from_cells: Count | None = None
    large: list[Name] | None = None


class LinePointsTable(_Table):
    """Points for n lines cleared by one move: a table for the first n, a formula for the rest."""

    table: list[Annotated[int, Field(ge=0, le=MAX_LINE_POINTS)]] = []
    formula: Annotated[str, Field(min_length=1, max_length=200)] | None = None


class ComboTable(_Table):
    """The combo rule."""

    kind: Literal["none", "streak", "grace", "additive"]
    percents: Annotated[list[Points], Field(min_length=1, max_length=100)] | None = None
    grace: Annotated[int, Field(ge=1, le=1000)] | None = None
    bonus: Points | None = None


class PerfectClearTable(_Table):
    """Points for a clearing move that leaves the board empty."""

    points: Points


class ScoringTable(_Table):
    """What a move is worth."""

    per_cell: Points = 0
    lines: LinePointsTable = LinePointsTable()
    combo: ComboTable = ComboTable(kind="none")
    perfect_clear: PerfectClearTable = PerfectClearTable(points=0)


class DealerTable(_Table):
    """The ruleset's own dealer."""

    kind: Literal["uniform", "weighted", "retry", "sequential-fit", "any-fit", "unknown"]
    tries: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class Stage(_Table):
    """Shapes that join the catalogue from some challenge on."""

    from_challenge: Count
    shapes: Annotated[list[Name], Field(min_length=1)]


class ChallengeLevel(_Table):
    """One challenge: the score that wins it and the board that it begins with."""

    target: Count
    start: Annotated[list[str], Field(min_length=1, max_length=MAX_SIDE)]


class Progression(_Table):
    """The challenges after those of ``targets``; past the last one only the target grows."""

    levels: Annotated[list[ChallengeLevel], Field(min_length=1, max_length=1000)]
    further_points: Count


class Winning(_Table):
    """What wins a game that is no challenge."""

    points: Count


class ModeWeights(_Table):
    """Catalogue weights by number of cells (the last one for all larger), and for single shapes."""

    by_cells: Annotated[list[Weight], Field(min_length=1)]
    shapes: dict[str, Weight] = {}


class ContinueRule(_Table):
    """What a mode offers when a game is lost."""

    per_game: Count
    deals_fitting_pieces: bool = False
    empties_fullest_rows: Annotated[int, Field(ge=0, le=MAX_SIDE)] = 0


class ModeTable(_Table):
    """A published mode and its numbers."""

    pieces: Count | None = None
    same_for_everybody: bool = False
    renewed_at: Literal["local-midnight"] | None = None
    attempts: Count | Literal["unlimited"] | None = None
    best_attempt_counts: bool = False
    continues: ContinueRule | None = None
    undo: bool = False
    points: bool = True
    game_over: bool = True
    rescue_rows: Annotated[int, Field(ge=0, le=MAX_SIDE)] = 0
    seconds: Count | None = None
    record: bool = True
    hints: bool = True
    winning: Winning | None = None
    targets: Annotated[list[Count], Field(min_length=1)] | None = None
    progression: Progression | None = None
    stages: list[Stage] = []
    weights: ModeWeights | None = None


class StarsTable(_Table):
    """A reward for finished games."""

    base: Points
    per_points: Count
    per_points_max: Points
    record_bonus: Points
    record_bonus_modes: list[Name]
    challenge_max: Points
    daily_limit: Points
    won_daily: Points


class UndoTable(_Table):
    """How far moves can be taken back."""

    limit: Count
    redeals: bool = False


class RulesetFile(_Table):
    """A whole ruleset file."""

    name: Name | None = None
    title: Name | None = None
    rows: Side
    cols: Side
    start: list[str] | None = None
    lines: LinesTable = LinesTable()
    catalogue: CatalogueTable | None = None
    triple: TripleTable = TripleTable()
    scoring: ScoringTable | None = None
    dealer: DealerTable | None = None
    claims: list[Name] = []
    modes: dict[Name, ModeTable] = {}
    stars: StarsTable | None = None
    undo: UndoTable | None = None
