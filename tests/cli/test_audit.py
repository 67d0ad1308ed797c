"""``fairtray audit``: verdicts, what is saved, and every way to ask for what cannot be."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commandline import Fairtray, Result
from fairtray import rulesets
from fairtray.audit import run as running
from fairtray.audit import verify
from fairtray.claims import deal_claims
from fairtray.engines.proof.decide import Verdict

DOMINOES = """
name = "dominoes"
rows = 4
cols = 4
claims = ["triple-placeable"]
[catalogue]
shapes = ["I2h", "I2v"]
[dealer]
kind = "sequential-fit"
"""

BARS = """
rows = 3
cols = 3
start = ["#.#", ".#.", "#.#"]
[catalogue]
shapes = ["I2h", "I2v"]
"""
"""Nothing of its catalogue fits on the board that games begin with."""


@pytest.fixture(autouse=True)
def elsewhere(
    fairtray: Fairtray,  # noqa: ARG001 (it chooses a folder as well, and must do so before)
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """Run every test in a folder of its own, where counterexamples may be saved."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def audit(fairtray: Fairtray, *options: str) -> Result:
    return fairtray("audit", "--json", "-n", "300", *options)


def process(*args: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run it as users do, its streams being pipes."""
    env = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "FORCE_COLOR"}}
    return subprocess.run(
        [sys.executable, "-m", "fairtray_cli", "audit", *args],
        capture_output=True,
        env={**env, **environment},
        check=False,
    )


def verdicts(document: dict[str, Any]) -> dict[str, str]:
    return {claim["id"]: claim["verdict"] for claim in document["claims"]}


# --- Verdicts ----------------------------------------------------------------------


def test_block_knock_keeps_every_promise(fairtray: Fairtray, elsewhere: Path) -> None:
    result = fairtray("audit", "--ruleset", "block-knock", "--json")
    assert (result.code, result.err) == (0, "")
    document = result.json
    assert document["deals"] == 10_000
    assert document["verdict"] == "not refuted"
    assert "refuted" not in verdicts(document).values()
    assert {"in-catalogue", "each-fits", "triple-placeable"} <= set(verdicts(document))
    for claim in document["claims"][:3]:
        assert claim["statistic"]["upper_95"] == pytest.approx(1 - 0.05 ** (1 / 10_000))
    assert list(elsewhere.iterdir()) == []


def test_a_uniform_dealer_breaks_two_of_them(fairtray: Fairtray, elsewhere: Path) -> None:
    options = ("--ruleset", "block-knock", "--dealer", "uniform", "--keep", "4")
    result = audit(fairtray, *options)
    document = result.json
    assert (result.code, result.err) == (1, "")
    assert document["verdict"] == "refuted"
    # Of the claims that each deal keeps or breaks; tests of its draws may find more.
    found = verdicts(document)
    assert {name: found[name] for name in (c.name for c in deal_claims()) if name in found} == {
        "in-catalogue": "holds",
        "each-fits": "refuted",
        "triple-placeable": "refuted",
    }
    folder = elsewhere / "fairtray-counterexamples"
    assert sorted(path.name for path in folder.iterdir()) == [
        f"{claim}-{n}.json" for claim in ("each-fits", "triple-placeable") for n in (1, 2, 3, 4)
    ]
    for example in document["counterexamples"]:
        program, *words = shlex.split(example["reproduce"])
        assert program == "fairtray"
        assert words == ["check", example["file"]]
        checked = fairtray(*words, "--json", "--engine", "both")
        if example["claim"] == "triple-placeable":
            assert (checked.code, checked.json["placeable"]) == (1, False)
        else:
            assert checked.json["fits"] == example["fits"]
            assert not all(example["fits"])
        saved = json.loads(Path(example["file"]).read_text(encoding="utf-8"))
        note, again = saved.pop("note"), saved.pop("again")
        assert saved == example["position"]
        assert again["claim"] == example["claim"]
        assert "block-knock, dealer uniform, policy mixed, seed 0, chunk 0, game" in note
        assert f"game {example['game']}, deal {example['turn']}" in note


def test_what_people_read(fairtray: Fairtray) -> None:
    result = fairtray("audit", "--ruleset", "block-knock", "--dealer", "uniform", "-n", "300")
    assert (result.code, result.err) == (1, "")
    assert "\x1b" not in result.out
    for words in (
        "block-knock (Block Knock! (Fair & Square))",
        "300 in",
        "rows and columns are counted from 1",
        "reproduce: fairtray check fairtray-counterexamples/triple-placeable-1.json",
        "does not fit",
    ):
        assert words in result.out
    assert "refuted (each-fits, triple-placeable" in result.out.splitlines()[-1]
    rows = {line.split()[0]: line for line in result.out.splitlines() if line.strip()}
    assert " refuted " in rows["each-fits"]
    assert " holds " in rows["in-catalogue"]
    assert " not claimed " in rows["some-fits"]


def test_what_a_game_does_not_promise_is_no_failure(fairtray: Fairtray) -> None:
    """Bloky's dealer makes an effort only; on full boards it fails, and the report shows it."""
    options = ("audit", "-n", "2500", "--policy", "crowding", "--json")
    result = fairtray(*options, "--claim", "large-limit")
    document = result.json
    assert result.code == 0
    assert document["ruleset"] == "bloky-8x8"
    assert "triple-placeable" not in rulesets.get("bloky-8x8").claims
    shown = {claim["id"]: claim["statistic"] for claim in document["information"]}
    assert shown["triple-placeable"]["failures"] == document["orders"]["0"] > 0
    assert document["fallback"] == document["orders"]["0"]
    assert document["counterexamples"] == []
    asked = fairtray(*options, "--claim", "triple-placeable")
    assert asked.code == 1
    assert verdicts(asked.json) == {"triple-placeable": "refuted"}


@pytest.mark.parametrize("folder", ["my folder/it's", "-n", "a;b $HOME"])
def test_the_line_that_reproduces_can_be_pasted(fairtray: Fairtray, folder: str) -> None:
    options = ("--ruleset", "block-knock", "--dealer", "uniform", "--keep", "1")
    result = audit(fairtray, *options, f"--save={folder}")
    example = result.json["counterexamples"][-1]
    assert Path(example["file"]).parent == Path(folder)
    shell = f"{shlex.quote(sys.executable)} -m fairtray_cli {example['reproduce'][9:]} --json"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["placeable"] is False


def test_counterexamples_of_a_file_stand_by_themselves(fairtray: Fairtray, elsewhere: Path) -> None:
    """The ruleset file need not be there, nor the folder the same, when they are read."""
    file = elsewhere / "own.toml"
    file.write_text(DOMINOES, encoding="utf-8")
    result = audit(fairtray, "--ruleset", "own.toml", "--dealer", "uniform", "--save", "found")
    assert result.code == 1
    file.unlink()
    moved = elsewhere / "moved.json"
    Path(result.json["counterexamples"][0]["file"]).rename(moved)
    checked = fairtray("check", str(moved), "--json")
    assert (checked.code, checked.json["placeable"]) == (1, False)


@pytest.mark.parametrize(
    ("name", "dealer"),
    [("block-blast", "uniform"), ("woodoku", None), ("ten-ten", "sequential-fit")],
)
def test_any_game_and_any_dealer(fairtray: Fairtray, name: str, dealer: str | None) -> None:
    options = () if dealer is None else ("--dealer", dealer)
    claim = ("--claim", "in-catalogue")
    result = fairtray("audit", "--json", "-n", "60", "--ruleset", name, *claim, *options)
    assert result.code == 0
    assert result.json["deals"] == 60
    assert result.json["dealer"] == dealer or dealer is None


# --- The same everywhere -----------------------------------------------------------


def test_output_is_pure_json_and_the_same_everywhere() -> None:
    """Whatever the hash seed, the time zone, the locale, and however many processes."""
    options = ("--ruleset", "block-knock", "--dealer", "uniform", "-n", "2600", "--json")
    runs = [
        process(*options, "--jobs", "1", PYTHONHASHSEED="1", TZ="America/Los_Angeles"),
        process(*options, "--jobs", "2", PYTHONHASHSEED="2", TZ="Asia/Tokyo", LC_ALL="C"),
        process(*options, PYTHONHASHSEED="random", TZ="UTC", FORCE_COLOR="1"),
    ]
    documents = []
    for done in runs:
        assert (done.returncode, done.stderr) == (1, b"")
        assert done.stdout.count(b"\n") == 1
        assert done.stdout.isascii()
        documents.append(json.loads(done.stdout))
    assert [document["run"]["workers"] for document in documents] == [1, 2, 1]
    for document in documents:
        del document["run"]
    assert documents[0] == documents[1] == documents[2]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_the_progress_bar_stays_on_the_terminal() -> None:
    master, slave = os.openpty()
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "fairtray_cli",
            "audit",
            "--json",
            "-n",
            "100",
            "--claim",
            "in-catalogue",
        ],
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm"},
    ) as running_audit:
        os.close(slave)
        seen = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            seen += part
        out, _ = running_audit.communicate()
    os.close(master)
    assert running_audit.returncode == 0
    assert json.loads(out)["deals"] == 100
    assert out.count(b"\n") == 1
    assert b"deals" in seen


# --- Bad input ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--dealer", "unifrom"), ["--dealer", "'unifrom'", "did you mean uniform?"]),
        (("--policy", "gready"), ["'gready'", "did you mean greedy?"]),
        (("--claim", "each-fit"), ["--claim", "'each-fit'", "did you mean each-fits?"]),
        (("--claim", "large-limit"), ["block-knock has no limit", "drop claim large-limit"]),
        (("--ruleset", "block-nock"), ["--ruleset", "'block-nock'", "did you mean block-knock?"]),
        (("--ruleset", "block-blast"), ["block-blast", "--dealer", "uniform"]),
        (("--ruleset", "none.toml"), ["none.toml", "no such file"]),
        (("--ruleset", "."), ["."]),
        (("-n", "0"), ["0 deals", "ask for 1 to"]),
        (("-n", "-5"), ["-5 deals"]),
        (("-n", "1" * 30), ["ask for 1 to"]),
        (("-n", "many"), ["many"]),
        (("-n", "1e4"), ["1e4"]),
        (("--seed", "-1"), ["-1 is negative", "use 0 or more"]),
        (("--seed", "0x7"), ["0x7"]),
        (("--jobs", "0"), ["0", "--jobs"]),
        (("--keep", "-1"), ["-1", "--keep"]),
        (("--dealer", ""), ["''"]),
        (("--dealer", "evil\x1b[31m\n"), ["\\x1b[31m"]),
        (("position.json",), ["position.json"]),
    ],
)
def test_what_cannot_be_asked_for(
    fairtray: Fairtray, elsewhere: Path, options: tuple[str, ...], words: list[str]
) -> None:
    complaint = fairtray("audit", "--ruleset", "block-knock", *options).complaint
    for word in words:
        assert word in complaint
    assert list(elsewhere.iterdir()) == []


def test_a_ruleset_without_shapes_has_nothing_to_deal(fairtray: Fairtray, elsewhere: Path) -> None:
    file = elsewhere / "bare.toml"
    file.write_text("rows = 8\ncols = 8\n", encoding="utf-8")
    for options in ((), ("--dealer", "uniform")):
        complaint = fairtray("audit", "--ruleset", "bare.toml", *options).complaint
        assert "has no catalogue to deal from; add [catalogue]" in complaint
    ruleset = "rows = 8\ncols = 8\n[catalogue]\nshapes = ['dott']\n"
    complaint = fairtray("audit", "--ruleset", "-", stdin=ruleset).complaint
    assert complaint.startswith("standard input: catalogue.shapes[0]")


@pytest.mark.parametrize("kind", ["a file", "below a file", "read-only"])
def test_a_folder_that_cannot_be_written_is_noticed_before_the_audit(
    fairtray: Fairtray, elsewhere: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairtray.audit.run.run", lambda *_: pytest.fail("the audit was made"))
    (elsewhere / "file").write_text("kept", encoding="utf-8")
    folder = {"a file": "file", "below a file": "file/deeper", "read-only": "locked"}[kind]
    if kind == "read-only":
        (elsewhere / "locked").mkdir(mode=0o500)
        if os.access(elsewhere / "locked", os.W_OK):
            pytest.skip("this user may write everywhere")
    result = audit(fairtray, "--ruleset", "block-knock", "--dealer", "uniform", "--save", folder)
    assert folder in result.complaint
    assert (elsewhere / "file").read_text(encoding="utf-8") == "kept"
    assert sorted(path.name for path in elsewhere.rglob("*")) in (["file"], ["file", "locked"])


# --- When it cannot go on ----------------------------------------------------------


@pytest.mark.parametrize("dealer", ["sequential-fit", "any-fit"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_dealer_that_declines_at_once(
    fairtray: Fairtray, elsewhere: Path, dealer: str, jobs: str
) -> None:
    (elsewhere / "bars.toml").write_text(BARS, encoding="utf-8")
    options = ("--ruleset", "bars.toml", "--dealer", dealer, "--jobs", jobs)
    result = audit(fairtray, *options)
    assert (result.code, result.out) == (3, "")
    first, *rest = result.err.splitlines()
    assert first.startswith(f"error: dealer {dealer} cannot keep its promise on the board that")
    assert all(line.startswith("  ") for line in rest)
    assert sorted(path.name for path in elsewhere.iterdir()) == ["bars.toml"]


def test_a_dealer_that_declines_later_begins_a_new_game(
    fairtray: Fairtray, elsewhere: Path
) -> None:
    (elsewhere / "own.toml").write_text(DOMINOES, encoding="utf-8")
    result = audit(fairtray, "--ruleset", "own.toml", "--policy", "crowding")
    document = result.json
    assert result.code == 0
    assert document["deals"] == 300
    assert 0 < document["declined"] <= document["games"]
    text = fairtray("audit", "--ruleset", "own.toml", "--policy", "crowding", "-n", "300").out
    assert f"{document['declined']:,} times no deal could keep the promise" in text


def test_a_fault_of_our_own_is_not_a_verdict(
    fairtray: Fairtray, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "cp_sat_decide", lambda _: Verdict("feasible", ()))
    result = audit(fairtray, "--ruleset", "block-knock", "--dealer", "uniform", "--jobs", "1")
    assert (result.code, result.out) == (70, "")
    assert "search says not placeable, CP-SAT says feasible" in result.err
    assert result.err.count("\n") == 1
    # The position it happened on is kept, and nothing else.
    (kept,) = elsewhere.iterdir()
    assert fairtray("check", str(kept), "--json", "--engine", "both").json["placeable"] is False


def test_an_interrupt_leaves_the_report_of_what_is_done(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, chunks = running.run_chunk, []

    def interrupted(job: Any, _tick: object) -> Any:
        if len(chunks) == 1:
            raise KeyboardInterrupt
        chunks.append(job)
        return real(job)

    monkeypatch.setattr(running, "run_chunk", interrupted)
    options = ("--ruleset", "block-knock", "--dealer", "uniform", "--jobs", "1", "-n", "9000")
    result = fairtray("audit", "--json", *options)
    assert result.code == 130
    document = result.json
    assert (document["partial"], document["deals"], document["asked"]) == (True, 2500, 9000)
    assert len(document["counterexamples"]) == 6
    assert result.err == "note: interrupted after 2500 deals; the report covers those\n"
    chunks.clear()
    text = fairtray("audit", *options)
    assert text.code == 130
    assert "interrupted; 9,000 deals were asked for" in text.out


def test_an_interrupt_before_the_first_chunk(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_job: Any, _tick: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "run_chunk", interrupted)
    for options in ((), ("--json",)):
        result = fairtray("audit", "--ruleset", "block-knock", "--jobs", "1", *options)
        assert result.code == 130
        assert "every claim held" not in result.out
        assert "0 deals" in result.err


INTERRUPTIBLE = """
import sys
from fairtray.audit import summary
from fairtray_cli.main import run

real = summary.Summary.add

def add(self, *others, **named):
    real(self, *others, **named)
    print("added", file=sys.stderr, flush=True)

if __name__ == "__main__":
    summary.Summary.add = add
    run()
"""


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT as a terminal does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c(elsewhere: Path, jobs: str) -> None:
    """A terminal interrupts the whole process group, workers included."""
    script = elsewhere / "interruptible.py"
    script.write_text(INTERRUPTIBLE, encoding="utf-8")
    options = ("--ruleset", "block-knock", "--json", "-n", "100000000", "--jobs", jobs)
    with subprocess.Popen(
        [sys.executable, str(script), "audit", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as started:
        assert started.stderr is not None
        for _ in range(2):
            assert started.stderr.readline() == "added\n"
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=240)
    assert started.returncode == 130, err
    document = json.loads(out)
    assert document["partial"] is True
    assert document["deals"] >= 5_000
    assert document["deals"] % 2_500 == 0
    assert err.splitlines()[-1].startswith(f"note: interrupted after {document['deals']} deals")


def test_a_folder_that_cannot_be_made_is_refused_unless_nothing_is_kept(
    fairtray: Fairtray,
) -> None:
    options = ("audit", "-n", "20", "--save", "/dev/null/deep", "--claim", "each-fits", "--json")
    assert fairtray(*options).complaint == (
        "/dev/null/deep: /dev/null is not a folder; name a writable folder with --save, "
        "or save none with --keep 0"
    )
    assert fairtray(*options, "--keep", "0").json["counterexamples"] == []
