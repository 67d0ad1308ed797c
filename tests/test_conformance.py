"""One suite over every registered ruleset: what must hold whatever the game is."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

import oracle
import strategies
from fairtray import rulesets
from fairtray.claims import claim_ids
from fairtray.core import shapes
from fairtray.core.shapes import Shape
from fairtray.game import Move, Placement, Position
from fairtray.rulesets import Ruleset

GAMES = 4
MOVES = 80


@pytest.fixture(params=rulesets.builtin_names())
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    """Each registered ruleset in turn."""
    return rulesets.get(request.param)


def random_game(ruleset: Ruleset, seed: int, *, seek_clears: bool) -> Iterator[Move]:
    """Yield the moves of a game of random pieces that seeks clears or avoids them."""
    rng = random.Random(seed)
    position = Position(ruleset, ruleset.start, ())
    for _ in range(MOVES):
        if not position.slots:
            tray = tuple(rng.choice(ruleset.shapes) for _ in range(ruleset.tray_size))
            position = replace(position, tray=tray)
        options = [
            position.place(Placement(slot, row, col))
            for slot in position.slots
            for row, col in position.legal(position.tray[slot] or ruleset.shapes[0])
        ]
        assert position.game_over == (not options)
        if not options:
            return
        if seek_clears:
            # Packed from the top left, so that lines fill up.
            move = max(options, key=lambda o: (len(o.lines), -o.placement.row, -o.placement.col))
        else:
            fewest = min(len(option.lines) for option in options)
            move = rng.choice([option for option in options if len(option.lines) == fewest])
        yield move
        position = move.after


def games(ruleset: Ruleset) -> Iterator[Move]:
    """Yield the moves of several games; those that avoid clears crowd the board."""
    for seed in range(GAMES):
        yield from random_game(ruleset, seed, seek_clears=seed % 2 == 0)


def check_invariants(position: Position) -> None:
    """Assert what is true of every position that a placement led to."""
    rules = position.ruleset
    assert 0 <= position.board <= rules.grid.full
    assert rules.full_lines(position.board) == []
    assert position.score >= 0
    combo = rules.scoring.combo
    if combo.kind == "none":
        assert (position.combo, position.moves_since_clear) == (0, 0)
    assert 0 <= position.moves_since_clear < combo.grace
    if position.combo == 0:
        assert position.moves_since_clear == 0
    assert position.slots == tuple(i for i, s in enumerate(position.tray) if s is not None)


# --- What a ruleset declares -------------------------------------------------------


def test_a_ruleset_declares_what_the_rest_relies_on(ruleset: Ruleset) -> None:
    assert ruleset.title
    assert ruleset.tray_size == 3
    assert len(ruleset.lines) == len(ruleset.line_names) == len(set(ruleset.line_names))
    assert set(ruleset.claims) <= set(claim_ids())
    assert ruleset.modes
    assert ruleset.full_lines(ruleset.start) == []
    assert ruleset.full_lines(ruleset.grid.full) == list(range(len(ruleset.lines)))


def test_every_cell_lies_in_a_row_and_a_column(ruleset: Ruleset) -> None:
    counts = Counter(cell for line in ruleset.lines for cell in ruleset.grid.cells(line))
    assert len(counts) == ruleset.grid.size
    assert set(counts.values()) == {3 if ruleset.name == "woodoku" else 2}


def test_a_catalogue_holds_standard_shapes_once_each_and_the_single_cell(ruleset: Ruleset) -> None:
    names = [shape.name for shape in ruleset.shapes]
    assert len(set(names)) == len(names) == len(set(ruleset.shapes))
    assert all(shapes.named(shape.name) == shape for shape in ruleset.shapes)
    assert names[0] == "dot"


def test_a_catalogue_is_closed_under_turning(ruleset: Ruleset) -> None:
    # No published game deals one orientation of a piece and not the others.
    assert {shape.rotated() for shape in ruleset.shapes} == set(ruleset.shapes)


def test_more_lines_are_never_worth_less(ruleset: Ruleset) -> None:
    points = ruleset.scoring.lines
    assert all(more > fewer for fewer, more in itertools.pairwise(points))


# --- Placing and clearing ----------------------------------------------------------


def test_placements_on_the_empty_board(ruleset: Ruleset) -> None:
    empty = Position(ruleset, 0, ruleset.shapes)
    rows, cols = ruleset.grid.rows, ruleset.grid.cols
    for slot, shape in enumerate(ruleset.shapes):
        expected = (rows - shape.height + 1) * (cols - shape.width + 1)
        assert len(list(empty.legal(shape))) == expected
        assert empty.fits(slot)


def test_nothing_fits_on_the_full_board(ruleset: Ruleset) -> None:
    full = Position(ruleset, ruleset.grid.full, ruleset.shapes)
    assert full.game_over


def test_no_placement_clears_more_lines_than_it_spans(ruleset: Ruleset) -> None:
    """The hole of a shape in an otherwise full board clears every line, the rest was full."""
    grid = ruleset.grid
    for shape in ruleset.shapes:
        most = 0
        anchors = list(grid.anchors(shape))
        for row, col in (anchors[0], anchors[len(anchors) // 2], anchors[-1]):
            hole = grid.placed(shape, row, col)
            # Empty one cell, outside of the hole, of each line that the hole does not touch.
            board = grid.full & ~hole
            for line in ruleset.lines:
                if not line & hole and board & line == line:
                    spare = [c for c in grid.cells(line) if not _touches(ruleset, c, hole)]
                    board &= ~grid.bit(*(spare or list(grid.cells(line)))[0])
            move = Position(ruleset, board, (shape,)).place(Placement(0, row, col))
            most = max(most, len(move.lines))
            assert len(move.lines) <= ruleset.spanned_lines(shape)
        if ruleset.name != "woodoku":
            assert most == ruleset.spanned_lines(shape) == shape.height + shape.width


def _touches(ruleset: Ruleset, cell: tuple[int, int], hole: int) -> bool:
    bit = ruleset.grid.bit(*cell)
    return any(line & bit and line & hole for line in ruleset.lines)


def test_random_games_keep_the_invariants(ruleset: Ruleset) -> None:
    clears = 0
    for move in games(ruleset):
        before, after = move.before, move.after
        check_invariants(after)
        filled = before.board.bit_count() + move.shape.size - move.removed.bit_count()
        assert after.board.bit_count() == filled
        assert before.board & move.mask == 0
        assert move.mask.bit_count() == move.shape.size
        assert after.score == before.score + move.points
        assert after.slots == tuple(s for s in before.slots if s != move.placement.slot)
        assert bool(move.lines) == bool(move.removed)
        assert move.points >= ruleset.scoring.per_cell * move.shape.size
        clears += bool(move.lines)
    assert clears >= 5, "the games show too little"


def test_random_games_are_what_the_oracle_plays(ruleset: Ruleset) -> None:
    rules = oracle.PUBLISHED[ruleset.name]
    for move in games(ruleset):
        played = oracle.play(
            rules,
            strategies.oracle_state(move.before),
            oracle.Move(move.placement.slot, move.placement.row, move.placement.col),
        )
        assert (move.points, move.lines) == (played.points, played.lines)
        assert strategies.oracle_state(move.after) == played.after


def _mirrored(position: Position) -> Position:
    """Return the position as seen in a mirror, left and right exchanged."""
    grid = position.ruleset.grid
    board = grid.mask((r, grid.cols - 1 - c) for r, c in grid.cells(position.board))
    tray = tuple(None if s is None else _mirrored_shape(s) for s in position.tray)
    return replace(position, board=board, tray=tray)


def _mirrored_shape(shape: Shape) -> Shape:
    return shapes.from_cells((r, shape.width - 1 - c) for r, c in shape.cells)


def test_a_game_seen_in_a_mirror_earns_the_same(ruleset: Ruleset) -> None:
    for move in games(ruleset):
        row, col = move.placement.row, move.placement.col
        turned = Placement(move.placement.slot, row, ruleset.grid.cols - move.shape.width - col)
        twin = _mirrored(move.before).place(turned)
        assert (twin.points, len(twin.lines)) == (move.points, len(move.lines))
        assert twin.after == _mirrored(move.after)


# --- Facts that can be proved ------------------------------------------------------


def test_three_single_cells_can_always_be_placed(ruleset: Ruleset) -> None:
    """With the single cell in the catalogue a placeable triple exists without full lines."""
    rng = random.Random(1)
    dot = shapes.named("dot")
    for _ in range(50):
        board = strategies.opened(ruleset, ruleset.grid.full, rng)
        position = Position(ruleset, board, (dot, dot, dot))
        for slot in range(3):
            row, col = next(position.legal(dot))
            position = position.place(Placement(slot, row, col)).after
            check_invariants(position)


def test_the_last_free_cell_always_clears(ruleset: Ruleset) -> None:
    grid = ruleset.grid
    for row, col in itertools.product(range(grid.rows), range(grid.cols)):
        board = grid.full & ~grid.bit(row, col)
        position = Position(ruleset, board, (shapes.named("dot"),))
        # All lines but those of the free cell are full from the start; all go at once.
        assert position.place(Placement(0, row, col)).after.board == 0
