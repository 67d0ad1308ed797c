"""Scores, illegal moves, set-ups, and games read from JSON and the Smart Game Format."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest

import blokus_cases
import cases
from fairtray.core.errors import IllegalPlacement, InputError
from fairtray.families.blokus import blksgf, notation, pieces, record
from fairtray.families.blokus.position import initial
from fairtray.families.blokus.scoring import count
from fairtray.families.blokus.variants import DUO

ROOT = "(;GM[Blokus]"


def test_four_readings_of_the_end_score() -> None:
    known = cases.field("field-21")
    for given, score in zip(known["given"], known["expect"]["scores"], strict=True):
        left = pieces.all_names() if given["left"] == "all 21" else tuple(given["left"])
        last = pieces.named(given["last"]).name if "last" in given else None
        squares = 89 - pieces.cells_of(left)
        found = count(squares, left, last)
        assert found.score == score
        assert count(squares, left, last, "standard").score == score - squares
        assert found.bonus == (0 if left else 20 if last == "I1" else 15)


def test_scores_of_the_recorded_games_as_they_are_read() -> None:
    for game, replay in zip(cases.blokus_games(), blokus_cases.replays(), strict=True):
        counts = [
            count(board.bit_count(), left, last)
            for board, left, last in zip(
                replay.final.boards, replay.final.left, replay.final.last, strict=True
            )
        ]
        assert [one.bonus for one in counts] == game["bonus"]
        assert [one.score for one in counts] == game["score"]


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([("blue", ["b20"])], r"moves\[0\]: blue, first move not on the corner: I1 at b20"),
        ([("blue", ["a21"])], r"moves\[0\]: blue, off the board: row -1, column 0"),
        ([("red", [[20, 0]])], r"moves\[0\]: red, off the board: row 20, column 0"),
        (
            [("blue", ["a20", "b20"]), ("yellow", ["t20"]), ("blue", ["b20"])],
            r"moves\[2\]: blue, overlap: I1 at b20 covers b20 of blue",
        ),
        (
            [("blue", ["a20", "b20"]), ("blue", ["c20"])],
            r"moves\[1\]: blue, side contact: I1 at c20 touches its own b20",
        ),
        (
            [("blue", ["a20", "b20"]), ("blue", ["d19"])],
            r"moves\[1\]: blue, no corner contact: I1 at d19",
        ),
        (
            [("blue", ["a20"]), ("blue", ["b19"])],
            r"moves\[1\]: blue, piece not left: I1 at b19",
        ),
        ([("green", ["a1", "b2"])], r"moves\[0\]: green, no piece: b2 a1"),
        ([("green", ["a1", "a1"])], r"moves\[0\]: green, no piece: a1"),
        ([("blue", ["a20"]), ("yellow", ["a20"])], r"moves\[1\]: yellow, overlap: I1 at a20"),
    ],
)
def test_illegal_moves(moves: list[tuple[str, list[Any]]], message: str) -> None:
    given = [{"colour": colour, "cells": cells} for colour, cells in moves]
    text = json.dumps({"ruleset": "blokus", "moves": given})
    with pytest.raises(IllegalPlacement, match=message):
        record.play(notation.parse_game(text))


def sgf(text: str) -> record.Replay:
    return record.play(blksgf.parse(text))


def test_round_trip_of_whole_games() -> None:
    for game, replay in zip(cases.blokus_games(), blokus_cases.replays(), strict=True):
        first = notation.parse_game(json.dumps(blokus_cases.game_json(game)))
        text = blksgf.write(first)
        again = blksgf.parse(text)
        assert again.warnings == ()
        assert blksgf.write(again) == text
        assert record.play(again).final == replay.final
        assert [m.move for m in record.play(again).moves] == [m.move for m in replay.moves]


def test_round_trip_from_any_position_on() -> None:
    for played in blokus_cases.replays()[1].moves[:40:6]:
        start = notation.position_json(played.before)
        move = {"cells": [list(c) for c in played.before.variant.grid.cells(played.move.mask)]}
        move["colour"] = played.move.colour + 1  # type: ignore[assignment]
        first = notation.parse_game(json.dumps({**start, "moves": [move]}))
        again = blksgf.parse(blksgf.write(first))
        final = record.play(again).final
        assert final.boards == played.after.boards
        assert final.left == played.after.left
        assert final.to_move == played.after.to_move


def test_round_trip_keeps_comments_and_set_up() -> None:
    text = (
        "(;GM[Blokus Two-Player]PB[Ann [1\\]]PW[B\\\\ob]C[a: b]A1[a20,b20][c19]PL[2]\n"
        ";2[t20]C[first\nmove];3[t1];AE[c19]PL[4]C[taken back];4[a1])"
    )
    game = blksgf.parse(text)
    again = blksgf.parse(blksgf.write(game))
    assert again.notes == game.notes == (("GM", ("Blokus Two-Player",)),)
    assert [s.notes for s in again.steps] == [s.notes for s in game.steps]
    assert dict(again.steps[0].notes)["PB"] == ("Ann [1]",)
    assert dict(again.steps[0].notes)["PW"] == ("B\\ob",)
    assert record.play(again).final == record.play(game).final
    assert record.play(game).final.left[0] == pieces.all_names()[:1] + pieces.all_names()[2:]


def test_set_up_and_who_moves() -> None:
    final = sgf(f"{ROOT}A1[a20,b20]A2[t20]A3[t1][s2,r2];)").final
    # The colour with the fewest pieces on the board; here that is green, with none.
    assert final.to_move == 3
    assert sgf(f"{ROOT}A1[a20]A2[t20]A3[t1]A4[a1])").final.to_move == 0
    assert sgf(f"{ROOT}A1[a20]A2[t20]PL[3])").final.to_move == 2
    assert sgf(f"{ROOT}A1[a20]PL[red])").final.to_move == 2
    emptied = sgf(f"{ROOT};1[a20,b20];2[t20];AE[a20,b20])").final
    assert emptied.boards[0] == 0
    assert emptied.left[0] == pieces.all_names()
    by_cells = sgf(f"{ROOT};1[a20,b20];2[t20];AE[a20][b20][t20])").final
    assert by_cells.boards == (0, 0, 0, 0)
    for text, message in (
        (f"{ROOT}A1[a20,b20];AE[a20])", "line 1: no piece is on the cells a20 to be"),
        (f"{ROOT}AE[a20])", "line 1: no piece is on the cells"),
        (f"{ROOT}A1[a20,c20])", "line 1: blue, no piece: a20 c20"),
        (f"{ROOT}A1[a20][b19])", "line 1: blue, piece not left: I1"),
        (f"{ROOT}\nA1[a20]A2[a20])", "line 1: yellow, overlap: I1 at a20"),
        (f"{ROOT};A2[a21])", "line 1: yellow, off the board"),
    ):
        with pytest.raises(InputError, match=message):
            sgf(text)


def test_generous_reading() -> None:
    text = (
        "\ufeffmail header\n( ; gm[blokus]\n  C[a (;comment\\] with ; and )] 1[ a20 , B20 ]"
        "(;2[t20](;3[t1])(;3[t1,t2]))(;2[t20,t19]))\n(;GM[Blokus];1[a20])\n-- \nsignature"
    )
    read = blksgf.parse(text)
    assert [w.split(":")[0] for w in read.warnings] == [
        "line 1",
        "line 5",
        "the file has 2 games; this is game 1",
        "variations ignored",
    ]
    assert [m.move.piece for m in record.play(read).moves] == ["I2", "I1", "I1"]
    assert [m.move.piece for m in record.play(blksgf.parse(text, 2)).moves] == ["I1"]
    with pytest.raises(InputError, match="there is no game 3; the file has 2"):
        blksgf.parse(text, 3)


def test_old_and_odd_files() -> None:
    old = sgf("(;GM[Blokus];BLUE[a20][b20];Yellow[t20])")
    assert [m.move.piece for m in old.moves] == ["I2"]
    yellow = blksgf.parse("(;GM[Blokus];BLUE[a20][b20];Yellow[t20])").warnings
    assert [w.split(" names ")[0] for w in yellow] == ["line 1: Y"]
    both = sgf(f"{ROOT};1[a20]2[t20])")
    assert [m.move.colour for m in both.moves] == [0, 1]
    assert blksgf.parse("(;1[a20])").warnings[0].startswith("no GM says which game")
    assert blksgf.parse("(;B[e10])").start.variant.name == "duo"
    passing = sgf(f"{ROOT};1[];2[t20])")
    assert passing.warnings == ("moves[0]: blue could move, and is taken to pass",)
    skipped = sgf(f"{ROOT};2[t20];4[a1])")
    assert skipped.warnings == (
        "moves[0]: blue could move, and is taken to pass",
        "moves[1]: red could move, and is taken to pass",
    )
    far = sgf(f"{ROOT};4[a1];4[b2,c2];3[t1])")
    assert far.warnings == (
        "moves[0]: blue, yellow and red could move, and are taken to pass",
        "moves[1]: blue, yellow and red could move, and are taken to pass",
        "moves[2]: blue and yellow could move, and are taken to pass",
    )


@pytest.mark.parametrize(
    ("text", "moves", "warning"),
    [
        (f"{ROOT};B[a20];W[t20])", [0, 1], "this is Blokus, so B for 1, W for 2 is assumed"),
        ("(;GM[Blokus Duo];1[e10])", [0], "this is Blokus Duo, so 1 for B is assumed"),
        ("(;GM[Blokus Duo];BLUE[e10];YELLOW[j5])", [0, 1], "this is Blokus Duo, so 1 for B, 2"),
        (f"{ROOT}AB[a20]PL[W];W[t20])", [1], "this is Blokus, so B for 1, W for 2 is assumed"),
        (
            f"{ROOT};1[a20]\n;5[t20];5[t19];5[])",
            [0],
            "line 2: 5 names cells, but is not a move or set-up of Blokus, and is ignored (3 ",
        ),
        (f"{ROOT};1[a20];W[t20])", [0], "line 1: W names cells, but is not a move"),
        (f"{ROOT};W[t20];3[t1])", [2], "line 1: W names cells, but is not a move"),
        (f"{ROOT};1[a20]AW[t20][s19,r19])", [0], "line 1: AW names cells, but is not a move"),
        ("(;GM[Blokus Duo];1[e10];4[a1])", [], "line 1: 1 names cells, but is not a move"),
        ("(;GM[Blokus Duo];B[e10];1[f9])", [0], "line 1: 1 names cells, but is not a move"),
    ],
)
def test_moves_by_other_names_are_never_dropped_silently(
    text: str, moves: list[int], warning: str
) -> None:
    read = blksgf.parse(text)
    played = record.play(read)
    assert [m.move.colour for m in played.moves] == moves
    assert read.warnings[0].startswith(warning)
    again = record.play(blksgf.parse(blksgf.write(read)))
    assert again.final == played.final


def test_texts_and_marks_are_no_moves() -> None:
    read = blksgf.parse(f"{ROOT}PB[a1]P1[b2]DT[2026]KM[0.5]XX[abc][a1];1[a20]C[c3]TR[a20]CR[b19])")
    assert read.warnings == ()


def test_duo_by_the_same_code() -> None:
    played = sgf("(;GM[Blokus Duo];B[e10,e9];W[j5];B[f8])")
    assert [m.move.piece for m in played.moves] == ["I2", "I1", "I1"]
    assert played.moves[0].legal == 414
    # Either start is the first player's to choose.
    other = sgf("(;GM[Blokus Duo];B[j5];W[e10])")
    assert other.final.variant.starts == (DUO.starts[1], DUO.starts[0])
    again = notation.parse_position(json.dumps(notation.position_json(other.final)))
    assert again.position == other.final
    with pytest.raises(IllegalPlacement, match="blue, first move not on the corner"):
        sgf("(;GM[Blokus Duo];B[a1])")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no game"),
        ("(;GM[Blokus]", "line 1: the game does not end"),
        ("(;GM[Blokus]\n;1[a20", "line 2: a value does not end"),
        ("(;GM[Blokus];1;)", "line 1: '1' has no value"),
        ("(;GM[Blokus];?[a])", r"line 1: '\?' is out of place"),
        ("(;GM[Nexos])", r"line 1: GM\[Nexos\] is another game"),
        ("(;GM[Blokus]\n;1[zz])", r"line 2: 1\[zz\]: 'zz' is not a cell"),
        ("(;GM[Blokus]PL[5])", "line 1: no colour is called '5'"),
    ],
)
def test_files_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        blksgf.parse(text)


def test_nesting_is_never_too_deep() -> None:
    depth = 100_000
    read = blksgf.parse("(;GM[Blokus]" + "(;C[x]" * depth + ")" * depth + ")")
    assert len(read.steps) == depth


def test_positions_round_trip() -> None:
    for played in blokus_cases.replays()[3].moves[::9]:
        again = notation.parse_position(json.dumps(notation.position_json(played.before)))
        assert again.position == played.before
        assert again.warnings == ()
        # What is left, and whose turn it is, follows from a board early in a game.
        drawn = notation.parse_position("\n".join(notation.board_rows(played.before)))
        assert drawn.position.left == played.before.left
        assert drawn.position.boards == played.before.boards


EMPTY = ["." * 20] * 20


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"board": EMPTY[1:]}, "board: 19 rows; a board of blokus has 20 rows"),
        ({"board": [*EMPTY[1:], "." * 19]}, r"board\[19\]: row 19 has 19 cells"),
        ({"board": [*EMPTY[1:], "." * 19 + "P"]}, r"board\[19\]\[19\]: cell 'P'; use B Y R G"),
        ({"board": [*EMPTY[1:], 7]}, r"board\[19\]: 7 is not a row"),
        ({"board": "x"}, "board: 'x' is not a list"),
        ({}, "board: missing"),
        ({"board": EMPTY, "to_move": "pink"}, "to_move: no colour is called 'pink'"),
        ({"board": EMPTY, "left": {"blue": ["Q9"]}}, r"left.blue\[0\]: no piece is called 'Q9'"),
        ({"board": EMPTY, "left": {"blue": ["X", "X"]}}, r"left.blue\[1\]: X is listed twice"),
        ({"board": EMPTY, "left": {"blue": 5}}, "left.blue: 5 is not a list"),
        ({"board": EMPTY, "left": 5}, "left: 5 is not by colour"),
        ({"board": EMPTY, "left": {"pink": []}}, "left: no colour is called 'pink'"),
        ({"board": EMPTY, "left": {"blue": [], "B": []}}, "left.B: the same colour twice"),
        ({"board": EMPTY, "last": {"blue": "X"}}, "last.blue: X is still left"),
        (
            {"board": ["B" + "." * 19, *EMPTY[1:]], "left": {"blue": ["I1"]}},
            "left.blue: I1 on the board already",
        ),
        ({"board": EMPTY, "lefts": {}}, "lefts: unknown key; did you mean left"),
        ({"ruleset": "blocus", "board": EMPTY}, "no Blokus game is called 'blocus'"),
        ({"board": EMPTY, "starts": [[0, 0]]}, "starts: .* is not allowed"),
    ],
)
def test_faults_of_positions(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        notation.parse_position(json.dumps(given))


def test_all_faults_at_once() -> None:
    given = {"board": EMPTY, "to_move": 9, "left": {"red": ["?"]}, "last": {"blue": "X"}}
    with pytest.raises(InputError) as caught:
        notation.parse_position(json.dumps(given))
    assert [fault.where for fault in caught.value.faults] == ["left.red[0]", "last.blue", "to_move"]


def test_odd_boards_are_taken_as_they_stand() -> None:
    board = ["B.B" + "." * 17, "." * 20, "BBBBBB" + "." * 14, *EMPTY[3:]]
    reading = notation.parse_position(json.dumps({"board": board, "left": {"blue": ["I5"]}}))
    assert reading.position.left[0] == ("I5",)
    assert len(reading.warnings) == 3
    assert "blue has a second I1 at c20" in reading.warnings[0]
    assert "blue has no piece at a18" in reading.warnings[1]
    assert "neither left nor on the board" in reading.warnings[2]


def test_pieces_that_do_not_cover_the_start_cell() -> None:
    board = [*EMPTY[:5], "....." + "B" + "." * 12 + "YY", *EMPTY[6:]]
    warnings = notation.parse_position(json.dumps({"board": board})).warnings
    assert warnings == (
        "board: blue's pieces do not cover a20, its start cell",
        "board: yellow's pieces do not cover t20, its start cell",
    )
    played = sgf(f"{ROOT}A1[f15]A2[t20];3[t1])")
    assert played.warnings == ("board: blue's pieces do not cover a20, its start cell",)
    assert sgf(f"{ROOT}A1[a20][b19,b18];AE[a20])").warnings == played.warnings
    for text in ("(;GM[Blokus Duo]AB[a1])", "(;GM[Blokus Duo]AB[a1]AW[j5])"):
        assert [w.split(" do ")[0] for w in sgf(text).warnings] == ["board: blue's pieces"]


def test_boards_of_duo_say_who_started_where() -> None:
    other = sgf("(;GM[Blokus Duo]AB[j5])")
    assert other.warnings == ()
    assert other.final.variant.starts == DUO.starts[::-1]
    rows = notation.board_rows(other.final)
    drawn = notation.parse_position(json.dumps({"ruleset": "duo", "board": rows}))
    assert (drawn.position, drawn.warnings) == (other.final, ())
    starts = [list(cell) for cell in DUO.starts]
    said = {"ruleset": "duo", "board": rows, "starts": starts}
    assert notation.parse_position(json.dumps(said)).warnings == (
        "board: blue's pieces do not cover e10, its start cell",
    )


def test_moves_without_a_colour_are_the_next_ones() -> None:
    moves = [{"cells": ["a20"]}, {"cells": ["t20"]}, {"cells": []}, {"cells": ["a1"]}]
    game = notation.parse_game(json.dumps({"ruleset": "blokus", "moves": moves}))
    replay = record.play(game)
    assert [m.move.colour for m in replay.moves] == [0, 1, 3]
    assert replay.warnings == ("moves[2]: red could move, and is taken to pass",)
    assert record.play(blksgf.parse(blksgf.write(game))).final == replay.final


def test_positions_that_the_format_cannot_tell() -> None:
    given = {"board": EMPTY, "left": {"blue": ["X"]}, "moves": []}
    with pytest.raises(
        InputError, match=r"left: blue holds other pieces .* write the game as JSON"
    ):
        blksgf.write(notation.parse_game(json.dumps(given)))


def test_broken_texts_never_crash() -> None:
    good = blksgf.write(
        notation.parse_game(json.dumps(blokus_cases.game_json(cases.blokus_games()[2])))
    )
    rng = random.Random(5)
    for _ in range(600):
        text = list(good[: rng.randrange(20, 900)])
        for _ in range(rng.randrange(4)):
            text[rng.randrange(len(text))] = rng.choice(["(", ")", ";", "[", "]", "\\", "a", "9"])
        with contextlib.suppress(InputError):
            sgf("".join([*text, rng.choice(["", ")", "])"])]))


def test_an_initial_position_is_what_a_game_starts_with() -> None:
    game = notation.parse_game('{"ruleset": "blokus", "moves": []}')
    assert game.start == initial()
