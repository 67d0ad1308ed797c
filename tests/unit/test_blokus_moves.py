"""Legal moves and game over: published counts, recorded games, and a naive oracle."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

import blokus_cases
import cases
from fairtray.families.blokus import moves, variants
from fairtray.families.blokus.position import Position, initial
from fairtray.families.blokus.variants import BLOKUS, DUO

GAMES = cases.blokus_games()


@pytest.mark.plain
def test_first_moves() -> None:
    known = cases.field("field-22")
    for colour in range(4):
        assert len(moves.legal_moves(initial(), colour)) == known["expect"]["first_moves"] == 58
    for colour in range(2):
        assert len(moves.legal_moves(initial(DUO), colour)) == 414


@pytest.mark.parametrize("colour", range(4))
def test_sequences_of_one_colour_alone(colour: int) -> None:
    position = replace(initial(), to_move=colour)
    assert moves.sequences(position, 3) == [58, 9_729, 2_922_737]


@pytest.mark.parametrize("number", range(len(GAMES)), ids=[game["id"] for game in GAMES])
def test_recorded_games(number: int) -> None:
    game, replay = GAMES[number], blokus_cases.replays()[number]
    assert [move.legal for move in replay.moves] == game["legal_counts"]
    assert [board.bit_count() for board in replay.final.boards] == game["squares"]
    assert replay.game_over
    assert replay.warnings == ()


def agrees(position: Position) -> None:
    """Assert that kernel, plain engine and oracle see the same legal moves."""
    grid = position.variant.grid
    able = moves.who_can_move(position)
    for colour in range(len(position.boards)):
        found = moves.legal_moves(position, colour)
        cells = [frozenset(grid.cells(move.mask)) for move in found]
        assert len(set(cells)) == len(cells)
        assert set(cells) == blokus_cases.legal_by_oracle(position, colour)
        assert able[colour] is bool(cells)
        for move in found[::10]:
            assert position.place(colour, grid.cells(move.mask))[0] == move


@pytest.mark.parametrize(
    ("variant", "step"),
    [
        pytest.param(BLOKUS, 61, id="blokus"),
        pytest.param(BLOKUS, 7, id="blokus-often", marks=pytest.mark.slow),
        pytest.param(DUO, 17, id="duo"),
        pytest.param(DUO, 3, id="duo-often", marks=pytest.mark.slow),
        pytest.param(blokus_cases.TINY, 1, id="tiny"),
    ],
)
def test_a_naive_oracle_agrees_on_random_positions(variant: variants.Variant, step: int) -> None:
    positions = blokus_cases.from_random_games(variant, 3, seed=variant.grid.rows)
    for position in itertools.islice(positions, 0, None, step):
        agrees(position)


def test_boards_that_no_game_reaches() -> None:
    # Own cells scattered all over: more moves than in any game, and none may be lost.
    scattered = BLOKUS.grid.mask((r, c) for r in range(0, 20, 4) for c in range(0, 20, 4))
    position = replace(initial(), boards=(scattered, 0, 0, 0))
    found = moves.legal_moves(position, 0)
    assert len(found) > 4_000
    agrees(position)
    full = replace(initial(), boards=(BLOKUS.grid.full, 0, 0, 0))
    assert moves.who_can_move(full) == (False,) * 4
    assert moves.turn(full) == full


def test_the_order_of_turns_passes_over_colours_that_cannot_move() -> None:
    replay = next(r for r in blokus_cases.replays() if len(r.moves) < 60)
    for before, after in itertools.pairwise(replay.moves):
        position = moves.turn(before.after)
        assert position.to_move == after.move.colour
        able = moves.who_can_move(before.after)
        skipped = (after.move.colour - before.move.colour - 1) % 4
        assert not any(able[(before.move.colour + 1 + i) % 4] for i in range(skipped))
    assert moves.turn(replay.final) == replay.final


def test_random_games_end_and_repeat() -> None:
    for seed in range(20):
        played = moves.random_game(initial(), seed)
        assert played == moves.random_game(initial(), seed)
        final = moves.played(initial(), played)
        assert not any(moves.who_can_move(final))
    assert moves.random_game(initial(), 1) != moves.random_game(initial(), 2)
