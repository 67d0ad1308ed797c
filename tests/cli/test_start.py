"""What a command imports, and that kernels come from the cache without numba's compiler."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MID_GAME = str(Path(__file__).parents[2] / "fixtures" / "examples" / "mid-game.json")
SOLVE = ["solve", MID_GAME]

COMPILING = ("numba.np.arraymath", "numba.np.linalg", "scipy.linalg")
"""What numba imports to compile, and only then: a third of a short command's time."""

UNUSED = (
    "jinja2",
    "ortools",
    "PIL",
    "fairtray.pictures.svg",
    "fairtray.pictures.raster",
    "fairtray.engines.search.outcomes",
    "urllib.request",
)


def loaded(args: list[str], names: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return what a command prints, and which of the modules it has loaded at its end."""
    script = (
        "import sys\n"
        "from fairtray_cli.main import run\n"
        f"sys.argv[1:] = {args!r}\n"
        "try:\n"
        "    run()\n"
        "finally:\n"
        f"    print([name for name in {names!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, eval(done.stderr.splitlines()[-1])  # noqa: S307


@pytest.mark.parametrize(
    "more", [[], ["--top", "2"], ["--objective", "survival"], ["--explain", "--json"]]
)
def test_a_kernel_from_the_cache_needs_no_compiler(more: list[str]) -> None:
    compiled, _ = loaded([*SOLVE, *more], COMPILING)
    from_cache, modules = loaded([*SOLVE, *more], COMPILING)
    assert from_cache == compiled
    assert modules == []


def test_solve_imports_only_what_it_uses() -> None:
    assert loaded(SOLVE, UNUSED)[1] == []


def test_an_interrupt_that_came_in_a_callback_comes_again() -> None:
    script = (
        "import sys, time\n"
        "from fairtray_cli import __main__ as beginning\n"
        "sys.unraisablehook = beginning._interrupt_again\n"
        "class Interrupted:\n"
        "    def __del__(self):\n"
        "        raise KeyboardInterrupt\n"
        "try:\n"
        "    Interrupted()\n"
        "    time.sleep(60)\n"
        "except KeyboardInterrupt:\n"
        "    print('again')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=50
    )
    assert (done.stdout, done.stderr) == ("again\n", "")
