"""How options reach commands: several as one value, typed or from a configuration file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from commandline import Fairtray
from fairtray_cli import options


@dataclass(frozen=True)
class Size:
    rows: int
    cols: int

    def __post_init__(self) -> None:
        if self.rows != self.cols:
            raise click.UsageError("only squares")


sized = options.bundled(
    "size", Size, click.option("--rows", type=int, default=8), click.option("--cols", default=8)
)


@click.command("draw")
@sized
@click.option("--name")
def draw(size: Size, name: str | None) -> None:
    click.echo(f"{size} {name}")


def test_several_options_reach_a_command_as_one_value() -> None:
    done = CliRunner().invoke(draw, ["--rows", "5", "--cols", "5", "--name", "x"])
    assert (done.exit_code, done.output) == (0, "Size(rows=5, cols=5) x\n")
    assert [param.name for param in draw.params] == ["rows", "cols", "name"]


def test_the_value_is_validated_where_it_is_built() -> None:
    done = CliRunner().invoke(draw, ["--rows", "5"])
    assert done.exit_code == 2
    assert "only squares" in done.output


def test_options_without_effect_are_refused_only_where_they_are_typed(
    fairtray: Fairtray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = fairtray("daily", "audit", "x.json", "--runs", "2").complaint
    assert typed.startswith("fairtray daily audit: --runs has no effect without --dealer-command")
    monkeypatch.chdir(tmp_path)
    Path("fairtray.toml").write_text("[daily.audit]\nruns = 2\n", encoding="utf-8")
    Path("x.json").write_text('{"date": "2026-01-01", "pieces": ["dot"]}', encoding="utf-8")
    assert fairtray("daily", "audit", "x.json").code in {0, 4}


def test_a_dealer_that_is_typed_displaces_the_one_of_a_file(
    fairtray: Fairtray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fairtray.toml").write_text('[audit]\ndealer-command = "nowhere"\n', encoding="utf-8")
    args = ("audit", "-n", "5", "--claim", "in-catalogue", "--json")
    assert fairtray(*args, "--dealer", "uniform").json["dealer"] == "uniform"
    both = fairtray(*args, "--dealer", "uniform", "--dealer-command", "x").complaint
    assert "--dealer and --dealer-command cannot be used together" in both
