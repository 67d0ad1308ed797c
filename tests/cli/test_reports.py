"""Where an audit's reports go: standard output, files, and the summary of a GitHub step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import reports
from commandline import Fairtray
from fairtray_cli.options.reports import FORMATS

SMALL = ("audit", "-n", "40", "--ruleset", "block-knock", "--dealer", "uniform", "--keep", "1")


@pytest.fixture
def audit(fairtray: Fairtray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fairtray:
    """Run small audits in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return lambda *args, **kwargs: fairtray(*SMALL, *args, **kwargs)


def test_the_command_prints_the_schema(fairtray: Fairtray) -> None:
    result = fairtray("audit", "--schema")
    assert (result.code, result.err) == (0, "")
    file = resources.files("fairtray.audit") / "report.schema.json"
    assert json.loads(result.out) == json.loads(file.read_text(encoding="utf-8"))


READERS: Mapping[str, Callable[[str], object]] = {
    "table": lambda said: said.index("verdict: refuted"),
    "json": json.loads,
    "junit": ET.fromstring,
    "markdown": lambda said: said.index("## fairtray audit"),
    "html": lambda said: said.index("<!DOCTYPE html>"),
    "github": lambda said: [
        reports.WORKFLOW_COMMAND.fullmatch(line)[0] for line in said.splitlines()
    ],  # type: ignore[index]
}


@pytest.mark.parametrize("form", FORMATS)
def test_stdout_has_the_report_only(audit: Fairtray, form: str) -> None:
    # field-20: a progress bar's label once stood before the JSON.
    result = audit("--format", form)
    assert (result.code, result.err) == (1, "")
    READERS[form](result.out)
    assert result.out.endswith("\n")
    assert not result.out.endswith("\n\n")
    if form in {"html", "markdown", "table"}:
        assert "deals  [" not in result.out


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(form, marks=[] if form in {"json", "table"} else [pytest.mark.slow])
        for form in FORMATS
    ],
)
def test_stdout_has_the_report_only_beside_a_progress_bar(tmp_path: Path, form: str) -> None:
    pty = pytest.importorskip("pty", reason="no terminals to be had here")
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "fairtray_cli", *SMALL, "--format", form],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=theirs,
            check=False,
        )
        seen = os.read(ours, 100_000)
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.returncode == 1
    # The bar was there, and nothing of it on stdout.
    assert b"deals" in seen
    READERS[form](done.stdout.decode())
    assert b"\r" not in done.stdout
    assert b"\x1b" not in done.stdout


def test_json_option_is_the_format(audit: Fairtray) -> None:
    first, second = audit("--json").json, audit("--format", "json").json
    del first["run"], second["run"]
    assert first == second


def test_several_reports_at_once(audit: Fairtray) -> None:
    names = {
        "deep/er/report.html": "html",
        "report.xml": "junit",
        "report.json": "json",
        "report.MD": "markdown",
        "report.txt": "table",
        "annotations": "github",
    }
    outs = [f"github:{n}" if form == "github" else n for n, form in names.items()]
    result = audit("--format", "json", *(part for out in outs for part in ("--out", out)))
    assert (result.code, result.err) == (1, "")
    for name, form in names.items():
        written = Path(name).read_text(encoding="utf-8")
        assert written.endswith("\n")
        READERS[form](written)
        if form == "json":
            assert json.loads(written) == result.json


def test_a_report_may_be_sent_to_stdout_by_out(audit: Fairtray) -> None:
    ET.fromstring(audit("--out", "junit:-").out)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--out", "report"], "the ending of 'report' names no format"),
        (["--out", "-"], "the ending of '-' names no format"),
        (["--out", "pdf:report"], "write FORMAT:FILE"),
        (["--out", "html:."], "--out: .: is a folder; name a file"),
        (["--out", "a.xml", "--out", "junit:a.xml"], "a.xml: two reports cannot share a file"),
        (["--out", "/dev/null/a.xml"], "/dev/null/a.xml: cannot be written there"),
        (["--json", "--format", "html"], "html and json cannot both go to standard output"),
        (["--json", "--out", "html:-"], "html and json cannot both go to standard output"),
        (["--format", "pdf"], "'pdf' is not one of 'table'"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_audit(
    audit: Fairtray, args: list[str], message: str
) -> None:
    assert message in audit(*args).complaint
    assert not list(Path.cwd().iterdir())


def test_one_file_that_fails_keeps_no_other_back(
    audit: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.mkdir

    def refuse(self: Path, *args: Any, **kwargs: Any) -> None:
        if self.name == "b":
            raise OSError(28, "No space left on device")
        real(self, *args, **kwargs)

    monkeypatch.setattr(Path, "mkdir", refuse)
    result = audit("--out", "b/one.xml", "--out", "two.xml", "--json")
    assert result.code == 2
    assert result.json["verdict"] == "refuted"
    assert Path("two.xml").exists()
    assert "b/one.xml: its folder cannot be made: No space left on device" in result.err
    assert result.err.count("\n") == 1


def test_a_table_in_a_file_has_no_colours(audit: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in audit("--out", "report.txt").out
    assert "\x1b" not in Path("report.txt").read_text(encoding="utf-8")


# --- The summary of a GitHub step


def test_the_step_summary_is_appended_to(audit: Fairtray, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("summary.md")
    path.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    assert audit("--format", "markdown").code == 1
    assert path.read_text(encoding="utf-8") == "before\n"
    assert audit("--format", "github").code == 1
    summary = path.read_text(encoding="utf-8")
    assert summary.startswith("before\n## fairtray audit: ❌ refuted\n")
    audit("--out", "github:annotations")
    assert path.read_text(encoding="utf-8").count("## fairtray audit") == 2


def test_the_step_summary_stays_within_its_limit(
    audit: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path("summary.md")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    path.write_text("x" * (1024 * 1024 - 2500), encoding="utf-8")
    audit("--format", "github")
    assert 1024 * 1024 - 2500 < path.stat().st_size <= 1024 * 1024
    assert "left out here" in path.read_text(encoding="utf-8")
    result = audit("--format", "github")
    assert "the step summary is full" in result.err


def test_a_summary_that_cannot_be_written_costs_no_annotation(
    audit: Fairtray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(Path.cwd()))
    result = audit("--format", "github")
    assert result.code == 2
    assert result.out.startswith("::error ")
    assert "cannot be written" in result.err
