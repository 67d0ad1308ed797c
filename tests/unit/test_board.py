"""Grids and boards: bits, drawings, words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairtray.core.board import Grid
from fairtray.core.errors import NotationError
from fairtray.core.shapes import named

sides = st.integers(1, 20)


@st.composite
def grids_with_boards(draw: st.DrawFn) -> tuple[Grid, int]:
    grid = Grid(draw(sides), draw(sides))
    return grid, draw(st.integers(0, grid.full))


def test_bits_run_along_the_rows_from_the_top_left() -> None:
    grid = Grid(3, 5)
    assert grid.parse(["#....", "#....", "....#"]) == 1 | 1 << 5 | 1 << 14
    assert list(grid.cells(1 << 7)) == [(1, 2)]
    assert grid.bit(2, 4) == 1 << 14
    assert grid.size == 15
    assert grid.full == 2**15 - 1


@given(grids_with_boards())
def test_drawing_and_reading_are_inverse(given_board: tuple[Grid, int]) -> None:
    grid, board = given_board
    assert grid.parse(grid.draw(board)) == board
    numbers = [[int(mark == "#") for mark in row] for row in grid.draw(board)]
    assert grid.parse(numbers) == board


@given(grids_with_boards())
def test_cells_and_mask_are_inverse_and_in_reading_order(given_board: tuple[Grid, int]) -> None:
    grid, board = given_board
    cells = list(grid.cells(board))
    assert cells == sorted(cells)
    assert len(cells) == board.bit_count()
    assert grid.mask(cells) == board


@given(grids_with_boards())
def test_words_are_64_bits_each_lowest_first(given_board: tuple[Grid, int]) -> None:
    grid, board = given_board
    words = grid.to_words(board)
    assert len(words) == grid.words == (grid.size + 63) // 64
    assert all(0 <= word < 2**64 for word in words)
    assert grid.from_words(words) == board
    assert sum(word << 64 * i for i, word in enumerate(words)) == board


@pytest.mark.parametrize(
    ("rows", "cols", "words"), [(8, 8, 1), (9, 9, 2), (10, 10, 2), (20, 20, 7), (1, 1, 1)]
)
def test_a_board_takes_this_many_words(rows: int, cols: int, words: int) -> None:
    assert Grid(rows, cols).words == words


def test_anchors_are_where_the_bounding_box_lies_on_the_board() -> None:
    assert len(list(Grid(10, 10).anchors(named("I3h")))) == 80
    assert len(list(Grid(8, 8).anchors(named("I3h")))) == 48
    assert list(Grid(3, 3).anchors(named("R32"))) == [(0, 0), (0, 1)]
    assert list(Grid(3, 9).anchors(named("I4v"))) == []


def test_a_placed_shape_covers_its_cells_and_not_its_box() -> None:
    grid = Grid(4, 4)
    mask = grid.placed(named("J4-0"), 1, 2)
    assert grid.draw(mask) == ["....", "...#", "...#", "..##"]


def test_all_published_marks_are_read() -> None:
    assert Grid(1, 6).parse(["#X1._0"]) == 0b000111
    assert Grid(1, 3).parse([[1, 0, "#"]]) == 0b101


@pytest.mark.parametrize("size", [(0, 8), (8, 0), (21, 8), (8, 21), (-1, 3)])
def test_impossible_sizes_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(NotationError, match=f"a board of {size[0]}x{size[1]}; 1 to 20 rows"):
        Grid(*size)


def test_all_faults_of_a_board_are_listed_with_their_places() -> None:
    rows = ["...", "..", 7, "..?", "...", [0, 2, 0], [0, 0, True]]
    with pytest.raises(NotationError) as caught:
        Grid(8, 3).parse(rows)
    faults = {fault.where: str(fault) for fault in caught.value.faults}
    assert list(faults) == ["", "[1]", "[2]", "[3][2]", "[5][1]", "[6][2]"]
    assert "7 rows" in faults[""]
    assert "board has 8" in faults[""]
    assert "row 1 (counted from 0) has 2 cells; write 3 cells" in faults["[1]"]
    assert "7 is not a row" in faults["[2]"]
    assert "'?'" in faults["[3][2]"]
    assert "2" in faults["[5][1]"]
    assert "true" in faults["[6][2]"]


def test_one_is_written_in_the_singular() -> None:
    with pytest.raises(NotationError) as caught:
        Grid(2, 1).parse([[0, 1]])
    assert str(caught.value) == (
        "1 row; this ruleset's board has 2 | [0]: row 0 (counted from 0) has 2 cells; write 1 cell"
    )


def test_a_short_row_of_the_field_is_named() -> None:
    with pytest.raises(
        NotationError, match=r"^\[7\]: row 7 \(counted from 0\) has 7 cells; write 8 cells$"
    ):
        Grid(8, 8).parse(["........"] * 7 + ["......."])
