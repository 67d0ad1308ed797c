"""Shapes: the standard names against the published drawings, and reading drawings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from fairtray.core import shapes
from fairtray.core.errors import NotationError

# Typed in drawing by drawing: an orientation that turns the wrong way must not pass.
DRAWINGS = {
    "dot": "#",
    "I2h": "##",
    "I2v": "#/#",
    "I3h": "###",
    "I3v": "#/#/#",
    "I4h": "####",
    "I4v": "#/#/#/#",
    "I5h": "#####",
    "I5v": "#/#/#/#/#",
    "O4": "##/##",
    "O9": "###/###/###",
    "R23": "###/###",
    "R32": "##/##/##",
    "V3-ne": "##/.#",
    "V3-se": ".#/##",
    "V3-sw": "#./##",
    "V3-nw": "##/#.",
    "V5-ne": "###/..#/..#",
    "V5-se": "..#/..#/###",
    "V5-sw": "#../#../###",
    "V5-nw": "###/#../#..",
    "L4-0": "#./#./##",
    "L4-1": "###/#..",
    "L4-2": "##/.#/.#",
    "L4-3": "..#/###",
    "J4-0": ".#/.#/##",
    "J4-1": "#../###",
    "J4-2": "##/#./#.",
    "J4-3": "###/..#",
    "T4-0": "###/.#.",
    "T4-1": ".#/##/.#",
    "T4-2": ".#./###",
    "T4-3": "#./##/#.",
    "S4-h": ".##/##.",
    "S4-v": "#./##/.#",
    "Z4-h": "##./.##",
    "Z4-v": ".#/##/#.",
    "X5": ".#./###/.#.",
    "U5-0": "#.#/###",
    "U5-1": "##/#./##",
    "U5-2": "###/#.#",
    "U5-3": "##/.#/##",
    "T5-0": "###/.#./.#.",
    "T5-1": "..#/###/..#",
    "T5-2": ".#./.#./###",
    "T5-3": "#../###/#..",
    "D2-0": "#./.#",
    "D2-1": ".#/#.",
    "D3-0": "#../.#./..#",
    "D3-1": "..#/.#./#..",
}


def test_the_standard_names_are_exactly_these() -> None:
    assert set(shapes.standard()) == set(DRAWINGS)
    assert len({shape.cells for shape in shapes.standard().values()}) == len(DRAWINGS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_standard_name_is_its_drawing(name: str) -> None:
    shape = shapes.named(name)
    assert "/".join(shape.rows) == DRAWINGS[name]
    assert shape.size == DRAWINGS[name].count("#")
    assert shape.height == DRAWINGS[name].count("/") + 1
    assert shape.width == len(DRAWINGS[name].split("/")[0])


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_gets_its_standard_name(name: str) -> None:
    assert shapes.from_drawing(DRAWINGS[name].split("/")).name == name


def test_a_quarter_turn_is_clockwise() -> None:
    assert shapes.named("L4-0").rotated() == shapes.named("L4-1")
    # The corner goes north-east, south-east, south-west, north-west.
    turned = shapes.named("V5-ne").rotated()
    assert turned == shapes.named("V5-se")


@given(strategies.odd_shapes())
def test_four_quarter_turns_are_none(shape: shapes.Shape) -> None:
    turned = shape.rotated()
    assert (turned.height, turned.width) == (shape.width, shape.height)
    assert turned.rotated().rotated().rotated() == shape


@given(strategies.odd_shapes(4, 4), st.integers(0, 3), st.integers(0, 3))
def test_empty_rows_and_columns_around_a_drawing_do_not_count(
    shape: shapes.Shape, above: int, left: int
) -> None:
    width = left + shape.width + 2
    drawing = ["." * width] * above
    drawing += ["." * left + row + ".." for row in shape.rows] + ["." * width]
    assert shapes.from_drawing(drawing) == shape


def test_the_corner_of_the_bounding_box_may_be_empty() -> None:
    shape = shapes.from_drawing([".#", "##", "##"])
    assert shape.cells == ((0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
    assert shape.name == ".#/##/##"


def test_every_published_mark_is_read() -> None:
    assert shapes.from_drawing(["X_", "10"]) == shapes.named("I2v")


def test_equality_is_of_cells_and_not_of_names() -> None:
    one, other = shapes.named("O4"), shapes.named("O4").renamed("square")
    assert one == other
    assert hash(one) == hash(other)
    assert other.name == "square"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["##", "#"], r"\[1\]: '#' is not as long as the first row; write . for the"),
        (["#?"], r"\[0\]: character '\?'; use # for filled"),
        (["..", ".."], "a shape without a filled cell"),
        ([], "a shape without a filled cell"),
        ([["#"]], r"\[0\]: \['#'\] is not a row of text"),
        (["#" * 21], "a shape of 1x21 cells; at most 20 a side"),
        (["#\x1b[31m"], r"\\x1b"),
    ],
)
def test_a_bad_drawing_says_what_and_where(rows: list[str], message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        shapes.from_drawing(rows)
    assert "\x1b" not in str(caught.value)


def test_a_shape_may_be_as_large_as_the_largest_board() -> None:
    assert shapes.from_drawing(["#" * 20]).width == 20


@pytest.mark.parametrize(
    ("typed", "meant"), [("I3", "I3"), ("l4-0", "L4-0"), ("V3-NE", "V3-ne"), ("U50", "U5-0")]
)
def test_an_unknown_name_suggests_the_nearest(typed: str, meant: str) -> None:
    with pytest.raises(NotationError, match=f"did you mean {meant}") as caught:
        shapes.named(typed)
    assert repr(typed) in str(caught.value)
