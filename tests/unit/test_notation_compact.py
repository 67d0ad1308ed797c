"""Positions in one line, and pieces and boards in the notations that people have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from fairtray import notation, rulesets
from fairtray.core import shapes
from fairtray.core.board import Grid
from fairtray.core.errors import InputError
from fairtray.game import Position
from fairtray.notation import pieces

PLAIN = {"rows": 5, "cols": 7}


@st.composite
def readings(draw: st.DrawFn) -> tuple[Position, tuple[notation.Tray, ...]]:
    games = st.one_of(strategies.builtin_rulesets(), st.just(rulesets.get(PLAIN)))
    position = draw(strategies.positions(games, budget=200))
    following = st.lists(strategies.pieces(position.ruleset) | st.none(), max_size=3).map(tuple)
    return position, tuple(draw(st.lists(following, max_size=2)))


@given(readings())
def test_a_position_survives_its_line(drawn: tuple[Position, tuple[notation.Tray, ...]]) -> None:
    line = notation.compact_notation(*drawn)
    assert " " not in line
    assert not set(line) & set("#;&|<>*?$'\"\\()[]{}!~`\n")
    for read in (notation.parse_position(line + "\n"), notation.parse_json(line)):
        assert (read.position, read.upcoming) == drawn


def test_rules_that_a_line_cannot_hold_are_refused() -> None:
    own = rulesets.get({**PLAIN, "name": "mine", "scoring": {"per_cell": 3}})
    with pytest.raises(InputError, match="one line cannot hold its rules"):
        notation.compact_notation(Position(own, 0, ()))


@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_a_board_survives_its_digits(rows: int, cols: int, data: st.DataObject) -> None:
    grid = Grid(rows, cols)
    board = data.draw(st.integers(0, grid.full))
    text = pieces.write_bitboard(board, grid)
    assert pieces.read_bitboard(text, grid) == board
    drawn = "".join(grid.draw(board)).replace("#", "1").replace(".", "0")
    assert int(text, 16) == int(drawn, 2)


@pytest.mark.parametrize(
    "written",
    [
        "V3-nw",
        "##/#.",
        "11/10",
        "(0,0)(0,1)(1,0)",
        "(4,5) (4,6) (5,5)",
        {"cells": [[0, 0], [0, 1], [1, 0]]},
        {"cells": [[3, 3], [2, 3], [2, 4]]},
        [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 1, 1, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]],
        "00000/00000/00110/00100/00000",
        "0xc080000000000000",
        "0x0001880@5x5",
    ],
)
def test_one_shape_in_every_notation(written: object) -> None:
    found = notation.read_shape(written, rulesets.get("bloky-8x8"))
    assert found == shapes.named("V3-nw")
    assert found.name == "V3-nw"


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("(0,0)(0,x)", "read as coordinates"),
        ("(0,0", "read as coordinates"),
        ({"cells": [[0, 0], [0]]}, "read as coordinates"),
        ({"cells": []}, "read as coordinates"),
        ({"cell": [[0, 0]]}, "read as coordinates"),
        ("0xc08", "read as a hexadecimal bitboard of 8x8 cells, takes 16 digits, not 3"),
        ("0xc0@5x5", "read as a hexadecimal bitboard of 5x5 cells, takes 7 digits"),
        ("0xz000000@5x5", "has other characters"),
        ("0xf000000@5x5", "a bit above the top left cell"),
        ("0x1@0x9", "a board of 0x9"),
        ("0x1@5", "names no box"),
        ([[0, 0], [0, 2]], "cells are written"),
        ("##/#", "not as long as the first row"),
        ("I9h", "no shape is called"),
    ],
)
def test_an_error_says_what_was_understood(written: object, understood: str) -> None:
    with pytest.raises(InputError, match=understood.replace("(", r"\(")):
        notation.read_shape(written, rulesets.get("bloky-8x8"))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("bloky-8x8:0x00:dot", "board: '0x00', read as a hexadecimal bitboard of 8x8 cells"),
        ("bloky-8x8:0x0000000000000000", "tray: is missing (read as the one-line notation)"),
        ("bloky-8x8:0x0000000000000000:I3x", "tray[0]: no shape is called 'I3x'"),
        ("bloky-8x8:0x0000000000000000:[[1}", "tray[0]"),
        ("bloky-8x8:0x0000000000000000:dot:turn=3", "'turn=3': is not a field"),
        ("bloky-8x8:0x0000000000000000:dot:combo=x", "combo: 'x' is not a number"),
        ("bloky-8x8:0x0000000000000000:dot:combo=1:combo=2", "combo: appears twice"),
        ("bloky-9x9:0x0000000000000000:dot", "ruleset"),
        ("99x99:0x0000000000000000:dot", "ruleset"),
    ],
)
def test_a_wrong_line_is_named_by_its_field(line: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        notation.parse_position(line)
    assert complaint in str(caught.value)


def test_rows_stand_in_a_line_too() -> None:
    line = "4x3:##./.../.../..1:##/#.,-"
    read = notation.parse_position(line).position
    assert read.ruleset.grid.draw(read.board) == ["##.", "...", "...", "..#"]
    assert read.tray == (shapes.named("V3-nw"), None)
    assert notation.compact_notation(read) == "4x3:0xc01:V3-nw,-"


def test_a_piece_as_json_stands_in_a_line_too() -> None:
    line = '4x4:0X7110:{"cells": [[0, 0], [0, 1]]},[[1]]:next={"cells": [[2, 2]]}'
    read = notation.parse_position(line)
    assert notation.compact_notation(read.position, read.upcoming) == "4x4:0x7110:I2h,dot:next=dot"
    assert notation.read_shape("0XC@2x2") == shapes.named("I2h")
