"""``fairtray audit`` with Python callables and with recorded deals."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cases
from commandline import Fairtray, Result

DEALERS = cases.FIXTURES / "dealers"
DEALS = cases.FIXTURES / "examples" / "deals.jsonl"


def audit(
    fairtray: Fairtray, *options: str, stdin: bytes = b"", claim: str = "in-catalogue"
) -> Result:
    """Audit for one claim, quickly, with nothing saved."""
    fixed = ("--ruleset", "block-puzzle-19", "--claim", claim, "--jobs", "1", "--keep", "0")
    return fairtray("audit", *fixed, *options, stdin=stdin)


def same(result: Result) -> dict[str, Any]:
    """Return what of a report must be the same on any machine."""
    document: dict[str, Any] = result.json
    del document["run"]
    return document


# --- Callables ---------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty current folder, on no module path yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def write(folder: Path, name: str, body: str) -> None:
    """Write a module that defines ``deal`` with a body of one line or more."""
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"calls = []\n\n\ndef deal(state, rng):\n{indented}"
    (folder / f"{name}.py").write_text(text, encoding="utf-8")


def test_a_callable_of_the_current_folder(fairtray: Fairtray, here: Path) -> None:
    write(here, "good_dealer", "return rng.choices(state.catalogue, k=state.tray_size)")
    first = same(audit(fairtray, "--dealer", "good_dealer:deal", "-n", "200", "--json"))
    assert (first["dealer"], first["deals"]) == ("good_dealer:deal", 200)
    assert same(audit(fairtray, "--dealer", "good_dealer:deal", "-n", "200", "--json")) == first


def test_a_callable_answers_in_any_notation(fairtray: Fairtray, here: Path) -> None:
    body = 'from fairtray import shapes\nreturn (["##", "#."], "##/##", shapes.named("I3h"))'
    write(here, "odd_dealer", body)
    counts = audit(fairtray, "--dealer", "odd_dealer:deal", "-n", "20", "--json").json["shapes"]
    assert {name: count for name, count in counts.items() if count} == {
        "V3-nw": 20,
        "O4": 20,
        "I3h": 20,
    }


def test_a_callable_is_told_the_state_of_the_game(fairtray: Fairtray, here: Path) -> None:
    body = """calls.append(state)
before = calls[-2] if len(calls) > 1 else None
assert len(state.board) == 8 and set("".join(state.board)) <= set("#."), state
assert state.catalogue[0] == "dot" and state.drawings["I2v"] == ("#", "#")
assert state.weights["dot"] == 1 and state.tray_size == 3
assert state.ruleset == "block-puzzle-19"
if state.turn == 0:
    assert state.score == 0 and set("".join(state.board)) == {"."}
    assert before is None or state.seed == before.seed + 1
else:
    assert (state.seed, state.turn, state.record) == (before.seed, before.turn + 1, before.record)
    assert state.score >= before.score
assert before is None or state.record >= before.record
assert len(calls) < 150 or state.record > 0
return rng.choices(state.catalogue, k=3)"""
    write(here, "checking_dealer", body)
    assert audit(fairtray, "--dealer", "checking_dealer:deal", "-n", "200").code == 0


def test_the_same_turn_has_the_same_random_numbers(fairtray: Fairtray, here: Path) -> None:
    body = "return rng.choices(state.catalogue, k=3)"
    write(here, "seeded_dealer", body)
    options = ("--dealer", "seeded_dealer:deal", "-n", "150", "--json")
    for claim in ("reproducible", "undo-stable"):
        document = audit(fairtray, *options, claim=claim).json
        assert document["claims"][0]["verdict"] == "holds"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return 1 // 0", ["raised ZeroDivisionError: ", "line 5, deal: return 1 // 0", "turn 0"]),
        ("raise SystemExit(3)", ["raised SystemExit: 3"]),
        (
            "return None",
            ["did not return a tray: null is not a list of 3 shapes", "it returned null"],
        ),
        ('return ["dot"]', ["1 shapes where 3 are dealt"]),
        ('return ["dot", "nix", "dot"]', ["[1]: no shape is called 'nix'"]),
        ('return ["dot", 7, "dot"]', ["[1]: 7 is not a shape"]),
        ("state.turn = 3", ["raised dataclasses.FrozenInstanceError"]),
        ("return ['dot', ['####', '####'], 'dot']", ["dealt ####/####, which is not in the"]),
    ],
)
def test_a_callable_that_fails(fairtray: Fairtray, here: Path, body: str, words: list[str]) -> None:
    write(here, "bad_dealer", body)
    options = ("--dealer", "bad_dealer:deal", "-n", "20")
    result = audit(fairtray, *options, claim="some-fits")
    assert result.code == 3
    assert result.err.startswith("error: dealer bad_dealer:deal ")
    for word in words:
        assert word in result.err


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("no_such_module:deal", "ModuleNotFoundError"),
        ("broken:deal", "SyntaxError"),
        ("fine:nothing", "has no attribute 'nothing'"),
        ("fine:calls", "is not callable"),
    ],
)
def test_a_callable_that_cannot_be_had(
    fairtray: Fairtray, here: Path, target: str, words: str
) -> None:
    (here / "broken.py").write_text("def deal(:\n", encoding="utf-8")
    write(here, "fine", "return []")
    result = audit(fairtray, "--dealer", target, "-n", "20")
    assert result.code == 3
    assert words in result.err.splitlines()[0]
    assert result.err.splitlines()[-1].startswith("  fix: ")


@pytest.mark.parametrize("target", [":", "a:", ":b", "a b:c", "my-dealer:deal", "x.py:deal:y"])
def test_a_target_of_another_form(fairtray: Fairtray, target: str) -> None:
    assert "is not module:callable" in audit(fairtray, "--dealer", target).complaint


def test_what_a_module_keeps_is_gone_with_the_chunk(fairtray: Fairtray, here: Path) -> None:
    write(here, "keeper", "calls.append(1)\nreturn rng.choices(state.catalogue[:len(calls)], k=3)")
    documents = []
    for jobs in ("1", "2"):
        options = ("--dealer", "keeper:deal", "-n", "2600", "--json", "--jobs", jobs)
        documents.append(same(audit(fairtray, *options)))
    assert documents[0] == documents[1]


# --- Recorded deals ----------------------------------------------------------------

DEAL = {"board": ["........"] * 8, "tray": ["dot", "I3h", ["##", "#."]]}


def lines(*deals: object) -> bytes:
    """Return deals as a file."""
    return "".join(f"{json.dumps(deal)}\n" for deal in deals).encode()


def test_recorded_deals_are_checked_like_any_other(fairtray: Fairtray) -> None:
    document = audit(fairtray, "--deals", str(DEALS), "--json", claim="each-fits").json
    assert (document["deals"], document["games"], document["asked"]) == (38, 4, None)
    assert (document["policy"], document["players"]) == (None, {})
    deals = cases.json_lines(DEALS)
    from fairtray.notation import parse_json

    broken = []
    for number, deal in enumerate(deals, start=1):
        position = parse_json(json.dumps({**deal, "ruleset": "block-puzzle-19"})).position
        if not all(position.fits(slot) for slot in range(3)):
            broken.append(number)
    assert document["claims"][0]["statistic"]["failures"] == len(broken) > 0
    named = audit(fairtray, "--deals", str(DEALS), "--json", "--keep", "99", claim="each-fits").json
    assert [example["line"] for example in named["counterexamples"]] == broken


def test_the_way_a_file_is_packed_makes_no_difference(fairtray: Fairtray, tmp_path: Path) -> None:
    data = DEALS.read_bytes()
    packed = tmp_path / "log.any-name"
    packed.write_bytes(gzip.compress(data, mtime=0))
    plain = same(audit(fairtray, "--deals", "-", "--json", stdin=data))
    assert (
        same(audit(fairtray, "--deals", "-", "--json", stdin=gzip.compress(data, mtime=0))) == plain
    )
    assert same(audit(fairtray, "--deals", str(packed), "--json")) == plain | {
        "dealer": str(packed)
    }


def test_a_count_is_the_most_that_is_read(fairtray: Fairtray) -> None:
    document = audit(fairtray, "--deals", str(DEALS), "-n", "7", "--json").json
    assert (document["deals"], document["asked"]) == (7, 7)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (b"oops\n", "column 1: not JSON"),
        (b"\xff\n", "byte 0 is not UTF-8"),
        (b"[]\n", "is not a position"),
        (lines({"tray": ["dot"] * 3}), "board: missing"),
        (lines(DEAL | {"tray": ["dot"] * 4}), "tray: 4 shapes where 3 are dealt"),
        (lines(DEAL | {"tray": ["dot", "dot", None]}), "tray[2]: null is not a shape"),
        (lines(DEAL | {"board": ["........"] * 7}), "board: 7 rows"),
        (lines(DEAL | {"turn": -1}), "turn: -1 is out of range"),
        (lines(DEAL | {"score": True}), "score: true is not a whole number"),
        (lines(DEAL | {"ruleset": "woodoku"}), "ruleset: 'woodoku' is not block-puzzle-19"),
        (lines({"board": DEAL["board"], "pieces": ["dot"] * 3}), "did you mean tray?"),
        (b'{"board": "' + b"#" * 300_000 + b'"}\n', "is longer than 256 KiB"),
    ],
)
def test_a_bad_line_is_named_by_its_number(fairtray: Fairtray, bad: bytes, words: str) -> None:
    data = lines(DEAL, DEAL) + b"\n" + bad + lines(DEAL)
    complaint = audit(fairtray, "--deals", "-", stdin=data).complaint
    assert complaint.startswith("standard input, line 4: ")
    assert words in complaint
    result = audit(fairtray, "--deals", "-", "--keep-going", "--json", stdin=data)
    assert result.code == 0
    assert (result.json["deals"], result.json["skipped"]) == (3, 1)
    assert result.json["skipped_lines"][0] == complaint
    assert result.err == f"note: 1 bad lines skipped; the first: {complaint}\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "holds no deal"),
        (b"\n \n", "holds no deal"),
        (gzip.compress(b"", mtime=0), "holds no deal"),
        (gzip.compress(lines(*[DEAL] * 50), mtime=0)[:60], "its gzip content is broken"),
        (b"\x1f\x8bnothing of the kind", "its gzip content is broken"),
    ],
)
def test_a_file_without_deals(fairtray: Fairtray, data: bytes, words: str) -> None:
    assert words in audit(fairtray, "--deals", "-", stdin=data).complaint


def test_lines_that_are_all_bad(fairtray: Fairtray) -> None:
    result = audit(fairtray, "--deals", "-", "--keep-going", stdin=b"x\ny\n")
    assert "not one of 2 lines can be read; line 1: " in result.complaint


def test_a_shape_outside_of_the_catalogue_among_recorded_deals(fairtray: Fairtray) -> None:
    data = lines(DEAL, DEAL | {"tray": ["dot", ["####", "####"], "dot"]})
    result = audit(fairtray, "--deals", "-", "--json", stdin=data)
    assert result.code == 1
    assert result.json["outside_catalogue"] == 1
    complaint = audit(fairtray, "--deals", "-", stdin=data, claim="some-fits").complaint
    assert complaint.startswith("standard input, line 2: tray[1]: '####/####' is not in the ")


@pytest.mark.parametrize(
    ("deals", "games"),
    [
        ([{}, {}, {}], 1),
        ([{"game": 1}, {"game": 1}, {"game": "1"}, {"game": 1}], 3),
        ([{"turn": 0}, {"turn": 1}, {"turn": 1}, {"turn": 2}, {"turn": 0}], 3),
        ([{"game": "a", "turn": 5}, {"game": "a", "turn": 2}, {"game": "b", "turn": 0}], 2),
    ],
)
def test_games_are_told_apart(
    fairtray: Fairtray, deals: list[dict[str, object]], games: int
) -> None:
    data = lines(*(DEAL | deal for deal in deals))
    assert audit(fairtray, "--deals", "-", "--json", stdin=data).json["games"] == games


def test_a_long_file_is_shared_among_workers(fairtray: Fairtray, tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(DEALS.read_bytes() * 70)
    documents = [
        same(audit(fairtray, "--deals", str(path), "--json", "--jobs", jobs)) for jobs in "12"
    ]
    assert documents[0] == documents[1]
    assert documents[0]["deals"] == 38 * 70
