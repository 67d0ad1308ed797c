"""``--journal FILE`` of the commands that take long."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import cases
from commandline import Fairtray, Result
from fairtray.dealers.channel import Limits
from fairtray.dealers.sources import ProgramSource
from fairtray.runs.journal import Journal
from journal_files import chunks_in, drop


def audit(fairtray: Fairtray, *options: str, ruleset: str = "bloky-8x8", n: str = "6000") -> Result:
    fixed = ("--ruleset", ruleset, "--claim", "each-fits", "--claim", "uniform", "-n", n)
    return fairtray("audit", *fixed, "--json", *options)


def same(result: Result) -> dict[str, Any]:
    """Return what of a report must be the same on any machine."""
    document: dict[str, Any] = result.json
    del document["run"]
    return document


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_audit_goes_on_where_it_was(fairtray: Fairtray, jobs: str) -> None:
    usual = audit(fairtray, "--jobs", "1")
    journal = Path("audit.journal")
    first = audit(fairtray, "--jobs", jobs, "--journal", str(journal))
    assert first.json["run"]["chunks_from_journal"] == 0
    assert same(first) == same(usual)
    assert first.code == usual.code
    assert "chunks_from_journal" not in usual.json["run"]
    whole = chunks_in(journal)
    assert len(whole) == 3
    drop(journal, "number >= 1")
    again = audit(fairtray, "--jobs", jobs, "--journal", str(journal))
    assert again.json["run"]["chunks_from_journal"] == 1
    assert (same(again), again.err) == (same(usual), usual.err)
    assert chunks_in(journal) == whole


@pytest.mark.parametrize(
    ("options", "difference"),
    [
        (("--seed", "1"), "seed: 0 in the journal, 1 in this run"),
        (("--policy", "random"), "policy: mixed in the journal, random in this run"),
        (("-n", "7000"), "count: 6000 in the journal, 7000 in this run"),
        (("--verify", "cp-sat"), "verify: witness in the journal, cp-sat in this run"),
        (
            ("--dealer", "uniform"),
            (
                "dealer.built_in.kind: retry in the journal, uniform in this run | "
                "dealer.built_in.tries: 20 in the journal, 1 in this run"
            ),
        ),
        (("--ruleset", "block-puzzle-19"), "ruleset: bloky-8x8 in the journal, block-puzzle-19"),
    ],
)
def test_another_audit_is_refused(
    fairtray: Fairtray, options: tuple[str, ...], difference: str
) -> None:
    audit(fairtray, "--jobs", "1", "--journal", "audit.journal")
    before = Path("audit.journal").read_bytes()
    complaint = audit(fairtray, "--journal", "audit.journal", *options).complaint
    assert complaint.startswith(f"audit.journal: {difference}")
    assert complaint.endswith(
        "it is the journal of another run: repeat that one or name another file"
    )
    assert Path("audit.journal").read_bytes() == before


def test_a_damaged_chunk_is_told_by_its_number(fairtray: Fairtray) -> None:
    audit(fairtray, "--jobs", "1", "--journal", "audit.journal")
    with closing(sqlite3.connect("audit.journal", isolation_level=None)) as database:
        database.execute("UPDATE chunks SET number = 7 WHERE number = 1")
    complaint = audit(fairtray, "--journal", "audit.journal").complaint
    assert complaint == (
        "audit.journal: is damaged: the checksum of chunk 7 is wrong; restore it or name another "
        "file"
    )


def test_a_journal_in_use_is_refused(fairtray: Fairtray) -> None:
    with Journal("audit.journal", "squares", {}):
        complaint = audit(fairtray, "--journal", "audit.journal").complaint
    assert complaint == (
        "audit.journal: another process writes to it; wait for its end or name another file"
    )


def test_recorded_deals(fairtray: Fairtray, tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    deals.write_bytes((cases.FIXTURES / "examples" / "deals.jsonl").read_bytes())
    command = ("audit", "--ruleset", "block-puzzle-19", "--claim", "in-catalogue", "--json")
    usual = fairtray(*command, "--deals", str(deals), "--journal", "j")
    again = fairtray(*command, "--deals", str(deals), "--journal", "j")
    assert again.json["run"]["chunks_from_journal"] == 1
    assert same(again) == same(usual)
    with deals.open("a", encoding="utf-8") as file:
        file.write("\n")
    complaint = fairtray(*command, "--deals", str(deals), "--journal", "j").complaint
    assert complaint.startswith("j: dealer.files.deals.jsonl: ")
    stdin = fairtray(*command, "--deals", "-", "--journal", "j2", stdin=deals.read_bytes())
    assert stdin.complaint == "--journal: standard input cannot be read again; name a file of deals"
    assert not Path("j2").exists()


def test_a_dealer_that_failed_is_not_asked_again_for_what_it_dealt(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chunk of a program or a callable is a session of its own, begun from the seed."""
    here = Path.cwd()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (here / "growing.py").write_text(
        "import pathlib\n"
        "FOLDER = pathlib.Path(__file__).parent\n"
        "def deal(state, rng):\n"
        "    if (FOLDER / 'broken').exists():\n"
        "        raise RuntimeError('broken')\n"
        "    return [rng.choice(state.catalogue) for _ in range(state.tray_size)]\n",
        encoding="utf-8",
    )
    command = ("--dealer", "growing:deal", "--jobs", "1")
    usual = audit(fairtray, *command)
    audit(fairtray, *command, "--journal", "j")
    drop(Path("j"), "number >= 1")
    (here / "broken").touch()
    failed = audit(fairtray, *command, "--journal", "j")
    assert failed.code == 3
    (here / "broken").unlink()
    again = audit(fairtray, *command, "--journal", "j")
    assert again.json["run"]["chunks_from_journal"] == 1
    assert same(again) == same(usual)
    with (here / "growing.py").open("a", encoding="utf-8") as file:
        file.write("# mended\n")
    changed = audit(fairtray, *command, "--journal", "j")
    assert changed.complaint.startswith("j: dealer.files.growing.py: ")


def test_a_year_of_dailies_goes_on_where_it_was(fairtray: Fairtray) -> None:
    command = ("daily", "make", "--date", "2026-01-01", "--par", "5", "--out", "-")
    usual = fairtray(*command, "--days", "4")
    first = fairtray(*command, "--days", "4", "--journal", "j")
    assert first.out == usual.out
    drop(Path("j"), "number >= 2")
    again = fairtray(*command, "--days", "4", "--jobs", "2", "--journal", "j")
    assert again.out == usual.out
    complaint = fairtray(*command, "--days", "5", "--journal", "j").complaint
    assert complaint.startswith("j: days: 4 in the journal, 5 in this run")
    assert b"fairtray/bloky-8x8" not in Path("j").read_bytes()
    assert [json.loads(result)["date"] for _, result in chunks_in(Path("j"))] == [
        f"2026-01-0{day}" for day in range(1, 5)
    ]


def test_a_dealer_that_is_a_package_or_lies_elsewhere_is_known_by_its_file(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    for file in (Path("packed/__init__.py"), tmp_path / "elsewhere" / "distant.py"):
        file.parent.mkdir()
        file.write_text(
            "def deal(state, rng):\n"
            "    return [rng.choice(state.catalogue) for _ in range(state.tray_size)]\n",
            encoding="utf-8",
        )
        name = "packed" if file.stem == "__init__" else "distant"
        command = ("--dealer", f"{name}:deal", "--jobs", "1", "--journal", f"{name}.journal")
        audit(fairtray, *command, n="300")
        with file.open("a", encoding="utf-8") as changed:
            changed.write("# changed\n")
        complaint = audit(fairtray, *command, n="300").complaint
        assert complaint.startswith(f"{name}.journal: dealer.files.{file.name}: ")


def test_of_two_files_of_one_name_neither_hides_the_other(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.py").write_text(folder, encoding="utf-8")
    (tmp_path / "other.py").write_text("other", encoding="utf-8")
    paths = [tmp_path / "one" / "same.py", tmp_path / "two" / "same.py", tmp_path / "other.py"]
    command = " ".join(["python", *map(str, paths)])
    told = ProgramSource(command, Limits(1, 1), None).identity()
    assert told["program"] == command
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    names = [str(paths[0]), str(paths[1]), "other.py"]
    assert told["files"] == dict(zip(names, digests, strict=True))


SIMULATIONS = {
    "mode": (
        *("--ruleset", "block-knock", "--mode", "challenge", "--challenge", "3"),
        *("--player", "tidy", "-n", "15"),
    ),
    "Blokus": ("--ruleset", "duo", "--mode", "table", "--player", "random", "-n", "15"),
}


@pytest.mark.parametrize("kind", SIMULATIONS)
def test_a_simulation_goes_on_where_it_was(fairtray: Fairtray, kind: str) -> None:
    command = ("simulate", *SIMULATIONS[kind], "--json")
    usual = fairtray(*command, "--jobs", "1")
    first = fairtray(*command, "--jobs", "1", "--journal", "j")
    assert same(first) == same(usual)
    drop(Path("j"), "number >= 2")
    again = fairtray(*command, "--jobs", "2", "--journal", "j")
    assert again.json["run"]["chunks_from_journal"] == 2
    assert same(again) == same(usual)
    other = fairtray(*command, "--seed", "1", "--journal", "j").complaint
    assert other.startswith("j: seed: 0 in the journal, 1 in this run; it is the journal of an")


def test_a_journal_is_a_file_of_its_own(fairtray: Fairtray) -> None:
    assert "not a stream" in audit(fairtray, "--journal", "-").complaint
    command = ("daily", "make", "--date", "2026-01-01", "--par", "0", "--out", "days.jsonl")
    same_file = fairtray(*command, "--days", "2", "--journal", "./days.jsonl").complaint
    assert "--out and --journal name the same file" in same_file
    assert not list(Path.cwd().iterdir())
