"""The JSON Schemas: in step with the code, and never stricter than the readers."""

from __future__ import annotations

import copy
import datetime as dt
import functools
import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cases
from fairtray import make_daily, notation, rulesets, schemas
from fairtray.audit import recorded
from fairtray.core.errors import InputError
from fairtray.daily.document import from_json, to_json
from fairtray.families.blokus import notation as blokus
from fairtray.families.blokus.gamefile import read_table
from fairtray.gameplay.modes.reading import from_document
from fairtray.prooffile import document as prooffile

EXAMPLES = cases.FIXTURES / "examples"
GAMES = cases.FIXTURES / "games"
RULESETS = Path(rulesets.__file__).parent / "data"


@functools.cache
def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schemas.schema(name))


def loaded(path: Any) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@functools.cache
def documents() -> dict[str, list[Any]]:
    """Return documents of each kind that are right."""
    lines = (EXAMPLES / "deals.jsonl").read_text(encoding="utf-8").splitlines()
    day = make_daily("block-puzzle-19", dt.date(2026, 11, 29), pieces=3, width=5)
    return {
        "position": [
            *cases.positions(),
            *(loaded(EXAMPLES / name) for name in ("mid-game.json", "stuck.json")),
            {"board": "0x" + "0" * 16, "tray": ["(0,0)(0,1)", {"cells": [[0, 0]]}, None, "##/#."]},
            {"board": [[0, 1] * 4] * 8, "tray": [[[1, 1], [1, 0]]], "trays": [["dot"]], "_x": 1},
            {"ruleset": {"rows": 2, "cols": 2}, "board": "../..", "tray": [], "combo": None},
        ],
        "game": [loaded(path) for path in sorted(GAMES.glob("*.json"))],
        "ruleset": [
            tomllib.loads(path.read_text(encoding="utf-8")) | {"name": "mine"}
            for path in sorted(RULESETS.glob("*.toml"))
        ],
        "deal": [json.loads(line) for line in lines],
        "daily": [json.loads(json.dumps(to_json(day)))],
        "proof": [loaded(EXAMPLES / "stuck-proof.json")],
        "mode-game": [
            loaded(path)
            for path in sorted((GAMES / "modes").glob("*.json"))
            if not path.name.endswith("-table.json")
        ],
        "blokus": [
            loaded(EXAMPLES / f"blokus-{name}.json") for name in ("opening", "endgame", "illegal")
        ],
        "blokus-table": [
            loaded(GAMES / "modes" / f"{name}-table.json") for name in ("blokus", "duo")
        ],
    }


def _deal(line: str) -> object:
    return recorded._Reader(rulesets.get("block-puzzle-19"), False).read(1, line)


def _blokus(value: Any) -> object:
    if isinstance(value, dict) and "moves" in value:
        return blokus.parse_game(json.dumps(value))
    return blokus.parse_position(json.dumps(value))


READERS: dict[str, Callable[[Any], object]] = {
    "position": notation.read_document,
    "game": lambda value: notation.parse_game(json.dumps(value)),
    "ruleset": rulesets.get,
    "deal": lambda value: _deal(json.dumps(value)),
    "daily": from_json,
    "proof": lambda value: prooffile.parse(json.dumps(value)),
    "mode-game": from_document,
    "blokus": _blokus,
    "blokus-table": read_table,
}


@pytest.mark.parametrize("name", schemas.DOCUMENTS)
def test_the_schemas_in_the_docs_are_those_of_the_code(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schemas.schema(name))
    kept = (cases.ROOT / "docs" / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    assert kept == schemas.text(name), "run python -m fairtray.schemas docs/schemas"


@pytest.mark.parametrize("name", schemas.DOCUMENTS)
def test_what_is_right_is_valid(name: str) -> None:
    for value in documents()[name]:
        READERS[name](value)
        validator(name).validate(value)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths(inner, (*path, key))


ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 10**7)
    | st.floats(0, 2)
    | st.sampled_from(["", "dot", "#.", "X5", "........", "bloky-8x8", "(0,0)", "0x1", "00"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)


@given(data=st.data(), name=st.sampled_from(sorted(schemas.DOCUMENTS)), odd=ODD)
def test_what_the_reader_takes_is_valid(data: st.DataObject, name: str, odd: Any) -> None:
    value = copy.deepcopy(data.draw(st.sampled_from(documents()[name][:5])))
    *steps, last = data.draw(st.sampled_from(list(_paths(value))[1:]))
    inside = value
    for step in steps:
        inside = inside[step]
    if data.draw(st.booleans()) and isinstance(inside, dict):
        del inside[last]
    else:
        inside[last] = odd
    try:
        READERS[name](value)
    except InputError:
        return
    validator(name).validate(value)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("position", {"combo": -1}),
        ("position", {"combo": True}),
        ("position", {"score": 10**16}),
        ("position", {"tray": None}),
        ("position", {"tray": [7]}),
        ("position", {"board": 3}),
        ("position", {"board": ["..x"]}),
        ("position", {"upcoming": [3]}),
        ("position", {"ruleset": None}),
        ("game", {"moves": 3}),
        ("game", {"moves": [{"row": -1, "col": 0}]}),
        ("deal", {"turn": -1}),
        ("deal", {"board": "x"}),
        ("daily", {"pieces": []}),
        ("daily", {"commitment": "abc"}),
        ("daily", {"extra": 1}),
        ("daily", {"format": "fairtray-daily/2"}),
        ("proof", {"engines": ["oracle"]}),
        ("proof", {"question": "why"}),
        ("mode-game", {"moves": [{"undo": True, "x": 1}]}),
        ("mode-game", {"seed": -1}),
        ("mode-game", {"state": None}),
        ("blokus", {"ruleset": "chess"}),
        ("blokus", {"left": 3}),
        ("blokus-table", {"mode": "free"}),
        ("blokus-table", {"people": 1}),
    ],
)
def test_what_is_wrong_by_itself_is_refused_by_both(name: str, change: dict[str, Any]) -> None:
    value = {**documents()[name][0], **change}
    assert not validator(name).is_valid(value)
    with pytest.raises(InputError):
        READERS[name](value)
