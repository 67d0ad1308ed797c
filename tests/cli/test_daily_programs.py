"""``fairtray daily audit --dealer-command``: good programs pass, and each fault is caught."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest

import cases
from commandline import Fairtray, Result

DEALERS = cases.FIXTURES / "dealers"
ONCE = ("--runs", "1", "--tz", "UTC")
NEXT_NEW_YEAR = ("--date", "2026-12-28")


def python(path: Path) -> str:
    """Return the command that runs a Python program."""
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def audit(fairtray: Fairtray, command: str, days: int, *more: str) -> Result:
    """Audit a program from the end of 2026 on, unless the arguments say otherwise."""
    args = (*NEXT_NEW_YEAR, "--days", str(days), *more)
    return fairtray("daily", "audit", "--dealer-command", command, *args)


def faulty(fairtray: Fairtray, name: str, days: int, *more: str) -> dict[str, dict[str, object]]:
    """Return by id what an audit says of the claims of a faulty program."""
    result = audit(fairtray, python(DEALERS / "dailies" / f"{name}.py"), days, "--json", *more)
    assert result.code == 1, result
    assert result.json["verdict"] == "refuted"
    return {claim["id"]: claim for claim in result.json["claims"]}


def test_a_good_program(fairtray: Fairtray) -> None:
    command = python(DEALERS / "daily.py")
    result = audit(fairtray, command, 12, "--json")
    assert (result.code, result.err) == (0, "")
    claims = result.json["claims"]
    assert {claim["id"]: claim["verdict"] for claim in claims} == {
        "same-for-all": "holds",
        "distinct": "holds",
        "no-shifted-copy": "holds",
        "playable": "holds",
        "witness": "not tested",
        "in-catalogue": "holds",
        "large-limit": "holds",
        "frequencies": "not refuted",
        "first-shape": "not refuted",
        "first-step": "not refuted",
    }
    text = audit(fairtray, command, 12)
    zones = "UTC, Pacific/Kiritimati, Pacific/Pago_Pago"
    assert text.out.startswith(f"2026-12-28 to 2027-01-08, 3 runs, in {zones}\nHOLDS ")


def test_what_is_reported_beside_the_claims(fairtray: Fairtray) -> None:
    command = python(DEALERS / "daily.py")
    report = audit(fairtray, command, 2, "--json", "--runs", "2", "--tz", "Asia/Tokyo").json
    del report["claims"]
    assert report == {
        "verdict": "inconclusive",
        "ruleset": "bloky-8x8",
        "dealer": command,
        "zones": ["Asia/Tokyo"],
        "runs": 2,
        "days": 2,
    }


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("ruleset", ["bloky-8x8", "woodoku"])
def test_the_portable_stream_in_javascript(fairtray: Fairtray, ruleset: str) -> None:
    command = f"node {shlex.quote(str(DEALERS / 'daily.js'))}"
    result = audit(fairtray, command, 12, "--ruleset", ruleset)
    assert result.code == 0, result


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("by_zone", "tz Pacific/Kiritimati in run 1 with TZ=UTC", "tz UTC in run 1 with TZ=UTC"),
        (
            "by_local_time",
            "tz UTC in run 2 with TZ=Pacific/Kiritimati",
            "tz UTC in run 1 with TZ=UTC",
        ),
        ("by_hash", "tz UTC in run 2 with TZ=Pacific/Kiritimati", "tz UTC in run 1 with TZ=UTC"),
        ("by_order", "tz Pacific/Kiritimati in run 1 with TZ=UTC", "tz UTC in run 1 with TZ=UTC"),
    ],
)
def test_not_the_same_for_all(fairtray: Fairtray, name: str, one: str, other: str) -> None:
    """field-17, as seen from outside: what zone, process and player change."""
    claim = faulty(fairtray, name, 2)["same-for-all"]
    assert claim["verdict"] == "refuted"
    examples = claim["examples"]
    assert isinstance(examples, list)
    assert examples[0].endswith(f": {one} and {other} differ")


def test_a_day_that_depends_on_the_order_alone(fairtray: Fairtray) -> None:
    claims = faulty(fairtray, "by_order", 2, "--runs", "2", "--tz", "UTC")
    assert claims["same-for-all"]["verdict"] == "refuted"


def test_field_16_dates_that_collide(fairtray: Fairtray) -> None:
    assert cases.field("field-16")["given"] == {"year": 2024}
    claims = faulty(fairtray, "unpadded", 366, "--date", "2024-01-01", *ONCE)
    assert claims["same-for-all"]["verdict"] == "not tested"
    claim = claims["distinct"]
    assert claim["verdict"] == "refuted"
    # 357 different sequences in 366 days.
    assert str(claim["what"]).startswith("9 times not so")
    examples = claim["examples"]
    assert isinstance(examples, list)
    assert examples[0] == "2024-12-01 has the pieces of 2024-02-11"


def test_a_generator_seeded_with_the_date(fairtray: Fairtray) -> None:
    claims = faulty(fairtray, "date_lcg", 30, *ONCE)
    assert claims["first-shape"]["verdict"] == "refuted"
    assert claims["distinct"]["verdict"] == "holds"


def test_field_11_trays_shifted_by_a_day(fairtray: Fairtray) -> None:
    claims = faulty(fairtray, "shifted", 3, *ONCE)
    assert claims["no-shifted-copy"]["verdict"] == "refuted"
    examples = claims["no-shifted-copy"]["examples"]
    assert isinstance(examples, list)
    assert examples[0].startswith("2026-12-29 from piece 1 on repeats 2026-12-28 from piece 4 on")


def test_too_many_large_shapes(fairtray: Fairtray) -> None:
    assert faulty(fairtray, "no_limit", 10, *ONCE)["large-limit"]["verdict"] == "refuted"


def test_shapes_that_come_oftener_than_the_catalogue_says(fairtray: Fairtray) -> None:
    assert faulty(fairtray, "leaning", 60, *ONCE)["frequencies"]["verdict"] == "refuted"


def test_a_day_that_no_search_plays_through(fairtray: Fairtray) -> None:
    claim = faulty(fairtray, "unplayable", 1, *ONCE)["playable"]
    assert (claim["verdict"], claim["examples"]) == (
        "inconclusive",
        ["2026-12-28: the search finds no play-through"],
    )


def test_too_few_days(fairtray: Fairtray) -> None:
    assert audit(fairtray, python(DEALERS / "daily.py"), 1).code == 4


@pytest.mark.parametrize(
    ("program", "date", "said"),
    [
        ("dailies/crashes.py", "2028-02-28", "ended in the middle: exit status 1"),
        ("minimal.py", "2026-11-29", "ended in the middle: exit status 0"),
        ("programs/no_tray.py", "2026-11-29", "did not answer with a day's pieces: pieces: null"),
        ("programs/dies_at_start.py", "2026-11-29", "ended in the middle"),
    ],
)
def test_a_program_that_fails(fairtray: Fairtray, program: str, date: str, said: str) -> None:
    result = audit(fairtray, python(DEALERS / program), 2, "--date", date)
    assert (result.code, result.out) == (3, "")
    first, *details = result.err.splitlines()
    assert first.startswith("error: dealer ")
    assert said in first
    assert details[0].startswith("  request: ")
    assert details[-1].startswith("  fix: ")


def test_a_failure_shows_request_and_log(fairtray: Fairtray) -> None:
    result = audit(fairtray, python(DEALERS / "dailies" / "crashes.py"), 2, "--date", "2028-02-28")
    assert '"date":"2028-02-29","tz":"UTC"' in result.err
    assert "ValueError: no such day: 2028-02-29" in result.err


def test_a_program_that_is_too_slow(fairtray: Fairtray) -> None:
    limits = ("--start-limit", "0.3", "--deal-limit", "0.3")
    result = audit(fairtray, python(DEALERS / "programs" / "hang_at_start.py"), 2, *limits)
    assert result.code == 3
    assert "within 0.3 s" in result.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "name either files or a program"),
        (("days.json", "--dealer-command", "x"), "name either files or a program"),
        (("days.json", "--runs", "3"), "--runs has no effect without --dealer-command"),
        (("days.json", "--tz", "UTC"), "--tz has no effect without --dealer-command"),
        (("--dealer-command", ""), "--dealer-command: is empty"),
        (("--dealer-command", "'x"), "close the quote"),
        (("--dealer-command", "x", "--tz", "Mars/Base"), "--tz: there is no time zone"),
        (("--dealer-command", "x", "--date", "2026-02-30"), "--date: there is no day"),
        (("--dealer-command", "x", "--days", "0"), "--days: 0 days"),
        (("--dealer-command", "x", "--runs", "0"), "'--runs': 0 is not in the range"),
        (("--dealer-command", "x", "--ruleset", "nose"), "--ruleset: "),
    ],
)
def test_bad_usage(fairtray: Fairtray, args: tuple[str, ...], said: str) -> None:
    assert said in fairtray("daily", "audit", *args).complaint


def test_a_ruleset_that_deals_nothing_is_refused_before_the_program_starts(
    fairtray: Fairtray, tmp_path: Path
) -> None:
    rules = tmp_path / "bare.toml"
    rules.write_text("rows = 8\ncols = 8\n", encoding="utf-8")
    args = ("--dealer-command", "no-such-program", "--ruleset", str(rules))
    complaint = fairtray("daily", "audit", *args).complaint
    assert "deals no pieces" in complaint
