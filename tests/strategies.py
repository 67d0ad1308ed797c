"""Hypothesis strategies: rulesets, boards, shapes and positions, nasty ones among them.

``positions()`` is what most tests want. All that a strategy draws is a value of the
package; :func:`oracle_rules` and :func:`oracle_state` turn it into what
:mod:`oracle` takes.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import strategies as st

import oracle
from fairtray import rulesets
from fairtray.core import shapes
from fairtray.core.board import Board
from fairtray.core.shapes import Cell, Shape
from fairtray.game import Placement, Position
from fairtray.rulesets import Ruleset

BUDGET = 8_000
"""How many moves the oracle may have to look at for one drawn position."""


# --- From the package's values to the oracle's -------------------------------------


def oracle_rules(ruleset: Ruleset) -> oracle.Rules:
    """Return a ruleset as the oracle knows it.

    A built-in one comes from the oracle's own table and not from the ruleset's data.
    """
    published = oracle.PUBLISHED.get(ruleset.name)
    if published is not None and ruleset == rulesets.get(ruleset.name):
        return published
    scoring, combo = ruleset.scoring, ruleset.scoring.combo
    patience = {"none": None, "streak": 1, "additive": 1, "grace": combo.grace}[combo.kind]
    return oracle.Rules(
        rows=ruleset.grid.rows,
        cols=ruleset.grid.cols,
        lines=tuple(cells_of(ruleset, line) for line in ruleset.lines),
        per_cell=scoring.per_cell,
        line_points=scoring.lines.__getitem__,
        reward=_reward(combo.kind, combo.percents, combo.bonus),
        patience=patience,
        perfect=scoring.perfect_clear,
    )


def described_rules(description: dict[str, Any]) -> oracle.Rules:
    """Return the rules that a description of :func:`descriptions` means, read by itself."""
    rows, cols = description["rows"], description["cols"]
    table = description.get("lines", {})
    lines: tuple[oracle.Cells, ...] = ()
    if table.get("rows", True):
        lines += oracle.rows_of(rows, cols)
    if table.get("cols", True):
        lines += oracle.columns_of(rows, cols)
    if "boxes" in table:
        lines += oracle.boxes_of(rows, cols, *table["boxes"])
    lines += tuple(frozenset((r, c) for r, c in region) for region in table.get("regions", []))
    if "scoring" not in description:
        bloky = oracle.PUBLISHED["bloky-8x8"]
        return oracle.Rules(rows, cols, lines, bloky.per_cell, bloky.line_points)
    scoring = description["scoring"]
    combo = scoring.get("combo", {"kind": "none"})
    kind = combo["kind"]
    return oracle.Rules(
        rows=rows,
        cols=cols,
        lines=lines,
        per_cell=scoring.get("per_cell", 0),
        line_points=_line_points(scoring.get("lines", {})),
        reward=_reward(kind, combo.get("percents", ()), combo.get("bonus", 0)),
        patience={"none": None, "grace": combo.get("grace")}.get(kind, 1),
        perfect=scoring.get("perfect_clear", {}).get("points", 0),
    )


def _line_points(table: dict[str, Any]) -> Any:
    first = table.get("table", [])
    formula = _FORMULAS.get(table.get("formula", "0"), lambda _n: 0)
    return lambda n: first[n - 1] if n <= len(first) else formula(n)


def _reward(kind: str, percents: Any, bonus: int) -> Any:
    if kind == "streak":
        return lambda points, count: points * percents[min(count, len(percents)) - 1] // 100
    if kind == "grace":
        return lambda points, count: points * count
    if kind == "additive":
        return lambda points, count: points + bonus * (count - 1)
    return lambda points, _count: points


def cells_of(ruleset: Ruleset, mask: int) -> oracle.Cells:
    """Return the cells of a board or mask."""
    cols = ruleset.grid.cols
    return frozenset((i // cols, i % cols) for i in range(mask.bit_length()) if mask >> i & 1)


def mask_of(ruleset: Ruleset, cells: oracle.Cells) -> int:
    """Return cells as a board or mask."""
    return sum(1 << (r * ruleset.grid.cols + c) for r, c in cells)


def oracle_state(position: Position) -> oracle.State:
    """Return a position as the oracle knows it."""
    return oracle.State(
        cells_of(position.ruleset, position.board),
        tuple(None if shape is None else frozenset(shape.cells) for shape in position.tray),
        position.combo,
        position.moves_since_clear,
    )


# --- Rulesets ----------------------------------------------------------------------

_FORMULAS = {
    "10*n*(n+1)//2": lambda n: 10 * n * (n + 1) // 2,
    "5*n*(n+1)": lambda n: 5 * n * (n + 1),
    "100*n*(n-1)": lambda n: 100 * n * (n - 1),
    "n*(17+n)": lambda n: n * (17 + n),
    "7": lambda _n: 7,
}


@st.composite
def descriptions(draw: st.DrawFn, max_side: int = 6) -> dict[str, Any]:
    """Draw a ruleset as it can be written in place: tiny, with every kind of line and combo."""
    rows = draw(st.integers(3, max_side))
    cols = draw(st.integers(3, max_side))
    description: dict[str, Any] = {"rows": rows, "cols": cols}
    lines = draw(_line_tables(rows, cols))
    if lines:
        description["lines"] = lines
    if draw(st.integers(0, 4)):
        description["scoring"] = draw(_scorings())
    if draw(st.integers(0, 3)) == 0:
        fitting = [
            s.name for s in shapes.standard().values() if s.height <= rows and s.width <= cols
        ]
        names = draw(st.lists(st.sampled_from(fitting), min_size=1, max_size=8, unique=True))
        description["catalogue"] = {"shapes": names}
    return description


@st.composite
def _line_tables(draw: st.DrawFn, rows: int, cols: int) -> dict[str, Any]:
    table: dict[str, Any] = {}
    if draw(st.integers(0, 4)) == 0:
        table["rows"] = False
    if draw(st.integers(0, 4)) == 0:
        table["cols"] = False
    if draw(st.integers(0, 2)) == 0:
        table["boxes"] = [draw(_divisors(rows)), draw(_divisors(cols))]
    if draw(st.integers(0, 2)) == 0:
        cell = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)).map(list)
        region = st.lists(cell, min_size=1, max_size=6, unique_by=tuple)
        clear = _cleared(rows, cols, table)
        regions = draw(st.lists(region, min_size=1, max_size=3, unique_by=_cells))
        table["regions"] = [region for region in regions if _cells(region) not in clear]
    return table


def _cells(region: Iterable[Sequence[int]]) -> frozenset[tuple[int, ...]]:
    return frozenset(map(tuple, region))


def _cleared(rows: int, cols: int, table: dict[str, Any]) -> set[frozenset[tuple[int, ...]]]:
    """Return the lines of a table without regions: no region may be one of them."""
    lines = [[(r, c) for c in range(cols)] for r in range(rows) if table.get("rows", True)]
    lines += [[(r, c) for r in range(rows)] for c in range(cols) if table.get("cols", True)]
    if "boxes" in table:
        lines += map(list, oracle.boxes_of(rows, cols, *table["boxes"]))
    return set(map(_cells, lines))


def _divisors(side: int) -> st.SearchStrategy[int]:
    return st.sampled_from([d for d in range(1, side + 1) if side % d == 0])


@st.composite
def _scorings(draw: st.DrawFn) -> dict[str, Any]:
    scoring: dict[str, Any] = {"per_cell": draw(st.sampled_from([0, 1, 10]))}
    lines: dict[str, Any] = {"formula": draw(st.sampled_from(sorted(_FORMULAS)))}
    table = draw(st.lists(st.integers(0, 300), max_size=3))
    if table:
        lines["table"] = table
    scoring["lines"] = lines
    kind = draw(st.sampled_from(["none", "streak", "grace", "additive"]))
    if kind == "streak":
        percents = draw(st.lists(st.integers(0, 40), min_size=1, max_size=5))
        scoring["combo"] = {"kind": kind, "percents": [100 + 10 * p for p in percents]}
    elif kind == "grace":
        scoring["combo"] = {"kind": kind, "grace": draw(st.integers(1, 4))}
    elif kind == "additive":
        scoring["combo"] = {"kind": kind, "bonus": draw(st.sampled_from([1, 50]))}
    if draw(st.booleans()):
        scoring["perfect_clear"] = {"points": draw(st.sampled_from([7, 2000]))}
    return scoring


def tiny_rulesets(max_side: int = 6) -> st.SearchStrategy[Ruleset]:
    """Draw rulesets of boards from 3x3 to ``max_side`` squared."""
    return descriptions(max_side).map(rulesets.get)


def builtin_rulesets() -> st.SearchStrategy[Ruleset]:
    """Draw built-in rulesets."""
    return st.sampled_from(rulesets.builtin_names()).map(rulesets.get)


def any_rulesets() -> st.SearchStrategy[Ruleset]:
    """Draw tiny and built-in rulesets."""
    return tiny_rulesets() | builtin_rulesets()


# --- Shapes ------------------------------------------------------------------------

EMPTY_CORNER = tuple(
    s
    for s in shapes.standard().values()
    if (0, 0) not in s.cells or (s.height - 1, s.width - 1) not in s.cells
)
"""Standard shapes of which a corner of the bounding box is empty."""


@st.composite
def odd_shapes(draw: st.DrawFn, height: int = 3, width: int = 3) -> Shape:
    """Draw any set of cells, connected or not, in a box of at most that size."""
    cell = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    return shapes.from_cells(draw(st.sets(cell, min_size=1, max_size=6)))


def pieces(ruleset: Ruleset) -> st.SearchStrategy[Shape]:
    """Draw shapes that the ruleset can deal; of any kind where it allows any.

    A ruleset without a catalogue now and then gets one that is larger than its board.
    """
    if ruleset.catalogue is not None:
        return st.sampled_from(ruleset.shapes)
    usual = st.sampled_from(tuple(shapes.standard().values()))
    return usual | st.sampled_from(EMPTY_CORNER) | odd_shapes()


# --- Boards ------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn, ruleset: Ruleset, full_lines: bool = True) -> Board:
    """Draw a board: random of any density, or one of the nasty kinds.

    Args:
        draw: Hypothesis's.
        ruleset: whose board it is.
        full_lines: whether a line of the board may be full.
    """
    kind = draw(st.sampled_from(["random", "random", "almost", "checkerboard", "extreme"]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    if kind == "random":
        board = _random_board(ruleset, rng, draw(st.integers(0, 20)) / 20)
    elif kind == "almost":
        board = _almost(ruleset, rng, draw(st.integers(1, 5)), draw(st.integers(0, 16)) / 20)
    elif kind == "checkerboard":
        board = _checkerboard(ruleset, rng, draw(st.integers(0, 3)))
    else:
        board = draw(st.sampled_from([0, ruleset.grid.full]))
    if draw(st.integers(0, 5)) == 0 and ruleset.lines:
        board |= draw(st.sampled_from(ruleset.lines))
    return board if full_lines else opened(ruleset, board, rng)


def _random_board(ruleset: Ruleset, rng: random.Random, density: float) -> Board:
    return sum(1 << i for i in range(ruleset.grid.size) if rng.random() < density)


def _almost(ruleset: Ruleset, rng: random.Random, count: int, density: float) -> Board:
    """Return a board on which several lines are one cell short of full."""
    board = _random_board(ruleset, rng, density)
    chosen = rng.sample(ruleset.lines, min(count, len(ruleset.lines)))
    for line in chosen:
        board |= line
    for line in chosen:
        if board & line == line:
            board &= ~(1 << rng.choice(_bits(line)))
    return board


def _checkerboard(ruleset: Ruleset, rng: random.Random, noise: int) -> Board:
    grid = ruleset.grid
    board = grid.mask((r, c) for r in range(grid.rows) for c in range(grid.cols) if (r + c) % 2)
    for _ in range(noise):
        board ^= 1 << rng.randrange(grid.size)
    return board


def opened(ruleset: Ruleset, board: Board, rng: random.Random) -> Board:
    """Return the board with a cell of every full line emptied."""
    for line in ruleset.lines:
        if board & line == line:
            board &= ~(1 << rng.choice(_bits(line)))
    return board


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


# --- Positions ---------------------------------------------------------------------


@st.composite
def positions(
    draw: st.DrawFn,
    ruleset: Ruleset | st.SearchStrategy[Ruleset] | None = None,
    max_pieces: int = 5,
    full_lines: bool = True,
    budget: int = BUDGET,
) -> Position:
    """Draw a position that the oracle can still solve by brute force.

    Args:
        draw: Hypothesis's.
        ruleset: the game, or a strategy for it; tiny and built-in ones by default.
        max_pieces: most pieces in the tray.
        full_lines: whether a line may be full from the start.
        budget: moves that the oracle may have to look at; pieces are dropped (their
            slots stay, empty) until that holds.
    """
    rules = _ruleset(draw, ruleset)
    if draw(st.integers(0, 3)) == 0:
        position, _ = draw(cut_positions(rules, max_pieces, full_lines))
    else:
        board = draw(boards(rules, full_lines))
        position = Position(rules, board, draw(_trays(rules, max_pieces)))
    return _affordable(_with_combo(draw, position), budget)


@st.composite
def _trays(draw: st.DrawFn, ruleset: Ruleset, max_pieces: int) -> tuple[Shape | None, ...]:
    size = draw(st.sampled_from([n for n in (0, 1, 2, 3, 3, 3, 4, 5) if n <= max_pieces]))
    kinds = draw(st.lists(pieces(ruleset), min_size=1, max_size=5))
    # Drawn from few kinds, so that the same piece is often there twice.
    tray: list[Shape | None] = [draw(st.sampled_from(kinds)) for _ in range(size)]
    if size and draw(st.integers(0, 4)) == 0:
        tray[draw(st.integers(0, size - 1))] = None
    return tuple(tray)


@st.composite
def cut_positions(
    draw: st.DrawFn,
    ruleset: Ruleset | st.SearchStrategy[Ruleset] | None = None,
    max_pieces: int = 5,
    full_lines: bool = True,
) -> tuple[Position, tuple[Placement, ...]]:
    """Draw a position that is placeable by construction, with a witness.

    The board is filled and the pieces of the tray are cut out of it, and nothing else
    but a few further cells. Putting a piece back can only empty other cells, so the
    places that were cut stay free for the others.
    """
    rules = _ruleset(draw, ruleset)
    rng = random.Random(draw(st.integers(0, 2**32)))
    board = rules.grid.full
    tray: list[Shape] = []
    cuts: list[Cell] = []
    for _ in range(draw(st.sampled_from([n for n in (1, 2, 3, 4, 5, 5) if n <= max_pieces]))):
        shape = draw(pieces(rules))
        free = [a for a in rules.grid.anchors(shape) if not rules.grid.placed(shape, *a) & ~board]
        if free:
            row, col = draw(st.sampled_from(free))
            board &= ~rules.grid.placed(shape, row, col)
            tray.append(shape)
            cuts.append((row, col))
    for _ in range(draw(st.integers(0, 3))):
        board &= ~(1 << rng.randrange(rules.grid.size))
    if not full_lines:
        board = opened(rules, board, rng)
    order = draw(st.permutations(range(len(tray))))
    position = Position(rules, board, tuple(tray[i] for i in order))
    witness = tuple(Placement(slot, *cuts[i]) for slot, i in enumerate(order))
    return position, witness


def _ruleset(draw: st.DrawFn, given: Ruleset | st.SearchStrategy[Ruleset] | None) -> Ruleset:
    if isinstance(given, Ruleset):
        return given
    return draw(any_rulesets() if given is None else given)


def _with_combo(draw: st.DrawFn, position: Position) -> Position:
    combo = position.ruleset.scoring.combo
    if combo.kind == "none":
        return position
    count = draw(st.integers(0, 6))
    since = draw(st.integers(0, combo.grace - 1)) if count else 0
    return Position(position.ruleset, position.board, position.tray, count, since)


def _affordable(position: Position, budget: int) -> Position:
    """Return the position with pieces taken off its tray until brute force is cheap."""
    rules, state = oracle_rules(position.ruleset), oracle_state(position)
    tray = list(position.tray)
    while not _is_cheap(rules, state, budget):
        counts = [
            0 if piece is None else len(oracle.placements(rules, state.board, piece))
            for piece in state.tray
        ]
        heaviest = counts.index(max(counts))
        tray[heaviest] = None
        state = state._replace(
            tray=(*state.tray[:heaviest], None, *state.tray[heaviest + 1 :]),
        )
    return Position(
        position.ruleset, position.board, tuple(tray), position.combo, position.moves_since_clear
    )


def _is_cheap(rules: oracle.Rules, state: oracle.State, budget: int) -> bool:
    """Return whether the oracle looks at no more than ``budget`` moves, states merged."""
    looked_at = 0
    layer = {state}
    while layer:
        following = set()
        for reached in layer:
            for _, played in oracle.moves(rules, reached):
                looked_at += 1
                if looked_at > budget:
                    return False
                following.add(played.after)
        layer = following
    return True


def example_positions(ruleset: Ruleset, count: int = 20, seed: int = 0) -> tuple[Position, ...]:
    """Return positions of real play for tests that need no Hypothesis: always the same ones.

    Triples are drawn from the catalogue and put down at random; games start anew when
    they are over.
    """
    rng = random.Random(seed)
    catalogue = ruleset.shapes or tuple(shapes.standard().values())
    found: list[Position] = []
    position = Position(ruleset, ruleset.start, ())
    while len(found) < count:
        if not position.slots:
            tray = tuple(rng.choice(catalogue) for _ in range(ruleset.tray_size))
            position = Position(
                ruleset, position.board, tray, position.combo, position.moves_since_clear
            )
            found.append(position)
        choices = [(slot, *at) for slot in position.slots for at in _legal(position, slot)]
        if not choices:
            position = Position(ruleset, ruleset.start, ())
            continue
        position = position.place(Placement(*rng.choice(choices))).after
    return tuple(found)


def _legal(position: Position, slot: int) -> list[Cell]:
    shape = position.tray[slot]
    return [] if shape is None else list(position.legal(shape))
