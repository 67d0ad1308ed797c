import json
import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chunk_cases as work
from fairtray.core.errors import InputError
from fairtray.runs import Crew, opened
from fairtray.runs.journal import Journal
from fairtray.runs.records import Records, written
from fairtray.runs.ticks import Done

SQUARES = [n * n for n in range(20)]


def same(value: Any) -> Any:
    return value


def number(value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError("no number")
    return value


def records(**run: object) -> Records[int]:
    return Records("squares", {"seed": 7, "versions": {"fairtray": "1"}, **run}, same, number)


def run_with(path: Path, do: Any = work.square, workers: int = 1, **run: object) -> Crew[int]:
    with opened(workers, journal=str(path), records=records(**run)) as crew:
        assert list(crew.results(do, range(20))) == SQUARES
        return crew


def refused(path: Path, **run: object) -> str:
    before = path.read_bytes()
    with pytest.raises(InputError) as caught, Journal(str(path), records(**run)):
        pass
    assert path.read_bytes() == before
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_finished_is_not_done_again(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "journal"
    assert run_with(path, workers=workers).told() == {"workers": workers, "chunks_from_journal": 0}
    ticks: list[int] = []
    with opened(workers, journal=str(path), records=records()) as crew:
        assert list(crew.results(work.refuse_all, range(20), ticks.append)) == SQUARES
        assert crew.told()["chunks_from_journal"] == 20
    # What it told of is told again, for the progress bar.
    assert sum(ticks) == 20 + sum(range(20))


def test_chunks_are_kept_as_they_get_finished_whosever_turn_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with (
        ThreadPoolExecutor(2) as executor,
        Journal(str(path), records()) as journal,
    ):
        from fairtray.runs import results

        found = results(work.slow_first, range(20), workers=2, executor=executor, journal=journal)
        assert list(found) == SQUARES
    kept = [json.loads(line)["chunk"] for line in path.read_text().splitlines()[1:]]
    assert sorted(kept) == list(range(20))
    run_with(path, work.refuse_all)


def test_a_failed_chunk_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for _ in range(2):
        with opened(1, journal=str(path), records=records()) as crew:
            found = crew.results(work.refuse_three, range(20))
            assert [next(found) for _ in range(3)] == SQUARES[:3]
            with pytest.raises(ValueError, match="three is refused"):
                next(found)
    assert len(path.read_bytes().splitlines()) == 4


def test_lines_are_json_with_the_checksum_that_the_documents_promise(tmp_path: Path) -> None:
    import hashlib

    path = tmp_path / "journal"
    run_with(path)
    header, *chunks = path.read_text(encoding="ascii").splitlines()
    first = json.loads(header)
    assert first["format"] == "fairtray-journal/1"
    assert first["kind"] == "squares"
    assert first["run"] == {"seed": 7, "versions": {"fairtray": "1"}}
    assert len(chunks) == 20
    for line in (header, *chunks):
        check = json.loads(line)["check"]
        body = line.replace(f'"check":"{check}",', "", 1)
        before = "" if line == header else first["check"]
        assert hashlib.sha256((before + body).encode()).hexdigest() == check


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_cut_off_anywhere_it_goes_on(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    path = tmp_path_factory.mktemp("cut") / "journal"
    run_with(path)
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    torn = cut > 0 and whole[cut - 1 : cut] != b"\n"
    crew = run_with(path)
    assert crew.told()["chunks_from_journal"] == max(0, whole[:cut].count(b"\n") - 1)
    assert path.read_bytes() == whole
    assert len(crew.notes) == int(torn)
    if torn:
        line = whole[:cut].count(b"\n") + 1
        assert crew.notes[0].startswith(f"{path}: line {line} is torn (")
        assert ("its chunk is made again" in crew.notes[0]) == (line > 1)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damage_anywhere_is_found(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    path = tmp_path_factory.mktemp("damage") / "journal"
    run_with(path)
    whole = path.read_bytes()
    # All but the end of the last line, without which that line is torn.
    at = data.draw(st.integers(0, len(whole) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[at]))
    path.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
    line = whole[:at].count(b"\n") + 1
    message = refused(path)
    assert f"line {line}: is damaged" in message or (line == 1 and "is no journal" in message)


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ({"seed": 8}, "seed: 7 in the journal, 8 in this run; it is the journal of another run"),
        ({"versions": {"fairtray": "2"}}, "versions.fairtray: 1 in the journal, 2 in this run"),
        ({"more": [1]}, "more: nothing in the journal, [1] in this run"),
    ],
)
def test_a_journal_of_another_run_is_refused(
    tmp_path: Path, run: dict[str, object], message: str
) -> None:
    path = tmp_path / "journal"
    run_with(path)
    assert message in refused(path, **run)


def test_of_all_differences_none_is_kept_back(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(str(path), Records("cubes", {"seed": 1}, same, number)):
        pass
    assert refused(path) == (
        "kind: cubes in the journal, squares in this run | seed: 1 in the journal, 7 in this run "
        "| versions.fairtray: nothing in the journal, 1 in this run; it is the journal of another "
        "run: repeat that one or name another file"
    )


def test_a_line_of_another_journal_is_no_line_of_this(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    run_with(one)
    run_with(two, seed=8)
    lines = one.read_bytes().splitlines(keepends=True)
    lines[5] = two.read_bytes().splitlines(keepends=True)[5]
    one.write_bytes(b"".join(lines))
    assert "line 6: is damaged" in refused(one)


@pytest.mark.parametrize(
    "content",
    [b"my notes\n", b"my notes", b"\x80\x04K\x01.", b"[1, 2]\n", b'{"check":"1"}\n', bytes(100)],
)
def test_no_other_file_is_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    message = refused(path)
    assert "is no journal of fairtray" in message or "line 1: is damaged" in message


def test_a_chunk_that_says_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(str(path), records()) as journal:
        journal.keep(0, Done(0, 0))
    header = path.read_bytes()
    check = json.loads(header.splitlines()[0])["check"]
    for value in ({"chunk": 1, "ticks": 0, "result": "x"}, {"chunk": 1, "result": 1}):
        path.write_bytes(header + written(value, check))
        with (
            Journal(str(path), records()) as journal,
            pytest.raises(InputError, match=r"chunk 1: cannot be read: (Type|Key)Error"),
        ):
            journal.done(1)
    for value in ({"chunk": 0, "ticks": 0, "result": 0}, {"name": 1}):
        path.write_bytes(header + written(value, check))
        assert "line 3: is no chunk" in refused(path)


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(str(path), records()):
        assert "another process writes to it" in refused(path)
    run_with(path)


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes and permissions are POSIX")
def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    def message(path: Path) -> str:
        with pytest.raises(InputError) as caught, Journal(str(path), records()):
            pass
        return str(caught.value)

    assert "cannot be used: Is a directory" in message(tmp_path)
    assert "cannot be used: No such file" in message(tmp_path / "none" / "journal")
    os.mkfifo(tmp_path / "pipe")
    assert "no regular file" in message(tmp_path / "pipe")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(str(tmp_path / "journal"), records()) as journal:

        class Full:
            def __getattr__(self, name: str) -> Any:
                return getattr(real, name)

            def write(self, _data: bytes) -> int:
                raise OSError(28, "No space left on device")

        real = journal._file
        monkeypatch.setattr(journal, "_file", Full())
        with pytest.raises(InputError, match="cannot be written: No space left on device; make"):
            journal.keep(0, Done(0, 0))


def test_a_disk_that_is_found_full_only_when_it_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with (
        pytest.raises(
            InputError, match="journal: cannot be written: No space left on device; make"
        ),
        Journal(str(tmp_path / "journal"), records()),
    ):
        pass
