"""``fairtray play`` as a process on a terminal of its own, and what it says without one."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import cases
from commandline import Fairtray
from fairtray.families.block.table.opening import kind_of
from fairtray.game import Placement
from fairtray.gameplay.modes import Game, mode_of
from fairtray.gameplay.saves import FILE, Saved, Store
from fairtray.gameplay.table import Hand, Keeper, PlayRequest
from fairtray.rulesets import get
from fairtray_cli.table.folder import now

pytest.importorskip("textual")
pty = pytest.importorskip("pty")

EXAMPLES = cases.FIXTURES / "examples"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


class Terminal:
    """A process of ``fairtray play`` on a terminal of 80×24."""

    def __init__(self, folder: Path, *args: str, kind: str = "xterm-256color") -> None:
        self.master, slave = pty.openpty()
        import fcntl
        import struct
        import termios

        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        env = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "FORCE_COLOR"}}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fairtray_cli", "--no-config", "play", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**env, "FAIRTRAY_DATA": str(folder), "TERM": kind},
            start_new_session=True,
        )
        os.close(slave)
        self.text = ""

    def wait_for(self, words: str, seconds: float = 240) -> None:
        """Read until some words have been shown."""
        end = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < end, self.text[-3000:]
            self._read(0.2)

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def leave(self) -> int:
        """Wait for the end of the process; return its exit status."""
        end = time.monotonic() + 240
        while self.process.poll() is None and time.monotonic() < end:
            self._read(0.1)
        self._read(0.1)
        return self.process.wait(1)

    def _read(self, seconds: float) -> None:
        ready, _, _ = select.select([self.master], [], [], seconds)
        if ready:
            try:
                data = os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                # The other end is closed: the process has ended.
                return
            self.text += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", data)

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def saved(folder: Path, moves: int, seconds: float = 240) -> Saved:
    """Return the saved game of block-puzzle-19 once it has so many moves."""
    end = time.monotonic() + seconds
    while True:
        store = Store.open_to_read(folder)
        if store is not None:
            with store:
                games = store.saves()
                if games and games[0].moves >= moves:
                    found = store.latest(games[0].key)
                    assert found is not None
                    return found
        assert time.monotonic() < end, "nothing saved"
        time.sleep(0.02)


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path, terminals: list[Terminal]) -> None:
    """Killed right after each move is on disk, three times over."""
    arguments = ("--ruleset", "block-puzzle-19", "--seed", "6")
    expected = Game.begin(mode_of(get("block-puzzle-19")), seed=6)
    for number in (1, 2, 3):
        terminal = Terminal(tmp_path, *arguments)
        terminals.append(terminal)
        terminal.wait_for("Block Puzzle")
        terminal.wait_for("choose a piece" if number == 1 else "the saved game continues")
        slot, position = number - 1, expected.position
        shape = position.tray[slot]
        assert shape is not None
        grid = position.ruleset.grid
        hand = Hand(slot, shape).over(grid, (grid.rows // 2, grid.cols // 2))
        row, col = next(position.legal(shape))
        terminal.press(str(number) + UP * (hand.row - row) + DOWN * (row - hand.row))
        terminal.press(LEFT * (hand.col - col) + RIGHT * (col - hand.col) + "\r")
        game = saved(tmp_path, number)
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
        arguments = ("--ruleset", "block-puzzle-19")
        expected.place(Placement(slot, row, col))
        resumed = Game.from_document(json.loads(json.dumps(game.document)))
        assert resumed.position == expected.position
        assert resumed.turn == expected.turn
    assert not list(tmp_path.glob("*.damaged*"))


def test_leaving_says_what_was_played(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "--ruleset", "block-puzzle-19", "--seed", "6")
    terminals.append(terminal)
    terminal.wait_for("choose a piece")
    terminal.press("1\r")
    terminal.wait_for("score")
    saved(tmp_path, 1)
    terminal.press("q")
    assert terminal.leave() == 0
    assert re.search(r"block-puzzle-19, classic: \d points?; saved", terminal.text)


def test_ctrl_c_saves_and_leaves(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "--ruleset", "block-puzzle-19", "--seed", "6")
    terminals.append(terminal)
    terminal.wait_for("choose a piece")
    terminal.press("\x03")
    assert terminal.leave() == 0
    assert "Traceback" not in terminal.text


def test_a_folder_that_cannot_be_written_is_said_and_the_game_goes_on(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    (tmp_path / "file").write_text("")
    terminal = Terminal(tmp_path / "file" / "data", "--ruleset", "block-puzzle-19")
    terminals.append(terminal)
    terminal.wait_for("; this game is not saved")
    terminal.wait_for("choose a piece")
    terminal.press("1\rq")
    assert terminal.leave() == 0
    assert "not saved" in terminal.text


def test_a_newer_store_is_refused(tmp_path: Path, terminals: list[Terminal]) -> None:
    import sqlite3

    Store.open(tmp_path).close()
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("PRAGMA user_version = 99")
    base.close()
    before = (tmp_path / FILE).read_bytes()
    terminal = Terminal(tmp_path)
    terminals.append(terminal)
    assert terminal.leave() == 2
    assert "has version 99" in terminal.text
    assert (tmp_path / FILE).read_bytes() == before


def test_a_damaged_store_is_said_before_and_at_the_table(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    (tmp_path / FILE).write_text("rubbish " * 100)
    terminal = Terminal(tmp_path, "--ruleset", "block-puzzle-19")
    terminals.append(terminal)
    terminal.wait_for("and a new one begun")
    terminal.wait_for("Block Puzzle")
    terminal.text = terminal.text.partition("Block Puzzle")[2]
    terminal.wait_for("file is not a database")
    terminal.press("q")
    assert terminal.leave() == 0


def test_a_dumb_terminal_is_refused(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, kind="dumb")
    terminals.append(terminal)
    assert terminal.leave() == 2
    assert "TERM=dumb: this terminal" in terminal.text


# Without a terminal.


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "standard input: is not a terminal, and a game needs one"),
        (["--mode", "fre"], "bloky-8x8 has no mode called 'fre'; did you mean free?"),
        (
            ["--mode", "free", "--date", "2026-11-29"],
            "--date: mode free of bloky-8x8 is not a daily",
        ),
        (["--challenge", "2"], "--challenge: mode free of bloky-8x8 has no challenges"),
        (["--mode", "daily", "--seed", "1"], "--seed: the day decides the pieces of mode daily"),
        (["--mode", "daily", "--date", "29.11."], "is not a date"),
        (["--ruleset", "nosuch"], "--ruleset: "),
        (["nosuch.json"], "nosuch.json: no such file"),
        (["-"], "standard input: a game needs the terminal"),
        ([str(EXAMPLES / "mid-game.json"), "--date", "2026-11-29"], "a file begins in its own way"),
        ([str(EXAMPLES / "mid-game.json"), "--mode", "daily"], "mode"),
        ([str(EXAMPLES / "tight.txt"), "--mode", "nosuch"], "has no mode called 'nosuch'"),
        (["--json"], "--json goes with --list or --scores"),
        (["--list", "--scores"], "--list, --scores and --export each go alone"),
        (["--seed", "-1"], "--seed"),
        (["--export", "x.json"], "no game of bloky-8x8, free is saved or has ended"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    fairtray: Fairtray, tmp_path: Path, args: list[str], message: str
) -> None:
    assert message in fairtray("play", "--data", str(tmp_path / "none"), *args).complaint
    assert not (tmp_path / "none").exists()


def test_a_recorded_game_says_by_itself_what_is_played(fairtray: Fairtray, tmp_path: Path) -> None:
    game = Game.begin(mode_of(get("block-knock")), seed=7)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.to_document()))
    said = fairtray("play", str(path), "--seed", "2").complaint
    assert f"{path}: it already says what is played" in said
    # What only a configuration sets is passed over.
    (tmp_path / "c.toml").write_text('ruleset = "woodoku"\n')
    result = fairtray("--config", str(tmp_path / "c.toml"), "play", str(path))
    assert "is not a terminal" in result.err
    path.write_text(path.read_text().replace('"score": 0', '"score": -3', 1))
    assert f"{path}: " in fairtray("play", str(path)).complaint


def _with_games(folder: Path) -> Game:
    from datetime import UTC, datetime

    kind = kind_of(PlayRequest(now, ruleset=get("block-knock"), seed=7), None)
    with Store.open(folder) as store:
        for score_moves in (1, 0):
            game = kind.begin()
            keeper = Keeper(store, kind.key, lambda: datetime(2026, 11, 29, 10, 0, tzinfo=UTC))
            for _ in range(score_moves):
                game.place(Placement(0, 0, 0))
            game.elapsed(61.5)
            assert keeper.keep(game) == ""
            if score_moves:
                assert keeper.leave_for_new(game) == ""
    return game


def test_scores_and_saves_are_listed(fairtray: Fairtray, tmp_path: Path) -> None:
    _with_games(tmp_path)
    result = fairtray("play", "--scores", "--data", str(tmp_path))
    assert (result.code, result.err) == (0, "")
    assert re.search(r"block-knock +classic +1 +\d+ +0 +0 +1 +0:01:01 +0\n", result.out)
    (scores,) = fairtray("play", "--scores", "--json", "--data", str(tmp_path)).json["scores"]
    assert (scores["games"], scores["moves"], scores["seconds"]) == (1, 1, 61.5)
    assert scores["best"] > 0
    result = fairtray("play", "--list", "--data", str(tmp_path))
    assert re.search(r"block-knock +classic +0 +0 +0 +0:01:01 +2026-11-29 10:00 UTC\n", result.out)
    (save,) = fairtray("play", "--list", "--json", "--data", str(tmp_path)).json["saves"]
    assert (save["ruleset"], save["mode"], save["variant"], save["moves"]) == (
        "block-knock", "classic", "", 0,
    )  # fmt: skip


def test_the_saved_game_is_exported_and_replays(fairtray: Fairtray, tmp_path: Path) -> None:
    game = _with_games(tmp_path)
    target = tmp_path / "out.json"
    options = ("--ruleset", "block-knock", "--data", str(tmp_path))
    result = fairtray("play", *options, "--export", str(target))
    assert (result.code, result.out, result.err) == (0, "", "")
    assert json.loads(target.read_text()) == game.to_document()
    result = fairtray("play", *options, "--export", "-")
    assert json.loads(result.out) == game.to_document()
    assert fairtray("replay", str(target)).code == 0
    # Without a saved game it is the last one that ended.
    with Store.open(tmp_path) as store:
        store.drop(store.saves()[0].id)
    result = fairtray("play", *options, "--export", "-")
    assert len(json.loads(result.out)["moves"]) == 1


def test_a_damaged_store_is_named_and_left_alone(fairtray: Fairtray, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("rubbish " * 100)
    for option in ("--list", "--scores"):
        said = fairtray("play", option, "--data", str(tmp_path)).complaint
        assert f"{FILE}: is damaged: file is not a database" in said
        assert "'fairtray play' sets it aside" in said
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_textual_is_asked_for(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from fairtray_cli.commands import play

    monkeypatch.setattr(play, "_refuse_without_terminal", lambda: None)
    monkeypatch.setattr(play.importlib.util, "find_spec", lambda _name: None)
    said = fairtray("play", "--data", str(tmp_path)).complaint
    assert said == (
        "fairtray play: needs Textual, which is not installed; pip install 'fairtray[play]'"
    )


def test_a_fault_of_our_own_leaves_the_terminal_and_is_reported(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from fairtray_cli.commands import play
    from fairtray_cli.table import app

    def crash(_self: app.Table) -> None:
        raise ZeroDivisionError("of ours")

    def run(self: app.Table) -> None:
        import asyncio

        async def through_the_pilot() -> None:
            with pytest.raises(ZeroDivisionError):
                async with self.run_test():
                    pass

        asyncio.run(through_the_pilot())

    monkeypatch.setattr(play, "_refuse_without_terminal", lambda: None)
    monkeypatch.setattr(app.Table, "refresh_table", crash)
    monkeypatch.setattr(app.Table, "run", run)
    result = fairtray("play", "--data", str(tmp_path))
    assert result.code == 70
    assert "fault of fairtray: ZeroDivisionError: of ours" in result.err


def test_a_daily_file_with_other_pieces_is_no_game_of_that_day(tmp_path: Path) -> None:
    """Its score would be compared with those of the pieces that everybody has."""
    import datetime as dt

    from fairtray.daily.document import to_json
    from fairtray.gameplay.modes.days import pieces_of_day

    document = to_json(pieces_of_day(get("bloky-8x8"), 30, dt.date(2026, 11, 29)))
    variants = []
    for pieces in (document["pieces"], ["dot"] * 30):
        file = tmp_path / "day.json"
        file.write_text(json.dumps({**document, "pieces": pieces}), encoding="utf-8")
        kind = kind_of(PlayRequest(now, file.read_text(), str(file)), None)
        assert kind.key.mode == "daily"
        variants.append(kind.key.variant)
    assert variants[0] == "2026-11-29"
    assert variants[1].startswith("file ")
