"""The best line of one colour: brute force, search and CP-SAT say the same."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

import blokus_cases
from fairtray.core.errors import InternalFault, PositionError
from fairtray.families.blokus import moves, notation, pieces, proof, solve
from fairtray.families.blokus.position import Position, initial
from fairtray.families.blokus.reach import within_reach
from fairtray.families.blokus.scoring import counts
from fairtray.families.blokus.variants import BLOKUS, DUO


def checks(position: Position, found: solve.Best) -> None:
    """Assert that an answer's own parts agree."""
    colour = position.to_move
    final = moves.played(position, list(found.moves))
    assert final == found.final
    assert all(move.colour == colour for move in found.moves)
    squares = final.boards[colour].bit_count()
    assert found.complete is (squares == position.variant.squares)
    assert found.points == counts(final)[colour].score
    assert found.points <= found.upper_bound
    assert found.exact is (found.points == found.upper_bound)


@pytest.mark.parametrize("seed", range(40))
def test_brute_force_agrees_on_a_tiny_board(seed: int) -> None:
    position = blokus_cases.tiny(seed)
    most = blokus_cases.most_by_oracle(position)
    found = solve.best(position)
    checks(position, found)
    assert (found.points, found.exact) == (most, True)
    proven, confirmed = solve.solve(position, "both", "advanced")
    assert (proven.points, proven.exact, confirmed) == (most, True, True)
    alone, _ = solve.solve(position, "cp-sat", "advanced")
    checks(position, alone)
    assert alone.points == most
    standard = solve.best(position, "standard")
    assert standard.points == blokus_cases.most_by_oracle(position, standard=True)


def endgames() -> list[Position]:
    """Return late positions of the recorded games, with few moves for the colour to move."""
    return [
        replace(played.before, to_move=played.move.colour)
        for replay in blokus_cases.replays()
        for played in replay.moves[45::3]
        if played.legal <= 20
    ]


@pytest.mark.parametrize("count", [3, pytest.param(8, marks=pytest.mark.slow)])
def test_brute_force_agrees_on_endgames(count: int) -> None:
    few = [position for position in endgames() if len(within_reach(position)) <= 10]
    assert len(few) >= 8
    for position in few[:count]:
        found = solve.best(position)
        checks(position, found)
        assert (found.points, found.exact) == (blokus_cases.most_by_oracle(position), True)


def test_both_engines_agree_on_endgames() -> None:
    positions = endgames()
    assert len(positions) > 30
    for position in positions[::3]:
        if len(within_reach(position)) > 400:
            continue
        found, confirmed = solve.solve(position, "both", "advanced")
        checks(position, found)
        assert found.exact
        assert confirmed


@pytest.mark.parametrize("variant", [BLOKUS, DUO], ids=["blokus", "duo"])
@pytest.mark.parametrize("colour", [0, 1])
def test_everything_from_an_empty_board(variant: object, colour: int) -> None:
    position = replace(initial(variant), to_move=colour)  # type: ignore[arg-type]
    # Of this process alone: what else runs on the machine is not what is measured.
    start = time.process_time()
    found = solve.best(position)
    assert time.process_time() - start < 10
    checks(position, found)
    assert (found.points, found.exact, found.complete) == (109, True, True)
    assert len(found.moves) == 21
    assert found.moves[-1].piece == pieces.SINGLE
    assert solve.best(position, "standard").points == 20


def test_nothing_left_or_no_room() -> None:
    position = solve.best(initial()).final
    position = replace(position, to_move=0)
    for engine in ("search", "cp-sat", "both"):
        found, _ = solve.solve(position, engine, "standard")  # type: ignore[arg-type]
        assert (found.points, found.moves, found.complete, found.exact) == (20, (), True, True)
    # Without a piece in hand, but with none on the board either: no bonus.
    missing = replace(initial(), left=((), *initial().left[1:]), last=("I1", None, None, None))
    for engine in ("search", "cp-sat", "both"):
        found, _ = solve.solve(missing, engine, "advanced")  # type: ignore[arg-type]
        assert (found.points, found.moves, found.complete, found.exact) == (-89, (), False, True)
    full = replace(initial(), boards=(0, BLOKUS.grid.full, 0, 0))
    for engine in ("search", "cp-sat", "both"):
        found, _ = solve.solve(full, engine, "advanced")  # type: ignore[arg-type]
        assert (found.points, found.moves, found.complete, found.exact) == (-89, (), False, True)


def test_no_bonus_where_pieces_are_missing() -> None:
    position = replace(initial(), left=(("I1", "I5"), (), (), ()))
    for scoring, points in (("advanced", 6 - 83), ("standard", -83)):
        for engine in ("search", "both"):
            found, _ = solve.solve(position, engine, scoring)  # type: ignore[arg-type]
            assert (found.points, found.upper_bound, found.exact) == (points, points, True)
            assert not found.complete
            assert found.states == 0


def test_a_search_that_stops_early_says_so() -> None:
    replay = blokus_cases.replays()[0]
    position = replace(replay.moves[44].before, to_move=0)
    full = solve.best(position)
    early = solve.best(position, width=1, limit=5)
    checks(position, early)
    assert not early.exact
    assert early.points <= full.points <= early.upper_bound
    assert early.upper_bound > early.points
    assert solve.best(position, width=1, limit=5) == early


def test_a_width_out_of_range() -> None:
    for width in (0, -1, solve.MOST_WIDTH + 1):
        with pytest.raises(PositionError, match=r"width: .* is not allowed"):
            solve.best(initial(), width=width)


def test_cp_sat_says_when_it_is_too_much() -> None:
    with pytest.raises(PositionError, match="placements are within reach of blue, too many"):
        solve.solve(initial(), "cp-sat", "advanced")
    position = replace(blokus_cases.replays()[0].moves[44].before, to_move=0)
    assert proof.best(position, work_limit=0.0).status == "undecided"


def test_engines_that_differ_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(p for p in endgames() if moves.legal_moves(p))
    monkeypatch.setattr(proof, "best", lambda *_a, **_k: proof.Optimum(0, False, ()))
    with pytest.raises(InternalFault, match=r"the engines differ: search says .* points") as caught:
        solve.solve(position, "both", "advanced")
    assert caught.value.position == notation.position_json(position)


@pytest.mark.plain
@pytest.mark.parametrize("seed", range(5))
def test_small_searches(seed: int) -> None:
    position = blokus_cases.tiny(seed)
    found = solve.best(position, width=2)
    checks(position, found)
    assert (found.points, found.exact) == (proof_points(position), True)
    for one in solve.next_moves(position)[:3]:
        compare(position, one)


def proof_points(position: Position) -> int:
    """Return the most points, by CP-SAT."""
    return solve.solve(position, "cp-sat", "advanced")[0].points


@pytest.mark.plain
def test_the_single_cell_that_others_hang_on_cannot_be_last() -> None:
    # A passage of one cell at a corner: what lies behind it hangs on the single cell.
    rows = ["BYYYYY", "Y.YYYY", "YY..YY", "YYYYYY", "YYYYYY", "YYYYYY"]
    grid = blokus_cases.TINY.grid
    boards = tuple(
        grid.mask((r, c) for r in range(6) for c in range(6) if rows[r][c] == letter)
        for letter in "BY"
    )
    rules = replace(blokus_cases.TINY, squares=4)
    position = replace(initial(rules), boards=boards, left=(("I1", "I2"), ()))
    assert blokus_cases.most_by_oracle(position) == 4 + 15
    for engine in ("search", "cp-sat", "both"):
        found, _ = solve.solve(position, engine, "advanced")  # type: ignore[arg-type]
        assert (found.points, found.complete, found.exact) == (19, True, True)
        assert [move.piece for move in found.moves] == ["I1", "I2"]


def test_the_next_move() -> None:
    for replay in blokus_cases.replays()[:3]:
        for played in replay.moves[3:50:9]:
            position = replace(played.before, to_move=played.move.colour)
            weighed = solve.next_moves(position)
            assert len(weighed) == played.legal
            assert [one.value for one in weighed] == sorted(
                (one.value for one in weighed), reverse=True
            )
            for one in weighed[:: max(1, len(weighed) // 5)]:
                compare(position, one)


def compare(position: Position, one: solve.Weighed) -> None:
    """Assert that the plain engine counts the same corners."""
    colour = position.to_move
    _, after = position.place(colour, position.variant.grid.cells(one.move.mask))

    def corners(where: Position, whose: int) -> int:
        return where.attached(whose).bit_count() if where.left[whose] else 0

    others = [c for c in range(len(position.boards)) if c != colour]
    assert one.squares == one.move.mask.bit_count()
    assert one.gained == corners(after, colour) - corners(position, colour)
    assert one.taken == sum(corners(position, c) - corners(after, c) for c in others)
