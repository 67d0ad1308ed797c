"""Every example in the documentation is run, and its output compared.

In a block that begins with three backticks and ``console``, each line that starts with
``$ fairtray`` is run, and the lines below it must be what it prints. ``…`` stands for any text
within a line, a line of ``…`` alone for any number of lines. A line ``$ echo $?`` asks for the
exit status of the command before it. ``fairtray`` runs in this process, alone or in a pipe; a
line with more of the shell in it than pipes runs in a real one, as do the processes of a user.

A block that begins with ``pycon`` is a Python session, checked by doctest; those of a page
go on where the one before stopped. ``…`` stands for any text.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from commandline import run

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A command of a page, with what it must print."""

    page: str
    line: int
    command: str
    output: str
    status: int | None


def _examples(page: Path) -> Iterator[Example]:
    text = page.read_text(encoding="utf-8")
    for block in FENCE.finditer(text):
        line = text.count("\n", 0, block.start()) + 2
        steps = re.split(r"^\$ ", block.group(1), flags=re.MULTILINE)[1:]
        for i, step in enumerate(steps):
            command, _, output = step.partition("\n")
            following = steps[i + 1] if i + 1 < len(steps) else ""
            status = None
            if following.startswith("echo $?\n"):
                status = int(following.removeprefix("echo $?\n"))
            if command != "echo $?":
                yield Example(page.name, line, command, output.rstrip("\n"), status)
            line += step.count("\n")


def _pattern(output: str) -> re.Pattern[str]:
    parts = [
        "(?:.*\n)*?" if line.strip() == "…" else re.escape(line).replace("…", ".*") + " *\n"
        for line in output.split("\n")
    ]
    return re.compile("".join(parts))


EXAMPLES = [example for page in PAGES for example in _examples(page)]


def test_the_readme_has_examples_of_every_command() -> None:
    from fairtray_cli.main import COMMANDS

    shown = {e.command.split()[1] for e in EXAMPLES if e.command.startswith("fairtray ")}
    assert set(COMMANDS) <= shown


NESTED = re.compile(r"'[^']*'|\"[^\"]*\"|\([^()]*\)")
"""What is quoted or in parentheses: the shell's signs in there are not those of the line."""


def _stages(command: str) -> list[str] | None:
    """Return the stages of a line that is a pipe or a single command; None for any other."""
    blank = NESTED.sub(lambda nested: "x" * len(nested[0]), command)
    if set(blank) & set(";&<>"):
        return None
    ends = [match.start() for match in re.finditer(r"\|", blank)]
    starts = [0, *(end + 1 for end in ends)]
    return [command[start:end].strip() for start, end in zip(starts, [*ends, None], strict=True)]


def _shell(command: str, stdin: str = "") -> tuple[int, str, str]:
    """Run a line in a real shell."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=600, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def _here(stages: list[str]) -> tuple[int, str, str]:
    """Run a pipe with each ``fairtray`` in this process."""
    code, out, errors = 0, "", ""
    for stage in stages:
        name, *args = shlex.split(stage) if stage.startswith("fairtray ") else [""]
        code, out, err = run(*args, stdin=out) if name else _shell(stage, out)
        errors += err
    return code, out, errors


def test_most_examples_run_in_this_process() -> None:
    real = [example.command for example in EXAMPLES if _stages(example.command) is None]
    assert 5 <= len(real) <= 10, real
    assert _stages("(head x; echo 'a | b') | fairtray check - | tail -2") == [
        "(head x; echo 'a | b')",
        "fairtray check -",
        "tail -2",
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.page}:{e.line}")
def test_example(example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("FAIRTRAY_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    stages = _stages(example.command)
    code, out, err = _shell(example.command) if stages is None else _here(stages)
    printed = out + err
    if not printed.endswith("\n"):
        printed += "\n"
    assert _pattern(example.output).fullmatch(printed), printed
    if example.status is not None:
        assert code == example.status
    else:
        assert code in (0, 1), printed


def _sessions(page: Path) -> list[doctest.DocTest]:
    """Return the Python sessions of a page; they share one namespace."""
    text = page.read_text(encoding="utf-8")
    parser, names = doctest.DocTestParser(), dict[str, object]()
    found = []
    for block in SESSION.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        code = block.group(1).replace("…", "...")
        found.append(parser.get_doctest(code, {}, page.name, page.name, line))
        found[-1].globs = names
    return found


SESSIONS = {page.name: sessions for page in PAGES if (sessions := _sessions(page))}


def _anchors(page: Path) -> set[str]:
    """Return what a link to a heading of a page ends in, as the usual viewers make it."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not anchor or anchor in _anchors(file), target


def test_the_library_is_shown_in_use() -> None:
    assert sum(len(session.examples) for session in SESSIONS["api.md"]) > 20


@pytest.mark.parametrize("page", SESSIONS)
def test_python_sessions(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    for session in SESSIONS[page]:
        runner.run(session, out=said.append, clear_globs=False)
    assert runner.failures == 0, "".join(said)
    assert runner.tries == sum(len(session.examples) for session in SESSIONS[page])
