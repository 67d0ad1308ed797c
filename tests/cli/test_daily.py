"""``fairtray daily``: what each command prints, writes and refuses."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

import cases
from commandline import Fairtray

FAST = ("--par", "5")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(fairtray: Fairtray, *args: str) -> object:
    result = fairtray("daily", "make", *FAST, "--json", *args)
    assert result.code == 0, result
    return result.json


def test_the_group_by_itself_shows_its_help(fairtray: Fairtray) -> None:
    result = fairtray("daily")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Usage: fairtray daily")
    for name in ("make", "verify", "show", "commit", "audit"):
        assert f"  {name} " in result.out


def test_make_prints_the_file_and_verify_takes_it(fairtray: Fairtray) -> None:
    day = made(fairtray, "--date", "2024-02-29")
    assert isinstance(day, dict)
    assert list(day)[:8] == [
        "format", "ruleset", "date", "attempt", "pieces", "witness", "par", "at_most",
    ]  # fmt: skip
    assert (day["format"], day["ruleset"], day["date"]) == (
        "fairtray-daily/1", "bloky-8x8", "2024-02-29",
    )  # fmt: skip
    good = fairtray("daily", "verify", "-", stdin=day)
    assert (good.code, good.err) == (0, "")
    assert good.out == "standard input: bloky-8x8, 2024-02-29: verified\n"
    bare = {key: value for key, value in day.items() if key not in {"par", "difficulty"}}
    poor = fairtray("daily", "verify", "-", stdin=bare)
    assert (poor.code, poor.out) == (
        0,
        "standard input: bloky-8x8, 2024-02-29: verified (the file has no par and no difficulty)\n",
    )
    listed = fairtray("daily", "verify", "-", "--json", stdin=bare).json["days"][0]
    assert (listed["differences"], listed["absent"]) == ([], ["par", "difficulty"])
    day["pieces"][3] = "dot"
    bad = fairtray("daily", "verify", "-", "--json", stdin=day)
    assert bad.code == 1
    assert bad.json["verdict"] == "refuted"
    assert bad.json["days"][0]["differences"][0]["field"] == "pieces[3]"


def test_the_first_vector_is_what_make_deals(fairtray: Fairtray) -> None:
    vectors = json.loads((cases.FIXTURES / "daily" / "vectors.json").read_text(encoding="utf-8"))
    day = made(fairtray, "--date", vectors["cases"][0]["date"])
    names = [s["name"] for s in fairtray("shapes", "bloky-8x8", "--json").json]
    assert isinstance(day, dict)
    assert day["pieces"] == [names[i] for i in vectors["cases"][0]["pieces"]]


SEEDS = ("1", "2", "random")
ZONES = ("America/Los_Angeles", "UTC", "Asia/Tokyo")


@pytest.mark.parametrize(
    "environments",
    [
        pytest.param(list(zip(SEEDS, ZONES, strict=True)), id="each-once"),
        pytest.param(
            list(itertools.product(SEEDS, ZONES)), id="each-with-each", marks=pytest.mark.slow
        ),
    ],
)
def test_field_17_no_process_and_no_zone_changes_anything(
    environments: list[tuple[str, str]],
) -> None:
    given = cases.field("field-17")["given"]["environment"]
    printed = set()
    for seed, zone in environments:
        assert seed in given
        assert zone in given
        done = subprocess.run(
            [sys.executable, "-m", "fairtray_cli", "daily", "make", *FAST,
             "--date", "2026-11-29", "--json"],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            check=True,
        )  # fmt: skip
        printed.add(done.stdout)
    assert len(printed) == 1


def test_the_zone_changes_nothing_but_the_default_date(fairtray: Fairtray) -> None:
    dated = [made(fairtray, "--date", "2026-11-29", "--tz", zone) for zone in ("UTC", "Asia/Tokyo")]
    assert dated[0] == dated[1]
    # At 20:00 UTC it is the next day in Tokyo.
    moment = dt.datetime(2026, 11, 29, 20, tzinfo=dt.UTC)
    with mock.patch("fairtray.daily.dates.dt.datetime") as clock:
        clock.now.side_effect = moment.astimezone
        here = made(fairtray)
        there = made(fairtray, "--tz", "Asia/Tokyo")
    assert isinstance(here, dict)
    assert isinstance(there, dict)
    assert (here["date"], there["date"]) == ("2026-11-29", "2026-11-30")


def test_days_go_to_a_folder_or_a_file(fairtray: Fairtray, folder: Path) -> None:
    args = ("daily", "make", *FAST, "--date", "2026-12-31", "--days", "2")
    result = fairtray(*args, "--out", "days")
    assert result.code == 0
    assert result.err == "note: 2 days written to days\n"
    names = ["bloky-8x8-2026-12-31.json", "bloky-8x8-2027-01-01.json"]
    assert sorted(path.name for path in (folder / "days").iterdir()) == names
    assert fairtray(*args, "--out", "days.jsonl", "--jobs", "2").code == 0
    lines = (folder / "days.jsonl").read_text(encoding="utf-8")
    assert lines == "".join((folder / "days" / name).read_text(encoding="utf-8") for name in names)
    assert fairtray(*args, "--out", "-").out == lines
    assert fairtray("daily", "verify", "days.jsonl", *(f"days/{n}" for n in names)).code == 0
    both = fairtray(*args, "--json").json
    assert [day["date"] for day in both] == ["2026-12-31", "2027-01-01"]
    assert fairtray("daily", "verify", "-", stdin=both).code == 0
    assert fairtray("daily", "verify", "-", stdin=lines).code == 0
    assert "one .json file for 2 days" in fairtray(*args, "--out", "x.json").complaint
    assert "there is no folder no" in fairtray(*args, "--out", "no/x.jsonl").complaint


def test_a_bad_line_is_named_and_the_rest_verified(fairtray: Fairtray, folder: Path) -> None:
    day = made(fairtray, "--date", "2026-01-01")
    other = {**day, "format": "fairtray-daily/2"}  # type: ignore[dict-item]
    text = "\n".join([json.dumps(day), "{", "", json.dumps(other), json.dumps(day)])
    (folder / "d.jsonl").write_text(text, encoding="utf-8")
    result = fairtray("daily", "verify", "d.jsonl")
    assert result.code == 2
    assert result.out.count(": verified") == 2
    first, second = result.err.splitlines()
    assert first.startswith("error: d.jsonl, line 2: column 2: not JSON")
    assert second == (
        "error: d.jsonl, line 4: format: 'fairtray-daily/2' is another format; "
        "only fairtray-daily/1 is read here"
    )


def test_a_secret_key_from_commitment_to_verification(fairtray: Fairtray, folder: Path) -> None:
    result = fairtray("daily", "commit", "key")
    assert result.code == 0
    assert re.fullmatch("[0-9a-f]{64}\n", result.out)
    key = folder / "key"
    assert len(key.read_bytes()) == 32
    if os.name == "posix":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_bytes()
    assert "never overwritten" in fairtray("daily", "commit", "key").complaint
    assert key.read_bytes() == before
    day = made(fairtray, "--date", "2026-01-01", "--key-file", "key")
    assert isinstance(day, dict)
    assert day["commitment"] == result.out.strip()
    assert day["pieces"] != made(fairtray, "--date", "2026-01-01")["pieces"]  # type: ignore[index]
    assert fairtray("daily", "verify", "-", "--key-file", "key", stdin=day).code == 0
    without = fairtray("daily", "verify", "-", stdin=day)
    assert without.code == 1
    assert "--key-file" in without.out


def test_commit_as_json_and_where_it_cannot_write(fairtray: Fairtray, folder: Path) -> None:
    document = fairtray("daily", "commit", "k", "--json").json
    assert set(document) == {"key_file", "bytes", "commitment"}
    assert "cannot be written" in fairtray("daily", "commit", "no/such/folder/k").complaint
    assert not (folder / "no").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "0 bytes"), (b"x" * 15, "15 bytes"), (b"x" * (2**20 + 1), "more than 1048576 bytes")],
)
def test_keys_of_a_bad_length(fairtray: Fairtray, folder: Path, content: bytes, words: str) -> None:
    (folder / "key").write_bytes(content)
    complaint = fairtray("daily", "make", "--key-file", "key").complaint
    assert complaint.startswith("key: ")
    assert words in complaint


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["make", "--date", "2026-02-29"], "--date: there is no day 2026-02-29"),
        (["make", "--date", "2026-2-1"], "--date: '2026-2-1' is not a date"),
        (["make", "--date", "20260201"], "is not a date"),
        (["make", "--date", "2026-W05-1"], "is not a date"),
        (["make", "--date", "today"], "is not a date"),
        (["make", "--date", "9999-12-31", "--days", "2"], "go past 9999-12-31"),
        (["make", "--tz", "Mars/Olympus"], "--tz: there is no time zone 'Mars/Olympus'"),
        (["make", "--tz", "../etc/passwd", "--date", "2026-01-01"], "--tz: there is no time zone"),
        (["make", "--tz", ""], "--tz: there is no time zone"),
        (["make", "--days", "0"], "--days: 0 days"),
        (["make", "--pieces", "31"], "multiple of 3"),
        (["make", "--par", "-1"], "width -1"),
        (["make", "--ruleset", "bloky"], "no ruleset is called"),
        (["make", "--key-file", "nowhere"], "nowhere: the key cannot be read"),
        (["make", "--key-file", "."], "director"),
        (["verify", "nowhere.json"], "no such file"),
        (["verify"], "missing argument"),
        (["show", "nowhere.json"], "no such file"),
        (["audit", "nowhere.jsonl"], "no such file"),
        (["frobnicate"], "there is no command 'frobnicate'"),
        (["verfy", "x"], "did you mean verify?"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_usage_is_one_line(fairtray: Fairtray, args: list[str], words: str) -> None:
    assert words in fairtray("daily", *args).complaint


def test_a_ruleset_without_a_catalogue(fairtray: Fairtray, folder: Path) -> None:
    (folder / "mine.toml").write_text("rows = 8\ncols = 8\n", encoding="utf-8")
    complaint = fairtray("daily", "make", "--ruleset", "mine.toml").complaint
    assert "custom deals no pieces" in complaint


def test_a_ruleset_file_travels_inside_the_daily(fairtray: Fairtray, folder: Path) -> None:
    (folder / "mine.toml").write_text(
        'name = "a/b"\nrows = 5\ncols = 5\n[catalogue]\nshapes = ["dot", "I3h"]\n',
        encoding="utf-8",
    )
    args = ("daily", "make", *FAST, "--ruleset", "mine.toml", "--date", "2026-01-01")
    assert fairtray(*args, "--out", "d").code == 0
    (folder / "mine.toml").unlink()
    assert fairtray("daily", "verify", "d/a-b-2026-01-01.json").code == 0


def test_show_draws_the_trays(fairtray: Fairtray) -> None:
    day = made(fairtray, "--date", "2026-11-29")
    assert isinstance(day, dict)
    text = fairtray("daily", "show", "-", stdin=day)
    assert text.code == 0
    assert "Bloky 8x8, daily of 2026-11-29" in text.out
    assert "tray 10" in text.out
    assert f"par {day['par']['score']} (a beam of width 5)" in text.out
    assert f"no more than {day['at_most']} possible" in text.out
    assert f"difficulty {day['difficulty']['level']} of 5" in text.out
    assert max(map(len, text.out.splitlines())) <= 80
    again = fairtray("daily", "show", "-", "--json", stdin=day)
    assert again.json == day
    markdown = fairtray("daily", "show", "-", "--format", "markdown", stdin=day).out
    assert markdown.startswith("## Bloky 8x8, daily of 2026-11-29\n")
    assert markdown.count("```text") == 10


def test_show_as_html_escapes_whatever_a_ruleset_is_called(fairtray: Fairtray) -> None:
    rules = {
        "rows": 4, "cols": 4, "name": "<script>alert(1)</script>",
        "catalogue": {"shapes": [{"name": "<b>&", "rows": ["#"]}]},
    }  # fmt: skip
    day = {
        "format": "fairtray-daily/1", "ruleset": rules, "date": "2026-01-01", "attempt": 0,
        "pieces": ["<b>&"] * 3, "witness": [], "commitment": "0" * 64,
    }  # fmt: skip
    page = fairtray("daily", "show", "-", "--format", "html", stdin=day).out
    assert "<script>" not in page
    assert "&lt;b&gt;&amp;" in page
    assert page.count("<svg") == 3
    assert "src=" not in page


def test_show_as_a_calendar(fairtray: Fairtray) -> None:
    days = made(fairtray, "--date", "2026-12-31", "--days", "2")
    ics = fairtray("daily", "show", "-", "--format", "calendar", stdin=days).out
    assert ics.count("BEGIN:VEVENT\r\n") == ics.count("END:VEVENT\r\n") == 2
    assert ics.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    assert ics.endswith("END:VCALENDAR\r\n")
    assert "DTSTART;VALUE=DATE:20270101\r\n" in ics
    assert all(len(line.encode()) <= 75 for line in ics.split("\r\n"))
    assert all(line.endswith("\r") for line in ics.split("\n")[:-1])


def test_audit_reads_files_of_other_dealers(fairtray: Fairtray, folder: Path) -> None:
    ours = made(fairtray, "--date", "2026-01-01", "--days", "2")
    assert isinstance(ours, list)
    foreign = [{"date": d["date"], "pieces": d["pieces"], "zone": "UTC"} for d in ours]
    (folder / "utc.json").write_text(json.dumps(foreign), encoding="utf-8")
    foreign[1]["pieces"] = foreign[0]["pieces"]
    (folder / "tokyo.json").write_text(json.dumps(foreign), encoding="utf-8")
    few = fairtray("daily", "audit", "utc.json")
    assert few.code == 4
    assert "INCONCLUSIVE  first-shape" in few.out
    result = fairtray("daily", "audit", "utc.json", "tokyo.json", "--json")
    assert result.code == 1
    assert result.json["verdict"] == "refuted"
    claims = {claim["id"]: claim for claim in result.json["claims"]}
    assert claims["same-for-all"]["verdict"] == "refuted"
    assert "tokyo.json, entry 2" in claims["same-for-all"]["examples"][0]
    assert claims["playable"]["verdict"] == "holds"


def test_audit_refuses_files_of_two_games(fairtray: Fairtray, folder: Path) -> None:
    for name in ("bloky-8x8", "woodoku"):
        day = {"ruleset": name, "date": "2026-01-01", "pieces": ["dot"] * 30}
        (folder / f"{name}.json").write_text(json.dumps(day), encoding="utf-8")
    complaint = fairtray("daily", "audit", "bloky-8x8.json", "woodoku.json").complaint
    assert complaint.startswith("woodoku.json: ruleset: woodoku, but bloky-8x8")
