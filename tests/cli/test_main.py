"""What all commands share: help, usage errors, exit codes, streams and colours."""

from __future__ import annotations

import importlib
import json
import os
import platform
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import click
import pytest

import cases
from commandline import HEAVY, Fairtray, Result
from fairtray import __version__
from fairtray.core.errors import DealerError, InternalFault
from fairtray_cli import main

POSITIONS = str(cases.FIXTURES / "cases" / "positions.jsonl")


def process(*args: str, **environment: str) -> Result:
    """Run ``python -m fairtray_cli`` as users do."""
    env = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "FORCE_COLOR"}}
    done = subprocess.run(
        [sys.executable, "-m", "fairtray_cli", *args],
        capture_output=True,
        encoding="utf-8",
        env={**env, **environment},
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["check", "--help"], []])
def test_help_imports_nothing_heavy(args: list[str]) -> None:
    script = (
        "import sys\n"
        "from fairtray_cli.main import run\n"
        f"sys.argv[1:] = {args!r}\n"
        "try:\n"
        "    run()\n"
        "finally:\n"
        f"    loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "    print('loaded:', loaded, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "loaded: []\n")
    assert done.stdout


def test_a_list_of_games_and_scores_loads_no_engine(tmp_path: Path) -> None:
    """It takes a fraction of a second, and has nothing to say of compiled code."""
    engines = ("numpy", "numba", "scipy", "ortools")
    for option in ("--list", "--scores"):
        script = (
            "import sys\n"
            "from fairtray_cli.main import run\n"
            f"sys.argv[1:] = ['--no-config', 'play', '--data', {str(tmp_path)!r}, {option!r}]\n"
            "try:\n"
            "    run()\n"
            "finally:\n"
            f"    loaded = [name for name in {engines!r} if name in sys.modules]\n"
            "    print('loaded:', loaded, file=sys.stderr)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False
        )
        assert (done.returncode, done.stderr) == (0, "loaded: []\n")


def test_control_c_while_the_program_itself_is_loaded(tmp_path: Path) -> None:
    """What is installed as ``fairtray`` imports nothing before it is ready for it."""
    project = tomllib.loads((cases.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["scripts"]["fairtray"].partition(":")
    script = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        f"from {module} import {name}\n"
        f"sys.exit({name}())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, encoding="utf-8", check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_help_and_version(fairtray: Fairtray) -> None:
    for args in (["--help"], ["-h"], []):
        result = fairtray(*args)
        assert (result.code, result.err) == (0, "")
        for name, line in main.COMMANDS.items():
            assert f"{name} " in result.out
            assert line in result.out
    parts = (f"{name} {metadata.version(name)}" for name in ("numba", "numpy", "ortools"))
    python = f"Python {platform.python_version()}"
    assert fairtray("--version").out == f"fairtray {__version__} ({', '.join(parts)}, {python})\n"


@pytest.mark.parametrize("name", ["check", "solve", "replay", "rulesets", "shapes"])
def test_every_command_explains_itself(fairtray: Fairtray, name: str) -> None:
    result = fairtray(name, "--help")
    assert (result.code, result.err) == (0, "")
    assert "--json" in result.out
    command = importlib.import_module(f"fairtray_cli.commands.{name}").command
    for parameter in command.params:
        assert not isinstance(parameter, click.Option) or parameter.help


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chek"], "fairtray: there is no command 'chek'; did you mean check?"),
        (
            ["check"],
            "fairtray check: missing argument 'POSITION', or --board and --tray; see fairtray",
        ),
        (["check", "x", "--jsn"], "fairtray check: no such option"),
        (["check", "x", "--jsn"], "--json"),
        (["check", "x", "y"], "fairtray check: got unexpected extra argument (y)"),
        (["check", "x", "--engine"], "requires an argument"),
        (["check", "x", "--engine", "serch"], "'serch' is not one of 'search', 'cp-sat', 'both'"),
        (["--jsn"], "fairtray: no such option"),
        (["shapes"], "missing argument 'RULESET'"),
        (["check", "-", "--ruleset", "-"], "only one of POSITION and --ruleset can be -"),
    ],
)
def test_usage_errors_are_one_line(fairtray: Fairtray, args: list[str], message: str) -> None:
    assert message in fairtray(*args).complaint


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (DealerError("it died"), 3, "error: it died"),
        (InternalFault("a\nb"), 70, r"fault of fairtray: InternalFault: a\u000ab; please report"),
        (ZeroDivisionError("x"), 70, "fault of fairtray: ZeroDivisionError: x; please report"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_each_failure_has_its_code_and_at_most_one_line(
    fairtray: Fairtray,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
    line: str,
) -> None:
    def fail(_name: str) -> None:
        raise error

    monkeypatch.setattr("fairtray.rulesets.get", fail)
    result = fairtray("rulesets")
    assert (result.code, result.out) == (code, "")
    # click ends the line of the terminal's ^C first.
    assert result.err.lstrip("\n").startswith(line)
    assert result.err.lstrip("\n").count("\n") == bool(line)


def test_traceback_only_when_asked_for(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Traceback" not in fairtray("check", "nowhere").err
    assert "Traceback" in fairtray("--debug", "check", "nowhere").err
    assert "Traceback" not in fairtray("check", "nowhere").err
    monkeypatch.setenv("FAIRTRAY_DEBUG", "1")
    assert "Traceback" in fairtray("check", "nowhere").err
    assert fairtray("check", "nowhere").code == 2


def test_the_module_and_the_exit_status_of_a_real_process() -> None:
    assert process("--version").out.startswith(f"fairtray {__version__} (")
    assert process("nonsense").code == 2
    done = process("check", POSITIONS)
    assert (done.code, done.err) == (1, "")
    assert len(done.jsons) == 160


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text(Path(POSITIONS).read_text(encoding="utf-8") * 5, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "fairtray_cli", "check", str(many)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert json.loads(running.stdout.readline())["line"] == 1
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


def test_a_full_disk_is_one_line() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    with full.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "fairtray_cli", "rulesets", "--json"],
            stdout=out,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("error: standard output: cannot be written: No space left")
    assert done.stderr.count("\n") == 1


def test_colours(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in fairtray("shapes", "woodoku").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in fairtray("shapes", "woodoku").out
    assert "\x1b" not in fairtray("shapes", "woodoku", "--json").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in fairtray("shapes", "woodoku").out
