"""``fairtray simulate``: whole games, told of and compared."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cases
from commandline import Fairtray, Result
from journal_files import chunks_in, drop

PLAIN = ("simulate", "--player", "random", "-n", "40")


def without_run(result: Result) -> dict[str, Any]:
    document: dict[str, Any] = result.json
    del document["run"]
    return document


def test_the_report_as_json(fairtray: Fairtray) -> None:
    result = fairtray(*PLAIN, "--dealer", "uniform", "--dealer", "retry", "--json")
    assert (result.code, result.err) == (0, "")
    document = result.json
    assert document["format"] == "fairtray-simulation/1"
    assert (document["player"], document["asked"], document["partial"]) == ("random", 40, False)
    assert [found["dealer"] for found in document["dealers"]] == ["uniform", "retry"]
    for found in document["dealers"]:
        assert found["games"] == 40
        for measure in ("moves", "points", "lines", "deals"):
            values = found["per_game"][measure]
            told = found[measure]
            assert len(values) == 40
            assert told["total"] == sum(values)
            assert told["mean"] == pytest.approx(sum(values) / 40, rel=1e-5)
            assert told["mean_interval"][0] < told["mean"] < told["mean_interval"][1]
            assert (told["min"], told["max"]) == (min(values), max(values))
            assert [q["share"] for q in told["quantiles"]] == [0.1, 0.25, 0.5, 0.75, 0.9]
            assert sum(b["games"] for b in told["histogram"]) == 40
        assert set(found["per_game"]["end"]) == {"stuck"}
        # Each tray but the last is placed wholly, and no piece of the last is placed twice.
        for moves, deals in zip(
            found["per_game"]["moves"], found["per_game"]["deals"], strict=True
        ):
            assert 3 * (deals - 1) <= moves < 3 * deals
    (comparison,) = document["comparisons"]
    assert (comparison["dealer"], comparison["against"]) == ("retry", "uniform")
    assert comparison["longer"] + comparison["shorter"] + comparison["equal"] == 40
    low, high = comparison["geometric_ratio"]["interval"]
    assert low < comparison["geometric_ratio"]["value"] < high
    assert set(document["run"]) == {"seconds", "deals_per_second", "workers"}


def test_the_report_for_people(fairtray: Fairtray) -> None:
    result = fairtray(*PLAIN, "--dealer", "uniform", "--dealer", "sequential-fit")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Bloky 8x8: random plays, seed 0\n\ndealer uniform: 40 games\n")
    assert "moves of the games:\n" in result.out
    assert "moves against dealer uniform, game by game from the same random words:" in result.out
    assert "≥" not in result.out


@pytest.mark.parametrize("jobs", ["2", "8"])
def test_any_number_of_jobs_gives_the_same(fairtray: Fairtray, jobs: str) -> None:
    options = ("simulate", "--player", "greedy", "-n", "230", "--seed", "9", "--json")
    one = without_run(fairtray(*options, "--jobs", "1"))
    assert without_run(fairtray(*options, "--jobs", jobs)) == one


def test_a_journal_goes_on_where_it_was(fairtray: Fairtray, tmp_path: Path) -> None:
    journal = tmp_path / "games.journal"
    options = ("simulate", "--player", "greedy", "-n", "350", "--dealer", "retry", "--json")
    dealers = ("--dealer", "uniform")
    whole = without_run(fairtray(*options, *dealers))
    kept = ("--journal", str(journal))
    assert without_run(fairtray(*options, *dealers, *kept)) == whole
    assert len(chunks_in(journal)) == 8
    # As after a kill: three chunks are there.
    drop(journal, "number > 2")
    result = fairtray(*options, *dealers, *kept)
    assert result.code == 0
    assert result.json["run"]["chunks_from_journal"] == 3
    assert without_run(result) == whole
    other = fairtray(*options, *kept)
    assert "dealers" in other.complaint


def test_another_seed_gives_other_games(fairtray: Fairtray) -> None:
    one, two = (without_run(fairtray(*PLAIN, "--json", "--seed", seed)) for seed in "12")
    assert one["dealers"] != two["dealers"]


def test_games_that_are_cut_are_counted_and_make_bounds(fairtray: Fairtray) -> None:
    options = ("simulate", "--player", "survival", "-n", "3", "--max-moves", "12")
    (found,) = fairtray(*options, "--json").json["dealers"]
    assert found["per_game"]["moves"] == [12] * 3
    assert found["per_game"]["end"] == ["cut"] * 3
    assert found["cut"] == 3
    assert found["moves"]["at_least"]
    text = fairtray(*options).out
    assert "3 games, 3 of them cut at 12 moves" in text
    assert "≥12 " in text


@pytest.mark.parametrize(
    ("games", "limit"), [(4, 500), pytest.param(6, 1_500, marks=pytest.mark.slow)]
)
def test_cut_games_make_the_ratio_a_bound(fairtray: Fairtray, games: int, limit: int) -> None:
    options = ("simulate", "--player", "score", "--dealer", "uniform", "--dealer", "sequential-fit")
    size = ("-n", str(games), "--max-moves", str(limit), "--seed", "1")
    result = fairtray(*options, *size, "--json").json
    (comparison,) = result["comparisons"]
    # A player that places whatever can be placed does not lose where everything can be.
    assert comparison["cut"] == games
    assert comparison["against_cut"] < games
    uncut = comparison["against_cut"] == 0
    text = fairtray(*options, *size).out
    assert ("≥×" in text) == uncut
    assert "games were cut: the ratios are of the games as far as they were played" in text


def test_a_python_dealer(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(cases.FIXTURES / "dealers")
    options = ("simulate", "--player", "greedy", "-n", "6", "--json", "--jobs", "1")
    dealers = ("--dealer", "sequential-fit", "--dealer", "callables:uniform")
    result = fairtray(*options, *dealers)
    assert (result.code, result.err) == (0, "")
    fitting, uniform = result.json["dealers"]
    assert uniform["dealer"] == "callables:uniform"
    assert sum(fitting["per_game"]["moves"]) > sum(uniform["per_game"]["moves"])
    assert without_run(fairtray(*options, *dealers)) == without_run(result)


def test_a_dealer_program(fairtray: Fairtray) -> None:
    program = f"{sys.executable} {cases.FIXTURES / 'dealers' / 'minimal.py'}"
    options = ("simulate", "--player", "random", "-n", "5", "--dealer-command", program)
    one = without_run(fairtray(*options, "--json"))
    assert one == without_run(fairtray(*options, "--json"))
    assert one["dealers"][0]["games"] == 5


def test_a_dealer_program_that_fails(fairtray: Fairtray) -> None:
    options = ("--dealer-command", f"{sys.executable} -c pass")
    result = fairtray("simulate", "--player", "random", "-n", "2", *options)
    assert (result.code, result.out) == (3, "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--player", "gredy"), ("--player", "'gredy'", "greedy")),
        (("--dealer", "unifrom"), ("--dealer", "'unifrom'", "uniform")),
        (("--dealer", ":deal"), ("--dealer",)),
        (("--games", "0"), ("--games: 0 games",)),
        (("--seed", "-1"), ("--seed: -1 is negative",)),
        (("--max-moves", "0"), ("--max-moves: 0 moves",)),
        (("--jobs", "0"), ("--jobs",)),
        (("--ruleset", "nonesuch"), ("--ruleset", "nonesuch")),
        (("--ruleset", "blokus"), ("--mode table",)),
        (("--ruleset", "block-blast"), ("how block-blast deals is not known",)),
        (("--dealer", "retry", "--dealer", "retry"), ("retry is named twice",)),
        (("--dealer-command", "'"), ("--dealer-command",)),
    ],
)
def test_bad_options(fairtray: Fairtray, options: tuple[str, ...], words: tuple[str, ...]) -> None:
    complaint = fairtray("simulate", *options).complaint
    for word in words:
        assert word in complaint


INTERRUPTIBLE = """
import sys
from fairtray.simulation import games
from fairtray_cli.main import run

real = games.Games.extend

def extend(self, other):
    real(self, other)
    print("added", file=sys.stderr, flush=True)

if __name__ == "__main__":
    games.Games.extend = extend
    run()
"""


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT as a terminal does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c(tmp_path: Path, jobs: str) -> None:
    script = tmp_path / "interruptible.py"
    script.write_text(INTERRUPTIBLE, encoding="utf-8")
    options = ("--player", "random", "--json", "-n", "10000000", "--jobs", jobs)
    with subprocess.Popen(
        [sys.executable, str(script), "simulate", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as started:
        assert started.stderr is not None
        for _ in range(2):
            assert started.stderr.readline() == "added\n"
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=240)
    assert started.returncode == 130, err
    document = json.loads(out)
    assert document["partial"] is True
    games = document["dealers"][0]["games"]
    assert games >= 200
    assert games % 100 == 0
    assert err.splitlines()[-1].startswith(f"note: interrupted after {games} games")
