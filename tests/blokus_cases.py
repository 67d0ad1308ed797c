"""Blokus positions for the tests: recorded games, random games, small endgames."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import blokus_oracle as oracle
import cases
from fairtray.core.board import Grid
from fairtray.families.blokus import moves, pieces, record
from fairtray.families.blokus.notation import parse_game
from fairtray.families.blokus.position import Position, initial
from fairtray.families.blokus.variants import Colour, Variant

TINY = Variant(
    name="blokus",
    title="a board small enough for brute force",
    grid=Grid(6, 6),
    colours=(Colour("blue", "B", "B"), Colour("yellow", "Y", "W")),
    starts=((0, 0), (5, 5)),
    sgf="Blokus",
)


def game_json(game: dict[str, Any]) -> dict[str, Any]:
    """Return a recorded game in the form that ``replay`` takes."""
    return {"ruleset": "blokus", "moves": game["moves"]}


@functools.cache
def replays() -> tuple[record.Replay, ...]:
    """Return the recorded games, played."""
    return tuple(
        record.play(parse_game(json.dumps(game_json(game)))) for game in cases.blokus_games()
    )


def from_random_games(variant: Variant, games: int, *, seed: int = 0) -> Iterator[Position]:
    """Yield the positions of random games, one after another."""
    for number in range(seed, seed + games):
        position = initial(variant)
        for move in moves.random_game(position, number):
            position = replace(position, to_move=move.colour)
            yield position
            _, position = position.place(move.colour, variant.grid.cells(move.mask))
        yield position


def tiny(seed: int) -> Position:
    """Return a position on a board of 6x6, a few pieces in the hand of the colour to move.

    In most of them those and the ones on the board are all pieces of the game, so that
    there are bonuses; in every fourth pieces are missing.
    """
    rng = random.Random(seed)
    position = initial(TINY)
    for move in moves.random_game(position, seed)[: rng.randrange(4)]:
        _, position = position.place(move.colour, TINY.grid.cells(move.mask))
    colour = rng.randrange(2)
    hand = rng.sample(position.left[colour], 2 + (rng.random() < 0.2))
    if "I1" in position.left[colour] and rng.random() < 0.7:
        hand.append("I1")
    left = list(position.left)
    left[colour] = pieces.in_order(set(hand))
    squares = position.boards[colour].bit_count() + pieces.cells_of(left[colour])
    variant = replace(TINY, squares=squares) if seed % 4 else TINY
    return replace(position, variant=variant, left=tuple(left), to_move=colour)


def owners(position: Position) -> dict[oracle.Cell, int]:
    """Return who owns each covered cell, as the oracle has it."""
    return {
        cell: colour
        for colour, board in enumerate(position.boards)
        for cell in position.variant.grid.cells(board)
    }


def held(position: Position, colour: int) -> list[oracle.Form]:
    """Return the pieces of a colour as the oracle knows them."""
    by_name = pieces.by_name()
    return [oracle.canonical(by_name[name].orientations[0].cells) for name in position.left[colour]]


def legal_by_oracle(position: Position, colour: int) -> set[oracle.Form]:
    """Return the cells of the legal moves, by the oracle."""
    rules = position.variant
    return oracle.legal_moves(
        (rules.grid.rows, rules.grid.cols),
        owners(position),
        colour,
        rules.starts[colour],
        held(position, colour),
    )


def most_by_oracle(position: Position, *, standard: bool = False) -> int:
    """Return the best score of the colour to move while the others pass, by the oracle."""

    rules = position.variant

    def score(squares: int, _left: int, everything: bool, single: bool) -> int:
        missing = rules.squares - squares
        bonus = (15 + 5 * single) if everything and not missing else 0
        return (0 if standard else squares) - missing + bonus

    colour = position.to_move
    return oracle.most_points(
        (rules.grid.rows, rules.grid.cols),
        owners(position),
        colour,
        rules.starts[colour],
        held(position, colour),
        score,
    )
