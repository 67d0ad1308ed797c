"""The registry of families: whose an input is, and that finding out imports no family."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from fairtray import families


@pytest.mark.parametrize(
    ("name", "text", "spec", "one"),
    [
        ("", "....\n....\n\n##", None, "a block game"),
        ("", json.dumps({"board": ["...."], "tray": []}), None, "a block game"),
        ("", json.dumps({"ruleset": "blokus", "board": []}), None, "Blokus"),
        ("", json.dumps({"ruleset": "blokus", "board": []}), "bloky-8x8", "a block game"),
        ("", json.dumps({"note": "like blokus", "ruleset": "bloky-8x8"}), None, "a block game"),
        ("", '{"ruleset": "blokus", ', None, "a block game"),
        ("", " (;GM[Blokus])", None, "Blokus"),
        ("game.blksgf", "nothing", None, "Blokus"),
        ("", "", "duo", "Blokus"),
        ("", "", "woodoku", "a block game"),
        ("", "", "rules.toml", "a block game"),
    ],
)
def test_whose_an_input_is(name: str, text: str, spec: str | None, one: str) -> None:
    assert families.of_input(name, text, spec).one == one


def test_every_game_is_found_by_its_name() -> None:
    for family in families.families():
        for name in family.ruleset_names():
            assert families.of_ruleset(name) is family
            assert family.rules(name).name == name


def test_looking_at_an_input_imports_no_other_family() -> None:
    script = (
        "import sys\nfrom fairtray import families\n"
        "assert families.of_input('', '####').one == 'a block game'\n"
        "print([m for m in sys.modules if 'blokus' in m or m in ('numpy', 'numba')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
