"""``fairtray simulate --mode``: every mode is played headless, and the oracle agrees."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pytest

import oracle
from commandline import Fairtray
from fairtray.core.errors import InputError
from fairtray.families.blokus.game import replay_table
from fairtray.families.blokus.simulation import PLAYERS, TablePlan
from fairtray.families.blokus.simulation import played as table_played
from fairtray.families.blokus.variants import VARIANTS
from fairtray.gameplay.modes import mode_of
from fairtray.gameplay.modes.record import MAX_SECONDS
from fairtray.gameplay.modes.replay import replayed
from fairtray.rulesets import get
from fairtray.simulation.modes import CUT, planned, played
from fairtray.simulation.players import player_named
from mode_cases import MODES, table_of

DAY = dt.date(2026, 11, 30)
every_mode = pytest.mark.parametrize(("ruleset", "mode"), MODES)


def plan(ruleset: str, mode: str, player: str = "random", **more: Any) -> Any:
    """Return a plan with what its mode needs."""
    chosen = mode_of(get(ruleset), mode)
    usual = {"games": 3, "seed": 5, "most_moves": 60, "date": DAY if chosen.daily else None}
    return planned(chosen, player_named(player), **{**usual, **more})


def arguments(ruleset: str, mode: str) -> list[str]:
    """Return the arguments of a command that plays some games of a mode."""
    words = ["simulate", "--ruleset", ruleset, "--mode", mode, "-n", "3", "--seed", "5"]
    words += ["--player", "random", "--max-moves", "60", "--json"]
    return [*words, "--date", "2026-11-30"] if mode == "daily" else words


@every_mode
def test_every_mode_is_played_by_its_rules(ruleset: str, mode: str) -> None:
    wanted = plan(ruleset, mode, "tidy")
    for number in range(2):
        game = played(wanted, number)
        assert game.ending is not None or game.moves == 60
        record = game.record
        assert replayed(record).differences == ()
        table = table_of(record)
        for action in record.actions:
            table.tick(action.clock / 1000)
            if action.placed is not None:
                place = action.placed.placement
                table.place(oracle.Move(place.slot, place.row, place.col))
            elif action.kind == "continue":
                table.go_on()
        assert (table.now.score, table.now.moves, table.now.lines, table.ending) == (
            *(game.score, game.moves, game.lines, game.ending),
        )


@every_mode
def test_the_report_is_of_those_games(fairtray: Fairtray, ruleset: str, mode: str) -> None:
    result = fairtray(*arguments(ruleset, mode))
    assert (result.code, result.err) == (0, "")
    answer = result.json
    assert (answer["ruleset"], answer["mode"], answer["player"]) == (ruleset, mode, "random")
    (found,) = answer["dealers"]
    games = [played(plan(ruleset, mode), number) for number in range(3)]
    assert found["per_game"]["moves"] == [game.moves for game in games]
    assert found["per_game"]["end"] == [game.ending or CUT for game in games]
    assert sum(found["endings"].values()) == 3
    if mode == "zen":
        assert found["points"] is None
        assert "points" not in found["per_game"]
    else:
        assert found["per_game"]["points"] == [game.score for game in games]
        assert found["points"]["total"] == sum(game.score for game in games)
    if ruleset == "block-knock":
        assert found["stars"] == sum(game.stars().total for game in games)
    else:
        assert found["stars"] is None


def test_the_number_of_workers_changes_nothing(fairtray: Fairtray) -> None:
    words = ["simulate", "--ruleset", "bloky-8x8", "--mode", "daily", "--date", "2026-11-30"]
    words += ["-n", "12", "--player", "tidy", "--json"]
    one, two = (fairtray(*words, "--jobs", jobs).json for jobs in ("1", "2"))
    assert one.pop("run")["workers"] == 1
    assert two.pop("run")["workers"] == 2
    assert json.dumps(one) == json.dumps(two)
    assert one["dealers"][0]["dealer"] == "the pieces of 2026-11-30"


def test_the_clock_is_what_a_move_is_said_to_take() -> None:
    slow = played(plan("eu-block-puzzle", "timed", "tidy", seconds_per_move=30.0), 0)
    # The sixth move would be made when the 180 seconds are over.
    assert (slow.ending, slow.moves, slow.seconds) == ("time", 5, 180)
    still = played(plan("eu-block-puzzle", "timed", "random", seconds_per_move=0.0), 0)
    assert still.seconds == 0


def test_the_clock_of_a_very_long_game_stops_where_clocks_end() -> None:
    """An hour for each of 277,778 moves was more than a game takes, and stopped the simulation."""
    endless = replace(plan("eu-block-puzzle", "zen"), seconds_per_move=MAX_SECONDS * 0.6)
    game = played(endless, 0)
    assert (game.moves, game.seconds) == (60, MAX_SECONDS)


def test_continues_are_taken_unless_said_otherwise(fairtray: Fairtray) -> None:
    words = ["simulate", "--ruleset", "block-knock", "--mode", "classic", "-n", "4"]
    words += ["--player", "random", "--json"]
    taken = fairtray(*words).json["dealers"][0]
    refused = fairtray(*words, "--no-continue").json["dealers"][0]
    assert (taken["continued"], refused["continued"]) == (4, 0)
    assert taken["moves"]["total"] > refused["moves"]["total"]


@pytest.mark.parametrize("games", ["1", pytest.param("3", marks=pytest.mark.slow)])
def test_people_read_what_was_played(fairtray: Fairtray, games: str) -> None:
    words = ["simulate", "--ruleset", "block-knock", "--mode", "challenge", "--challenge", "12"]
    text = fairtray(*words, "-n", games, "--player", "tidy").out
    assert text.splitlines()[1] == "mode challenge, challenge 12, won at 4,000 points"
    assert "endings: " in text
    assert "stars: " in text
    text = fairtray("simulate", "--ruleset", "block-blast", "--mode", "classic", "-n", "2").out
    assert "how block-blast deals is not known" in text


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--mode", "zenn"], "--mode: bloky-8x8 has no mode called 'zenn'"),
        (["--mode", "daily"], "--date: mode 'daily' needs one"),
        (["--mode", "daily", "--date", "2026-02-30"], "--date: there is no day 2026-02-30"),
        (["--mode", "free", "--date", "2026-02-20"], "--date: mode 'free' is not a daily"),
        (["--mode", "free", "--challenge", "3"], "--challenge: mode 'free' has none"),
        (["--mode", "free", "--move-seconds", "-1"], "--move-seconds: -1.0 is not allowed"),
        (["--mode", "free", "--move-seconds", "nan"], "--move-seconds: nan is not allowed"),
        (["--mode", "free", "-n", "0"], "--games: 0 is not allowed"),
        (["--mode", "free", "--seed", "-1"], "--seed: -1 is not allowed"),
        (
            ["--mode", "free", "--dealer", "uniform"],
            "--dealer has no effect: a mode has a dealer of its own",
        ),
        (["--date", "2026-02-20"], "--date is for games of a mode: name one with --mode"),
        (["--no-continue"], "--continue is for games of a mode"),
    ],
)
def test_what_cannot_be_simulated_is_said(
    fairtray: Fairtray, words: list[str], complaint: str
) -> None:
    result = fairtray("simulate", *words)
    assert result.code == 2
    assert complaint in result.complaint


def test_nothing_can_be_dealt_without_a_catalogue() -> None:
    bare = mode_of(get({"rows": 5, "cols": 5}))
    with pytest.raises(InputError, match="ruleset: custom has no catalogue"):
        planned(bare, player_named("random"), games=1, seed=0, most_moves=10)


# --- Blokus --------------------------------------------------------------------------


@pytest.mark.parametrize("player", PLAYERS)
def test_tables_of_blokus_are_played_too(fairtray: Fairtray, player: str) -> None:
    words = ["simulate", "--ruleset", "duo", "--mode", "table", "-n", "3", "--seed", "4"]
    answer = fairtray(*words, "--player", player, "--json").json
    plan_of = TablePlan(VARIANTS["duo"], player, 3, 4)
    games = [table_played(plan_of, number) for number in range(3)]
    assert answer["per_game"]["moves"] == [len(game.moves) for game in games]
    for i, colour in enumerate(answer["colours"]):
        scores = [game.scores[i] for game in games]
        assert answer["per_game"]["scores"][colour["colour"]] == scores
        assert colour["score"]["total"] == sum(scores)
        assert colour["first"] == sum(game.scores[i] == max(game.scores) for game in games)
    # Every game can be written down, and its record is played again to the same scores.
    for game in games:
        assert game.ending == "over"
        assert replay_table(game.to_document()).differences == ()
    again = fairtray(*words, "--player", player, "--json", "--jobs", "2").json
    assert again.pop("run")["workers"] == 2
    answer.pop("run")
    assert again == answer


def test_people_read_the_scores_of_each_colour(fairtray: Fairtray) -> None:
    words = ["simulate", "--ruleset", "blokus", "--mode", "table", "-n", "1"]
    text = fairtray(*words).out
    assert text.startswith("Blokus: solver plays blue, the solver the others, seed 0\n1 game\n")
    assert all(colour in text for colour in ("blue", "yellow", "red", "green"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "games of Blokus are played with --mode table and nothing more"),
        (["--mode", "classic"], "games of Blokus are played with --mode table"),
        (["--mode", "table", "--challenge", "2"], "games of Blokus are played with --mode table"),
        (["--mode", "table", "--player", "survival"], "--player: no player of Blokus is called"),
        (
            ["--mode", "table", "--dealer", "uniform"],
            "--dealer has no effect: games of Blokus have no use",
        ),
        (
            ["--mode", "table", "--max-moves", "9"],
            "--max-moves has no effect: games of Blokus have no use",
        ),
        (["--mode", "table", "-n", "0"], "--games: 0 is not allowed"),
    ],
)
def test_what_no_table_has_is_said(fairtray: Fairtray, words: list[str], complaint: str) -> None:
    result = fairtray("simulate", "--ruleset", "blokus", *words)
    assert result.code == 2
    assert complaint in result.complaint
