"""The text form of positions: a drawn board, then drawn or named pieces."""

from __future__ import annotations

import pytest

from fairtray import notation, rulesets
from fairtray.core.errors import InputError

EMPTY = ["........"] * 8
DRAWN = "\n".join(EMPTY)


def names(tray: notation.Tray) -> list[str | None]:
    return [None if shape is None else shape.name for shape in tray]


def test_text_form_with_pieces_below_each_other() -> None:
    reading = notation.parse_position(f"{DRAWN}\n\n##\n#.\n\n\n###\n\n#\n#\n")
    assert names(reading.position.tray) == ["V3-nw", "I3h", "I2v"]


def test_text_form_side_by_side_is_told_apart_by_columns() -> None:
    text = f"{DRAWN}\n\n##   ###  #\n#.   #..  #\n     #..\n\nI3h - O4\n\n#"
    reading = notation.parse_position(text)
    assert names(reading.position.tray) == ["V3-nw", "V5-nw", "I2v", "I3h", None, "O4", "dot"]


def test_a_name_stands_beside_drawings() -> None:
    text = "##  I3h  .#  -\n#.       ##"
    reading = notation.parse_position(f"{DRAWN}\n\n{text}")
    assert names(reading.position.tray) == ["V3-nw", "I3h", "V3-se", None]


def test_the_mend_of_a_ragged_piece_is_to_write_its_empty_cells() -> None:
    for text in ("##\n#", "##  #\n#   ##", "#  #\n   #\n#  #", "###  #\n#  ##", "## ##"):
        with pytest.raises(InputError, match=r"write \. for the empty cells"):
            notation.parse_position(f"{DRAWN}\n\n{text}")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_text_form_with_other_line_ends(end: str) -> None:
    text = f"\ufeff\n{DRAWN}\n\n##\n##\n".replace("\n", end)
    assert names(notation.parse_position(text).position.tray) == ["O4"]


def test_text_form_may_be_indented() -> None:
    text = "\n".join(f"  {line}\t" for line in [*EMPTY, "", "##", "#.", "", "  #  #"])
    assert names(notation.parse_position(text).position.tray) == ["V3-nw", "dot", "dot"]


def test_text_form_without_pieces_is_an_empty_tray_with_a_warning() -> None:
    reading = notation.parse_position(DRAWN)
    assert reading.position.tray == ()
    assert len(reading.warnings) == 1


def test_text_form_takes_the_ruleset_asked_for() -> None:
    text = "\n".join(["." * 10] * 10) + "\n\n#"
    assert notation.parse_position(text, rulesets.get("ten-ten")).position.ruleset.grid.rows == 10


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("\n".join([*EMPTY[:7], "......."]), "line 8 (board[7])"),
        ("\n" + "\n".join([*EMPTY[:7], "...x...."]), "line 9 (board[7][3])"),
        ("\n".join(EMPTY[:7]), "line 1 (board)"),
        (f"{DRAWN}\n\n##\n#", "line 10 (tray[0][1])"),
        (f"{DRAWN}\n\n#\n\nI3x", "line 12 (tray[1])"),
        (f"{DRAWN}\n\n## ##", "line 10"),
        (f"{DRAWN}\n\n#  #\n   #\n#  #", "line 10"),
    ],
)
def test_text_faults_name_the_line(text: str, where: str) -> None:
    with pytest.raises(InputError) as caught:
        notation.parse_position(text)
    assert caught.value.faults[0].where == where
