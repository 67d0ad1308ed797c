"""Broken files to the commands that read more than positions: one line, exit 2, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cases
from broken_inputs import TOML, answers, broken
from commandline import Fairtray

EXAMPLES = cases.ROOT / "fixtures" / "examples"
CONFIGURATION = (
    'ruleset = "block-knock"\n[audit]\ncount = 20\nclaims = ["each-fits"]\n'
    'out = ["a.html"]\n[daily.make]\npar = 20\n'
)


def test_broken_proofs(fairtray: Fairtray) -> None:
    good = (EXAMPLES / "stuck-proof.json").read_text(encoding="utf-8")
    assert fairtray("verify", "-", stdin=good).code == 0
    for i, stdin in enumerate(broken(good, 500, seed=1)):
        result = fairtray("verify", "-", *(["--json"] if i % 2 else []), stdin=stdin)
        assert answers(result), (stdin, result)


def test_broken_dailies(fairtray: Fairtray, tmp_path: Path) -> None:
    options = ("--date=2026-11-29", "--pieces=3", "--par=20", "--ruleset=block-puzzle-19")
    assert fairtray("daily", "make", *options, f"--out={tmp_path / 'day.json'}").code == 0
    good = (tmp_path / "day.json").read_text(encoding="utf-8")
    assert fairtray("daily", "verify", str(tmp_path / "day.json")).code == 0
    file = tmp_path / "broken.json"
    for i, text in enumerate(broken(good, 400, seed=2)):
        file.write_bytes(text)
        command = ("verify", "show", "audit")[i % 3]
        result = fairtray("daily", command, str(file), *(["--json"] if i % 2 else []))
        # An audit of one day has too little to decide its statistical claims.
        assert answers(result) or (command == "audit" and result.code == 4), (text, result)


def test_broken_deals(fairtray: Fairtray) -> None:
    lines = (EXAMPLES / "deals.jsonl").read_text(encoding="utf-8").splitlines()
    for i, line in enumerate(broken(lines[0], 200, seed=3)):
        stdin = b"\n".join([lines[1].encode(), line.replace(b"\n", b" "), lines[2].encode()])
        options = ("--claim=in-catalogue", "--keep=0", *(["--json"] if i % 2 else []))
        result = fairtray("audit", "--ruleset=block-puzzle-19", "--deals=-", *options, stdin=stdin)
        assert answers(result), (stdin, result)


def test_broken_shared_positions(fairtray: Fairtray) -> None:
    good = fairtray("show", str(EXAMPLES / "mid-game.json"), "--notation").out.strip()
    assert fairtray("show", good).code == 0
    for stdin in broken(f"{good}\n", 500, seed=4):
        result = fairtray("show", "-", stdin=stdin)
        assert answers(result), (stdin, result)


def test_broken_configurations(fairtray: Fairtray, tmp_path: Path) -> None:
    file = tmp_path / "fairtray.toml"
    for i, text in enumerate([CONFIGURATION.encode(), *broken(CONFIGURATION, 400, seed=5)]):
        file.write_bytes(text)
        result = fairtray("--config", str(file), "config", *(["--json"] if i % 2 else []))
        assert answers(result), (text, result)
        assert i > 0 or result.code == 0


@pytest.mark.parametrize(
    "options", [("audit", "-n", "1", "--dealer=uniform", "--claim=in-catalogue"), ("daily", "make")]
)
def test_broken_rulesets_of_commands_that_deal(
    fairtray: Fairtray, tmp_path: Path, options: tuple[str, ...]
) -> None:
    file = tmp_path / "rules.toml"
    # Only files that no command accepts: whatever is accepted would be dealt from.
    for text in broken(TOML, 120, seed=6):
        file.write_bytes(text)
        if fairtray("rulesets", str(file)).code == 2:
            assert fairtray(*options, f"--ruleset={file}", "--json").complaint.startswith(str(file))


@pytest.mark.parametrize("number", range(7))
def test_field_18_to_the_commands_that_came_later(fairtray: Fairtray, number: int) -> None:
    given = json.dumps(cases.field("field-18")["given"][number])
    assert fairtray("show", "-", stdin=given).complaint
    assert fairtray("verify", "-", stdin=given).complaint
