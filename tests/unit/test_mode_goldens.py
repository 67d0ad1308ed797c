"""Recorded games of every mode: engine and oracle give what is written beside each move."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import cases
import mode_oracle
import oracle
from fairtray.families.blokus.variants import VARIANTS
from fairtray.gameplay.modes.reading import from_document
from fairtray.gameplay.modes.record import to_document
from fairtray.gameplay.modes.replay import replayed
from mode_cases import MODES, table_of, tray_of

FOLDER = cases.FIXTURES / "games" / "modes"
every_mode = pytest.mark.parametrize(("ruleset", "mode"), MODES)


@cache
def document_text(ruleset: str, mode: str) -> str:
    """Return the text of a mode's golden game."""
    return (FOLDER / f"{ruleset}-{mode}.json").read_text(encoding="utf-8")


def golden(ruleset: str, mode: str) -> dict[str, Any]:
    """Return a mode's golden game."""
    found: dict[str, Any] = json.loads(document_text(ruleset, mode))
    return found


def test_every_registered_mode_has_a_golden_game_and_a_reading_of_the_oracle() -> None:
    expected = {f"{ruleset}-{mode}.json" for ruleset, mode in MODES}
    expected |= {f"{variant}-table.json" for variant in VARIANTS}
    assert {path.name for path in FOLDER.iterdir()} == expected
    assert set(mode_oracle.KINDS) == {f"{ruleset} {mode}" for ruleset, mode in MODES}


@every_mode
def test_the_game_replays_move_by_move_to_the_same_state(ruleset: str, mode: str) -> None:
    document = golden(ruleset, mode)
    assert (document["ruleset"], document["mode"]) == (ruleset, mode)
    found = replayed(from_document(document))
    assert found.differences == ()
    assert found.game.to_document() == document


@every_mode
def test_reading_and_writing_loses_nothing(ruleset: str, mode: str) -> None:
    document = golden(ruleset, mode)
    assert to_document(from_document(document)) == document


def test_the_games_show_what_their_modes_are_about() -> None:
    kinds: dict[str, set[str]] = {}
    endings = {}
    for ruleset, mode in MODES:
        document = golden(ruleset, mode)
        name = f"{ruleset} {mode}"
        kinds[name] = {k for move in document["moves"] for k in move if move[k] is True}
        endings[name] = document["state"]["ending"]
        placed = [move for move in document["moves"] if "shape" in move]
        assert len(placed) >= 20, name
        assert sum(move["lines"] > 0 for move in placed) >= 3, name
    for name, kind in mode_oracle.KINDS.items():
        if kind.continues and not kind.zen and kind.seconds is None:
            expected = set() if endings[name] == "won" else {"continue"}
            assert expected <= kinds[name], name
    assert {"undo", "resume"} <= kinds["block-puzzle-19 classic"]
    assert endings["bloky-8x8 daily"] == "complete"
    assert endings["block-knock challenge"] == endings["block-knock daily"] == "won"
    assert endings["eu-block-puzzle timed"] == "time"
    assert endings["eu-block-puzzle zen"] is None
    assert set(endings.values()) >= {"stuck"}


# --- The oracle ---------------------------------------------------------------------


@every_mode
def test_the_oracle_plays_the_game_as_recorded(ruleset: str, mode: str) -> None:
    document = golden(ruleset, mode)
    record = from_document(document)
    table = table_of(record)
    for i, (action, written) in enumerate(zip(record.actions, document["moves"], strict=True)):
        table.tick(action.clock / 1000)
        if action.placed is not None:
            placement = action.placed.placement
            assert table.now.tray[placement.slot] == frozenset(action.placed.shape.cells), i
            played = table.place(oracle.Move(placement.slot, placement.row, placement.col))
            found = (len(played.lines), played.points, played.after.combo)
            assert found == (written["lines"], written["points"], written["combo"]), i
        elif action.kind == "undo":
            table.undo()
        elif action.kind == "continue":
            table.go_on()
        elif action.kind == "resume":
            table.forget()
        else:
            assert table.ending == "time"
    state, now = document["state"], table.now
    assert oracle.drawn(table.rules, now.board) == state["board"]
    assert (now.combo, now.idle) == (state["combo"], state["moves_since_clear"])
    assert (now.score, now.moves, now.lines) == (state["score"], state["moves"], state["lines"])
    assert (now.turn, table.used, table.ending) == (
        *(state["turn"], state["continues"], state["ending"]),
    )
    assert now.tray == tray_of(record.state.position.tray)
    assert table.seconds == state["seconds"]


@every_mode
def test_a_move_left_out_shows(ruleset: str, mode: str) -> None:
    document = golden(ruleset, mode)
    placed = [i for i, move in enumerate(document["moves"]) if "shape" in move]
    del document["moves"][placed[-1] :]
    assert replayed(from_document(document)).differences


@every_mode
def test_points_that_were_not_earned_show(ruleset: str, mode: str) -> None:
    document = golden(ruleset, mode)
    move = next(move for move in document["moves"] if "shape" in move)
    move["points"] += 1
    (difference,) = replayed(from_document(document)).differences
    assert difference.startswith("moves[0].points: ")
