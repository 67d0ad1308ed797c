"""Configuration files and the commands of ``fairtray daily``: a table for each."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

import cases
from commandline import Fairtray


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(project: Path, text: str) -> None:
    (project / "fairtray.toml").write_text(text, encoding="utf-8")


def test_a_table_of_a_command_of_the_group(fairtray: Fairtray, project: Path) -> None:
    write(project, 'ruleset = "woodoku"\n[daily.make]\npar = 0\ndate = "2026-11-29"\npieces = 9\n')
    day = fairtray("daily", "make", "--json").json
    assert (day["ruleset"], day["date"], len(day["pieces"])) == ("woodoku", "2026-11-29", 9)
    assert day["par"] is None
    over = fairtray("daily", "make", "--json", "--pieces", "6", "--ruleset", "bloky-8x8").json
    assert (over["ruleset"], len(over["pieces"])) == ("bloky-8x8", 6)
    none = fairtray("--no-config", "daily", "make", "--json", "--par", "0").json
    assert len(none["pieces"]) == 30


def test_paths_start_at_the_file(
    fairtray: Fairtray, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, '[daily.make]\nkey-file = "season.key"\npar = 0\npieces = 3\n')
    (project / "season.key").write_bytes(b"x" * 32)
    (project / "below").mkdir()
    monkeypatch.chdir(project / "below")
    result = fairtray("daily", "make", "--json", "--date", "2026-11-29")
    assert result.code == 0
    assert result.err.startswith("note: key-file, par, pieces from ../fairtray.toml")


def test_a_program_to_audit_gives_way_to_files(fairtray: Fairtray, project: Path) -> None:
    command = f"{sys.executable} {shlex.quote(str(cases.FIXTURES / 'dealers' / 'daily.py'))}"
    table = f"dealer-command = {json.dumps(command)}\nstart-limit = 9\n"
    write(project, f'{table}ruleset = "woodoku"\n[daily.audit]\ndays = 2\ntz = ["Asia/Tokyo"]\n')
    asked = fairtray("daily", "audit", "--json").json
    assert (asked["dealer"], asked["days"], asked["zones"]) == (command, 2, ["Asia/Tokyo"])
    # As of all commands whose input may name a ruleset, no file sets it.
    assert asked["ruleset"] == "bloky-8x8"
    day = json.dumps({"date": "2026-11-29", "pieces": ["dot"] * 3})
    read = fairtray("daily", "audit", "-", "--json", stdin=day).json
    assert read["files"] == 1


def test_keys_that_mean_something_else_do_not_come_from_the_top(
    fairtray: Fairtray, project: Path
) -> None:
    write(project, 'format = "junit"\nout = "report.xml"\n[daily.show]\nformat = "html"\n')
    rows = fairtray("config", "daily", "--json").json["settings"]
    values = {(row["command"], row["key"]): row["value"] for row in rows}
    assert values["daily.show", "format"] == "html"
    assert values["daily.make", "out"] is None


def test_config_shows_each_command(fairtray: Fairtray, project: Path) -> None:
    write(project, "[daily.make]\npar = 7\n")
    for name in ("daily", "daily.make"):
        rows = fairtray("config", name, "--json").json["settings"]
        assert {row["command"].partition(".")[0] for row in rows} == {"daily"}
        (par,) = (row for row in rows if row["key"] == "par")
        assert (par["command"], par["value"], par["from"]) == ("daily.make", 7, "daily.make.par")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("daily = 3", "daily: is not a table; write [daily]"),
        ("[daily]\nmake = 3", "daily.make: is not a table; write [daily.make]"),
        ("[daily]\npar = 3", "daily.par: is not in the table of a command; put it into"),
        ("[daily.maek]\npar = 3", "[daily.maek]: there is no such command; did you mean make?"),
        ("[daily.make]\npra = 3", "daily.make.pra: no such key; did you mean par?"),
        ("[daily.make]\npar = 'x'", "daily.make.par: 'x' is not a whole number"),
    ],
)
def test_faults(fairtray: Fairtray, project: Path, text: str, message: str) -> None:
    write(project, text)
    assert message in fairtray("daily", "make").complaint
    assert message in fairtray("config").complaint


def test_help_does_not_depend_on_a_file(fairtray: Fairtray, project: Path) -> None:
    write(project, "[daily.make]\npra = 3\n")
    for args in (("daily",), ("daily", "--help"), ("daily", "make", "--help")):
        assert fairtray(*args).code == 0
    assert "there is no command 'maek'" in fairtray("daily", "maek").complaint
