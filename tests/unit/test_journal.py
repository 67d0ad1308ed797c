import os
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chunk_cases as work
from fairtray.core.errors import InputError
from fairtray.runs import WorkerOptions, Workers, open_workers, run
from fairtray.runs import journal as journals
from fairtray.runs.journal import Journal
from fairtray.versions import code_digest
from journal_files import chunks_in

SQUARES = [n * n for n in range(20)]
ME = {"seed": 7}


def plan(function: Any = work.square, **more: Any) -> work.Work:
    return work.Work(function, range(20), {**ME, **more})


def run_with(path: Path, function: Any = work.square, workers: int = 1, **more: Any) -> Any:
    wanted = plan(function, **more)
    with open_workers(wanted, WorkerOptions(workers, str(path))) as team:
        result = run(wanted, team)
    assert result.total == SQUARES
    return result


def opened(path: Path, **more: Any) -> Journal:
    return Journal(str(path), "work", {**ME, **more})


def refused(path: Path, **more: Any) -> str:
    before = path.read_bytes()
    with pytest.raises(InputError) as caught, opened(path, **more):
        pass
    assert path.read_bytes() == before
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def change(path: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(statement, values)


def numbers_in(path: Path) -> list[int]:
    return [number for number, _ in chunks_in(path)]


# --- Going on ----------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_finished_is_not_done_again(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "journal"
    first = run_with(path, workers=workers)
    assert first.facts == {"workers": workers, "chunks_from_journal": 0}
    done: list[int] = []
    wanted = plan(work.refuse_all)
    with open_workers(wanted, WorkerOptions(workers, str(path))) as team:
        assert list(team.results(wanted, done.append)) == SQUARES
        assert team.facts()["chunks_from_journal"] == 20
    # What it reported as done is reported again, for the progress bar.
    assert sum(done) == 20 + sum(range(20))


def test_chunks_are_kept_as_they_are_finished_whosever_turn_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with ThreadPoolExecutor(2) as executor, opened(path) as journal:
        workers = Workers(2, journal, executor=executor)
        assert list(workers.results(plan(work.slow_first))) == SQUARES
    assert numbers_in(path) == list(range(20))
    run_with(path, work.refuse_all)


def test_a_failed_chunk_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    wanted = plan(work.refuse_three)
    for _ in range(2):
        with open_workers(wanted, WorkerOptions(1, str(path))) as team:
            results = team.results(wanted)
            assert [next(results) for _ in range(3)] == SQUARES[:3]
            with pytest.raises(ValueError, match="three is refused"):
                next(results)
    assert numbers_in(path) == [0, 1, 2]


@settings(max_examples=25, deadline=None)
@given(kept=st.sets(st.integers(0, 19)))
def test_from_any_part_of_it_a_run_goes_on(
    tmp_path_factory: pytest.TempPathFactory, kept: set[int]
) -> None:
    path = tmp_path_factory.mktemp("part") / "journal"
    run_with(path)
    for number in set(range(20)) - kept:
        change(path, "DELETE FROM chunks WHERE number = ?", number)
    assert run_with(path).facts["chunks_from_journal"] == len(kept)
    assert numbers_in(path) == list(range(20))


KILLED = """
import os, sys
sys.path.insert(0, sys.argv[1])
from fairtray.runs.journal import Journal

with Journal(sys.argv[2], "work", {"seed": 7}) as journal:
    for number in range(int(sys.argv[3])):
        journal.save(number, number * number, 1 + number)
    os._exit(9)
"""


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_process_that_ends_without_a_word_loses_nothing_finished(
    tmp_path: Path, count: int
) -> None:
    path = tmp_path / "journal"
    tests = str(Path(__file__).parents[1])
    command = [sys.executable, "-c", KILLED, tests, str(path), str(count)]
    assert subprocess.run(command, check=False).returncode == 9
    assert run_with(path).facts["chunks_from_journal"] == count
    # After the end everything is in the one file again.
    assert list(tmp_path.iterdir()) == [path]


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_log_that_is_cut_off_anywhere_costs_its_end(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    """A crash of the machine may cut off what was not yet forced to the disk."""
    folder = tmp_path_factory.mktemp("cut")
    path, copy = folder / "journal", folder / "copy"
    with opened(path) as journal:
        for number in range(5):
            journal.save(number, number * number, 1 + number)
        copy.write_bytes(path.read_bytes())
        log = path.with_name("journal-wal").read_bytes()
    cut = data.draw(st.integers(0, len(log)))
    copy.with_name("copy-wal").write_bytes(log[:cut])
    run_with(copy)
    assert numbers_in(copy) == list(range(20))


# --- Refusals ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"seed": 8}, "seed: 7 in the journal, 8 in this run; it is the journal of another run"),
        ({"more": [1]}, "more: nothing in the journal, [1] in this run"),
        ({"dealer": {"kind": "x"}}, "dealer.kind: nothing in the journal, x in this run"),
    ],
)
def test_a_journal_of_another_run_is_refused(
    tmp_path: Path, more: dict[str, object], message: str
) -> None:
    path = tmp_path / "journal"
    run_with(path)
    assert message in refused(path, **more)


def test_a_journal_of_other_code_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    run_with(path)
    monkeypatch.setattr(journals, "code_digest", lambda: "1" * 64)
    monkeypatch.setattr(journals, "versions", lambda: {"fairtray": "0"})
    message = refused(path)
    assert "versions.fairtray: " in message
    assert f"code: {code_digest()} in the journal, {'1' * 64} in this run" in message


def test_of_all_differences_none_is_kept_back(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(str(path), "cubes", {"seed": 1}):
        pass
    assert refused(path) == (
        "kind: cubes in the journal, work in this run | seed: 1 in the journal, 7 in this run; "
        "it is the journal of another run: repeat that one or name another file"
    )


def test_a_chunk_of_another_journal_is_not_one_of_this(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    run_with(one)
    run_with(two, seed=8)
    with closing(sqlite3.connect(one, isolation_level=None)) as database:
        database.execute("ATTACH ? AS two", (str(two),))
        database.execute("REPLACE INTO chunks SELECT * FROM two.chunks WHERE number = 5")
    assert refused(one) == (
        "is damaged: the checksum of chunk 5 is wrong; restore it or name another file"
    )


@pytest.mark.parametrize("column", ["number", "progress", "result"])
def test_a_value_that_changed_is_noticed(tmp_path: Path, column: str) -> None:
    path = tmp_path / "journal"
    run_with(path)
    statement = "UPDATE chunks SET number = 99 WHERE number = 3"
    change(path, statement.replace("number", column, 1))
    assert "is damaged: the checksum of chunk" in refused(path)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damage_anywhere_is_found_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    path = tmp_path_factory.mktemp("damage") / "journal"
    run_with(path)
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    flipped = bytes([whole[at] ^ data.draw(st.integers(1, 255))])
    path.write_bytes(whole[:at] + flipped + whole[at + 1 :])
    message = f"{path}: "
    try:
        assert run_with(path).total == SQUARES
    except InputError as error:
        message = str(error)
    # One line that names the file, whatever SQLite thinks of it.
    assert message.startswith(f"{path}: ")
    assert "\n" not in message


def test_a_file_that_was_cut_off_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    run_with(path)
    path.write_bytes(path.read_bytes()[:-5000])
    assert "is damaged: " in refused(path)


@pytest.mark.parametrize(
    "content", [b"my notes\n", b"my notes", b"\x80\x04K\x01.", b"[1, 2]\n", b"\n", bytes(100)]
)
def test_no_other_file_is_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert refused(path) == "is not a journal of fairtray; name a new file"


def test_a_journal_of_text_is_told_for_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text('{"check":"12","format":"fairtray-journal/1","kind":"audit","run":{}}\n')
    assert refused(path) == (
        "is a journal of an earlier fairtray, which kept it as text; finish it with that version, "
        "or name a new file"
    )


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    change(path, "CREATE TABLE chunks (number INTEGER)")
    assert refused(path) == (
        "is a database of another program, not a journal of fairtray; name a new file"
    )


def test_a_result_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with opened(path) as journal:
        journal.save(1, "x", 0)
    wanted = plan()
    with (
        open_workers(wanted, WorkerOptions(1, str(path))) as team,
        pytest.raises(InputError, match="chunk 1: cannot be read: TypeError: not a number"),
    ):
        list(team.results(wanted))


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    script = (
        "import sys\nfrom fairtray.runs.journal import Journal\n"
        "from fairtray.core.errors import InputError\n"
        "try:\n    Journal(sys.argv[1], 'work', {'seed': 7}).__enter__()\n"
        "except InputError as error:\n    print(error)\n"
    )
    with opened(path) as journal:
        journal.save(0, 0, 1)
        # Another process, and a second time in this one.
        command = [sys.executable, "-c", script, str(path)]
        other = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        with pytest.raises(InputError) as caught, opened(path):
            pass
    for message in (other.strip(), str(caught.value)):
        assert message == (
            f"{path}: another process writes to it; wait for its end or name another file"
        )
    run_with(path)


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes and permissions are POSIX")
def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    def message(path: Path) -> str:
        with pytest.raises(InputError) as caught, opened(path):
            pass
        return str(caught.value)

    assert "cannot be used: Is a directory" in message(tmp_path)
    assert "cannot be used: No such file" in message(tmp_path / "none" / "journal")
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in message(tmp_path / "pipe")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_full_disk_is_told_and_what_was_finished_stays(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with opened(path) as journal:
        journal.save(0, 0, 1)
        (pages,) = journal._database.execute("PRAGMA page_count").fetchone()
        journal._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(InputError, match="cannot be written: database or disk is full; make"):
            journal.save(1, "x" * 100_000, 1)
    assert numbers_in(path) == [0]


def test_what_waits_for_the_disk_is_forced_to_it_every_few_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with opened(tmp_path / "journal") as journal:
        journal._database.set_trace_callback(said.append)
        journal.save(0, 0, 1)
        assert not any("PRAGMA" in statement for statement in said)
        monkeypatch.setattr(journals, "_SYNC_SECONDS", -1.0)
        journal.save(1, 1, 1)
        pragmas = [statement for statement in said if "PRAGMA" in statement]
        assert pragmas == ["PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL"]
