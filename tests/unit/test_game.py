"""The plain engine: the published examples, real faults of other tools, and the oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cases
import oracle
import strategies
from fairtray import rulesets
from fairtray.core.errors import IllegalPlacement, InternalFault
from fairtray.core.shapes import Shape, from_drawing, named
from fairtray.game import Move, Placement, Position, proven, replay
from fairtray.rulesets import Ruleset


def at(
    ruleset: str | Ruleset | dict[str, Any], board: list[str], *tray: str, **more: int
) -> Position:
    """Return a position from drawings and shape names."""
    rules = ruleset if isinstance(ruleset, Ruleset) else rulesets.get(ruleset)
    return Position(rules, rules.grid.parse(board), tuple(named(name) for name in tray), **more)


def recorded(given_game: dict[str, Any]) -> list[Move]:
    """Play moves that are recorded with their shapes."""
    rules = rulesets.get(given_game["ruleset"])
    tray = tuple(from_drawing(move["shape"]) for move in given_game["moves"])
    start = Position(rules, rules.grid.parse(given_game["board"]), tray)
    moves = given_game["moves"]
    return replay(start, [Placement(i, m["row"], m["col"]) for i, m in enumerate(moves)])


# --- Worked examples of the published rules ----------------------------------------


def test_a_2x2_that_fills_two_rows_of_bloky_earns_34() -> None:
    board = ["######..", "######..", *["........"] * 5, "#......."]
    move = at("bloky-8x8", board, "O4").place(Placement(0, 0, 6))
    assert (len(move.lines), move.points, move.after.score) == (2, 34, 34)
    assert move.after.ruleset.grid.draw(move.after.board) == [*["........"] * 7, "#......."]


def test_combo_2_and_two_lines_with_four_cells_of_block_knock_earn_640() -> None:
    board = ["######..", "######..", *["........"] * 5, "#......."]
    position = at("block-knock", board, "O4", combo=2, moves_since_clear=2, score=1000)
    move = position.place(Placement(0, 0, 6))
    assert (len(move.lines), move.points, move.combo) == (2, 640, 3)
    assert (move.after.combo, move.after.moves_since_clear, move.after.score) == (3, 0, 1640)


def test_third_clearing_move_of_eu_with_two_lines_and_three_cells_earns_503() -> None:
    board = ["#########.", "########..", *[".........."] * 7, "#........."]
    move = at("eu-block-puzzle", board, "V3-se", combo=2).place(Placement(0, 0, 8))
    assert (len(move.lines), move.points, move.combo) == (2, 503, 3)


def test_a_perfect_clear_of_block_knock_is_not_multiplied() -> None:
    position = at("block-knock", [".#######", *["........"] * 7], "dot", combo=4)
    move = position.place(Placement(0, 0, 0))
    assert move.after.board == 0
    assert move.points == 10 + 100 * 5 + 3000


def test_a_perfect_clear_of_eu_is_not_raised_by_the_streak() -> None:
    position = at("eu-block-puzzle", [".#########", *[".........."] * 9], "dot", combo=7)
    assert position.place(Placement(0, 0, 0)).points == 1 + 300 + 2000


def test_an_emptied_board_earns_nothing_more_where_no_perfect_clear_is_known() -> None:
    position = at("bloky-8x8", [".#######", *["........"] * 7], "dot")
    move = position.place(Placement(0, 0, 0))
    assert (move.after.board, move.points) == (0, 11)


# --- Faults that other tools had ---------------------------------------------------


def test_legality_is_judged_after_the_clear_of_the_move_before() -> None:
    case = cases.field("field-08")
    moves = recorded(case["given"])
    assert [len(move.lines) for move in moves] == case["expect"]["lines"]


@pytest.mark.parametrize("case", ["field-12", "field-13"])
def test_lines_are_read_before_any_is_emptied(case: str) -> None:
    given_game, expect = cases.field(case)["given"], cases.field(case)["expect"]
    (move,) = recorded(given_game)
    assert [len(move.lines)] == expect["lines"]
    assert move.removed.bit_count() == expect["cells_removed"]
    assert (move.after.board == 0) == expect["board_empty"]


def test_lines_that_a_move_clears_are_named() -> None:
    (move,) = recorded(cases.field("field-13")["given"])
    names = move.before.ruleset.line_names
    assert [names[line] for line in move.lines] == ["row 1", "column 1", "box 1"]


@pytest.mark.parametrize(
    ("ruleset", "key"),
    [("eu-block-puzzle", "eu-block-puzzle streak"), ("block-knock", "block-knock combo")],
)
def test_each_game_counts_its_combo_in_its_own_way(ruleset: str, key: str) -> None:
    case = cases.field("field-14")
    rules = rulesets.get(ruleset)
    position = Position(rules, 0, ())
    combos = []
    for clears in case["given"]["clears_per_move"]:
        # A row one cell short of full, which the dot fills, or an empty board.
        board = rules.lines[0] & ~1 if clears else 0
        position = replace(position, board=board, tray=(named("dot"),))
        position = position.place(Placement(0, 0, 0)).after
        combos.append(position.combo)
    assert combos == case["expect"][key]


def test_one_move_can_clear_six_lines() -> None:
    case = cases.field("field-15")
    (move,) = recorded(case["given"])
    assert [len(move.lines)] == case["expect"]["lines"]
    assert [move.points] == case["expect"]["points"]
    assert move.after.board == 0


def test_a_loss_is_not_declared_while_a_line_can_still_be_cleared() -> None:
    case = cases.field("field-01")
    rules = rulesets.get(case["given"]["ruleset"])
    tray = tuple(from_drawing(rows) for rows in case["given"]["tray"])
    position = Position(rules, rules.grid.parse(case["given"]["board"]), tray)
    assert [position.fits(slot) for slot in range(3)] == case["expect"]["fits"]
    assert position.game_over is case["expect"]["game_over"]


def test_the_whole_board_is_looked_at() -> None:
    case = cases.field("field-03")
    rules = rulesets.get(case["given"]["ruleset"])
    position = Position(rules, rules.grid.parse(case["given"]["board"]), (named("O4"),))
    assert [list(place) for place in position.legal(named("O4"))] == [
        case["expect"]["only_placement"]
    ]


def test_a_shape_with_an_empty_corner_fits_over_a_filled_cell() -> None:
    case = cases.field("field-04")
    rules = rulesets.get(case["given"]["ruleset"])
    shape = from_drawing(case["given"]["tray"][0])
    position = Position(rules, rules.grid.parse(case["given"]["board"]), (shape,))
    assert [list(place) for place in position.legal(shape)] == [case["expect"]["only_placement"]]


def test_the_last_column_of_a_wide_board_is_reached() -> None:
    expect = cases.field("field-05")["expect"]
    wide, narrow = rulesets.get({"rows": 10, "cols": 10}), rulesets.get({"rows": 8, "cols": 8})
    bar = named("I3h")
    assert len(list(Position(wide, 0, ()).legal(bar))) == expect["placements"]
    assert len(list(Position(narrow, 0, ()).legal(bar))) == expect["placements_on_empty_8x8"]


def test_a_streak_can_be_worth_more_than_a_double_clear() -> None:
    case = cases.field("field-07")
    rules = rulesets.get(case["given"]["ruleset"])
    tray = tuple(from_drawing(rows) for rows in case["given"]["tray"])
    position = Position(rules, rules.grid.parse(case["given"]["board"]), tray)
    patient = [Placement(1, 0, 7), Placement(2, 1, 7), Placement(0, 0, 0)]
    greedy = [Placement(0, 0, 7), Placement(1, 0, 0), Placement(2, 0, 1)]
    assert replay(position, patient)[-1].after.score == case["expect"]["points"]
    assert replay(position, greedy)[-1].after.score == 34


# --- Game over, used slots, full lines ---------------------------------------------

CHECKED = ["#.#.#.#.", ".#.#.#.#"] * 4


def test_one_piece_that_does_not_fit_is_not_the_end_while_another_does() -> None:
    assert not at("bloky-8x8", CHECKED, "O9", "dot", "I2h").game_over
    assert at("bloky-8x8", CHECKED, "O9", "I2v", "I2h").game_over


def test_an_empty_tray_is_not_the_end() -> None:
    position = at("bloky-8x8", CHECKED)
    assert position.slots == ()
    assert not position.game_over
    assert not Position(position.ruleset, position.ruleset.grid.full, (None, None)).game_over


def test_a_used_slot_fits_nowhere_and_a_slot_is_used_once() -> None:
    after = at("bloky-8x8", CHECKED, "dot", "dot").place(Placement(0, 0, 1)).after
    assert after.tray == (None, named("dot"))
    assert after.slots == (1,)
    assert not after.fits(0)
    assert after.fits(1)


def test_a_full_line_of_the_start_goes_with_the_next_placement() -> None:
    position = at("bloky-8x8", ["........"] * 7 + ["########"], "dot", "dot")
    move = position.place(Placement(0, 0, 0))
    assert [position.ruleset.line_names[line] for line in move.lines] == ["row 8"]
    assert move.points == 1 + 10
    assert move.after.ruleset.grid.draw(move.after.board) == ["#......."] + ["........"] * 7
    # Until then it is in the way as any filled cell is.
    with pytest.raises(IllegalPlacement):
        position.place(Placement(0, 7, 0))
    assert move.after.place(Placement(1, 7, 0)).lines == ()


# --- Illegal placements ------------------------------------------------------------


@pytest.mark.parametrize(
    ("placement", "message"),
    [
        (Placement(0, 0, 0), "I2h at row 0, column 0 covers filled cell [0, 0] (counted from 0)"),
        (Placement(0, 0, 7), "I2h at row 0, column 7 leaves the board; its corner can be at rows "),
        (
            Placement(0, 8, 0),
            "leaves the board; its corner can be at rows 0..7, columns 0..6 (counted from 0)",
        ),
        (Placement(0, -1, 0), "leaves the board"),
        (Placement(0, 0, -1), "leaves the board"),
        (Placement(1, 0, 0), "slot 1 holds no piece; slots with a piece, counted from 0: [0]"),
        (Placement(2, 0, 0), "slot 2 holds no piece"),
        (Placement(-1, 0, 0), "slot -1 holds no piece"),
    ],
)
def test_an_illegal_placement_says_why_and_changes_nothing(
    placement: Placement, message: str
) -> None:
    rules = rulesets.get("bloky-8x8")
    position = Position(rules, rules.grid.parse(CHECKED), (named("I2h"), None), 0, 0, 5)
    before = replace(position)
    with pytest.raises(IllegalPlacement) as caught:
        position.place(placement)
    assert message in str(caught.value)
    assert position == before


def test_replay_names_the_move_that_is_illegal() -> None:
    position = at("bloky-8x8", ["........"] * 8, "dot", "dot", "dot")
    with pytest.raises(IllegalPlacement, match=r"^moves\[1\]: dot at row 3, column 3 covers"):
        replay(position, [Placement(0, 3, 3), Placement(2, 3, 3), Placement(1, 0, 0)])


def test_a_witness_must_be_legal_and_place_everything() -> None:
    position = at("bloky-8x8", ["........"] * 8, "dot", "I2h")
    whole = [Placement(1, 0, 0), Placement(0, 0, 2)]
    assert [move.placement for move in proven(position, whole)] == whole
    with pytest.raises(InternalFault, match=r"leaves slots \[0\]"):
        proven(position, whole[:1])
    with pytest.raises(InternalFault, match="not legal"):
        proven(position, [Placement(1, 0, 0), Placement(0, 0, 1)])
    with pytest.raises(InternalFault, match=r"leaves slots \[0, 1\]"):
        proven(position, [])
    assert proven(replace(position, tray=()), []) == []


# --- The oracle --------------------------------------------------------------------


@given(strategies.positions())
def test_what_fits_and_where_is_what_the_oracle_says(position: Position) -> None:
    rules, state = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    assert position.game_over == oracle.game_over(rules, state)
    assert list(position.slots) == oracle.slots(state)
    for slot, shape in enumerate(position.tray):
        piece = state.tray[slot]
        if shape is None or piece is None:
            assert shape is piece is None
            assert not position.fits(slot)
            continue
        places = oracle.placements(rules, state.board, piece)
        assert list(position.legal(shape)) == places
        assert position.fits(slot) == bool(places)


@given(strategies.any_rulesets(), st.data())
def test_whole_games_are_what_the_oracle_plays(ruleset: Ruleset, data: st.DataObject) -> None:
    board = data.draw(strategies.boards(ruleset))
    rules = strategies.oracle_rules(ruleset)
    position = Position(ruleset, board, ())
    history: list[tuple[Position, Position]] = []
    score = 0
    for _ in range(20):
        if not position.slots:
            tray = data.draw(st.lists(strategies.pieces(ruleset), min_size=1, max_size=3))
            position = replace(position, tray=tuple(tray))
        state = strategies.oracle_state(position)
        options = list(oracle.moves(rules, state))
        assert position.game_over == (not options)
        if not options:
            break
        move, expected = data.draw(st.sampled_from(options))
        made = position.place(Placement(*move))
        score += expected.points
        assert made.points == expected.points
        assert made.lines == expected.lines
        assert strategies.cells_of(ruleset, made.mask) == expected.cells
        assert strategies.cells_of(ruleset, made.removed) == expected.removed
        assert (made.before, made.combo) == (position, expected.after.combo)
        assert made.after.score == score
        assert strategies.oracle_state(made.after) == expected.after
        history.append((position, replace(position)))
        position = made.after
    # Undo is by value: every earlier position is what it was.
    assert all(kept == copy for kept, copy in history)


@given(strategies.positions())
def test_every_place_that_the_oracle_refuses_is_illegal(position: Position) -> None:
    rules, state = strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    legal = {move for move, _ in oracle.moves(rules, state)}
    grid = position.ruleset.grid
    for slot in range(-1, len(position.tray) + 1):
        for row in range(-1, grid.rows + 1):
            for col in range(-1, grid.cols + 1):
                if oracle.Move(slot, row, col) not in legal:
                    with pytest.raises(IllegalPlacement):
                        position.place(Placement(slot, row, col))


@given(strategies.cut_positions())
def test_pieces_cut_out_of_a_full_board_go_back(
    drawn: tuple[Position, tuple[Placement, ...]],
) -> None:
    position, witness = drawn
    moves = proven(position, witness)
    assert len(moves) == len(position.tray)
    last = moves[-1].after if moves else position
    assert last.score == sum(move.points for move in moves)
    assert oracle.placeable(
        strategies.oracle_rules(position.ruleset), strategies.oracle_state(position)
    )


def test_a_shape_larger_than_the_board_fits_nowhere_and_is_no_error() -> None:
    rules = rulesets.get({"rows": 3, "cols": 4})
    bar: Shape = named("I5h")
    position = Position(rules, 0, (bar,))
    assert list(position.legal(bar)) == []
    assert position.game_over
    with pytest.raises(IllegalPlacement, match="leaves the board"):
        position.place(Placement(0, 0, 0))
