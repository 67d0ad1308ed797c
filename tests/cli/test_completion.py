"""What shells complete: the right names, quickly, and in the shells themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from commandline import HEAVY, Fairtray
from fairtray_cli import config
from fairtray_cli.main import cli

NAMED = {"ruleset", "policy", "player", "mode", "dealer", "dealers", "claims", "files"}


def completed(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """Return what bash is told for the last of the words; paths are left to it."""
    monkeypatch.setenv("_FAIRTRAY_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["fairtray", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    result = fairtray()
    assert (result.code, result.err) == (0, "")
    return result.out.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["ver"], ["plain,verify"]),
        (["--no"], ["plain,--no-config"]),
        (["daily", "m"], ["plain,make"]),
        (["check", "--engine", "c"], ["plain,cp-sat"]),
        (["check", "fixt"], ["file,fixt"]),
        (["check", "--ruleset", "wood"], ["plain,woodoku"]),
        (["check", "--ruleset", "./mine"], ["file,./mine"]),
        (["rulesets", "blok"], ["plain,bloky-8x8", "plain,blokus"]),
        (["audit", "--ruleset", "ten"], ["plain,ten-ten"]),
        (["audit", "--policy", "t"], ["plain,tidy"]),
        (["audit", "--claim", "each"], ["plain,each-fits"]),
        (["audit", "--dealer", "r"], ["plain,retry"]),
        (["audit", "--deals", "lo"], ["file,lo"]),
        (["audit", "--save", "lo"], ["dir,lo"]),
        (["audit", "--out", "lo"], ["file,lo"]),
        (["play", "--mode", "z"], ["plain,zen"]),
        (["simulate", "--player", "be"], ["plain,beam12"]),
        (["play", "--ruleset", "du"], ["plain,duo"]),
        (["simulate", "--ruleset", "du"], ["plain,duo"]),
        (["config", "sol"], ["plain,solve"]),
    ],
)
def test_the_word_is_completed(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, words: list[str], expected: list[str]
) -> None:
    assert completed(fairtray, monkeypatch, *words) == expected


def test_a_faulty_configuration_is_no_hindrance(
    fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("fairtray.toml").write_text("[audti]\n", encoding="utf-8")
    assert completed(fairtray, monkeypatch, "audit", "--pol") == ["plain,--policy"]


def test_every_argument_and_every_named_thing_is_completed() -> None:
    context = click.Context(cli)
    for name, command in config.leaves(context):
        for parameter in command.params:
            if isinstance(parameter, click.Argument) or parameter.name in NAMED:
                inner = click.Context(command, info_name=name, parent=context)
                assert parameter.shell_complete(inner, ""), f"{name}: {parameter.name}"


@pytest.mark.parametrize(
    "words",
    [
        "fairtray a",
        "fairtray daily m",
        "fairtray audit --ruleset b",
        "fairtray audit --claim e",
        "fairtray play --mode c",
        "fairtray play --ruleset d",
        "fairtray simulate --player s",
    ],
)
def test_completing_imports_nothing_heavy(words: str) -> None:
    script = (
        "import sys\n"
        "from fairtray_cli.main import run\n"
        "sys.argv[1:] = []\n"
        "try:\n"
        "    run()\n"
        "finally:\n"
        f"    print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    env = os.environ | {
        "_FAIRTRAY_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert done.stdout.startswith("plain,")


SHELLS = {
    "bash": 'eval "$(_FAIRTRAY_COMPLETE=bash_source fairtray)"\n'
    "COMP_WORDS=(fairtray solv) COMP_CWORD=1\n"
    "_fairtray_completion fairtray\n"
    'echo "${COMPREPLY[@]}"',
    "zsh": "autoload -Uz compinit && compinit -D -u\n"
    'eval "$(_FAIRTRAY_COMPLETE=zsh_source fairtray)"\n'
    "print ${_comps[fairtray]}",
    "fish": "_FAIRTRAY_COMPLETE=fish_source fairtray | source\n"
    "complete --do-complete 'fairtray solv'",
}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_takes_it(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    env = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
    }
    done = subprocess.run(
        [program, "-c", SHELLS[shell]], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    expected = {"bash": "solve", "zsh": "_fairtray_completion", "fish": "solve"}[shell]
    assert done.stdout.split()[0] == expected, done.stdout + done.stderr
