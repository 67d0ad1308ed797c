"""A standard stream that is closed, and a place where nothing can be written."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TIGHT = ROOT / "fixtures" / "examples" / "tight.txt"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")


def _shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f"{shlex.quote(sys.executable)} -m fairtray_cli {command}"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_closed_stdin_is_bad_input() -> None:
    done = _shell("check - <&-")
    assert done.returncode == 2
    assert done.stderr == "error: standard input: is closed; feed it or name a file\n"


def test_a_closed_stdout_is_bad_usage() -> None:
    done = _shell(f"check {shlex.quote(str(TIGHT))} >&-")
    assert done.returncode == 2
    assert done.stderr.endswith(
        "error: standard output: is closed; leave it open or use >/dev/null\n"
    )


def test_kernels_work_where_no_cache_can_be_kept(tmp_path: Path) -> None:
    # Which folders are tried, and when there is none, is tested beside the kernels.
    script = (
        "from fairtray.engines.kernels import _cache\n"
        "_cache.writable_folder = lambda: None\n"
        "from fairtray_cli.main import run\n"
        "run()\n"
    )
    (tmp_path / "uncached.py").write_text(script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "uncached.py", "check", str(TIGHT), "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"placeable": true' in done.stdout
    assert done.stderr.count("set NUMBA_CACHE_DIR to a writable folder") == 1
