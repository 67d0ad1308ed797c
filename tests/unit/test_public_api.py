"""The names that ``fairtray`` itself gives, and that asking for one loads no other."""

from __future__ import annotations

import ast
import datetime as dt
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import fairtray
from commandline import HEAVY, run
from fairtray import rulesets
from fairtray.daily.document import to_json


def test_every_public_name_is_there_and_is_listed() -> None:
    assert set(fairtray.__all__) <= set(dir(fairtray))
    for name in fairtray.__all__:
        assert getattr(fairtray, name) is not None, name
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = fairtray.nonsense


def test_type_checkers_see_the_same_names() -> None:
    stub = Path(fairtray.__file__).with_suffix(".pyi")
    exported = None
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                home = importlib.import_module(str(node.module))
                name = alias.asname or alias.name
                assert getattr(fairtray, name) is getattr(home, alias.name)
        elif isinstance(node, ast.Assign):
            exported = ast.literal_eval(node.value)
    assert set(fairtray.__all__) == set(exported or ())
    assert {"get_ruleset", "check", "solve", "make_daily"} < set(fairtray.__all__)


def test_every_public_name_stands_in_the_documentation() -> None:
    page = Path(__file__).parent.parent.parent / "docs" / "api.md"
    text = page.read_text(encoding="utf-8")
    for name in fairtray.__all__:
        assert name in text, name


def test_importing_the_package_loads_nothing_heavy() -> None:
    script = f"import sys, fairtray; print([n for n in {HEAVY!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "[]\n")


def test_an_audit_reports_what_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ("--dealer", "uniform", "-n", "200", "--claim", "each-fits", "--keep", "1")
    printed = run("audit", "--ruleset", "block-knock", *options, "--json").json
    report = fairtray.run_audit(
        rulesets.get("block-knock"), "uniform", count=200, claims=("each-fits",), keep=1
    )
    for document in (report, printed):
        del document["run"]
        for found in document["counterexamples"]:
            # The command saves them, and says where.
            for key in ("file", "reproduce"):
                found.pop(key, None)
    assert report == printed


def test_an_audit_asks_a_callable_or_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def deal(state, rng):\n    return ['dot'] * 3\n", encoding="utf-8")
    report = fairtray.run_audit("block-puzzle-19", "mine:deal", claims=("in-catalogue",), count=50)
    assert (report["dealer"], report["verdict"]) == ("mine:deal", "not refuted")
    program = Path(__file__).parent.parent.parent / "fixtures" / "dealers" / "minimal.py"
    report = fairtray.run_audit(
        "block-puzzle-19",
        command=f"{sys.executable} {program}",
        claims=("in-catalogue",),
        count=50,
    )
    assert report["dealer_name"] == "minimal 1.0"
    with pytest.raises(TypeError, match="not both"):
        fairtray.run_audit("block-puzzle-19", "uniform", command="x")
    with pytest.raises(fairtray.InputError, match="no dealer is called 'unifrom'"):
        fairtray.run_audit("block-puzzle-19", "unifrom")


def test_a_day_is_the_one_that_the_command_makes() -> None:
    printed = run("daily", "make", "--date", "2026-11-29", "--par", "20", "--json").json
    day = fairtray.make_daily("bloky-8x8", dt.date(2026, 11, 29), width=20)
    assert to_json(day) == printed
    other = fairtray.make_daily("bloky-8x8", dt.date(2026, 11, 29), key=b"secret", width=0)
    assert other.pieces != day.pieces
    assert other.par is None


def test_no_module_hides_a_public_name() -> None:
    modules = {path.stem for path in Path(fairtray.__file__).parent.iterdir()}
    assert not modules & set(fairtray.__all__)
