"""``fairtray show``, and positions on the command line."""

from __future__ import annotations

import pytest

import cases
from commandline import Fairtray
from fairtray import notation

ROWS = "/".join(["#######."] + ["........"] * 7)
LINE = "bloky-8x8:0xfe00000000000000:dot,-,V3-nw"


def test_a_board_on_the_command_line(fairtray: Fairtray) -> None:
    given = ("--board", ROWS, "--tray", "dot,-,##/#.")
    assert fairtray("show", "--notation", *given).out == f"{LINE}\n"
    assert fairtray("show", LINE, "--notation").out == f"{LINE}\n"
    assert fairtray("show", "-", "--notation", stdin=LINE).out == f"{LINE}\n"
    document = fairtray("show", *given, "--json").json
    assert document["tray"] == ["dot", None, "V3-nw"]
    drawn = fairtray("show", *given)
    assert "  1 #######." in drawn.out
    assert "(used)" in drawn.out
    for command in ("check", "solve"):
        by_options = fairtray(command, *given, "--json")
        assert (by_options.code, by_options.err) == (0, "")
        assert by_options.out == fairtray(command, LINE, "--json").out
        assert by_options.out == fairtray(command, "-", "--json", stdin=document).out


def test_every_known_position_has_a_line(fairtray: Fairtray) -> None:
    for case in cases.positions()[:40:4]:
        result = fairtray("show", "-", "--json", stdin=case)
        read = notation.parse_position(result.out)
        if not isinstance(result.json["ruleset"], str):
            assert fairtray("show", "-", "--notation", stdin=case).code == 2
            continue
        line = fairtray("show", "-", "--notation", stdin=case).out
        assert notation.parse_position(line).position == read.position


def test_lines_in_json_lines(fairtray: Fairtray) -> None:
    result = fairtray("check", "-", "--lines", stdin=f"{LINE}\n{LINE}:score=4\n")
    assert [answer["line"] for answer in result.jsons] == [1, 2]


def test_what_follows_and_what_was_is_shown(fairtray: Fairtray) -> None:
    line = f"block-knock:{LINE.partition(':')[2]}:combo=2:since=1:score=340:next=O9,dot"
    shown = fairtray("show", line).out
    assert "then, tray 2:" in shown
    assert "combo: 2, 1 moves since a clear" in shown
    assert "score: 340" in shown
    assert fairtray("show", line, "--notation").out == f"{line}\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "missing argument"),
        (("--tray", "dot"), "--tray goes with --board"),
        ((LINE, "--board", ROWS), "either a POSITION or --board"),
        (("--board", ROWS, "--ruleset", "blokus"), "--board is for block games"),
        (("--board", ROWS), "--board and --tray: tray: missing; add --tray"),
        (("--board", "[[0,1],[1", "--tray", "dot"), "board: '[[0,1],[1', read as JSON, is"),
        (("--board", "##/##", "--tray", "dot"), "'##/##', read as rows with / between them, is"),
        (("bloky-8x8:XX:dot",), "bloky-8x8:XX:dot: no such file, and no position in the one-line"),
        (("--board", ROWS, "--tray", "dot,[[1"), "--board and --tray: tray[1]: "),
        (("--board", ROWS[:-1], "--tray", "dot"), "--board and --tray: board"),
        (("--board", ROWS, "--tray", "dot", "--lines"), "--lines needs a file"),
        ((LINE.replace("dot", "dit"),), "POSITION: tray[0]: no shape is called 'dit'"),
    ],
)
def test_bad_input(fairtray: Fairtray, arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in fairtray("check", *arguments).complaint


def test_one_of_notation_and_json(fairtray: Fairtray) -> None:
    assert "choose one" in fairtray("show", LINE, "--notation", "--json").complaint


def test_a_matrix_on_the_command_line(fairtray: Fairtray) -> None:
    board = str([[0] * 8] * 7 + [[1] * 4 + [0] * 4])
    arguments = ("show", "--board", board, "--tray", "[[0,1],[1,1]]", "--notation")
    assert fairtray(*arguments).out == "bloky-8x8:0x00000000000000f0:V3-se\n"


def test_blokus_is_drawn_elsewhere(fairtray: Fairtray) -> None:
    empty = {"ruleset": "blokus", "board": ["." * 20] * 20}
    assert "which 'fairtray check' draws" in fairtray("show", "-", stdin=empty).complaint
