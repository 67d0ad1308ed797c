"""A ruleset as frozen data: what the engine, the search and the audit read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from fairtray.core.board import Board, Grid, Mask
from fairtray.core.shapes import Shape
from fairtray.rulesets.file import ModeTable, StarsTable, UndoTable, plain
from fairtray.rulesets.weights import whole_weights

ComboKind = Literal["none", "streak", "grace", "additive"]
Refill = Literal["all-used", "each-used"]
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
        weight: its weight where the dealer draws with weights, of at most six decimals; a
            whole number is an ``int``. 0 for a shape that is known but never dealt.
        large: whether it counts towards the limit of large shapes in a triple.
    """

    shape: Shape
    weight: float = 1
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


@dataclass(frozen=True, slots=True)
class ContinueRule:
    """What a mode offers when nothing fits any more.

    Attributes:
        per_game: how often in a game.
        deals_fitting_pieces: whether new pieces are dealt that all fit.
        empties_rows: up to how many of the fullest rows are emptied, one at a time, until
            a piece fits; 0 for none.
    """

    per_game: int
    deals_fitting_pieces: bool
    empties_rows: int


@dataclass(frozen=True, slots=True)
class Level:
    """One challenge.

    Attributes:
        target: the score at which it is won.
        start: the board that it begins with.
    """

    target: int
    start: Board


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeRules:
    """What a mode changes of its ruleset. The numbers are those of its file (``docs/modes.md``).

    Attributes:
        name: what the ruleset calls it.
        pieces: how many pieces a game has; None for no end.
        daily: whether date and key decide the game, the same for everybody.
        attempts: games of one day; None for any number.
        best_attempt_counts: whether the best of a day's games counts.
        continues: what is offered when nothing fits; None for nothing.
        undo_limit: how many moves can be taken back; 0 for none.
        undo_redeals: whether deals after an undo are drawn again.
        points: whether moves earn points and combos.
        game_over: whether the game ends when nothing fits; else ``rescue_rows`` helps.
        rescue_rows: how many rows a rescue empties when new pieces do not fit either.
        seconds: how long a game takes at most; None for any time.
        record: whether a game can set a record.
        hints: whether the solver may help.
        levels: the challenges that have numbers of their own, from challenge 1; empty
            where the mode has no challenges.
        further_points: by how much each challenge after those raises the target.
        stages: shapes that join the catalogue, with the challenge that they join from.
        winning_points: the score at which a game without challenges is won; None for none.
        weights: catalogue weights by shape name, where the mode has its own.
        table: the mode as its file has it.
    """

    name: str
    pieces: int | None = None
    daily: bool = False
    attempts: int | None = None
    best_attempt_counts: bool = False
    continues: ContinueRule | None = None
    undo_limit: int = 0
    undo_redeals: bool = False
    points: bool = True
    game_over: bool = True
    rescue_rows: int = 0
    seconds: int | None = None
    record: bool = True
    hints: bool = True
    levels: tuple[Level, ...] = ()
    further_points: int = 0
    stages: tuple[tuple[int, tuple[Shape, ...]], ...] = ()
    winning_points: int | None = None
    weights: Mapping[str, float] = field(default_factory=dict, hash=False)
    table: ModeTable = field(default_factory=ModeTable, repr=False)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Everything that distinguishes one game from another.

    Attributes:
        name: the name to ask for it.
        title: the name to print.
        grid: the board's size.
        lines: the regions that clear when full, each a mask.
        line_names: what to call each line: ``row 1``, ``column 3``, ``box 2``, ``region 1``.
        catalogue: the shapes that can be dealt, in order; None when any shape is allowed.
        scoring: what a move is worth.
        start: the board a game begins with.
        tray_size: slots of the tray.
        refill: when slots are refilled: ``all-used``, all of them once all are used; or
            ``each-used``, each at once, so that a deal after the first brings one piece.
        max_large: most large shapes in one deal; None for no limit.
        dealer: the ruleset's own dealer.
        claims: ids of the promises that the game makes about its dealer.
        modes: the published modes, in the order of the file.
        stars: the reward for finished games, where there is one.
        undo: how far moves can be taken back, where the game has a rule of its own.
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
    refill: Refill = "all-used"
    max_large: int | None = None
    dealer: DealerSpec = field(default_factory=DealerSpec)
    claims: tuple[str, ...] = ()
    modes: tuple[ModeRules, ...] = ()
    stars: StarsTable | None = None
    undo: UndoTable | None = None
    assumed: tuple[str, ...] = ()
    digest: str = ""

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The catalogue's shapes in order; empty when any shape is allowed."""
        return tuple(entry.shape for entry in self.catalogue or ())

    @property
    def draw_weights(self) -> tuple[int, ...]:
        """The catalogue's weights as whole numbers in the same proportions."""
        return whole_weights([entry.weight for entry in self.catalogue or ()])

    @property
    def each_used(self) -> bool:
        """Whether a used slot is refilled at once."""
        return self.refill == "each-used"

    def modes_document(self) -> dict[str, dict[str, object]]:
        """Return what the file says of ``modes``, ``stars`` and ``undo``, as JSON values.

        How a game is played in one mode or another; the digest leaves it out.
        """
        return {
            "modes": {mode.name: plain(mode.table) for mode in self.modes},
            "stars": plain(self.stars),
            "undo": plain(self.undo),
        }

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


def digest_of(ruleset: Ruleset) -> str:
    """Return SHA-256 of the rules themselves, in hex; names, modes and layout do not count."""
    scoring = ruleset.scoring
    rules: dict[str, object] = {
        "grid": [ruleset.grid.rows, ruleset.grid.cols],
        "start": ruleset.start,
        "lines": ruleset.lines,
        "catalogue": None
        if ruleset.catalogue is None
        else [[e.shape.cells, e.weight, e.large] for e in ruleset.catalogue],
        "tray": [ruleset.tray_size, ruleset.max_large],
        "scoring": [scoring.per_cell, scoring.lines, scoring.perfect_clear],
        "combo": [
            scoring.combo.kind,
            scoring.combo.grace,
            scoring.combo.percents,
            scoring.combo.bonus,
        ],
        "dealer": [ruleset.dealer.kind, ruleset.dealer.tries],
    }
    if ruleset.each_used:
        # Left out where it is as usual: digests stay what they were before there was a choice.
        rules["refill"] = ruleset.refill
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def identity_of(ruleset: Ruleset) -> dict[str, str]:
    """Return what a journal distinguishes games by: name, rules and the shapes' names."""
    return {
        "ruleset": ruleset.name,
        "ruleset_digest": ruleset.digest,
        "shapes": " ".join(shape.name for shape in ruleset.shapes),
    }


def digested(ruleset: Ruleset) -> Ruleset:
    """Return the same ruleset with the digest that its rules have."""
    return replace(ruleset, digest=digest_of(ruleset))
