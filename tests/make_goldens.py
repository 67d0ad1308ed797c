"""Writes the golden games of ``fixtures/games``: ``python tests/make_goldens.py``.

One playthrough for each built-in ruleset: triples drawn from its catalogue, each piece
put where it earns most, ties to the top left. The plain engine plays; the suite
(``unit/test_goldens.py``) has the oracle check every number. Run it again only when
rules have changed on purpose, and read the difference.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairtray import rulesets
from fairtray.core.shapes import Shape
from fairtray.game import Move, Placement, Position
from fairtray.rulesets import Ruleset

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "games"
TRIPLES = 10


def golden(ruleset: Ruleset, seed: int) -> dict[str, Any]:
    """Return one recorded game with what each move gives."""
    rng = random.Random(seed)
    trays = [_triple(ruleset, rng) for _ in range(TRIPLES)]
    position = start = Position(ruleset, ruleset.start, ())
    played: list[Move] = []
    for tray in trays:
        position = replace(position, tray=tuple(tray))
        while position.slots and not position.game_over:
            played.append(_most(position))
            position = played[-1].after
        if position.game_over:
            break
    return {
        "ruleset": ruleset.name,
        "board": ruleset.grid.draw(start.board),
        "tray": [shape.name for shape in trays[0]],
        "upcoming": [[shape.name for shape in tray] for tray in trays[1:]],
        "moves": [
            {"shape": move.shape.name, "row": move.placement.row, "col": move.placement.col}
            for move in played
        ],
        "expect": {
            "moves": [
                {"lines": len(move.lines), "points": move.points, "combo": move.combo}
                for move in played
            ],
            "score": position.score,
            "board": ruleset.grid.draw(position.board),
            "game_over": position.game_over,
        },
    }


def _triple(ruleset: Ruleset, rng: random.Random) -> list[Shape]:
    """Return a triple that keeps the limit of large shapes."""
    while True:
        entries = [rng.choice(ruleset.catalogue) for _ in range(ruleset.tray_size)]
        if ruleset.max_large is None or sum(e.large for e in entries) <= ruleset.max_large:
            return [entry.shape for entry in entries]


def _most(position: Position) -> Move:
    options = [
        position.place(Placement(slot, row, col))
        for slot in position.slots
        for row, col in position.legal(position.tray[slot])
    ]
    return max(options, key=lambda m: (m.points, -m.placement.row, -m.placement.col))


def _telling(game: dict[str, Any]) -> int:
    """Return how much of the rules a game shows: clears, doubles and long combos."""
    moves = game["expect"]["moves"]
    doubles = sum(move["lines"] > 1 for move in moves)
    combo = max(move["combo"] for move in moves)
    return sum(move["lines"] > 0 for move in moves) + 3 * doubles + 5 * combo


def _text(game: dict[str, Any]) -> str:
    """Return the game as JSON, one board row, tray or move a line."""

    def lines(items: list[Any], indent: str) -> str:
        inner = ",\n".join(f"{indent}  {json.dumps(item)}" for item in items)
        return f"[\n{inner}\n{indent}]"

    expect = game["expect"]
    return (
        "{\n"
        f'  "ruleset": {json.dumps(game["ruleset"])},\n'
        f'  "board": {lines(game["board"], "  ")},\n'
        f'  "tray": {json.dumps(game["tray"])},\n'
        f'  "upcoming": {lines(game["upcoming"], "  ")},\n'
        f'  "moves": {lines(game["moves"], "  ")},\n'
        '  "expect": {\n'
        f'    "moves": {lines(expect["moves"], "    ")},\n'
        f'    "score": {expect["score"]},\n'
        f'    "board": {lines(expect["board"], "    ")},\n'
        f'    "game_over": {json.dumps(expect["game_over"])}\n'
        "  }\n"
        "}\n"
    )


def main() -> None:
    """Write one game for each ruleset: the most telling of 300 seeds."""
    for name in rulesets.builtin_names():
        ruleset = rulesets.get(name)
        game = max((golden(ruleset, seed) for seed in range(300)), key=_telling)
        (FOLDER / f"golden-{name}.json").write_text(_text(game), encoding="utf-8")
        sys.stdout.write(f"{name}: {len(game['moves'])} moves, {_telling(game)}\n")


if __name__ == "__main__":
    main()
