"""Ctrl-C ends a search that would go on for long."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")
def test_a_search_without_end_is_interrupted(tmp_path: Path) -> None:
    tray = [["#####", "#####"], ["#" * 20], ["#"] * 20, ["###"], ["#.#", "...", "#.#"]]
    position = {"ruleset": {"rows": 20, "cols": 20}, "board": ["." * 20] * 20, "tray": tray}
    (tmp_path / "wide.json").write_text(json.dumps(position), encoding="utf-8")
    command = [sys.executable, "-m", "fairtray_cli"]
    # First a small one of the same width, so that nothing is left to be compiled.
    small = position | {"tray": [["#"]]}
    (tmp_path / "small.json").write_text(json.dumps(small), encoding="utf-8")
    subprocess.run([*command, "solve", "small.json"], cwd=tmp_path, check=True, capture_output=True)
    process = subprocess.Popen(
        [*command, "solve", "wide.json", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(8)
    assert process.poll() is None, process.stderr.read() if process.stderr else ""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    if out:
        # It had come to the search itself, which knows a line and a bound by then.
        answer = json.loads(out)
        assert (answer["exact"], answer["stopped"]) == (False, "interrupted")
        assert sum(move["points"] for move in answer["moves"]) == answer["points"]
        assert answer["points"] <= answer["upper_bound"]
        assert "not proven" in err
    else:
        # click begins a new line first, for the terminal's own ^C.
        assert err.strip() == "interrupted"
