"""Writes the golden games of ``fixtures/games/modes``: ``python tests/make_mode_games.py``.

One playthrough for each mode of each built-in ruleset, as ``fairtray-game/1``, and one of
each game of Blokus. The player
puts pieces where most lines clear and few holes are left, and now and then anywhere; it
undoes and continues where the mode lets it, saves and resumes once, and hands in a made-up
clock. The suite (``unit/test_mode_goldens.py``) replays every game and has the oracle play
it by its own reading of the rules. Run it again only when rules have changed on purpose.
"""

from __future__ import annotations

import datetime as dt
import json
import random
import sys
from operator import itemgetter
from pathlib import Path
from typing import Any

from fairtray import rulesets
from fairtray.daily.document import Daily
from fairtray.families.blokus.game import BlokusTable
from fairtray.families.blokus.variants import VARIANTS, Variant
from fairtray.game import Placement
from fairtray.gameplay.modes import Game, Mode, modes_of
from fairtray.gameplay.modes.days import pieces_of_day

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "games" / "modes"
DAY = "2026-11-30"
MOVES = 90
SEEDS = 40
CHALLENGE = 15


def playthrough(mode: Mode, seed: int, daily: Daily | None = None) -> tuple[int, Game]:
    """Return a game of a mode, played to its end or for many moves, and how telling it is."""
    rng = random.Random(seed)
    arguments: dict[str, Any] = {"date": DAY} if mode.daily else {"seed": seed}
    if mode.challenges:
        arguments["challenge"] = CHALLENGE
    game = Game.begin(mode, **arguments) if daily is None else Game.from_daily(daily, mode)
    clock = emptied = 0
    for step in range(MOVES):
        if game.can_continue:
            game.continue_game()
            emptied += _rows_emptied(game)
        if game.ending is not None:
            break
        clock += rng.randrange(500, 4000)
        game.elapsed(clock / 1000)
        if game.ending is not None:
            break
        if game.can_undo and rng.random() < 0.15:
            game.undo()
        game.place(_chosen(game, rng))
        emptied += _rows_emptied(game)
        if step == 20:
            game = Game.from_document(game.to_document())
    return _telling(game) + 10 * emptied, game


def blokus(variant: Variant, seed: int = 1) -> BlokusTable:
    """Return a game of the first colour, which places anything, against the solver."""
    rng = random.Random(seed)
    table = BlokusTable([0], variant)
    while not table.ending:
        if table.is_persons_turn:
            largest = max(move.mask.bit_count() for move in table.legal)
            options = [move for move in table.legal if move.mask.bit_count() == largest]
            table.place(variant.grid.cells(rng.choice(options).mask))
        table.advance()
    return table


def _rows_emptied(game: Game) -> int:
    return sum(len(event.rows) for event in game.events)


def _chosen(game: Game, rng: random.Random) -> Placement:
    position = game.position
    options = [
        Placement(slot, row, col)
        for slot in position.slots
        for row, col in position.legal(position.tray[slot])
    ]
    if rng.random() < 0.25:
        return rng.choice(options)
    return max(options, key=lambda place: (_value(game, place), -place.row, -place.col))


def _value(game: Game, place: Placement) -> float:
    move = game.position.place(place)
    grid = move.after.ruleset.grid
    board = move.after.board
    edges = 0
    for row, col in grid.cells(~board & grid.full):
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            edges += not (0 <= r < grid.rows and 0 <= c < grid.cols) or board & grid.bit(r, c) != 0
    return 10 * len(move.lines) - edges


def _telling(game: Game) -> int:
    """Return how much of a mode's rules a game shows."""
    kinds = {action.kind for action in game.actions}
    placed = [action.placed for action in game.actions if action.placed is not None]
    lines = sum(move.lines > 0 for move in placed) + 2 * sum(move.lines > 1 for move in placed)
    return (
        lines
        + 10 * len(kinds)
        + 20 * (game.ending is not None)
        + 10 * (game.ending in {"won", "complete"})
    )


def text(document: dict[str, Any]) -> str:
    """Return a document as JSON, one board row, tray or move a line."""

    def written(value: Any, indent: str) -> str:
        if isinstance(value, list) and value:
            inner = ",\n".join(f"{indent}  {json.dumps(item)}" for item in value)
            return f"[\n{inner}\n{indent}]"
        if isinstance(value, dict):
            inner = ",\n".join(
                f'{indent}  "{key}": {json.dumps(item)}' for key, item in value.items()
            )
            return f"{{\n{inner}\n{indent}}}"
        return json.dumps(value)

    inner = ",\n".join(f'  "{key}": {written(value, "  ")}' for key, value in document.items())
    return f"{{\n{inner}\n}}\n"


def main() -> None:
    """Write one game for each mode: the most telling of some seeds."""
    FOLDER.mkdir(exist_ok=True)
    for ruleset in map(rulesets.get, rulesets.builtin_names()):
        for mode in modes_of(ruleset):
            daily = None
            if mode.pieces is not None:
                daily = pieces_of_day(ruleset, mode.pieces, dt.date.fromisoformat(DAY))
            games = (playthrough(mode, seed, daily) for seed in range(SEEDS))
            _, game = max(games, key=itemgetter(0))
            file = FOLDER / f"{ruleset.name}-{mode.name}.json"
            file.write_text(text(game.to_document()), encoding="utf-8")
            sys.stdout.write(f"{file.name}: {game.moves} placed, {game.ending}\n")
    for variant in VARIANTS.values():
        table = blokus(variant)
        file = FOLDER / f"{variant.name}-table.json"
        file.write_text(text(table.to_document()), encoding="utf-8")
        sys.stdout.write(f"{file.name}: {len(table.moves)} placed, {table.ending}\n")


if __name__ == "__main__":
    main()
