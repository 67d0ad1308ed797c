"""``fairtray audit --dealer-command``: each failure a program can show, and the ways to go on."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import cases
from commandline import Fairtray, Result

DEALERS = cases.FIXTURES / "dealers"
PROGRAMS = DEALERS / "programs"

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
posix = pytest.mark.skipif(os.name != "posix", reason="signals and groups as POSIX has them")


def python(path: Path) -> str:
    """Return the command that runs a Python program."""
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def audit(
    fairtray: Fairtray,
    command: str,
    *more: str,
    count: int = 8,
    claims: Sequence[str] = ("in-catalogue",),
) -> Result:
    """Audit a program for a few deals and one claim, unless the arguments say otherwise."""
    fixed = ["--ruleset", "block-puzzle-19", "-n", str(count), "--jobs", "1", "--keep", "0"]
    fixed += [word for claim in claims for word in ("--claim", claim)]
    return fairtray("audit", *fixed, "--dealer-command", command, *more)


def failed(result: Result) -> str:
    """Return what stderr says of a failed dealer: one line of error, then details."""
    assert result.code == 3, result
    assert result.out == ""
    first, *details = result.err.splitlines()
    assert first.startswith("error: dealer ")
    assert details
    assert all(line.startswith("  ") for line in details)
    assert details[-1].startswith("  fix: ")
    return result.err


# --- Wrong answers -----------------------------------------------------------------

ANSWERS = {
    "noise": ("is not a JSON object: 'DEBUG dealing turn 2'", "was it meant for stderr?"),
    "banner": ("is not a JSON object: 'Block dealer 1.2 ready'", "was it meant for stderr?"),
    "wrong_reply": ("in_reply_to 3 where 4 was expected", "answer each request once"),
    "wrong_type": ("type 'new_game_ok' where deal_ok was expected", '"type":"deal_ok"'),
    "not_an_object": ('is not an answer: \'["dot", "dot", "dot"]\'', "JSON object"),
    "no_tray": ("without a tray", '"pieces": ["dot", "dot", "dot"]'),
    "two_pieces": ("tray: 2 shapes where 3 are dealt",),
    "unknown_name": ("tray[1]: no shape is called 'banana'", "that init listed"),
    "ragged": ("tray[1][1]: '#' is not as long as the first row",),
    "says_error": ("reports an error: 'out of pieces'",),
    "odd_init": ('says "dealer": 7 in init_ok', "write a text there"),
    "few_trays": ("answered 1 trays where 8 deals were asked for", "in the same order"),
    "not_text": ("is not UTF-8 text, byte 26",),
    "long_line": ("a line of more than 1,048,576 bytes, beginning with 'xxxxx", "short JSON"),
    "flood": ("where",),
}


@pytest.mark.parametrize("program", ANSWERS)
def test_a_wrong_answer_is_shown_with_its_request(fairtray: Fairtray, program: str) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / f"{program}.py")))
    for words in ANSWERS[program]:
        assert words in told
    assert '  request: {"type":"' in told
    assert "still running, ended by fairtray" in told
    assert "  stderr: nothing" in told


def test_a_piece_outside_of_the_catalogue_breaks_the_claim(
    fairtray: Fairtray, tmp_path: Path
) -> None:
    command = python(PROGRAMS / "outside.py")
    result = audit(fairtray, command, "--json", "--keep", "1", "--save", str(tmp_path / "found"))
    assert result.code == 1
    claim = next(c for c in result.json["claims"] if c["id"] == "in-catalogue")
    assert claim["verdict"] == "refuted"
    example = result.json["counterexamples"][0]
    assert example["position"]["tray"] == ["dot", ["####", "####"], "dot"]
    assert example["turn"] == 2


def test_a_piece_outside_of_the_catalogue_is_a_failure_where_nobody_checks(
    fairtray: Fairtray,
) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "outside.py"), claims=["some-fits"]))
    assert "dealt ####/####, which is not in the catalogue of block-puzzle-19" in told
    assert '  answer: {"type": "deal_ok", "in_reply_to": 4' in told


# --- Ends and silences -------------------------------------------------------------


@pytest.mark.parametrize("command", ["no-such-program", str(PROGRAMS), "./"])
def test_a_program_that_does_not_start(fairtray: Fairtray, command: str) -> None:
    told = failed(audit(fairtray, command))
    assert "does not start" in told


@pytest.mark.parametrize(("command", "words"), [("node 'x", "no closing quotation"), ("  ", "is")])
def test_a_command_that_is_none(fairtray: Fairtray, command: str, words: str) -> None:
    complaint = audit(fairtray, command).complaint
    assert complaint.startswith("--dealer-command: ")
    assert words in complaint


def test_a_program_that_ends_at_once(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "dies_at_start.py")))
    assert "ended in the middle: exit status 1" in told
    assert "  stderr, last line:\n    no such file: shapes.json\n" in told


def test_a_program_that_raises(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "crash.py")))
    assert "ended in the middle: exit status 1" in told
    assert "    KeyError: 'I3h'\n" in told
    assert '    {"type": "deal_ok", "in_reply_to": 3, "tray": ["dot", "dot", "dot"]}\n' in told


@posix
def test_a_program_that_is_killed(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "killed.py")))
    assert "ended in the middle: killed by SIGSEGV" in told


def test_a_program_that_ends_after_half_a_line(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "half_line_end.py")))
    assert 'exit status 0, after half a line: \'{"type":"deal_ok","in_re\'' in told


def test_a_program_that_closes_its_output(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "closes.py")))
    assert "closed its output or input, but keeps running" in told


def test_half_a_line_and_silence(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "half_line_hang.py"), "--deal-limit", "1"))
    assert 'wrote only half a line within 1 s: \'{"type":"deal_ok"' in told
    assert "end each answer with a newline" in told


def test_a_program_that_says_nothing_at_the_start(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "hang_at_start.py"), "--start-limit", "0.5"))
    assert "gave no answer within 0.5 s" in told
    assert "does it flush its output" in told


@pytest.mark.parametrize(
    "program", ["hang", pytest.param("stubborn", marks=posix), "hangs_with_child"]
)
def test_a_program_that_says_nothing_any_more(fairtray: Fairtray, program: str) -> None:
    start = time.monotonic()
    told = failed(audit(fairtray, python(PROGRAMS / f"{program}.py"), "--deal-limit", "1"))
    assert "gave no answer within 1 s" in told
    assert time.monotonic() - start < 300, "it would have hung for ten minutes"
    assert_gone(told)


def test_an_answer_after_its_time(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "late.py"), "--deal-limit", "1"))
    assert re.search(r"answered after [\d.]+ s, beyond its limit of 1 s", told)
    assert "--deal-limit" in told


@posix
def test_a_child_that_is_left_behind(fairtray: Fairtray) -> None:
    told = failed(audit(fairtray, python(PROGRAMS / "leaves_child.py")))
    assert "left a process behind, which was ended" in told
    assert_gone(told)


def assert_gone(told: str) -> None:
    """Assert that the process named on the dealer's stderr, if one is, has ended."""
    for match in re.finditer(r"^ +child (\d+)$", told, re.MULTILINE):
        limit = time.monotonic() + 120
        while Path(f"/proc/{match[1]}/cmdline").exists() and time.monotonic() < limit:
            time.sleep(0.05)
        with pytest.raises(ProcessLookupError):
            os.kill(int(match[1]), 0)


def test_a_program_that_does_not_heed_exit_is_ended(fairtray: Fairtray) -> None:
    assert audit(fairtray, python(PROGRAMS / "lingers.py")).code == 0


def test_a_program_that_writes_megabytes_to_its_log(fairtray: Fairtray) -> None:
    assert audit(fairtray, python(PROGRAMS / "chatty.py"), count=40).code == 0


# --- Dealers that are all right ----------------------------------------------------


@pytest.mark.parametrize("name", ["minimal", "sequential_fit"])
def test_the_python_examples(fairtray: Fairtray, name: str) -> None:
    result = audit(fairtray, python(DEALERS / f"{name}.py"), "--json", count=300)
    assert result.code == 0
    assert result.json["deals"] == 300
    assert result.json["dealer_name"]


@needs_node
@pytest.mark.parametrize(
    ("name", "claims"),
    [
        ("minimal", ["in-catalogue"]),
        ("uniform", ["in-catalogue"]),
        ("weighted", ["in-catalogue"]),
        ("retry", ["in-catalogue"]),
        ("any-fit", ["some-fits"]),
        ("sequential-fit", ["each-fits", "triple-placeable"]),
    ],
)
def test_the_javascript_examples(fairtray: Fairtray, name: str, claims: list[str]) -> None:
    command = f"{NODE} {shlex.quote(str(DEALERS / name))}.js"
    result = audit(fairtray, command, "--json", count=1500, claims=claims)
    assert result.code == 0, result
    assert {claim["verdict"] for claim in result.json["claims"]} == {"holds"}


@needs_node
def test_the_javascript_rules_hold_where_boxes_are_lines(fairtray: Fairtray) -> None:
    command = f"{NODE} {shlex.quote(str(DEALERS / 'sequential-fit.js'))}"
    claims = ("--claim", "each-fits", "--claim", "triple-placeable")
    args = ("--ruleset", "woodoku", "-n", "600", "--jobs", "1", *claims)
    assert fairtray("audit", *args, "--dealer-command", command).code == 0


def test_the_answer_does_not_depend_on_the_number_of_workers(fairtray: Fairtray) -> None:
    command = python(DEALERS / "minimal.py")
    documents = []
    for jobs in ("1", "2"):
        result = audit(fairtray, command, "--json", "--jobs", jobs, count=2600)
        document = result.json
        del document["run"]
        documents.append(document)
    assert documents[0] == documents[1]


# --- Transcripts -------------------------------------------------------------------


def _replay(fairtray: Fairtray, path: Path, *more: str) -> Result:
    fixed = ["--ruleset", "block-puzzle-19", "--claim", "in-catalogue", "--keep", "0"]
    fixed += ["--replay-transcript", str(path)]
    return fairtray("audit", *fixed, *more)


def test_a_transcript_replays_to_the_same_report(fairtray: Fairtray, tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    command = python(DEALERS / "minimal.py")
    told = audit(fairtray, command, "--json", "--transcript", str(path), count=60)
    again = _replay(fairtray, path, "--json", "-n", "60")
    first, second = told.json, again.json
    del first["run"], second["run"]
    assert first == second
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == ["# fairtray transcript 1", f"# dealer: {command}", "0# chunk 0"]
    assert lines[3].startswith('0> {"type":"init","id":0,"protocol":1,')
    assert lines[-2:] == ['0> {"type":"exit"}', "0."]


def test_a_request_that_was_not_recorded_is_named_by_its_line(
    fairtray: Fairtray, tmp_path: Path
) -> None:
    path = tmp_path / "talk.txt"
    command = python(DEALERS / "minimal.py")
    audit(fairtray, command, "--transcript", str(path), count=20)
    other = _replay(fairtray, path, "-n", "20", "--seed", "1").complaint
    assert other.startswith(f"{path}: line 4: records ")
    assert "replay with the ruleset, seed," in other
    longer = _replay(fairtray, path, "-n", "21").complaint
    assert "where this audit sends" in longer


@pytest.mark.parametrize("program", ["crash", "noise", "long_line", "dies_at_start"])
def test_a_failure_replays_as_a_failure(fairtray: Fairtray, tmp_path: Path, program: str) -> None:
    path = tmp_path / "talk.txt"
    command = python(PROGRAMS / f"{program}.py")
    told = failed(audit(fairtray, command, "--transcript", str(path)))
    again = failed(_replay(fairtray, path, "-n", "8"))
    assert again.splitlines()[0] == told.splitlines()[0]
    assert f"replayed from {path}, line " in again


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: '' is not how a transcript begins"),
        ("# fairtray transcript 1\n# dealer: x\nhello\n", "line 3: 'hello"),
        ("# fairtray transcript 1\n# dealer: x\n", "no session is recorded for chunk 0"),
        ("# fairtray transcript 1\n# dealer: x\n0# chunk 0\n", "ends in the middle of a session"),
    ],
)
def test_a_broken_transcript(fairtray: Fairtray, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "talk.txt"
    path.write_text(text, encoding="utf-8")
    assert words in _replay(fairtray, path).complaint


# --- Options that do not go together -----------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--dealer", "retry", "--deals", "x"], "--dealer and --deals cannot be used together"),
        (["--dealer-command", "x", "--replay-transcript", "x"], "cannot be used together"),
        (["--transcript", "x"], "--transcript has no effect without --dealer-command"),
        (["--keep-going"], "--keep-going has no effect without --deals"),
        (["--deal-limit", "2"], "--deal-limit has no effect without --dealer-command"),
        (["--dealer-command", "x", "--deal-limit", "0"], "'--deal-limit'"),
        (["--dealer-command", "x", "--transcript", "t", "--jobs", "2"], "needs --jobs 1"),
        (["--dealer-command", "x", "--transcript", "no/such/folder/t"], "cannot be written"),
        (["--replay-transcript", "no-such-file"], "no-such-file"),
    ],
)
def test_options_that_do_not_go_together(
    fairtray: Fairtray, options: list[str], words: str
) -> None:
    assert words in fairtray("audit", *options).complaint


@pytest.mark.parametrize(
    ("name", "where"),
    [("minimal.py", "audit-your-dealer.md"), ("minimal.js", "dealer-protocol.md")],
)
def test_the_page_shows_the_examples_as_they_are(name: str, where: str) -> None:
    page = (cases.ROOT / "docs" / where).read_text(encoding="utf-8")
    assert f"\n{(DEALERS / name).read_text(encoding='utf-8')}```\n" in page
