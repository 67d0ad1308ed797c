"""Proof files: written by ``check`` and ``solve``, believed by ``verify`` only after checking."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import cases
from commandline import Fairtray
from fairtray.prooffile import document as prooffile
from fairtray.prooffile import verify as verifying

EXAMPLES = cases.FIXTURES / "examples"
YES, NO = str(EXAMPLES / "mid-game.json"), str(EXAMPLES / "stuck.json")
ENGINES = ("search", "cp-sat", "both")


def proof(fairtray: Fairtray, command: str, position: str, engine: str = "search") -> Any:
    done = fairtray(command, position, "--engine", engine, "--proof", "-")
    assert done.err == ""
    return json.loads(done.out)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("position", [YES, NO])
@pytest.mark.parametrize("command", ["check", "solve"])
def test_every_proof_stands(
    fairtray: Fairtray, command: str, position: str, engine: str, tmp_path: Path
) -> None:
    file = tmp_path / "proof.json"
    plain = fairtray(command, position, "--engine", engine)
    written = fairtray(command, position, "--engine", engine, "--proof", str(file))
    assert written == plain
    found = fairtray("verify", str(file), "--json")
    assert found.code == 0
    answer = found.json
    assert answer["verified"] is True
    assert answer["differences"] == []
    claimed = ["search", "cp-sat"] if engine == "both" else [engine]
    others = [e for e in ("search", "cp-sat") if e not in claimed] or claimed
    assert answer["claimed_by"] == claimed
    if command == "solve":
        assert answer["checked_by"] == ["replay", *others]
    else:
        assert answer["checked_by"] == (["replay"] if position == YES else others)


def test_a_file_holds_what_is_promised(fairtray: Fairtray) -> None:
    document = proof(fairtray, "check", NO, "both")
    assert document["verdict"] == "infeasible"
    assert document["witness"] is None
    assert document["engines"] == ["search", "cp-sat"]
    assert {"fairtray", "ortools"} <= set(document["versions"])
    assert document["position"]["board"] == json.loads(Path(NO).read_text())["board"]


def test_the_result_is_said_in_words(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    fairtray("check", NO, "--proof", str(file))
    found = fairtray("verify", str(file))
    assert found.code == 0
    assert "in no order can all pieces be placed" in found.out
    assert "checked by: CP-SAT" in found.out
    assert found.out.endswith("verified: yes\n")
    fairtray("solve", NO, "--proof", str(file))
    assert (
        "no order places all pieces, and no line earns more than"
        in fairtray("verify", str(file)).out
    )


def test_any_ruleset_of_ones_own_stands_in_the_file(fairtray: Fairtray) -> None:
    position = {
        "ruleset": str(EXAMPLES / "diagonal.toml"),
        "board": ["....."] * 5,
        "tray": [],
    }
    rules = {"rows": 5, "cols": 5, "lines": {"regions": [[[0, 0], [1, 1], [2, 2]]]}}
    for ruleset in (position["ruleset"], rules):
        given = json.dumps({**position, "ruleset": ruleset, "tray": [["#"], ["#"]]})
        done = fairtray("check", "-", "--proof", "-", stdin=given)
        if done.code == 2:
            continue
        assert fairtray("verify", "-", stdin=done.out).code == 0
    done = fairtray("check", "-", "--proof", "-", stdin=json.dumps({**position, "ruleset": rules}))
    assert json.loads(done.out)["position"]["ruleset"]["rows"] == 5


# Tampering


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each value that is neither a list nor an object."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves(inner, (*path, i))
    else:
        yield path


def changed(document: Any, path: tuple[Any, ...]) -> Any:
    """Return a copy in which the value at a path is another one of the same type."""
    found = copy.deepcopy(document)
    holder = found
    for step in path[:-1]:
        holder = holder[step]
    value = holder[path[-1]]
    if value is None:
        holder[path[-1]] = []
    elif isinstance(value, bool):
        holder[path[-1]] = not value
    elif isinstance(value, int):
        holder[path[-1]] = value + 1
    elif set(value) <= set("#."):
        holder[path[-1]] = value.translate(str.maketrans("#.", ".#"))
    else:
        holder[path[-1]] = {
            "placeable": "infeasible",
            "infeasible": "placeable",
            "search": "cp-sat",
            "cp-sat": "search",
        }.get(value, f"{value[:-1]}{'0' if value[-1] != '0' else '1'}")
    return found


@pytest.mark.parametrize("position", [YES, NO])
@pytest.mark.parametrize("command", ["check", "solve"])
def test_tampering_with_any_field_is_found(fairtray: Fairtray, command: str, position: str) -> None:
    document = proof(fairtray, command, position)
    paths = list(leaves(document))
    assert len(paths) > 20
    for path in paths:
        found = fairtray("verify", "-", stdin=changed(document, path))
        assert found.code in (1, 2), path
        if found.code == 1:
            assert "differs: " in found.out
            assert found.out.endswith("verified: no\n")
        else:
            assert found.err.count("\n") == 1, path
    for key in document:
        rest = {k: v for k, v in document.items() if k != key}
        assert fairtray("verify", "-", stdin=rest).code == 2, key


def sealed(document: Any) -> Any:
    """Return a document with the digest that a careful forger would give it."""
    return {**document, "digest": prooffile.digest(document)}


FORGERIES: dict[str, tuple[str, str, Callable[[Any], dict[str, Any]], str]] = {
    "no-for-yes": (
        "check",
        YES,
        lambda _: {"verdict": "infeasible", "witness": None},
        "verdict: infeasible, but cp-sat places all pieces",
    ),
    "yes-for-no": (
        "check",
        NO,
        lambda _: {"verdict": "placeable"},
        "witness: there is none, but the verdict is placeable",
    ),
    "no-with-witness": (
        "check",
        YES,
        lambda _: {"verdict": "infeasible"},
        "witness: there is one, but the verdict is infeasible",
    ),
    "short-witness": (
        "check",
        YES,
        lambda d: {"witness": d["witness"][:-1]},
        "witness: it leaves slots",
    ),
    "no-moves": ("check", YES, lambda _: {"witness": []}, "witness: it leaves slots [0, 1, 2]"),
    "twice-the-same": (
        "check",
        YES,
        lambda d: {"witness": [d["witness"][0]] * 3},
        "witness[1]: slot",
    ),
    "off-the-board": (
        "check",
        YES,
        lambda d: {"witness": [{**d["witness"][0], "row": 99}, *d["witness"][1:]]},
        "leaves the board",
    ),
    "another-shape": (
        "check",
        YES,
        lambda d: {"witness": [{**d["witness"][0], "shape": "X5"}, *d["witness"][1:]]},
        "holds",
    ),
    "other-rules": (
        "check",
        YES,
        lambda _: {"ruleset_digest": "0" * 64},
        "ruleset_digest: the rules of block-knock are not those of the file",
    ),
    "more-points": (
        "solve",
        YES,
        lambda d: {"verdict": {**d["verdict"], "points": d["verdict"]["points"] + 10}},
        "verdict: the moves earn",
    ),
    "worse-line": (
        "solve",
        NO,
        lambda _: {"verdict": {"points": 0, "complete": False}, "witness": []},
        "but cp-sat finds",
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_forgeries_with_a_right_digest_are_found(fairtray: Fairtray, forgery: str) -> None:
    command, position, forge, difference = FORGERIES[forgery]
    document = proof(fairtray, command, position)
    found = fairtray("verify", "-", "--json", stdin=sealed(document | forge(document)))
    assert found.code == 1
    assert found.json["verified"] is False
    assert len(found.json["differences"]) <= 2
    assert any(difference in text for text in found.json["differences"]), found.json


def test_the_other_engine_is_asked(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(_: object, engine: str) -> list[str]:
        asked.append(engine)
        return []

    monkeypatch.setattr(verifying, "_unplaceable", answer)
    for engine in ENGINES:
        fairtray("verify", "-", stdin=proof(fairtray, "check", NO, engine))
    assert asked == ["cp-sat", "search", "search", "cp-sat"]


def test_a_yes_is_checked_without_any_engine(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    fairtray("check", YES, "--proof", str(file))
    program = (
        "import sys; from commandline import run; done = run('verify', sys.argv[1]); "
        "heavy = {'numba', 'numpy', 'scipy', 'ortools'} & set(sys.modules); print(done.code, heavy)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)],
        capture_output=True,
        text=True,
        check=True,
        cwd=cases.ROOT / "tests",
    )
    assert done.stdout == "0 set()\n"


# Bad files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("{", "not JSON"),
        ("[]", "is not a proof file"),
        ("{}", "is not a proof file"),
        ('{"format": "fairtray-proof/9"}', "'fairtray-proof/9' is another format"),
        ('{"format": 7}', "format: 7 is another format"),
        ('{"format": "fairtray-proof/1"}', "question: missing"),
    ],
)
def test_what_is_no_proof_file_is_refused(fairtray: Fairtray, text: str, message: str) -> None:
    assert message in fairtray("verify", "-", stdin=text).complaint


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"question": "best move"}, "question: 'best move'"),
        ({"verdict": "maybe"}, "verdict: 'maybe'"),
        ({"verdict": {"points": 1, "complete": True}}, "verdict: "),
        ({"question": "best"}, "verdict: 'placeable'"),
        ({"witness": 7}, "witness: 7"),
        ({"witness": [{"slot": 0}]}, "witness[0].shape: missing"),
        ({"witness": [{"slot": True, "shape": "dot", "row": 0, "col": 0}]}, "witness[0].slot: "),
        ({"engines": []}, "engines: a list of 0"),
        ({"engines": ["oracle"]}, "engines[0]: 'oracle'"),
        ({"engines": [["search"]]}, "engines[0]: "),
        ({"position": 3}, "position: 3"),
        ({"position": {"board": []}}, "position.board"),
        ({"digest": 5}, "digest: 5"),
        ({"extra": 1}, "extra: unknown key"),
    ],
)
def test_a_malformed_field_is_named(
    fairtray: Fairtray, change: dict[str, Any], message: str
) -> None:
    document = proof(fairtray, "check", YES) | change
    complaint = fairtray("verify", "-", stdin=document).complaint
    assert complaint.startswith("standard input: ")
    assert message in complaint


def test_a_missing_file_is_named(fairtray: Fairtray) -> None:
    assert "nowhere.json: no such file" in fairtray("verify", "nowhere.json").complaint


def test_a_proof_is_of_one_position(fairtray: Fairtray, tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text(json.dumps(json.loads(Path(NO).read_text())) + "\n")
    for command in ("check", "solve"):
        refused = fairtray(command, str(many), "--proof", "proof.json").complaint
        assert "--proof takes one position" in refused


def test_a_folder_that_cannot_be_written_is_named(fairtray: Fairtray, tmp_path: Path) -> None:
    done = fairtray("check", NO, "--proof", str(tmp_path / "nowhere" / "proof.json"))
    assert "cannot be written" in done.complaint
