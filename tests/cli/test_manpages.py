"""Manual pages: one for each command, every option in it, and roff that its readers accept."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from fairtray_cli import manpages
from fairtray_cli.failures import Exit
from fairtray_cli.main import COMMANDS, cli

PAGES = dict(manpages.pages())
every_page = pytest.mark.parametrize("name", PAGES)

ORDERS = {".TH", ".SH", ".PP", ".TP", ".B"}


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command with the name that its page must have."""
    context = click.Context(cli)
    yield "fairtray.1", cli
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        yield f"fairtray-{name}.1", command
        if isinstance(command, click.Group):
            for member in command.list_commands(context):
                found = command.get_command(context, member)
                assert found is not None
                yield f"fairtray-{name}-{member}.1", found


def plain(page: str) -> str:
    """Return a page as its reader sees it, more or less: without orders and escapes."""
    text = re.sub(r"\\f[BIP]|\\&", "", page).replace(r"\-", "-").replace(r"\e", "\\")
    text = re.sub(r"\\\[u([0-9A-F]+)\]", lambda found: chr(int(found[1], 16)), text)
    return " ".join(text.split())


def test_every_command_has_a_page() -> None:
    assert [name for name, _ in commands()] == list(PAGES)


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=str)
def test_every_option_and_all_of_the_help_are_in_the_page(
    name: str, command: click.Command
) -> None:
    page = plain(PAGES[name])
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            for option in (*parameter.opts, *parameter.secondary_opts):
                assert f" {option} " in page.replace(",", " ")
            assert " ".join((parameter.help or "").split()) in page
    assert " ".join((command.help or "").replace("\b", "").split()) in page.replace(".PP ", "")


@every_page
def test_a_page_has_the_parts_that_pages_have(name: str) -> None:
    page = PAGES[name]
    title = name.removesuffix(".1")
    parts = re.findall(r"^\.SH (.+)$", page, re.MULTILINE)
    assert parts[:3] == ["NAME", "SYNOPSIS", "DESCRIPTION"]
    assert "EXIT STATUS" in parts
    assert re.search(rf"^{re.escape(title)} - [a-z]\S* .+", plain_name(page))
    assert page.isascii()
    for line in page.splitlines():
        assert not line.startswith("'")
        assert not line.startswith(".") or line.split()[0] in ORDERS
        assert line == line.rstrip()
        assert line


def plain_name(page: str) -> str:
    """Return the line below NAME, which ``apropos`` reads."""
    return page.split(".SH NAME\n")[1].split("\n", maxsplit=1)[0].replace(r"\-", "-")


def test_every_exit_status_is_explained() -> None:
    assert set(manpages.EXITS) == set(Exit)


@pytest.mark.parametrize(
    "checker",
    [("groff", "-man", "-ww", "-Tutf8"), ("mandoc", "-T", "lint", "-W", "error")],
    ids=lambda checker: checker[0],
)
def test_the_readers_of_pages_have_nothing_to_say(checker: tuple[str, ...], tmp_path: Path) -> None:
    program = shutil.which(checker[0])
    if program is None:
        pytest.skip(f"{checker[0]} is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "fairtray_cli.manpages", str(tmp_path / "man")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    pages = sorted((tmp_path / "man").iterdir())
    assert {path.name: path.read_text(encoding="utf-8") for path in pages} == PAGES
    done = subprocess.run(
        [program, *checker[1:], *map(str, pages)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
