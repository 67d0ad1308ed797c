"""``action.yml``: its YAML, and the script that it runs, run here as a runner would."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import cases
from commandline import Fairtray

ACTION = cases.ROOT / "action.yml"


@pytest.fixture(scope="module")
def action() -> Any:
    return yaml.safe_load(ACTION.read_text(encoding="utf-8"))


def test_every_input_and_output_is_described(action: Any) -> None:
    assert action["runs"]["using"] == "composite"
    for described in (action["inputs"], action["outputs"]):
        for name, entry in described.items():
            assert entry["description"], name
    for step in action["runs"]["steps"]:
        assert "run" not in step or step["shell"] == "bash"


def test_every_input_that_is_used_exists_and_the_other_way_round(action: Any) -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", json.dumps(action["runs"])))
    assert used == set(action["inputs"])


def test_no_input_is_pasted_into_a_script(action: Any) -> None:
    for step in action["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


def test_nothing_is_uploaded(action: Any) -> None:
    uses = [step["uses"] for step in action["runs"]["steps"] if "uses" in step]
    assert [name.partition("@")[0] for name in uses] == ["actions/setup-python"]


class Runner:
    """Runs the audit step of the action in a folder."""

    def __init__(self, action: Any, folder: Path, bash: str) -> None:
        self.bash = bash
        (self.step,) = (s for s in action["runs"]["steps"] if s.get("id") == "audit")
        self.inputs = action["inputs"]
        self.folder = folder
        self.outputs: dict[str, str] = {}
        self.summary = ""

    def run(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        def value(match: re.Match[str]) -> str:
            name = match[1]
            return inputs.pop(name.replace("-", "_"), self.inputs[name]["default"])

        environment = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", value, text)
            for name, text in self.step["env"].items()
        }
        assert not inputs
        output, summary = self.folder / "output", self.folder / "summary.md"
        output.write_text("", encoding="utf-8")
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        done = subprocess.run(
            [self.bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", self.step["run"]],
            cwd=self.folder,
            env={
                **os.environ,
                **environment,
                "FAIRTRAY_BIN": str(Path(sys.executable).parent),
                "RUNNER_TEMP": str(temporary),
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(summary),
            },
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        lines = output.read_text(encoding="utf-8").splitlines()
        self.outputs = dict(line.split("=", 1) for line in lines)
        self.summary = summary.read_text(encoding="utf-8") if summary.exists() else ""
        return done


@pytest.fixture
def runner(action: Any, tmp_path: Path) -> Runner:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here, which runners of actions have")
    return Runner(action, tmp_path, bash)


def test_a_refuted_dealer_fails_the_step_with_annotations(runner: Runner) -> None:
    done = runner.run(
        ruleset="block-knock",
        dealer="uniform",
        count="40",
        claims="each-fits in-catalogue",
        reports="report.xml sub/report.html",
    )
    assert done.returncode == 1, done.stderr
    assert runner.outputs["verdict"] == "refuted"
    assert runner.outputs["exit-code"] == "1"
    report = json.loads(Path(runner.outputs["report"]).read_text(encoding="utf-8"))
    assert [claim["id"] for claim in report["claims"]] == ["in-catalogue", "each-fits"]
    assert (runner.folder / "report.xml").exists()
    assert (runner.folder / "sub" / "report.html").exists()
    assert runner.summary.startswith("## fairtray audit: ❌ refuted")
    lines = done.stdout.splitlines()
    token = lines[0].removeprefix("::stop-commands::")
    resumed = lines.index(f"::{token}::")
    # Between the two the log is no command to the runner, after them the annotations are.
    assert any(line.startswith("verdict: refuted") for line in lines[1:resumed])
    assert lines[resumed + 1].startswith("::error title=each-fits%3A refuted::")


def test_an_honest_dealer_passes(runner: Runner) -> None:
    done = runner.run(ruleset="block-knock", count="40", claims="in-catalogue each-fits")
    assert done.returncode == 0, done.stderr
    assert runner.outputs["verdict"] == "not refuted"


def test_bad_input_is_not_taken_for_a_verdict(runner: Runner) -> None:
    runner.run(ruleset="block-knock", count="40", claims="in-catalogue")
    done = runner.run(ruleset="blok-knock")
    assert done.returncode == 2
    assert runner.outputs == {"exit-code": "2"}
    assert "did you mean block-knock?" in done.stderr


def test_inputs_are_never_run(runner: Runner) -> None:
    done = runner.run(ruleset='$(touch "a")`touch b`; touch c #', claims="* $(touch d)")
    assert done.returncode == 2
    assert {path.name for path in runner.folder.iterdir()} == {"output", "tmp"}


def test_inconclusive_fails_only_where_it_is_wanted(runner: Runner) -> None:
    few = {"count": "20", "claims": "uniform", "dealer": "uniform"}
    assert runner.run(**few).returncode == 4
    done = runner.run(**few, fail_on_inconclusive="false")
    assert (done.returncode, runner.outputs["verdict"]) == (0, "inconclusive")


def test_a_configuration_file_can_be_named(runner: Runner) -> None:
    config = runner.folder / "ci.toml"
    config.write_text('[audit]\ncount = 7\nclaims = ["in-catalogue"]\n', encoding="utf-8")
    assert runner.run(config="ci.toml").returncode == 0
    report = json.loads(Path(runner.outputs["report"]).read_text(encoding="utf-8"))
    assert report["deals"] == 7


def test_every_snippet_of_the_page_is_yaml_or_toml() -> None:
    page = (cases.ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    snippets = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", page, re.S)]
    assert len(snippets) == 3
    for text in re.findall(r"```toml\n(.*?)```", page, re.S):
        assert tomllib.loads(text)


def test_the_pages_workflow_uses_inputs_that_there_are(action: Any) -> None:
    page = (cases.ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    workflow = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", page, re.S)[0])
    (step,) = (s for s in workflow["jobs"]["dealer"]["steps"] if s.get("id") == "fairtray")
    assert set(step["with"]) <= set(action["inputs"])
    gitlab = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", page, re.S)[1])
    assert gitlab["fairness"]["allow_failure"]["exit_codes"] == [4]


def test_the_pages_configuration_is_accepted(fairtray: Fairtray, tmp_path: Path) -> None:
    page = (cases.ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    file = tmp_path / "fairtray.toml"
    file.write_text(text, encoding="utf-8")
    shown = fairtray("--config", str(file), "config", "--json").json["settings"]
    taken = {(row["command"], row["key"]) for row in shown if row["from"] is not None}
    assert taken == {
        *(("audit", key) for key in ("ruleset", "dealer-command", "count", "claim", "out")),
        *(("daily.make", key) for key in ("ruleset", "key-file", "par")),
        *((command, "ruleset") for command in ("play", "simulate")),
    }
