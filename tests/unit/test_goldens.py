"""Recorded games: engine, reader and oracle give each move what is written beside it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cases
import oracle
from fairtray import notation, rulesets
from fairtray.core.shapes import from_drawing, named

GAMES = cases.games()
every_game = pytest.mark.parametrize("name", GAMES)


def test_every_registered_ruleset_has_a_golden_game() -> None:
    golden = {game["ruleset"] for name, game in GAMES.items() if name.startswith("golden-")}
    assert golden == set(rulesets.builtin_names())


def test_golden_games_show_something() -> None:
    for name, game in GAMES.items():
        if name.startswith("golden-"):
            moves = game["expect"]["moves"]
            assert len(moves) >= 15, name
            assert sum(move["lines"] > 0 for move in moves) >= 3, name
    for ruleset in ("block-knock", "eu-block-puzzle"):
        moves = GAMES[f"golden-{ruleset}.json"]["expect"]["moves"]
        assert max(move["combo"] for move in moves) >= 3


@every_game
def test_the_engine_plays_the_game_as_recorded(name: str) -> None:
    game, expect = GAMES[name], GAMES[name]["expect"]
    played = notation.play(notation.parse_game(json.dumps(game)))
    found = [{"lines": len(m.lines), "points": m.points, "combo": m.combo} for m in played.moves]
    assert found == expect["moves"]
    final = played.final
    assert final.ruleset.grid.draw(final.board) == expect["board"]
    assert final.score == expect["score"]
    assert final.game_over == expect["game_over"]


@every_game
def test_the_oracle_plays_the_game_as_recorded(name: str) -> None:
    game, expect = GAMES[name], GAMES[name]["expect"]
    rules = oracle.PUBLISHED[game["ruleset"]]
    counters = game.get("combo", 0), game.get("moves_since_clear", 0)
    state = oracle.State(oracle.board_of(game["board"]), (), *counters)
    coming = iter(_trays(game))
    score = game.get("score", 0)
    for i, (move, known) in enumerate(zip(game["moves"], expect["moves"], strict=True)):
        if not oracle.slots(state):
            state = state._replace(tray=next(coming))
        slot = state.tray.index(_cells(move["shape"]))
        played = oracle.play(rules, state, oracle.Move(slot, move["row"], move["col"]))
        combo = played.after.combo
        found = {"lines": len(played.lines), "points": played.points, "combo": combo}
        assert found == known, f"move {i}"
        score += played.points
        state = played.after
    assert score == expect["score"]
    assert oracle.drawn(rules, state.board) == expect["board"]
    assert oracle.game_over(rules, state) == expect["game_over"]


def _trays(game: dict[str, Any]) -> list[oracle.Tray]:
    """Return the trays of a game; one for each move where it names none."""
    if "tray" not in game:
        return [(_cells(move["shape"]),) for move in game["moves"]]
    trays = [game["tray"], *game["upcoming"]]
    return [tuple(_cells(shape) for shape in tray) for tray in trays]


def _cells(shape: str | list[str]) -> oracle.Cells:
    return frozenset((named(shape) if isinstance(shape, str) else from_drawing(shape)).cells)


@every_game
def test_a_move_left_out_shows(name: str) -> None:
    """What is expected must depend on the moves: the last one left out has to show."""
    game, expect = GAMES[name], GAMES[name]["expect"]
    shorter = {**game, "moves": game["moves"][:-1]}
    played = notation.play(notation.parse_game(json.dumps(shorter)))
    assert played.final.score == expect["score"] - expect["moves"][-1]["points"]
    assert played.final.ruleset.grid.draw(played.final.board) != expect["board"]
