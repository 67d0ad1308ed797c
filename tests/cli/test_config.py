"""Configuration files: found, held against the options, overridden, explained."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cases
from commandline import Fairtray, Result

SMALL = "[audit]\ncount = 5\nclaims = ['in-catalogue']\n"
BOARD = ["#......."] * 8


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, text: str, name: str = "fairtray.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def in_force(fairtray: Fairtray, command: str, key: str) -> Any:
    (row,) = (
        row for row in fairtray("config", command, "--json").json["settings"] if row["key"] == key
    )
    return row["value"], row["from"]


# --- Which file --------------------------------------------------------------------


@pytest.mark.usefixtures("project")
def test_without_a_file_all_is_default(fairtray: Fairtray) -> None:
    document = fairtray("config", "--json").json
    assert document["file"] is None
    assert all(row["from"] is None for row in document["settings"])
    assert fairtray("config").out.startswith("no configuration file\n")


def test_the_file_of_this_folder(fairtray: Fairtray, project: Path) -> None:
    write(project, SMALL)
    assert in_force(fairtray, "audit", "count") == (5, "audit.count")
    result = fairtray("audit", "--json")
    assert (result.code, result.err) == (0, "")
    assert result.json["deals"] == 5
    assert [claim["id"] for claim in result.json["claims"]] == ["in-catalogue"]


def test_a_table_of_pyproject(fairtray: Fairtray, project: Path) -> None:
    write(project, "[tool.fairtray.audit]\ncount = 6\n", "pyproject.toml")
    assert in_force(fairtray, "audit", "count") == (6, "tool.fairtray.audit.count")
    write(project, SMALL)
    assert in_force(fairtray, "audit", "count") == (5, "audit.count")


def test_the_nearest_folder_up(
    fairtray: Fairtray, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, "[audit]\ncount = 7\n")
    write(project / "a", "[tool.fairtray.audit]\ncount = 8\n", "pyproject.toml")
    write(project / "a" / "b", "[project]\nname = 'fairtray-user'\n", "pyproject.toml")
    monkeypatch.chdir(project / "a" / "b")
    # A pyproject.toml without the table is somebody else's and is passed over.
    assert fairtray("config", "--json").json["file"] == str(Path("..") / "pyproject.toml")
    assert in_force(fairtray, "audit", "count")[0] == 8


def test_a_named_file_or_none(fairtray: Fairtray, project: Path) -> None:
    write(project, "[audit]\ncount = 7\n")
    write(project, "[audit]\ncount = 8\n", "other.toml")
    write(project, "[project]\n", "pyproject.toml")
    named = fairtray("--config", "other.toml", "config", "audit", "--json").json
    assert named["file"] == "other.toml"
    assert fairtray("--no-config", "config", "--json").json["file"] is None
    text = "[audit]\ncount = 9\n"
    given = fairtray("--config", "-", "config", "audit", "--json", stdin=text).json
    assert {"command": "audit", "key": "count", "value": 9, "from": "audit.count"} in given[
        "settings"
    ]
    assert (
        "nowhere.toml: no such file"
        in fairtray("--config", "nowhere.toml", "shapes", "woodoku").complaint
    )
    assert (
        "pyproject.toml: has no table [tool.fairtray]"
        in fairtray("--config", "pyproject.toml", "config").complaint
    )


# --- What it sets ------------------------------------------------------------------


def test_options_override_tables_override_the_top(fairtray: Fairtray, project: Path) -> None:
    write(project, "seed = 1\nruleset = 'woodoku'\n[audit]\nseed = 2\n" + SMALL[8:])
    assert in_force(fairtray, "audit", "seed") == (2, "audit.seed")
    assert in_force(fairtray, "audit", "ruleset") == ("woodoku", "ruleset")
    document = fairtray("audit", "--seed", "3", "--json", "--dealer", "uniform").json
    assert (document["seed"], document["ruleset"]) == (3, "woodoku")


def test_every_type_of_option(fairtray: Fairtray, project: Path) -> None:
    write(
        project,
        """
        json = true
        [audit]
        count = 11
        deal-limit = 2
        claim = ["each-fits", "in-catalogue"]
        format = "markdown"
        out = "report.xml"
        save = "kept"
        [check]
        engine = "both"
        lines = true
        """,
    )
    assert in_force(fairtray, "audit", "claim")[0] == ["each-fits", "in-catalogue"]
    assert in_force(fairtray, "audit", "out") == (["junit:report.xml"], "audit.out")
    assert in_force(fairtray, "audit", "deal-limit")[0] == 2
    assert in_force(fairtray, "check", "engine")[0] == "both"
    result = fairtray("check", "-", stdin={"board": BOARD, "tray": ["dot"]})
    assert result.json["engine"] == "both"


def test_reports_from_a_file(fairtray: Fairtray, project: Path) -> None:
    write(project, SMALL + "format = 'junit'\nout = ['r/report.html', 'github:r/notes']\n")
    result = fairtray("audit")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("<?xml")
    assert {path.name for path in (project / "r").iterdir()} == {"report.html", "notes"}
    # The command line says --json; what the file says of stdout gives way.
    assert fairtray("audit", "--json").json["deals"] == 5


def test_paths_start_at_the_file(
    fairtray: Fairtray, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    absolute = str(project / "abs.json")
    write(
        project,
        "ruleset = 'games/my.toml'\n[audit]\nsave = 'kept'\n"
        f"out = ['r.xml', '{absolute}', 'json:-']\n",
    )
    (project / "sub").mkdir()
    monkeypatch.chdir(project / "sub")
    up = Path(os.pardir)
    assert in_force(fairtray, "audit", "ruleset")[0] == str(up / "games" / "my.toml")
    assert in_force(fairtray, "audit", "save")[0] == str(up / "kept")
    assert in_force(fairtray, "audit", "out")[0] == [
        f"junit:{up / 'r.xml'}",
        f"json:{absolute}",
        "json:-",
    ]


# --- What is wrong with it ---------------------------------------------------------

FAULTS = [
    ("[audit]\ncuont = 3\n", "audit.cuont: no such key; did you mean count?"),
    ("[audit]\ncount = '3'\n", "audit.count: '3' is not a whole number; write it without quotes"),
    ("[audit]\ncount = true\n", "audit.count: true is not a whole number"),
    ("[audit]\ncount = 1.5\n", "audit.count: 1.5 is not a whole number"),
    ("[audit]\ndeal-limit = 'x'\n", "audit.deal-limit: 'x' is not a number"),
    ("[audit]\njobs = 0\n", "audit.jobs: 0 is not in the range"),
    ("[audit]\nformat = 'pdf'\n", "audit.format: 'pdf' is not one of 'table'"),
    ("[audit]\nruleset = 3\n", 'audit.ruleset: 3 is not text; write "…", in quotes'),
    ("[audit]\nclaim = [3]\n", "audit.claim: 3 is not text"),
    ("[audit]\npolicy = ['x']\n", "audit.policy: ['x'] is not text"),
    ("[audit]\nclaim = []\nclaims = []\n", "audit.claims: is the same as audit.claim; keep one"),
    ("[audit]\nout = ['x']\n", "audit.out: the ending of 'x' names no format"),
    ("[audit]\nschema = true\n", "audit.schema: no such key"),
    ("[audit]\nhelp = true\n", "audit.help: no such key"),
    ("json = 1\n", "json: 1 is not a truth value; write true or false"),
    ("jsn = true\n", "jsn: no such key; did you mean json?"),
    ("[audti]\n", "[audti]: there is no such command; did you mean audit?"),
    ("audit = 3\n", "audit: is not a table; write [audit]"),
    ("[audit\n", "is not TOML: "),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_each_fault_is_one_line(fairtray: Fairtray, project: Path, text: str, message: str) -> None:
    write(project, text)
    for args in (["audit"], ["config"]):
        complaint = fairtray(*args).complaint
        assert complaint.startswith("fairtray.toml: ")
        assert message in complaint


def test_all_faults_at_once(fairtray: Fairtray, project: Path) -> None:
    write(project, "jsn = 1\nseed = 'x'\n[audit]\ncuont = 1\njobs = 0\n[check]\nengin = 1\n[x]\n")
    audit = fairtray("audit").complaint
    for where in ("jsn: ", "seed: ", "audit.cuont: ", "audit.jobs: ", "[x]: "):
        assert where in audit
    # Another command's table is its own affair, until the whole file is asked about.
    assert "check.engin" not in audit
    whole = fairtray("config").complaint
    assert "check.engin: no such key; did you mean engine?" in whole
    assert whole.count("seed: ") == 1


def test_faults_of_pyproject_name_its_keys(fairtray: Fairtray, project: Path) -> None:
    write(project, "[tool.fairtray.audit]\ncuont = 1\n", "pyproject.toml")
    expected = "pyproject.toml: tool.fairtray.audit.cuont: no such key"
    assert fairtray("audit").complaint.startswith(expected)
    write(project, "[tool]\nfairtray = 3\n", "pyproject.toml")
    assert "tool.fairtray: is not a table" in fairtray("audit").complaint


# --- What it leaves alone ----------------------------------------------------------


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["audit", "--help"], ["audit", "-h"]])
def test_help_does_not_depend_on_a_file(fairtray: Fairtray, project: Path, args: list[str]) -> None:
    before = fairtray(*args)
    write(project, "broken [")
    assert fairtray(*args) == before
    write(project, "[audit]\ncount = 5\n")
    assert fairtray(*args) == before


def test_a_fault_in_one_commands_table_breaks_no_other(fairtray: Fairtray, project: Path) -> None:
    write(project, "[audit]\nnonsense = 1\n")
    assert fairtray("shapes", "woodoku").code == 0
    assert fairtray("audit").code == 2


def test_no_file_changes_what_a_position_says(fairtray: Fairtray, project: Path) -> None:
    position = {"ruleset": "woodoku", "board": ["........."] * 9, "tray": ["dot"]}
    write(project, "ruleset = 'ten-ten'\nseed = 3\n")
    result = fairtray("check", "-", stdin=position)
    assert (result.code, result.err) == (0, "")
    for command in ("check", "solve", "replay"):
        write(project, f"[{command}]\nruleset = 'ten-ten'\n")
        complaint = fairtray(command, "-", stdin=position).complaint
        assert (
            f"{command}.ruleset: replaces what the input says, so no file can set it" in complaint
        )


@pytest.mark.parametrize(
    "text",
    [
        "[project]\ndependencies = ['fairtray']\nbroken [",
        "broken [",
        "[tool.other]\nfairtray = 3\n",
        "[project]\nname = 'x'\n",
    ],
)
def test_other_peoples_pyproject_is_left_alone(
    fairtray: Fairtray, project: Path, text: str
) -> None:
    write(project, text, "pyproject.toml")
    result = fairtray("shapes", "woodoku")
    assert (result.code, result.err) == (0, "")


def test_a_broken_table_of_our_own_is_named(fairtray: Fairtray, project: Path) -> None:
    write(project, "[tool.fairtray.audit]\ncount =\n", "pyproject.toml")
    assert fairtray("shapes", "woodoku").complaint.startswith("pyproject.toml: is not TOML: ")


def test_a_file_further_up_says_so(
    fairtray: Fairtray, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, "json = true\n")
    (project / "sub").mkdir()
    monkeypatch.chdir(project / "sub")
    result = fairtray("shapes", "woodoku")
    assert result.json
    up = Path(os.pardir) / "fairtray.toml"
    assert result.err == f"note: json from {up} ('fairtray config' shows all)\n"
    # Where nothing comes from it, there is nothing to say.
    assert fairtray("shapes", "woodoku", "--json").err == ""


def test_a_file_of_another_user_is_passed_over(
    fairtray: Fairtray, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(os, "geteuid"):
        pytest.skip("files have no owner here")
    write(project, SMALL)
    real = Path.stat

    def stat(self: Path, **kwargs: bool) -> os.stat_result:
        found = real(self, **kwargs)
        if self.name != "fairtray.toml":
            return found
        return os.stat_result([*found[:4], os.geteuid() + 1234, *found[5:10]])

    monkeypatch.setattr(Path, "stat", stat)
    document = fairtray("config", "--json")
    assert document.json["file"] is None
    assert document.err == ("warning: fairtray.toml is ignored: it belongs to another user\n")


def test_no_file_costs_the_help_an_import(project: Path) -> None:
    write(project, SMALL)
    script = (
        "import sys\nfrom fairtray_cli.main import run\n"
        "try:\n    run()\nfinally:\n"
        "    names = ('fairtray_cli.configfile', 'numpy', 'jinja2', 'tabulate')\n"
        "    print([n for n in names if n in sys.modules], file=sys.stderr)\n"
    )
    for args in (["--help"], ["audit", "--help"]):
        done = subprocess.run(
            [sys.executable, "-c", script, *args],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "[]\n")


@given(
    table=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["audit", "check", "count", "out", "json", "seed", "x", "\ud800"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_no_table_ends_in_a_traceback(table: object) -> None:
    from fairtray_cli import config
    from fairtray_cli.commands.audit import command
    from fairtray_cli.configfile import ConfigFile
    from fairtray_cli.main import cli

    if not isinstance(table, dict):
        return
    file = ConfigFile("x.toml", Path.cwd(), "", table)
    _, faults = config.settings(file, "audit", command, lambda: ["json", "seed"])
    faults += config.unknown_tables(file, click.Context(cli))
    assert all(str(fault).replace("\ud800", "").isprintable() for fault in faults)


def test_the_table_shows_where_each_value_comes_from(fairtray: Fairtray, project: Path) -> None:
    write(project, SMALL)
    result: Result = fairtray("config", "audit")
    assert (result.code, result.err) == (0, "")
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    assert lines[0] == "configuration file: fairtray.toml"
    assert "audit count 5 fairtray.toml: audit.count" in lines
    assert "audit seed 0 default" in lines
    assert (
        "there is no command 'audti'; did you mean audit?" in fairtray("config", "audti").complaint
    )


def test_a_dealer_that_the_command_line_displaces_is_not_said_to_be_taken(
    fairtray: Fairtray, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        project,
        '[audit]\ndealer-command = "no-such-program"\ncount = 10\nclaims = ["in-catalogue"]\n',
    )
    (project / "sub").mkdir()
    monkeypatch.chdir(project / "sub")
    result = fairtray("audit", "--dealer", "uniform", "--json")
    assert result.json["dealer"] == "uniform"
    assert result.err.startswith("note: count, claim from ")


def test_an_objective_that_a_game_does_not_have_is_refused_from_a_file_too(
    fairtray: Fairtray, project: Path
) -> None:
    write(project, '[solve]\nobjective = "next"\n')
    refused = fairtray("solve", str(cases.FIXTURES / "examples" / "mid-game.json"))
    assert refused.code == 2
    assert "next is not one of score, survival, balanced" in refused.complaint
