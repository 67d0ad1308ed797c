"""Bad input to every command: one line on stderr, exit 2, never a traceback."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import cases
from broken_inputs import TOML, answers, broken
from commandline import Fairtray, run

EMPTY = ["........"] * 8
ASKING = ("check", "solve", "replay")

FAULTY = cases.field("field-18")["given"]
NAMED = ("board", "board[7]", "tray[0]", "board", "board[1]", "position", "position")
"""What the message must name, for each of the inputs of field-18."""


@pytest.mark.parametrize("command", ASKING)
@pytest.mark.parametrize("number", range(len(FAULTY)))
def test_sizes_ragged_rows_and_unknown_pieces(
    fairtray: Fairtray, tmp_path: Path, command: str, number: int
) -> None:
    file = tmp_path / "faulty.json"
    file.write_text(json.dumps(FAULTY[number]), encoding="utf-8")
    for args in ([str(file)], [str(file), "--json"]):
        complaint = fairtray(command, *args).complaint
        assert complaint.startswith(f"{file}: ")
        assert NAMED[number] in complaint
        assert ";" in complaint


@pytest.mark.parametrize("command", ["check", "solve"])
def test_the_same_as_lines(fairtray: Fairtray, command: str) -> None:
    text = "\n".join(map(json.dumps, FAULTY))
    result = fairtray(command, "-", "--lines", stdin=text)
    assert (result.code, result.out) == (2, "")
    for number, line in enumerate(result.err.splitlines(), start=1):
        assert line.startswith(f"error: standard input, line {number}: ")
        assert NAMED[number - 1] in line


@pytest.mark.parametrize("command", [*ASKING, "rulesets", "shapes"])
def test_files_that_cannot_be_read(fairtray: Fairtray, tmp_path: Path, command: str) -> None:
    suffix = ".json" if command in ASKING else ".toml"
    missing = str(tmp_path / f"missing{suffix}")
    assert fairtray(command, missing).complaint == f"{missing}: no such file; check the path"
    assert "is a folder" in fairtray(command, f"{tmp_path}/").complaint
    binary = tmp_path / f"binary{suffix}"
    binary.write_bytes(b"\n\n\x80\x81")
    assert (
        "line 3: byte 2 is not UTF-8 text; save it as UTF-8"
        in fairtray(command, str(binary)).complaint
    )
    huge = tmp_path / f"huge{suffix}"
    with huge.open("wb") as file:
        file.truncate(17 * 2**20)
    assert "is larger than" in fairtray(command, str(huge)).complaint
    for odd in ("a\0b/", "/" + "x" * 5000, "line\nbreak/\x1b[31m", "\ud800/"):
        assert fairtray(command, odd).complaint


@pytest.mark.parametrize("command", [*ASKING, "verify"])
def test_an_empty_path_is_not_the_current_folder(fairtray: Fairtray, command: str) -> None:
    assert fairtray(command, "").complaint.endswith(
        "the path of a file is empty; name a file, or - for standard input"
    )


def test_an_option_with_an_empty_path_is_named(fairtray: Fairtray) -> None:
    complaint = fairtray("check", "-", "--proof", "", stdin="").complaint
    assert "'--proof': the path is empty" in complaint


@pytest.mark.parametrize("command", [*ASKING, "rulesets", "shapes", "verify"])
def test_an_empty_document_is_called_empty(fairtray: Fairtray, command: str) -> None:
    assert fairtray(command, "-", stdin="").complaint.startswith("standard input: is empty; ")


@pytest.mark.parametrize(
    "ruleset",
    [
        "a\0b/",
        "x/" * 3000,
        "\ud800/x.toml",
        "/",
        "-",
        "",
        7,
        None,
        [],
        {},
        {"rows": 8},
        "../x.toml",
    ],
)
@pytest.mark.parametrize("command", ASKING)
def test_rulesets_that_cannot_be_read(fairtray: Fairtray, command: str, ruleset: object) -> None:
    stdin = {"ruleset": ruleset, "board": EMPTY, "tray": ["dot"], "moves": []}
    assert "standard input: ruleset" in fairtray(command, "-", stdin=stdin).complaint


# --- Thousands of broken inputs ----------------------------------------------------

CROWDED = ["#" * i + "." + "#" * (7 - i) for i in range(8)]
GOOD = {
    "json": json.dumps(
        {
            "ruleset": "block-knock",
            "board": CROWDED,
            "tray": [["##", "#."], "dot", None],
            "combo": 1,
            "moves_since_clear": 1,
            "score": 5,
            "upcoming": [["dot", "I3h"]],
            "moves": [{"shape": "dot", "row": 0, "col": 0}, {"slot": 0, "row": 0, "col": 0}],
        }
    ),
    "in place": json.dumps(
        {
            "ruleset": {
                "rows": 3,
                "cols": 4,
                "lines": {"rows": True, "regions": [[[0, 0], [1, 1]]]},
                "catalogue": {"shapes": ["dot", {"name": "a", "rows": ["#.#"], "weight": 2}]},
                "triple": {"size": 3, "max_large": 1, "large": ["a"]},
                "scoring": {"per_cell": 1, "lines": {"table": [1], "formula": "10*n"}},
            },
            "board": ["##..", "#.#.", "...."],
            "tray": ["dot", "a"],
            "moves": [{"slot": 0, "row": 1, "col": 1}],
        }
    ),
    "text": "\n".join([*CROWDED, "", "##  #", "#.", "", "I3h"]),
}


@pytest.mark.parametrize("command", ASKING)
@pytest.mark.parametrize("form", GOOD)
def test_broken_positions_and_games(fairtray: Fairtray, command: str, form: str) -> None:
    assert answers(fairtray(command, "-", stdin=GOOD[form]))
    for i, stdin in enumerate(broken(GOOD[form], 700, seed=len(command))):
        result = fairtray(command, "-", *(["--json"] if i % 2 else []), stdin=stdin)
        assert answers(result), (stdin, result)


@pytest.mark.parametrize("command", ["check", "solve"])
def test_broken_lines(command: str) -> None:
    inputs = [text.replace(b"\n", b" ") for text in broken(GOOD["json"], 500, seed=7)]
    result = run(command, "-", "--lines", stdin=b"\n".join(inputs))
    assert result.code == 2
    assert len(result.jsons) + len(result.err.splitlines()) == sum(bool(x.strip()) for x in inputs)
    assert all(line.startswith("error: ") for line in result.err.splitlines())


@pytest.mark.parametrize("command", ["rulesets", "shapes"])
def test_broken_rulesets(fairtray: Fairtray, command: str) -> None:
    assert fairtray(command, "-", stdin=TOML).code == 0
    for i, stdin in enumerate(broken(TOML, 500, seed=len(command))):
        result = fairtray(command, "-", *(["--json"] if i % 2 else []), stdin=stdin)
        assert answers(result), (stdin, result)
        assert result.code != 1


@pytest.mark.parametrize("command", ["rulesets", "shapes"])
@pytest.mark.parametrize(
    "text",
    ["rows = " + "9" * 5000, "x = " + "[" * 5000, "rows = 1979-05-27", "a." * 3000 + "b = 1", "="],
)
def test_texts_that_hurt_a_toml_reader(fairtray: Fairtray, command: str, text: str) -> None:
    assert fairtray(command, "-", stdin=text).complaint


@pytest.mark.parametrize("command", [*ASKING, "rulesets", "shapes"])
def test_broken_command_lines(fairtray: Fairtray, command: str) -> None:
    rng = random.Random(3)
    words = [
        "-",
        "--json",
        "--lines",
        "--engine",
        "both",
        "--ruleset",
        "woodoku",
        "",
        "-x",
        "\ud800",
    ]
    words += [
        "--",
        "--jsn",
        "x.json",
        "x.jsonl",
        "x.toml",
        "bloky-8x8",
        "--help=1",
        "é\n",
        "/",
        "--e",
    ]
    for _ in range(300):
        args = rng.choices(words, k=rng.randrange(5))
        result = fairtray(command, *args, stdin=GOOD["json"])
        # Only where one option asks for lines may there be an answer beside a complaint.
        assert answers(result) or "--lines" in args, (args, result)
        assert result.code in {0, 1, 2}, (args, result)
