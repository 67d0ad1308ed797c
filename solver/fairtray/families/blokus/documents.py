"""Blokus positions, moves and scores as JSON documents. Coordinates are [row, column] from 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from fairtray.families.blokus.moves import who_can_move
from fairtray.families.blokus.notation import Reading, board_rows
from fairtray.families.blokus.position import Move, Position
from fairtray.families.blokus.record import Replay
from fairtray.families.blokus.scoring import Scoring, counts
from fairtray.families.blokus.solve import Best, Weighed
from fairtray.families.blokus.variants import Variant

Value = TypeVar("Value")


def by_colour(rules: Variant, values: Sequence[Value]) -> dict[str, Value]:
    """Return values in the order of the colours as an object by their names."""
    return {colour.name: value for colour, value in zip(rules.colours, values, strict=True)}


def move(rules: Variant, made: Move) -> dict[str, Any]:
    """Return a move as a game to be replayed has it, with the piece's name."""
    return {
        "colour": rules.colours[made.colour].name,
        "piece": made.piece,
        "cells": [list(cell) for cell in rules.grid.cells(made.mask)],
    }


def checked(reading: Reading, legal: Sequence[Move]) -> dict[str, Any]:
    """Return the document of ``check``, with the legal moves of the colour to move."""
    position = reading.position
    rules = position.variant
    able = who_can_move(position)
    return {
        "ruleset": rules.name,
        "to_move": rules.colours[position.to_move].name,
        "can_move": by_colour(rules, able),
        "legal_moves": [move(rules, made) for made in legal],
        "game_over": not any(able),
        **scores(position, "advanced"),
        "warnings": list(reading.warnings),
    }


def scores(position: Position, scoring: Scoring) -> dict[str, Any]:
    """Return squares, bonus and score of each colour."""
    rules = position.variant
    totals = counts(position, scoring)
    return {
        "squares": by_colour(rules, [one.squares for one in totals]),
        "bonus": by_colour(rules, [one.bonus for one in totals]),
        "score": by_colour(rules, [one.score for one in totals]),
        "scoring": scoring,
    }


def solved(
    reading: Reading, best: Best, scoring: Scoring, engine: str, *, confirmed: bool
) -> dict[str, Any]:
    """Return the document of ``solve``."""
    rules = reading.position.variant
    return {
        "ruleset": rules.name,
        "colour": rules.colours[reading.position.to_move].name,
        "points": best.points,
        "upper_bound": best.upper_bound,
        "exact": best.exact,
        "complete": best.complete,
        "moves": [move(rules, made) for made in best.moves],
        "board": board_rows(best.final),
        "scoring": scoring,
        "engine": engine,
        "confirmed": confirmed,
        "warnings": list(reading.warnings),
    }


def weighed(reading: Reading, choices: Sequence[Weighed], final: Position) -> dict[str, Any]:
    """Return the document of ``solve --objective next``; the best move comes first."""
    rules = reading.position.variant
    return {
        "ruleset": rules.name,
        "colour": rules.colours[reading.position.to_move].name,
        "objective": "next",
        "moves": [
            {
                **move(rules, one.move),
                "value": one.value,
                "squares": one.squares,
                "corners_gained": one.gained,
                "corners_taken": one.taken,
            }
            for one in choices
        ],
        "board": board_rows(final),
        "warnings": list(reading.warnings),
    }


def replayed(replay: Replay, scoring: Scoring, warnings: Sequence[str]) -> dict[str, Any]:
    """Return the document of ``replay``."""
    final = replay.final
    rules = final.variant
    return {
        "ruleset": rules.name,
        "moves": [{**move(rules, one.move), "legal_moves": one.legal} for one in replay.moves],
        **scores(final, scoring),
        "board": board_rows(final),
        "to_move": rules.colours[final.to_move].name,
        "left": by_colour(rules, [list(names) for names in final.left]),
        "can_move": by_colour(rules, replay.able),
        "game_over": replay.game_over,
        "warnings": [*warnings, *replay.warnings],
    }
