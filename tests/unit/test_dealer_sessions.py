"""Dealer programs below the command line: pipes, process groups, the protocol, games."""

from __future__ import annotations

import json
import os
import pickle
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cases
from fairtray import rulesets
from fairtray.audit import games
from fairtray.audit.sample import Sample
from fairtray.core.errors import DealerError
from fairtray.core.shapes import Shape
from fairtray.dealers import child
from fairtray.dealers.base import Words
from fairtray.dealers.channel import ChannelError, Limits
from fairtray.dealers.child import Lines, Log
from fairtray.dealers.process import Process
from fairtray.dealers.program import ProgramSession
from fairtray.dealers.session import Ask, Batching, BuiltinSession
from fairtray.dealers.sources import ProgramSource
from fairtray.rulesets.model import DealerSpec

BLOCKS = rulesets.get("block-puzzle-19")

# --- Pipes -------------------------------------------------------------------------


@pytest.fixture
def pipe() -> Iterator[tuple[int, Any]]:
    """The reading end of a pipe, and a function that writes to the other end and closes it."""
    reading, writing = os.pipe()

    def write(data: bytes) -> threading.Thread:
        def run() -> None:
            with os.fdopen(writing, "wb") as file:
                try:
                    file.write(data)
                    file.flush()
                except BrokenPipeError:
                    return

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread

    yield reading, write
    os.close(reading)


def test_lines_come_whole_whatever_the_blocks(pipe: tuple[int, Any]) -> None:
    reading, write = pipe
    texts = [b"a" * n for n in (0, 1, 100_000, 65_536, 3)]
    write(b"\n".join(texts) + b"\r\nrest")
    lines = Lines(reading, 200_000)
    found = [lines.get(10) for _ in range(6)]
    assert [(o.kind, o.data) for o in found if o] == [
        *(("line", text) for text in texts),
        ("half", b"rest"),
    ]
    assert lines.ended(10)


def test_of_a_long_line_only_the_beginning_is_held(pipe: tuple[int, Any]) -> None:
    reading, write = pipe
    write(b"x" * 5_000_000 + b"\n")
    lines = Lines(reading, 1000)
    output = lines.get(10)
    assert output is not None
    assert (output.kind, len(output.data)) == ("long", 500)
    assert lines.ended(10)
    assert len(lines.begun) <= 1000 + 65_536


def test_a_flood_of_lines_is_not_read_to_its_end(pipe: tuple[int, Any]) -> None:
    reading, write = pipe
    write(b"y\n" * 1_000_000)
    lines = Lines(reading, 1000)
    assert lines.ended(10)
    kinds = []
    while (output := lines.get(0.01)) is not None:
        kinds.append(output.kind)
    assert kinds[-1] == "flood"
    assert len(kinds) < 100_000


def test_of_a_log_the_last_lines_are_kept(pipe: tuple[int, Any]) -> None:
    reading, write = pipe
    write(b"".join(b"line %d\n" % i for i in range(100_000)) + b"z" * 100_000)
    log = Log(reading)
    last = log.last(10)
    assert last[:-1] == [f"line {i}" for i in range(99_991, 100_000)]
    assert last[-1] == "z" * 500


def test_a_program_that_does_not_read_cannot_block_us() -> None:
    process = Process([sys.executable, "-c", "import time; time.sleep(60)"], Limits())
    process.open()
    try:
        with pytest.raises(ChannelError, match="does not read its standard input"):
            process.send("x" * 1_000_000, 0.2)
    finally:
        process.close(failed=True)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "exit status 0"),
        (3, "exit status 3"),
        (-9, "killed by SIGKILL"),
        (137, "exit status 137 (as shells report SIGKILL)"),
        (255, "exit status 255"),
        (-250, "killed by signal 250"),
    ],
)
def test_an_exit_status_in_words(code: int, words: str) -> None:
    assert child.status(code) == words


# --- The protocol ------------------------------------------------------------------


class Script:
    """A channel that answers from a list, whatever it is sent."""

    def __init__(self, *answers: dict[str, object]) -> None:
        self.sent: list[dict[str, Any]] = []
        self.answers = list(answers)

    def open(self) -> None:
        """Nothing to start."""

    def send(self, line: str, seconds: float) -> None:  # noqa: ARG002
        self.sent.append(json.loads(line))

    def receive(self, seconds: float) -> str:  # noqa: ARG002
        return json.dumps({"in_reply_to": len(self.sent) - 1} | self.answers.pop(0))

    def trail(self) -> tuple[str, ...]:
        return ()

    def close(self, *, failed: bool) -> None:
        """Nothing to end."""


INIT: dict[str, object] = {"type": "init_ok", "dealer": "script"}


def session(*answers: dict[str, object], ruleset: str = "block-puzzle-19") -> ProgramSession:
    return ProgramSession(rulesets.get(ruleset), "script", Script(*answers), 7, Limits())


def test_what_is_sent() -> None:
    script = Script(INIT, {"type": "new_game_ok"}, {"type": "deal_ok", "tray": ["dot"] * 3})
    ruleset = rulesets.get("bloky-8x8")
    with ProgramSession(ruleset, "script", script, 7, Limits()) as dealer:
        dealer.new_game(8)
        dealer.deal(Ask(3, 4, 5, 6))
    init, new_game, deal, goodbye = script.sent
    assert list(init)[:6] == ["type", "id", "protocol", "ruleset", "rows", "cols"]
    assert (init["protocol"], init["seed"], init["tray"], init["max_large"]) == (1, 7, 3, 1)
    assert "lines" not in init
    assert init["shapes"][3] == {"name": "I3h", "rows": ["###"], "weight": 1, "large": False}
    assert new_game == {"type": "new_game", "id": 1, "seed": 8}
    board = ["##......", *["........"] * 7]
    assert deal == {"type": "deal", "id": 2, "board": board, "turn": 4, "score": 5, "record": 6}
    assert goodbye == {"type": "exit"}


def test_other_lines_than_rows_and_columns_are_told() -> None:
    script = Script(INIT)
    with ProgramSession(rulesets.get("woodoku"), "script", script, 7, Limits()):
        lines = script.sent[0]["lines"]
    assert len(lines) == 27
    assert [[r, c] for r in range(3) for c in range(3)] in lines


def test_what_a_dealer_says_of_itself() -> None:
    with session(INIT | {"batch": True, "seeded": False}) as dealer:
        assert (dealer.name, dealer.batch, dealer.seeded) == ("script", True, False)
    with session({"type": "init_ok"}) as dealer:
        assert (dealer.name, dealer.batch, dealer.seeded) == ("script", False, True)


def test_a_day_has_thirty_pieces() -> None:
    pieces: list[object] = ["dot", ["##"], "I2v"] * 10
    with session(INIT, {"type": "daily_ok", "pieces": pieces}) as dealer:
        found = dealer.daily("2026-11-29", "UTC")
    assert [shape.name for shape in found] == ["dot", "I2h", "I2v"] * 10
    with (
        pytest.raises(DealerError, match="pieces: 29 shapes where 30 are dealt"),
        session(INIT, {"type": "daily_ok", "pieces": pieces[1:]}) as dealer,
    ):
        dealer.daily("2026-11-29", "UTC")


def test_a_failure_survives_the_way_between_processes() -> None:
    error = DealerError("dealer x died", ("exit status 3", "fix: live"))
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (str(again), again.details) == (str(error), error.details)


# --- Games -------------------------------------------------------------------------


class Pure:
    """A dealer whose trays depend on the seed and the turn alone."""

    seeded = True

    def __init__(self, batch: bool) -> None:
        self.name = "pure"
        self.batch = batch
        self.seed = 0

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def tray(self, seed: int, turn: int) -> tuple[Shape, ...]:
        words = Words(seed, turn)
        return tuple(BLOCKS.shapes[words.below(19)] for _ in range(3))

    def deal(self, ask: Ask) -> tuple[Shape, ...]:
        return self.tray(self.seed, ask.turn)

    def deal_games(self, asks: list[tuple[int, Ask]]) -> list[tuple[Shape, ...]]:
        return [self.tray(seed, ask.turn) for seed, ask in asks]

    def failure(self, what: str, mend: str) -> DealerError:
        return DealerError(what, (mend,))

    def __enter__(self) -> Pure:
        return self

    def __exit__(self, *_: object) -> None:
        return


def by_deal(sample: Sample) -> dict[tuple[int, int], tuple[list[int], list[int], int]]:
    """Return board, tray and score of each deal, by the seed of the game and the turn."""
    return {
        (int(sample.seed[i]), int(sample.turn[i])): (
            sample.boards[i].tolist(),
            sample.trays[i].tolist(),
            int(sample.score[i]),
        )
        for i in range(len(sample.turn))
    }


@pytest.mark.parametrize("policy", ["random", "greedy", "shuffled"])
def test_a_game_is_the_same_alone_and_among_many(policy: str) -> None:
    assert isinstance(Pure(batch=True), Batching)
    alone = by_deal(games.play(BLOCKS, Pure(batch=False), policy, 5, 0, 300, False))
    among = by_deal(games.play(BLOCKS, Pure(batch=True), policy, 5, 0, 300, False))
    shared = alone.keys() & among.keys()
    assert len(shared) > 100
    assert all(alone[key] == among[key] for key in shared)


@pytest.mark.parametrize("batch", [False, True])
def test_the_columns_of_a_sample(batch: bool) -> None:
    sample = games.play(BLOCKS, Pure(batch), "mixed", 5, 3, 400, False)
    assert len(sample.game) == 400
    assert sample.games == len(np.unique(sample.game)) == sample.game.max() + 1
    assert np.array_equal(sample.seed, games.first_seed(5, 3) + 1 + sample.game)
    starts = sample.turn == 0
    assert np.array_equal(np.flatnonzero(np.diff(sample.game)) + 1, np.flatnonzero(starts)[1:])
    assert not sample.boards[starts].any()
    assert not sample.score[starts].any()
    within = ~starts[1:]
    assert np.array_equal(np.diff(sample.turn)[within], np.ones(within.sum(), dtype=np.int64))
    assert np.all(np.diff(sample.score)[within] > 0)
    assert np.all(np.diff(sample.record)[within] == 0)
    assert sample.record.max() > 0
    counts = np.bincount(sample.policy)
    assert len(counts) == 5
    assert counts.min() > 20
    if not batch:
        best = [sample.score[sample.game < game].max(initial=0) for game in range(sample.games)]
        # The last score that is seen of a game is that before its last tray.
        assert all(sample.record[i] >= best[game] for i, game in enumerate(sample.game))


@pytest.mark.parametrize("name", rulesets.builtin_names())
def test_the_plain_dealers_keep_their_promise_in_live_games(name: str) -> None:
    ruleset = rulesets.get(name)
    with BuiltinSession(ruleset, DealerSpec("sequential-fit")) as dealer:
        sample = games.play(ruleset, dealer, "random", 1, 0, 12, False)
    assert np.all(sample.orders > 0)
    assert np.all(sample.fits > 0)


def test_seeds_of_two_chunks_never_meet() -> None:
    from fairtray.audit.run import CHUNK_DEALS

    first, second = games.first_seed(9, 4), games.first_seed(9, 5)
    assert second - first > CHUNK_DEALS + games.SEATS
    assert max(games.first_seed(seed, 100_000) for seed in range(50)) < 2**31


def test_a_source_can_be_sent_to_another_process() -> None:
    path = Path(cases.FIXTURES) / "dealers" / "minimal.py"
    source = ProgramSource(f"{sys.executable} {path}")
    assert pickle.loads(pickle.dumps(source)) == source  # noqa: S301
