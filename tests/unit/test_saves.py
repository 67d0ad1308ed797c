"""The store of a player's games: nothing lost, nothing overwritten, whatever happens to it."""

from __future__ import annotations

import functools
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairtray.gameplay.saves import (
    FILE,
    GameDamaged,
    Key,
    Result,
    Saved,
    Standing,
    Store,
    StoreDamaged,
    StoreRefused,
    StoreUnavailable,
    opening,
    schema,
)
from fairtray.gameplay.saves.statistics import tallies

KEY = Key("block-knock", "d" * 64, "classic")
DAILY = replace(KEY, mode="daily", variant="2026-11-29")


def game(score: int = 0, moves: int = 0, at: str = "2026-11-29T10:00:00", key: Key = KEY) -> Saved:
    return Saved(key, {"moves": moves, "text": "ä"}, score, moves, moves // 2, moves * 900, at)


def end(store: Store, saved: Saved, *, keep: bool = False, record: bool = True) -> Result:
    _, result = store.finish(
        saved,
        ending="stuck",
        won=False,
        record=record,
        day="2026-11-29",
        stars=lambda standing: (1 + 2 * (saved.score > (standing.record or 0)), 0),
        keep=keep,
    )
    return result


def test_a_game_is_saved_and_found_again(tmp_path: Path) -> None:
    with Store.open(tmp_path / "made" / "for-it") as store:
        assert store.report == ""
        assert store.latest(KEY) is None
        first = store.save(game())
        assert (first.revision, first.forked, len(first.id)) == (1, False, 16)
        second = store.save(replace(first, document={"moves": 1}, moves=1, score=4))
        assert (second.id, second.revision) == (first.id, 2)
    with Store.open(tmp_path / "made" / "for-it") as store:
        assert store.latest(KEY) == second
        assert store.latest(DAILY) is None
        assert store.saves() == [replace(second, document={})]


documents = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    games=st.lists(
        st.tuples(
            st.dictionaries(st.text(), documents, max_size=4),
            st.sampled_from(["classic", "daily"]),
            st.text(max_size=8),
            st.integers(0, 2**40),
        ),
        max_size=6,
    )
)
def test_whatever_is_saved_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, games: list[tuple[dict[str, object], str, str, int]]
) -> None:
    """Lone surrogates cannot be in text that came from JSON, and st.text makes none."""
    folder = tmp_path_factory.mktemp("store")
    newest: dict[Key, Saved] = {}
    with Store.open(folder) as store:
        for i, (document, mode, variant, score) in enumerate(games):
            key = Key("r", "0", mode, variant)
            newest[key] = store.save(Saved(key, document, score, i, 0, 0, f"{i:04}"))
    with Store.open(folder) as store:
        assert {key: store.latest(key) for key in newest} == newest
        assert len(store.saves()) == len(games)


# Results.


def test_a_result_is_entered_with_its_stars_and_the_save_goes(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        first = end(store, store.save(game(100, 5)))
        assert (first.stars, store.best(KEY), store.latest(KEY)) == (3, 100, None)
        assert end(store, store.save(game(50, 5))).stars == 1
        assert store.best(KEY) == 100
        assert store.stars_on("block-knock", "2026-11-29") == 4
        assert store.stars_on("block-knock", "2026-11-30") == 0
        assert store.best(DAILY) is None


def test_stars_are_given_with_what_had_been_reached_before(tmp_path: Path) -> None:
    seen: list[Standing] = []

    def stars(standing: Standing) -> tuple[int, int]:
        seen.append(standing)
        return 7, 100

    with Store.open(tmp_path) as store:
        for score in (10, 30, 20):
            store.finish(
                store.save(game(score)), ending="stuck", won=True, record=True, day="x",
                stars=stars, keep=False,
            )  # fmt: skip
        assert tallies(store.results())[0].stars == 3 * 107
    assert seen == [Standing(None, 0), Standing(10, 7), Standing(30, 14)]


def test_a_mode_without_record_keeps_no_best_score(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        end(store, store.save(game(100)), record=False)
        assert store.best(KEY) is None
        assert tallies(store.results())[0].best is None


def test_a_continued_game_has_one_result(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        over, _ = store.finish(
            store.save(game(100)), ending="stuck", won=False, record=True, day="x",
            stars=lambda _: (1, 0), keep=True,
        )  # fmt: skip
        assert store.latest(KEY) == over
        going = store.reopen(replace(over, score=120))
        assert store.results() == []
        assert going.id == over.id
        end(store, going)
        assert [r.score for r in store.results()] == [120]


def test_the_last_and_the_best_game_keep_their_moves(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for i, score in enumerate((10, 30, 20, 15)):
            end(store, store.save(game(score, i, f"2026-11-29T10:00:0{i}")))
        assert store.last_document(KEY) == {"moves": 3, "text": "ä"}
        assert store.last_document(DAILY) is None
    rows = sqlite3.connect(tmp_path / FILE)
    kept = rows.execute("SELECT score FROM results WHERE document IS NOT NULL ORDER BY score")
    assert kept.fetchall() == [(15,), (30,)]
    rows.close()


def test_statistics_add_up(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for score, key in ((10, KEY), (30, KEY), (5, DAILY)):
            end(store, store.save(game(score, 4, key=key)))
        for number in ("10", "9"):
            end(store, store.save(game(1, key=replace(KEY, mode="challenge", variant=number))))
        found = {tally.key.mode: tally for tally in tallies(store.results())}
    assert list(found) == ["challenge", "classic", "daily"]
    classic = found["classic"]
    assert (classic.games, classic.best, classic.lines, classic.moves) == (2, 30, 4, 8)
    assert (classic.milliseconds, classic.stars, classic.variants) == (7200, 6, ())
    assert [tally.key.variant for tally in found["challenge"].variants] == ["9", "10"]
    assert [tally.key for tally in found["daily"].variants] == [DAILY]


# Two windows.


def test_a_game_that_goes_on_in_two_windows_becomes_two(tmp_path: Path) -> None:
    with Store.open(tmp_path) as one, Store.open(tmp_path) as two:
        first = one.save(game(1, 1))
        again = two.latest(KEY)
        assert again == first
        first = one.save(replace(first, score=2))
        other = two.save(replace(again, score=3))
        assert (other.forked, other.id != first.id) == (True, True)
        # From then on it is a game like any other.
        assert not two.save(replace(other, score=4)).forked
        assert sorted(s.score for s in one.saves()) == [2, 4]


def test_a_game_that_ended_in_another_window_keeps_its_result(tmp_path: Path) -> None:
    with Store.open(tmp_path) as one, Store.open(tmp_path) as two:
        mine = one.save(game(100))
        theirs = two.latest(KEY)
        assert theirs is not None
        end(one, mine)
        end(two, replace(theirs, score=50))
        assert sorted(r.score for r in one.results()) == [50, 100]
        assert one.best(KEY) == 100


def test_a_continue_in_another_window_takes_back_its_own_result_only(tmp_path: Path) -> None:
    with Store.open(tmp_path) as one, Store.open(tmp_path) as two:
        over, _ = one.finish(
            one.save(game(100)), ending="stuck", won=False, record=True, day="x",
            stars=lambda _: (0, 0), keep=True,
        )  # fmt: skip
        mine = one.reopen(over)
        end(one, replace(mine, score=900))
        assert two.reopen(over).forked
        assert two.best(KEY) == 900


_PLAYER = """
import sys
from dataclasses import replace
from pathlib import Path
from fairtray.gameplay.saves import Key, Saved, Store
key = Key("block-knock", "d" * 64, "classic")
worker = int(sys.argv[2])
with Store.open(Path(sys.argv[1])) as store:
    for i in range(6):
        saved = store.save(Saved(key, {}, 0, 0, 0, 0, "0"))
        for move in range(3):
            saved = store.save(replace(saved, moves=move, score=1000 * worker + i))
        store.finish(saved, ending="stuck", won=False, record=True, day="x",
                     stars=lambda _: (0, 0), keep=False)
"""


def test_no_result_is_lost_between_processes(tmp_path: Path) -> None:
    workers = [
        subprocess.Popen([sys.executable, "-c", _PLAYER, str(tmp_path), str(n)]) for n in range(3)
    ]
    assert [worker.wait(240) for worker in workers] == [0, 0, 0]
    with Store.open(tmp_path) as store:
        wanted = sorted(1000 * n + i for n in range(3) for i in range(6))
        assert sorted(r.score for r in store.results()) == wanted
        assert store.best(KEY) == 2005
        assert store.saves() == []
        assert store.report == ""


_WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from fairtray.gameplay.saves import Key, Saved, Store
key = Key("block-knock", "d" * 64, "classic")
with Store.open(Path(sys.argv[1])) as store:
    saved = store.save(Saved(key, {"moves": 0, "pad": "x" * 9000}, 0, 0, 0, 0, "0"))
    for n in range(1, 100_000):
        saved = store.save(replace(saved, moves=n, document={"moves": n, "pad": "x" * 9000}))
        print(n, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_writer_loses_at_most_the_move_in_hand(tmp_path: Path) -> None:
    for round_ in range(6):
        folder = tmp_path / str(round_)
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(folder)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        for _ in range(5 + 7 * round_):
            said = int(writer.stdout.readline())
        time.sleep(0.0007 * round_)
        os.kill(writer.pid, signal.SIGKILL)
        rest = writer.stdout.read().splitlines()
        writer.stdout.close()
        writer.wait()
        said = int(rest[-1]) if rest and rest[-1].isdigit() else said
        with Store.open(folder) as store:
            assert store.report == ""
            found = store.latest(KEY)
            assert found is not None
            # What was said to be saved is there; the one in hand may be.
            assert found.moves in {said, said + 1, said + 2}
            assert found.document["moves"] == found.moves


# Damage.


@functools.cache
def _filled() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with Store.open(Path(folder)) as store:
            for i in range(30):
                end(store, store.save(Saved(KEY, {"pad": "y" * 3000}, i, i, 0, 0, f"{i:02}")))
            store.save(game())
        return (Path(folder) / FILE).read_bytes()


def filled(folder: Path) -> bytes:
    (folder / FILE).write_bytes(_filled())
    return _filled()


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_damage_is_found_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("damage")
    whole = filled(folder)
    kind = data.draw(st.sampled_from(["cut", "zeros", "noise", "bit"]))
    at = data.draw(st.integers(0, len(whole) - 1))
    length = data.draw(st.integers(1, 6000))
    if kind == "cut":
        broken = whole[:at]
    elif kind == "zeros":
        broken = whole[:at] + bytes(min(length, len(whole) - at)) + whole[at + length :]
    elif kind == "noise":
        noise = data.draw(st.binary(min_size=1, max_size=64))
        broken = whole[:at] + noise + whole[at + len(noise) :]
    else:
        broken = (
            whole[:at] + bytes([whole[at] ^ 1 << data.draw(st.integers(0, 7))]) + whole[at + 1 :]
        )
    (folder / FILE).write_bytes(broken)
    try:
        store = Store.open(folder)
    except StoreRefused:
        # The few bytes that say whose and which version it is: left as it is.
        assert (folder / FILE).read_bytes() == broken
        return
    with store:
        if store.report:
            assert (folder / f"{FILE}.damaged-1").read_bytes() == broken
            assert store.results() == []
        assert all(tally.games > 0 for tally in tallies(store.results()))
        assert len(store.saves()) < 3
        try:
            store.latest(KEY)
        except GameDamaged as error:
            store.set_game_aside(error.id)
        except (StoreDamaged, UnicodeDecodeError) as error:
            pytest.fail(f"found late: {error}")
        end(store, store.save(game(10**6)))
        assert store.best(KEY) == 10**6


def test_damage_is_reported_with_its_place_and_set_aside(tmp_path: Path) -> None:
    whole = filled(tmp_path)
    broken = whole[:8192] + b"\xff" * 4096 + whole[12288:]
    (tmp_path / FILE).write_bytes(broken)
    with pytest.raises(StoreDamaged, match=r"is damaged: .*[Pp]age.*'fairtray play' sets it aside"):
        Store.open_to_read(tmp_path)
    assert (tmp_path / FILE).read_bytes() == broken
    for number in (1, 2):
        (tmp_path / FILE).write_bytes(broken)
        with Store.open(tmp_path) as store:
            assert f"{FILE}: is damaged: " in store.report
            assert f"set aside as {FILE}.damaged-{number}, and a new one begun" in store.report
            assert store.report.isprintable()
            assert store.results() == []
        assert (tmp_path / f"{FILE}.damaged-{number}").read_bytes() == broken


def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("my shopping list\n" * 100)
    with Store.open(tmp_path) as store:
        assert "file is not a database" in store.report
    assert (tmp_path / f"{FILE}.damaged-1").read_text().startswith("my shopping list")


def test_an_old_journal_goes_with_the_damaged_database(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database")
    (tmp_path / f"{FILE}-journal").write_text("a journal")
    aside = opening.set_aside(tmp_path / FILE)
    assert aside == tmp_path / f"{FILE}.damaged-1"
    assert (tmp_path / f"{FILE}.damaged-1-journal").read_text() == "a journal"
    assert not (tmp_path / f"{FILE}-journal").exists()


@pytest.mark.parametrize("word", [b"TEXT", b"saves"])
def test_names_that_are_no_text_are_damage(tmp_path: Path, word: bytes) -> None:
    """The first pages hold the statements that made the tables."""
    whole = filled(tmp_path)
    start = whole.index(b"CREATE TABLE")
    place = whole.index(word, start)
    (tmp_path / FILE).write_bytes(whole[:place] + b"\x80" + whole[place + 1 :])
    with Store.open(tmp_path) as store:
        assert "is damaged: " in store.report
        assert store.report.isprintable()


def test_a_value_of_another_type_is_damage(tmp_path: Path) -> None:
    filled(tmp_path)
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("UPDATE results SET score = 'many' WHERE rowid = 7")
    base.commit()
    base.close()
    with pytest.raises(StoreDamaged, match="row 7 of results, score, holds another type"):
        Store.open_to_read(tmp_path)


def test_a_game_with_bytes_that_are_no_text_is_set_aside_byte_for_byte(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        saved = store.save(game(1, 1))
        base = sqlite3.connect(tmp_path / FILE)
        broken = "UPDATE saves SET document = CAST(x'7b80ff7d' AS TEXT)"
        base.execute(broken)
        base.commit()
        base.close()
        with pytest.raises(GameDamaged, match="its checksum differs"):
            store.latest(KEY)
        assert store.set_game_aside(saved.id).read_bytes() == b"\x7b\x80\xff\x7d"


def test_a_lost_table_is_damage(tmp_path: Path) -> None:
    filled(tmp_path)
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("DROP TABLE saves")
    base.close()
    with Store.open(tmp_path) as store:
        assert "saves is not as it was made" in store.report


def test_a_damaged_game_is_set_aside_and_the_others_stay(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        saved, other = store.save(game(1, 1)), store.save(game(2, 2, key=DAILY))
        base = sqlite3.connect(tmp_path / FILE)
        base.execute("UPDATE saves SET document = '{\"moves\": 9}' WHERE id = ?", (saved.id,))
        base.commit()
        base.close()
        place = rf"saved game {saved.id} \(block-knock, classic\): is damaged: its checksum"
        with pytest.raises(GameDamaged, match=place) as caught:
            store.latest(KEY)
        aside = store.set_game_aside(caught.value.id)
        assert aside.name == f"game-{saved.id}.json.damaged-1"
        assert aside.read_text() == '{"moves": 9}'
        assert (store.latest(KEY), store.latest(DAILY)) == (None, other)
        with pytest.raises(StoreUnavailable, match="holds no saved game"):
            store.set_game_aside(saved.id)


def test_a_newer_store_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    filled(tmp_path)
    base = sqlite3.connect(tmp_path / FILE)
    base.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    base.execute("ALTER TABLE saves RENAME TO something_new")
    base.close()
    before = (tmp_path / FILE).read_bytes()
    for attempt in (Store.open, Store.open_to_read):
        with pytest.raises(StoreRefused, match=rf"has version {schema.VERSION + 1}.*install"):
            attempt(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    assert not list(tmp_path.glob("*.damaged*"))


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("CREATE TABLE chess (move TEXT)")
    base.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreRefused, match="is a database of another program"):
        Store.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match=r"cannot be made: .*FAIRTRAY_DATA"):
        Store.open(tmp_path / "file" / "folder")


def test_a_folder_in_place_of_the_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreUnavailable, match="cannot be used"):
        Store.open(tmp_path)


def test_a_lock_file_full_of_rubbish_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "games.lock").write_text("rubbish " * 200)
    with Store.open(tmp_path) as store:
        assert store.report == ""


def test_reading_makes_nothing(tmp_path: Path) -> None:
    assert Store.open_to_read(tmp_path / "none") is None
    assert Store.open_to_read(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    filled(tmp_path)
    with Store.open_to_read(tmp_path) as store:  # type: ignore[union-attr]
        assert len(store.results()) == 30


def test_a_locked_store_is_unavailable_and_not_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_WAIT", 0.05)
    with Store.open(tmp_path) as store:
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnavailable, match=r"locked; wait for the other program"):
            store.save(game())
        other.execute("ROLLBACK")
        other.close()
        store.save(game())


# Versions.


def test_steps_are_taken_all_or_none(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with Store.open(tmp_path) as store:
        saved = store.save(game())
    base = sqlite3.connect(path, isolation_level=None)
    newer = (*schema.STEPS, ("ALTER TABLE saves ADD COLUMN note TEXT", "ALTER TABLE nothing"))
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(base, newer)
    assert schema.version(base) == schema.VERSION
    assert schema.missing(base) == ""
    newer = (*schema.STEPS, ("ALTER TABLE saves ADD COLUMN note TEXT NOT NULL DEFAULT ''",))
    schema.migrate(base, newer)
    assert schema.version(base) == schema.VERSION + 1
    assert base.execute("SELECT id, note FROM saves").fetchall() == [(saved.id, "")]
    # Once taken, a step is not taken again.
    schema.migrate(base, newer)
    base.close()


def test_a_store_of_the_first_version_is_still_read(tmp_path: Path) -> None:
    """The statements are written out here: a published step must never change."""
    base = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    base.executescript(
        """
        CREATE TABLE saves (id TEXT PRIMARY KEY, revision INTEGER NOT NULL,
            ruleset TEXT NOT NULL, digest TEXT NOT NULL, mode TEXT NOT NULL, variant TEXT NOT NULL,
            score INTEGER NOT NULL, moves INTEGER NOT NULL, lines INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL, saved_at TEXT NOT NULL,
            document TEXT NOT NULL, checksum TEXT NOT NULL);
        CREATE INDEX saves_by_key ON saves (ruleset, digest, mode, variant, saved_at);
        CREATE TABLE results (id TEXT PRIMARY KEY,
            ruleset TEXT NOT NULL, digest TEXT NOT NULL, mode TEXT NOT NULL, variant TEXT NOT NULL,
            score INTEGER NOT NULL, moves INTEGER NOT NULL, lines INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL, ending TEXT NOT NULL, won INTEGER NOT NULL,
            record INTEGER NOT NULL,
            stars INTEGER NOT NULL, bonus INTEGER NOT NULL, day TEXT NOT NULL,
            ended_at TEXT NOT NULL, document TEXT, checksum TEXT);
        CREATE INDEX results_by_key ON results (ruleset, digest, mode, variant, score);
        CREATE INDEX results_by_day ON results (ruleset, day);
        INSERT INTO results VALUES ('a', 'block-knock', 'd', 'classic', '', 640, 9, 4, 60000,
            'stuck', 0, 1, 1, 0, '2026-11-29', '2026-11-29T10:00:00', NULL, NULL);
        PRAGMA application_id = 1179931225;
        PRAGMA user_version = 1;
        """
    )
    base.close()
    with Store.open(tmp_path) as store:
        assert store.report == ""
        assert store.best(replace(KEY, digest="d")) == 640
