"""``fairtray replay``: games recorded in the modes of a ruleset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cases
from commandline import Fairtray
from mode_cases import MODES

FOLDER = cases.FIXTURES / "games" / "modes"


def game(name: str) -> dict[str, Any]:
    """Return a golden game."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(("ruleset", "mode"), MODES)
def test_every_mode_is_replayed_and_verified(fairtray: Fairtray, ruleset: str, mode: str) -> None:
    path = FOLDER / f"{ruleset}-{mode}.json"
    result = fairtray("replay", str(path), "--json")
    assert (result.code, result.err) == (0, "")
    answer, state = result.json, game(f"{ruleset}-{mode}")["state"]
    assert (answer["ruleset"], answer["mode"], answer["verified"]) == (ruleset, mode, True)
    assert answer["score"] == state["score"]
    assert answer["board"] == state["board"]
    assert answer["ending"] == state["ending"]
    assert answer["game_over"] == (state["ending"] is not None)
    assert len(answer["moves"]) == len(game(f"{ruleset}-{mode}")["moves"])


def test_people_read_what_happened(fairtray: Fairtray) -> None:
    text = fairtray("replay", str(FOLDER / "eu-block-puzzle-classic.json")).out
    assert text.startswith("EU Studios Block Puzzle, classic; rows and columns are counted from 1")
    assert "continue" in text
    assert "emptied" in text
    assert "ending: no piece left fits" in text
    assert "verified: " in text
    text = fairtray("replay", str(FOLDER / "block-knock-challenge.json")).out
    assert "challenge 15;" in text
    assert "ending: won, the target is reached" in text
    text = fairtray("replay", str(FOLDER / "eu-block-puzzle-zen.json")).out
    assert "score:" not in text
    assert ", daily, 2026-11-30;" in fairtray("replay", str(FOLDER / "bloky-8x8-daily.json")).out


def test_a_game_that_did_not_go_so_is_no(fairtray: Fairtray) -> None:
    changed = game("ten-ten-classic")
    changed["state"]["score"] += 10
    result = fairtray("replay", "-", stdin=changed)
    assert result.code == 1
    assert "not as recorded:\n  state.score: " in result.out
    answer = fairtray("replay", "-", "--json", stdin=changed)
    assert (answer.code, answer.json["verified"]) == (1, False)


def test_bad_input_is_one_line(fairtray: Fairtray) -> None:
    changed = game("ten-ten-classic")
    changed["moves"][3]["slot"] = 7
    result = fairtray("replay", "-", stdin=changed)
    assert result.code == 2
    assert result.complaint.startswith("standard input: moves[3]: slot 7 holds no piece")
    changed["format"] = "fairtray-game/9"
    result = fairtray("replay", "-", stdin=changed)
    assert result.code == 2
    assert "format: 'fairtray-game/9' is another format" in result.complaint
    result = fairtray("replay", "-", stdin=json.dumps(changed)[:-3])
    assert result.code == 2
    assert result.complaint.startswith("standard input: ")
    named = str(FOLDER / "ten-ten-classic.json")
    assert fairtray("replay", named, "--ruleset", "ten-ten").code == 2


def test_a_picture_shows_the_moves(fairtray: Fairtray, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    path = FOLDER / "block-knock-daily.json"
    assert fairtray("replay", str(path), "--image", str(picture)).code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
