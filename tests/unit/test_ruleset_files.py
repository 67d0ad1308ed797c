"""Ruleset files and rulesets written in place: what is read, and what is refused and how."""

from __future__ import annotations

import datetime
import json
import time
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from fairtray import notation, rulesets
from fairtray.core.errors import RulesetError
from fairtray.notation import writing
from fairtray.rulesets import Ruleset, formula

SMALL = """
name = "small"
rows = 4
cols = 6

[lines]
cols = false
boxes = [2, 3]
regions = [[[0, 0], [3, 5]]]

[catalogue]
shapes = ["dot", "I3v", { name = "plus-ish", rows = [".#", "##", "##"], weight = 3 }]

[triple]
size = 2
max_large = 1
large = ["plus-ish"]

[scoring]
per_cell = 2
lines = { table = [5], formula = "n*n*10" }
combo = { kind = "additive", bonus = 50 }

[dealer]
kind = "weighted"
"""


def faults_of(spec: Any) -> dict[str, str]:
    """Return the faults of a ruleset by their place."""
    with pytest.raises(RulesetError) as caught:
        rulesets.get(spec)
    faults = {fault.where: str(fault) for fault in caught.value.faults}
    assert len(faults) == len(caught.value.faults), "two faults at one place"
    return faults


def one_fault(**keys: Any) -> str:
    """Return the only fault of a ruleset of 8x8 with these keys."""
    faults = faults_of({"rows": 8, "cols": 8, **keys})
    assert len(faults) == 1, faults
    return next(iter(faults.values()))


# --- What is read ------------------------------------------------------------------


def test_a_file_of_ones_own_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    ruleset = rulesets.get(str(path))
    assert (ruleset.name, ruleset.title) == ("small", "small")
    assert ruleset.line_names == (
        *(f"row {i}" for i in range(1, 5)),
        *(f"box {i}" for i in range(1, 5)),
        "region 1",
    )
    assert ruleset.grid.draw(ruleset.lines[4]) == ["###...", "###...", "......", "......"]
    assert ruleset.grid.draw(ruleset.lines[8]) == ["#.....", "......", "......", ".....#"]
    entries = [(e.shape.name, e.weight, e.large) for e in ruleset.catalogue or ()]
    assert entries == [("dot", 1, False), ("I3v", 1, False), ("plus-ish", 3, True)]
    assert (ruleset.tray_size, ruleset.max_large) == (2, 1)
    assert ruleset.scoring.lines == (0, 5, 40, 90, 160, 250, 360, 490, 640, 810)
    assert ruleset.dealer.kind == "weighted"


def test_a_relative_path_in_a_file_starts_at_its_folder(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    assert rulesets.get("small.toml", tmp_path).name == "small"


def test_the_shortest_object_means_rows_columns_any_shape_and_the_scoring_of_bloky() -> None:
    ruleset, bloky = rulesets.get({"rows": 8, "cols": 8}), rulesets.get("bloky-8x8")
    assert ruleset.catalogue is None
    assert ruleset.lines == bloky.lines
    assert ruleset.scoring == bloky.scoring
    assert ruleset.claims == ()
    assert ruleset.dealer.kind == "unknown"


def test_a_start_board() -> None:
    ruleset = rulesets.get({"rows": 2, "cols": 3, "start": ["#..", ".#."]})
    assert ruleset.grid.draw(ruleset.start) == ["#..", ".#."]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8-sig")
    assert rulesets.get(str(path)).name == "small"


@given(strategies.any_rulesets())
def test_a_ruleset_written_out_is_read_as_the_same_rules(ruleset: Ruleset) -> None:
    written = json.loads(json.dumps(notation.ruleset_json(ruleset)))
    assert rulesets.get(written).digest == ruleset.digest


def test_a_copy_of_a_built_in_file_keeps_its_name(tmp_path: Path) -> None:
    for name in rulesets.builtin_names():
        source = resources.files("fairtray.rulesets") / "data" / f"{name}.toml"
        path = tmp_path / "copy.toml"
        path.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        assert rulesets.get(str(path)).digest == rulesets.get(name).digest


def test_the_largest_line_points_survive_being_written_out() -> None:
    ruleset = rulesets.get({"rows": 2, "cols": 2, "scoring": {"lines": {"formula": "n*250000000"}}})
    assert ruleset.scoring.lines[-1] == 10**9
    assert rulesets.get(dict(notation.ruleset_json(ruleset))).digest == ruleset.digest


# --- What is refused ---------------------------------------------------------------


def test_all_faults_are_listed_at_once_each_with_its_key_and_mend() -> None:
    faults = faults_of(
        {
            "rows": 0,
            "cols": "8",
            "colz": 3,
            "scoring": {"per_cell": 1.5, "combo": {"kind": "steak"}},
            "catalogue": {"shapes": ["dot", 7, {"name": "x", "weight": -1}]},
            "modes": {"daily": {"pieces": True}},
        }
    )
    assert set(faults) == {
        "rows",
        "cols",
        "colz",
        "scoring.per_cell",
        "scoring.combo.kind",
        "catalogue.shapes[1]",
        "catalogue.shapes[2].weight",
        "modes.daily.pieces",
    }
    assert faults["rows"] == "rows: 0 is out of range; write a whole number from 1 to 20"
    assert "'8'" in faults["cols"]
    assert faults["colz"] == "colz: unknown key; did you mean cols?"
    assert "'steak'" in faults["scoring.combo.kind"]
    assert "did you mean streak?" in faults["scoring.combo.kind"]


def test_faults_between_values_are_listed_together_too() -> None:
    faults = faults_of(
        {
            "rows": 4,
            "cols": 4,
            "start": ["####", "....", "....", "...."],
            "lines": {"boxes": [3, 2], "regions": [[[0, 4]]]},
            "catalogue": {"shapes": ["dot", "I5h", "dot", "I2x"]},
            "triple": {"max_large": 1},
            "scoring": {"lines": {"formula": "n/2"}, "combo": {"kind": "grace", "bonus": 3}},
            "claims": ["each-fit"],
            "modes": {
                "m": {"targets": [9], "stages": [{"from_challenge": 2, "shapes": ["Q9"]}]},
            },
        }
    )
    assert set(faults) == {
        "start",
        "lines.boxes",
        "lines.regions[0]",
        "catalogue.shapes[1]",
        "catalogue.shapes[2]",
        "catalogue.shapes[3]",
        "triple",
        "scoring.combo.grace",
        "scoring.combo.bonus",
        "scoring.lines.formula",
        "claims[0]",
        "modes.m.stages[0]",
    }
    assert "did you mean each-fits?" in faults["claims[0]"]
    assert "larger than the board" in faults["catalogue.shapes[1]"]


def test_a_fault_of_one_value_hides_no_fault_between_others() -> None:
    assert list(
        faults_of(
            {
                "rows": 4,
                "cols": 4,
                "lines": {"regions": [[[9, 9]]]},
                "catalogue": {"shapes": ["nope", {"name": "w", "rows": ["#"], "weight": -1}]},
            }
        )
    ) == ["catalogue.shapes[1].weight", "lines.regions[0]", "catalogue.shapes[0]"]


def test_a_fault_after_a_dropped_entry_keeps_its_number() -> None:
    shapes = ["dot", 7, {"name": "a"}, "I2h", {"name": "b", "rows": 3}, "dot"]
    assert set(faults_of({"rows": 4, "cols": 4, "catalogue": {"shapes": shapes}})) == {
        *("catalogue.shapes[1]", "catalogue.shapes[4].rows"),
        *("catalogue.shapes[2]", "catalogue.shapes[5]"),
    }


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ({"scoring": {"combo": {"kind": "streak", "percents": "x"}}}, "scoring.combo.percents"),
        ({"scoring": {"combo": {"kind": "x", "bonus": 3}}}, "scoring.combo.kind"),
        ({"scoring": {"combo": {"kind": "grace", "grace": 0}}}, "scoring.combo.grace"),
        ({"dealer": {"kind": "retry", "tries": 0}}, "dealer.tries"),
        ({"dealer": {"kind": "retry", "trys": 3}}, "dealer.trys"),
        ({"start": ["........"] * 7 + [7]}, "start[7]"),
        ({"catalog": {"shapes": ["dot"]}, "triple": {"max_large": 1, "large": ["dot"]}}, "catalog"),
        (
            {
                "catalogue": {"shapes": ["dot", {"name": "a", "rows": [7]}]},
                "triple": {"max_large": 1, "large": ["a"]},
            },
            "catalogue.shapes[1].rows[0]",
        ),
        ({"lines": {"rows": 0}, "start": ["#" * 8, *["........"] * 7]}, "lines.rows"),
        ({"scoring": {"lines": {"table": [1, -1], "formula": "n-3"}}}, "scoring.lines.table[1]"),
        ({"modes": {"m": {"attempts": "x"}}}, "modes.m.attempts"),
    ],
)
def test_a_dropped_value_brings_no_fault_of_its_own(keys: dict[str, Any], where: str) -> None:
    assert one_fault(**keys).startswith(f"{where}: ")


@pytest.mark.parametrize(
    ("keys", "part"),
    [
        ({"foo": 1}, "foo: unknown key; known: "),
        ({"lines": {"row": True}}, "lines.row: unknown key; did you mean rows?"),
        ({"modes": {"m": {"attempt": 3}}}, "did you mean attempts?"),
        ({"modes": {"weights": {"second": 3}}}, "did you mean seconds?"),
        ({"catalogue": {"shapes": [{"name": "dot", "wait": 3}]}}, "did you mean weight?"),
        ({"triple": {"weight": 3}}, "triple.weight: unknown key; known: assumed, size, "),
    ],
)
def test_an_unknown_key_is_compared_with_those_of_its_own_table(
    keys: dict[str, Any], part: str
) -> None:
    assert part in one_fault(**keys)


@pytest.mark.parametrize(
    ("keys", "mend"),
    [
        (
            {"catalogue": {"shapes": [7]}},
            '7 is not allowed here; write a name or a table {name = "…", rows = ["…"]}',
        ),
        ({"lines": 7}, "write a table with keys such as rows, cols, boxes, regions"),
        ({"modes": 7}, "write a table"),
        ({"modes": {"m": {"attempts": 0}}}, "write a whole number from 1 to 1000000000"),
        ({"start": "##"}, "write a list, in [ ]"),
        ({"lines": {"rows": 1}}, "write true or false"),
        ({"lines": {"boxes": [2]}}, "write exactly 2 entries"),
        ({"catalogue": {"shapes": []}}, "write 1 to 1000 entries"),
        ({"lines": {"regions": [[[0, 20]]]}}, "write a whole number from 0 to 19"),
        ({"scoring": {"per_cell": 1.5}}, "write a whole number"),
        ({"scoring": {"per_cell": 10**7}}, "write a whole number from 0 to 1000000"),
        ({"name": ""}, "write 1 to 80 characters"),
        ({"name": "x" * 81}, "write 1 to 80 characters"),
        ({"title": 7}, "write a text in quotes"),
        ({"dealer": {"kind": "?"}}, "write 'uniform' or 'weighted' or "),
        (
            {"title": datetime.date(1979, 5, 27)},
            "title: 1979-05-27 is not a text; write a text in quotes",
        ),
    ],
)
def test_what_is_allowed_is_said_in_the_words_of_a_ruleset_file(
    keys: dict[str, Any], mend: str
) -> None:
    fault = one_fault(**keys)
    assert mend in fault
    assert "Input" not in fault
    assert "valid" not in fault


@pytest.mark.parametrize(
    ("keys", "part"),
    [
        ({"triple": {"max_large": 1}}, "without a catalogue"),
        (
            {
                "catalogue": {"shapes": ["dot"]},
                "triple": {"max_large": 1, "large": ["dot"], "large_from_cells": 1},
            },
            "both large and large_from_cells",
        ),
        (
            {"catalogue": {"shapes": ["dot"]}, "triple": {"max_large": 1, "large": ["I2h"]}},
            "not in the catalogue",
        ),
        (
            {"catalogue": {"shapes": [{"name": "dot", "rows": ["##"]}]}},
            "dot is the standard name of #",
        ),
        (
            {"catalogue": {"shapes": [{"name": "a", "rows": ["##"]}, "I2h"]}},
            "I2h has the cells of a",
        ),
        (
            {
                "catalogue": {
                    "shapes": [{"name": "a", "rows": ["##"]}, {"name": "a", "rows": ["#"]}]
                }
            },
            "'a' appears twice",
        ),
        ({"catalogue": {"shapes": [{"name": "a", "rows": ["#?"]}]}}, "shapes[0].rows[0]"),
        ({"catalogue": {"shapes": []}}, "catalogue.shapes"),
        ({"scoring": {"lines": {"table": [1, 2]}}}, "the table ends at 2 lines"),
        ({"scoring": {"lines": {"formula": "5-n"}}}, "-1 points for 6 lines"),
        (
            {"scoring": {"lines": {"table": [5], "formula": "10//(n-2)"}}},
            "divides by zero at n = 2",
        ),
        ({"scoring": {"combo": {"kind": "streak"}}}, "scoring.combo.percents: missing"),
        ({"start": ["........"]}, "start: 1 row; this ruleset's board has 8"),
        ({"scoring": {"lines": {"formula": "-10*n"}}}, "-10 points for 1 line; "),
        ({"scoring": {"lines": {"table": [1]}}}, "the table ends at 1 line; "),
        ({"dealer": {"kind": "retry"}}, "dealer.tries: missing"),
        (
            {"dealer": {"kind": "uniform", "tries": 1}},
            "dealer.tries: has no meaning for kind 'uniform'",
        ),
        ({"claims": ["large-limit"]}, "triple.max_large: missing; the claim 'large-limit' needs"),
        (
            {"lines": {"regions": [[[0, 0], [1, 1], [0, 0]]]}},
            "lines.regions[0]: cell [0, 0] appears twice; drop one",
        ),
        (
            {"lines": {"regions": [[[0, 0], [1, 1]], [[1, 1], [0, 0]]]}},
            "lines.regions[1]: has the cells of an earlier region; drop one",
        ),
        (
            {"lines": {"regions": [[[r, 2] for r in range(8)]]}},
            "lines.regions[0]: has the cells of column 3 (counted from 1)",
        ),
        (
            {"lines": {"boxes": [1, 2], "regions": [[[0, 1], [0, 0]]]}},
            "lines.regions[0]: has the cells of box 1",
        ),
        ({"name": "bloky-8x8"}, "name: 'bloky-8x8' is built in, with other rules than these"),
        ({"triple": {"size": 6}}, "triple.size"),
    ],
)
def test_one_mistake_is_one_fault(keys: dict[str, Any], part: str) -> None:
    assert part in one_fault(**keys)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("bloky-8x9", "no ruleset is called 'bloky-8x9'; did you mean bloky-8x8?"),
        ("BLOKY-8X8", "did you mean bloky-8x8?"),
        ("", "no ruleset is called ''"),
        ("no/such.toml", "no/such.toml: no such file"),
        (7, "7 is not a ruleset"),
        (None, "null is not a ruleset"),
        ({}, "rows: missing; add it"),
    ],
)
def test_an_unknown_ruleset_says_what_there_is(spec: Any, message: str) -> None:
    with pytest.raises(RulesetError) as caught:
        rulesets.get(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"rows = ", "not TOML"),
        (b"rows = 8\ncols = 8\nrows = 8\n", "not TOML"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"\n", "is empty; write at least rows and cols"),
        (b"x = " + b"[" * 100_000, "not TOML"),
        (b"#" * (1024 * 1024 + 1), "is larger than 1 MiB"),
        (b"rows = 8\ncols = 8\n[lines]\nboxes = [2]\n", "lines.boxes"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(RulesetError) as caught:
        rulesets.get(str(path))
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("folder", [None, Path("here")])
@pytest.mark.parametrize("spec", ["x/" * 3000, "/" + "x" * 5000, "x" * 5000, "a\0b/", "\0"])
def test_a_path_that_no_system_takes_is_bad_input(spec: str, folder: Path | None) -> None:
    with pytest.raises(RulesetError):
        rulesets.get(spec, folder)


def test_a_file_that_is_called_without_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.json").write_text("{}", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        rulesets.get("mine.json")
    assert str(caught.value).endswith("; a file of that name exists: write ./mine.json")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="is a folder"):
        rulesets.get(f"{tmp_path}/")


def test_a_message_is_one_bounded_line_whatever_the_input() -> None:
    hostile = "\x1b[31m\n\x00" + "x" * 100_000
    description = {hostile + str(i): hostile for i in range(50)}
    with pytest.raises(RulesetError) as caught:
        rulesets.get(description)
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 4000
    assert len(caught.value.faults) == 52


@pytest.mark.parametrize(
    "keys",
    [
        {"name": "a\nb"},
        {"title": "\x1b[31mred"},
        {"catalogue": {"shapes": [{"name": "a\x00", "rows": ["#"]}]}},
        {"claims": ["a\u2028"]},
        {"modes": {"a\nb": {}}},
    ],
)
def test_a_name_that_would_tear_a_table_is_refused(keys: dict[str, Any]) -> None:
    fault = one_fault(**keys)
    assert "use printable characters only" in fault
    assert fault.isprintable()


_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
_KEYS = ["start", "lines", "catalogue", "triple", "scoring", "dealer", "claims", "modes", "stars"]


@given(
    st.fixed_dictionaries(
        {"rows": st.just(8) | _JUNK, "cols": st.just(8) | _JUNK},
        optional=dict.fromkeys([*_KEYS, "undo", "name", "title", "assumed"], _JUNK),
    )
)
def test_junk_is_refused_or_read_but_never_falls_through(description: dict[str, Any]) -> None:
    try:
        ruleset = rulesets.get(description)
    except RulesetError as error:
        message = str(error)
    else:
        message = "read"
        assert (ruleset.grid.rows, ruleset.grid.cols) == (description["rows"], description["cols"])
    assert message
    assert message.isprintable()


# --- Formulas ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("10*n*(n+1)//2", [10, 30, 60]),
        ("100*n*(n-1)", [0, 200, 600]),
        ("7//2", [3, 3, 3]),
        ("-n + 5", [4, 3, 2]),
        ("+n", [1, 2, 3]),
        ("-7//2", [-4, -4, -4]),
    ],
)
def test_a_formula_is_whole_number_arithmetic(text: str, values: list[int]) -> None:
    assert [formula.compiled(text)(n) for n in (1, 2, 3)] == values


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "n.__class__",
        "n**99999",
        "9**9**9**9",
        "n/2",
        "1e9*n",
        "True",
        "'a'*n",
        "n if n else 1",
        "[n for n in [1]]",
        "lambda: n",
        "(n := 5)",
        "n << 60",
        "n % 3",
        "m",
        "10000000001",
        "n;n",
        "n\x00",
        "",
        "(" * 150,
        "~n",
        "not n",
        "f'{n}'",
        "…",
    ],
)
def test_anything_else_in_a_formula_is_refused(text: str) -> None:
    with pytest.raises(RulesetError) as caught:
        formula.compiled(text)
    assert "use whole numbers, n, + - * // and parentheses" in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_formula_cannot_be_made_to_take_long() -> None:
    started = time.process_time()
    product = "*".join(["999999999"] * 19)
    fault = one_fault(scoring={"lines": {"formula": product}})
    assert "give 0 to 1000000000 points" in fault
    assert len(fault) < 500
    nested = "-" * 199 + "n"
    one_fault(scoring={"lines": {"formula": nested}})
    assert time.process_time() - started < 2


def test_many_regions_do_not_take_long() -> None:
    started = time.process_time()
    regions = [[[0, 0], [i % 8, i // 8 % 8]] for i in range(20_000)]
    assert len(faults_of({"rows": 8, "cols": 8, "lines": {"regions": regions}})) > 19_000
    bad = [*regions, *[[[0, -1]]] * 20_000]
    assert len(faults_of({"rows": 8, "cols": 8, "lines": {"regions": bad}})) == 20_000
    assert time.process_time() - started < 5


# --- Digests -----------------------------------------------------------------------


def test_the_digest_ignores_what_things_are_called() -> None:
    rules: dict[str, Any] = {"rows": 5, "cols": 5, "catalogue": {"shapes": ["dot", "I2h"]}}
    plain = rulesets.get(rules)
    renamed = rulesets.get(
        {
            **rules,
            "name": "mine",
            "title": "Mine",
            "assumed": True,
            "catalogue": {"shapes": [{"name": "spot", "rows": ["#"]}, "I2h"]},
        }
    )
    assert renamed.digest == plain.digest
    assert len(plain.digest) == 64


@pytest.mark.parametrize(
    "change",
    [
        {"rows": 6},
        {"lines": {"cols": False}},
        {"lines": {"regions": [[[0, 0]]]}},
        {"catalogue": {"shapes": ["I2h", "dot"]}},
        {"catalogue": {"shapes": ["dot", {"name": "I2h", "weight": 2}]}},
        {"catalogue": {"shapes": ["dot", {"name": "I2h", "weight": 0.5}]}},
        {"triple": {"size": 2}},
        {"triple": {"refill": "each-used"}},
        {"triple": {"max_large": 1, "large": ["dot"]}},
        {"scoring": {"per_cell": 2}},
        {"scoring": {"per_cell": 1, "combo": {"kind": "grace", "grace": 2}}},
        {"scoring": {"per_cell": 1, "perfect_clear": {"points": 1}}},
        {"dealer": {"kind": "uniform"}},
        {"start": ["#....", ".....", ".....", ".....", "....."]},
    ],
)
def test_the_digest_tells_rules_apart(change: dict[str, Any]) -> None:
    rules: dict[str, Any] = {"rows": 5, "cols": 5, "catalogue": {"shapes": ["dot", "I2h"]}}
    assert rulesets.get({**rules, **change}).digest != rulesets.get(rules).digest


def test_no_two_built_in_games_have_the_same_digest() -> None:
    digests = [rulesets.get(name).digest for name in rulesets.builtin_names()]
    assert len(set(digests)) == len(digests)


# --- Weights and refills -----------------------------------------------------------


def weighted(*weights: object, kind: str = "weighted") -> dict[str, Any]:
    names = ("dot", "I2h", "I2v", "O4")
    shapes = [{"name": n, "weight": w} for n, w in zip(names, weights, strict=False)]
    return {"rows": 4, "cols": 4, "catalogue": {"shapes": shapes}, "dealer": {"kind": kind}}


@pytest.mark.parametrize(
    ("given", "whole"),
    [
        ((3, 6, 9), (3, 6, 9)),
        ((1, 0, 2), (1, 0, 2)),
        ((2.0, 1), (2, 1)),
        ((0.5, 1), (1, 2)),
        ((0.1, 0.2, 0.7), (1, 2, 7)),
        ((1.25, 0, 0.000001), (1_250_000, 0, 1)),
        ((1_000_000, 0.5), (2_000_000, 1)),
    ],
)
def test_weights_are_any_numbers_of_six_decimals(
    given: tuple[float, ...], whole: tuple[int, ...]
) -> None:
    ruleset = rulesets.get(weighted(*given))
    assert tuple(entry.weight for entry in ruleset.catalogue or ()) == given
    assert ruleset.draw_weights == whole
    again = rulesets.get(writing.ruleset_json(ruleset))
    assert again == replace(ruleset, title=again.title)


@pytest.mark.parametrize(
    ("rules", "where", "words"),
    [
        (weighted(0.1234567, 1), "catalogue.shapes[0].weight", "more than 6 decimals; round it"),
        (weighted(-0.5, 1), "catalogue.shapes[0].weight", "write a number from 0 to 1000000"),
        (weighted("2", 1), "catalogue.shapes[0].weight", "write a number"),
        (weighted(True, 1), "catalogue.shapes[0].weight", "write a number"),
        (weighted(float("nan"), 1), "catalogue.shapes[0].weight", "is out of range"),
        (weighted(0, 0), "catalogue.shapes", "every weight is 0, so nothing can be dealt"),
        (weighted(999_999, 0.000001), "catalogue.shapes", "use fewer decimals"),
        (weighted(1, 2, kind="uniform"), "dealer.kind", "write 'weighted', or drop the weights"),
        (weighted(1, 0, kind="uniform"), "dealer.kind", "write 'weighted', or drop the weights"),
    ],
)
def test_weights_that_are_refused(rules: dict[str, Any], where: str, words: str) -> None:
    faults = faults_of(rules)
    assert list(faults) == [where]
    assert words in faults[where]


def test_uniform_takes_weights_that_are_all_alike() -> None:
    assert rulesets.get(weighted(2.5, 2.5, kind="uniform")).draw_weights == (1, 1)


def test_the_refill_is_read_written_and_told_apart() -> None:
    rules: dict[str, Any] = {"rows": 4, "cols": 4, "triple": {"refill": "each-used"}}
    each = rulesets.get(rules)
    assert each.each_used
    assert writing.ruleset_json(each)["triple"] == {"size": 3, "refill": "each-used"}
    assert rulesets.get(writing.ruleset_json(each)) == each
    usual = rulesets.get({**rules, "triple": {"refill": "all-used"}})
    assert usual == rulesets.get({"rows": 4, "cols": 4})
    faults = faults_of({**rules, "triple": {"refill": "each"}})
    assert "did you mean each-used?" in faults["triple.refill"]
