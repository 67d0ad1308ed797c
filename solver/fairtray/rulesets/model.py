"""A ruleset as frozen data: what the engine, the search and the audit read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal

from fairtray.core.board import Board, Grid, Mask
from fairtray.core.shapes import Shape

ComboKind = Literal["none", "streak", "grace", "additive"]
DealerKind = Literal["uniform", "weighted", "retry", "sequential-fit", "any-fit", "unknown"]

COMBO_KINDS: tuple[ComboKind, ...] = ("none", "streak", "grace", "additive")

DEALER_KINDS: tuple[DealerKind, ...] = (
    "uniform",
    "weighted",
    "retry",
    "sequential-fit",
    "any-fit",
    "unknown",
)

CLAIM_IDS = (
    "in-catalogue",
    "some-fits",
    "each-fits",
    "triple-placeable",
    "large-limit",
    "uniform",
    "sequential-uniform",
    "board-blind",
    "score-blind",
    "record-blind",
    "length-blind",
    "reproducible",
    "undo-stable",
)
"""The promises a ruleset can make about its dealer, in the order of reports."""

TABLES = ("modes", "stars", "undo")
"""The keys that say how a game is played in one mode and another; the digest leaves them out."""


@dataclass(frozen=True, slots=True)
class Combo:
    """How clearing moves in a row are rewarded.

    The counter is raised by a clearing move before that move is scored, and goes
    back to 0 after ``grace`` moves in a row that clear nothing.

    Attributes:
        kind: ``none``: no counter. ``streak``: line points times ``percents``,
            the last one for all higher counts. ``grace``: line points times the
            counter. ``additive``: ``bonus`` more for each count above the first.
        grace: how many non-clearing moves in a row end the combo (1 except for ``grace``).
        percents: for ``streak``: percent of the line points at count 1, 2, …
        bonus: for ``additive``: points for each count above the first.
    """

    kind: ComboKind = "none"
    grace: int = 1
    percents: tuple[int, ...] = (100,)
    bonus: int = 0

    def line_points(self, base: int, count: int) -> int:
        """Return what a clearing move with this counter earns for lines worth ``base``."""
        if self.kind == "grace":
            return base * count
        if self.kind == "streak":
            return base * self.percents[min(count, len(self.percents)) - 1] // 100
        if self.kind == "additive":
            return base + self.bonus * (count - 1)
        return base

    def after(self, clears: bool, count: int, moves_since_clear: int) -> tuple[int, int]:
        """Return the counter and the moves since the last clear after one more move."""
        if self.kind == "none":
            return 0, 0
        if clears:
            return count + 1, 0
        if count == 0 or moves_since_clear + 1 >= self.grace:
            return 0, 0
        return count, moves_since_clear + 1


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a move is worth.

    Attributes:
        per_cell: points for each cell of the placed shape.
        lines: points for n lines cleared by one move, indexed by n; ``lines[0]`` is 0.
            As long as the ruleset has lines, so every index that can occur is there.
        combo: the combo rule, applied to the line points only.
        perfect_clear: points for a clearing move that leaves the board empty,
            never multiplied by a combo.
    """

    per_cell: int
    lines: tuple[int, ...]
    combo: Combo = field(default_factory=Combo)
    perfect_clear: int = 0

    def points(self, cells: int, lines: int, combo: int, board_empty: bool) -> int:
        """Return the points of one move.

        Args:
            cells: number of cells of the placed shape.
            lines: number of lines that the move cleared.
            combo: the combo counter after the move.
            board_empty: whether no cell is left filled after the clear.
        """
        points = self.per_cell * cells
        if lines:
            points += self.combo.line_points(self.lines[lines], combo)
            if board_empty:
                points += self.perfect_clear
        return points


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One shape that a ruleset can deal.

    Attributes:
        shape: the shape.
        weight: its weight where the dealer draws with weights (1 when uniform).
        large: whether it counts towards the limit of large shapes in a triple.
    """

    shape: Shape
    weight: int = 1
    large: bool = False


@dataclass(frozen=True, slots=True)
class DealerSpec:
    """Which dealer a ruleset uses.

    Attributes:
        kind: the dealer's name in the registry, or ``unknown``.
        tries: for ``retry``: how many triples are drawn before the last is dealt anyway.
    """

    kind: DealerKind = "unknown"
    tries: int = 1


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Everything that tells one game from another.

    Attributes:
        name: the name to ask for it.
        title: the name to print.
        grid: the board's size.
        lines: the regions that clear when full, each a mask.
        line_names: what to call each line: ``row 1``, ``column 3``, ``box 2``, ``region 1``.
        catalogue: the shapes that can be dealt, in order; None when any shape is allowed.
        scoring: what a move is worth.
        start: the board a game begins with.
        tray_size: pieces in one deal.
        max_large: most large shapes in one deal; None for no limit.
        dealer: the ruleset's own dealer.
        claims: ids of the promises that the game makes about its dealer.
        modes: the published modes and their numbers, by name.
        stars: the numbers of the reward system, where the game has one.
        undo: the numbers of the undo rule, where the game has one.
        assumed: the keys whose values the publisher does not state.
        digest: SHA-256 of the rules themselves, in hex; names and layout do not count.
    """

    name: str
    title: str
    grid: Grid
    lines: tuple[Mask, ...]
    line_names: tuple[str, ...]
    catalogue: tuple[CatalogueEntry, ...] | None
    scoring: Scoring
    start: Board = 0
    tray_size: int = 3
    max_large: int | None = None
    dealer: DealerSpec = field(default_factory=DealerSpec)
    claims: tuple[str, ...] = ()
    modes: Mapping[str, Mapping[str, object]] = field(default_factory=_nothing, hash=False)
    stars: Mapping[str, object] = field(default_factory=_nothing, hash=False)
    undo: Mapping[str, object] = field(default_factory=_nothing, hash=False)
    assumed: tuple[str, ...] = ()
    digest: str = ""

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[object, ...]]:
        """Pickle it with plain dicts: work is sent to other processes, and a proxy cannot be."""
        return _unpickled, tuple(_plain(getattr(self, part.name)) for part in fields(self))

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The catalogue's shapes in order; empty when any shape is allowed."""
        return tuple(entry.shape for entry in self.catalogue or ())

    def full_lines(self, board: Board) -> list[int]:
        """Return the indices of the lines of which every cell is filled."""
        return [i for i, line in enumerate(self.lines) if board & line == line]

    def spanned_lines(self, shape: Shape) -> int:
        """Return the most lines that one placement of the shape can touch."""
        return max(
            (
                sum(1 for line in self.lines if line & self.grid.placed(shape, row, col))
                for row, col in self.grid.anchors(shape)
            ),
            default=0,
        )


def _plain(value: object) -> object:
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, Mapping) else value


def _unpickled(*values: Any) -> Ruleset:
    ruleset = Ruleset(*values)
    modes = {mode: MappingProxyType(table) for mode, table in ruleset.modes.items()}
    return replace(
        ruleset,
        modes=MappingProxyType(modes),
        stars=MappingProxyType(dict(ruleset.stars)),
        undo=MappingProxyType(dict(ruleset.undo)),
    )
