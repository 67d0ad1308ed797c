"""``--journal FILE`` of the commands that take long."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import cases
from commandline import Fairtray, Result
from fairtray.audit.kept import dealer_of
from fairtray.audit.source import ProgramSource
from fairtray.dealers.channel import Limits
from fairtray.runs.journal import Journal
from fairtray.runs.records import Records


def audit(fairtray: Fairtray, *options: str, ruleset: str = "bloky-8x8", n: str = "6000") -> Result:
    fixed = ("--ruleset", ruleset, "--claim", "each-fits", "--claim", "uniform", "-n", n)
    return fairtray("audit", *fixed, "--json", *options)


def same(result: Result) -> dict[str, Any]:
    """Return what of a report must be the same on any machine."""
    document: dict[str, Any] = result.json
    del document["run"]
    return document


def cut(journal: Path, lines: int, more: bytes = b"") -> None:
    """Leave the first lines of a journal, and the beginning of another."""
    kept = journal.read_bytes().splitlines(keepends=True)[:lines]
    journal.write_bytes(b"".join(kept) + more)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_audit_goes_on_where_it_was(fairtray: Fairtray, jobs: str) -> None:
    usual = audit(fairtray, "--jobs", "1")
    journal = Path("audit.journal")
    first = audit(fairtray, "--jobs", jobs, "--journal", str(journal))
    assert first.json["run"]["chunks_from_journal"] == 0
    assert same(first) == same(usual)
    assert first.code == usual.code
    assert "chunks_from_journal" not in usual.json["run"]
    whole = sorted(journal.read_bytes().splitlines())
    assert len(whole) == 4
    cut(journal, 2, b'{"check":"12')
    again = audit(fairtray, "--jobs", jobs, "--journal", str(journal))
    assert again.json["run"]["chunks_from_journal"] == 1
    assert same(again) == same(usual)
    notes = [line for line in again.err.splitlines() if "torn" in line]
    assert notes == [
        (
            "note: audit.journal: line 3 is torn (12 bytes without an end) and was dropped; its "
            "chunk is made again"
        )
    ]
    assert sorted(journal.read_bytes().splitlines()) == whole


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


def test_a_damaged_middle_is_told_by_its_line(fairtray: Fairtray) -> None:
    audit(fairtray, "--jobs", "1", "--journal", "audit.journal")
    data = Path("audit.journal").read_bytes()
    Path("audit.journal").write_bytes(data.replace(b'"chunk":1,', b'"chunk":7,'))
    complaint = audit(fairtray, "--journal", "audit.journal").complaint
    assert complaint == (
        "audit.journal: line 3: is damaged: its checksum is wrong; restore the file, or remove "
        "this line and all after it to go on from there"
    )


def test_a_journal_in_use_is_refused(fairtray: Fairtray) -> None:
    other: Records[int] = Records("squares", {}, lambda value: value, int)
    with Journal("audit.journal", other):
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
    cut(Path("j"), 2)
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
    cut(Path("j"), 3, b'{"check')
    again = fairtray(*command, "--days", "4", "--jobs", "2", "--journal", "j")
    assert again.out == usual.out
    assert again.err.startswith("note: j: line 4 is torn (7 bytes")
    complaint = fairtray(*command, "--days", "5", "--journal", "j").complaint
    assert complaint.startswith("j: days: 4 in the journal, 5 in this run")
    assert '"fairtray/bloky-8x8"' not in Path("j").read_text(encoding="utf-8")
    assert len([json.loads(line) for line in Path("j").read_text().splitlines()]) == 5


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
    told = dealer_of(ProgramSource(command, Limits(1, 1), None))
    assert told["program"] == command
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    names = [str(paths[0]), str(paths[1]), "other.py"]
    assert told["files"] == dict(zip(names, digests, strict=True))


def test_a_journal_is_a_file_of_its_own(fairtray: Fairtray) -> None:
    assert "not a stream" in audit(fairtray, "--journal", "-").complaint
    command = ("daily", "make", "--date", "2026-01-01", "--par", "0", "--out", "days.jsonl")
    same_file = fairtray(*command, "--days", "2", "--journal", "./days.jsonl").complaint
    assert "--out and --journal name the same file" in same_file
    assert not list(Path.cwd().iterdir())
