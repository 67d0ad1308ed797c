"""Compiled kernels: which folder they are kept in, and that none outlives its source."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import cases

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")

# Compiles one small kernel that has another one inside.
SCRIPT = """
import numba, numpy as np
before = numba.config.CACHE_DIR
from fairtray.engines.kernels import _jit, rng
assert numba.config.CACHE_DIR == before
rng.next_word(np.arange(1, 5, dtype=np.uint64))
print(_jit.CACHED, rng.next_word.stats.cache_path, sum(rng.next_word.stats.cache_hits.values()))
"""


class Installed:
    """A copy of the library with an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "site" / "fairtray"
        shutil.copytree(
            cases.ROOT / "solver" / "fairtray",
            self.package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        self.in_package = self.package / "engines" / "kernels" / "__pycache__"
        self.in_home = folder / "home" / "cache"
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")} | {
            "PYTHONPATH": str(self.package.parent),
            "XDG_CACHE_HOME": str(self.in_home),
            "HOME": str(folder / "home"),
            "TMPDIR": str(self.temporary),
        }

    def run(self, **environment: str) -> tuple[bool, Path | None, int]:
        """Return whether the kernel was kept, where, and how often it was found there."""
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=self.environment | environment,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        kept, path, hits = done.stdout.split()
        return kept == "True", None if path == "None" else Path(path), int(hits)


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def blocked(folder: Path) -> None:
    """Put a file where a folder is wanted, which stops even a superuser from writing there."""
    folder.parent.mkdir(exist_ok=True)
    folder.write_bytes(b"")


def in_the_package(installed: Installed) -> Path:
    return installed.in_package


def in_the_users_cache(installed: Installed) -> Path:
    blocked(installed.in_package)
    return installed.in_home / "fairtray"


def among_the_temporary_files(installed: Installed) -> Path:
    blocked(installed.in_package)
    blocked(installed.in_home)
    return installed.temporary / f"fairtray-{os.getuid()}"


WAYS = [in_the_package, in_the_users_cache, among_the_temporary_files]


@pytest.mark.parametrize("way", WAYS)
def test_kernels_are_kept_in_the_first_folder_that_can_be_written(
    installed: Installed, way: Callable[[Installed], Path]
) -> None:
    folder = way(installed)
    kept, path, hits = installed.run()
    assert (kept, hits) == (True, 0)
    assert path is not None
    assert folder in (path, path.parent)
    assert installed.run() == (True, path, 1)


@pytest.mark.parametrize(
    "way", [WAYS[0], *(pytest.param(way, marks=pytest.mark.slow) for way in WAYS[1:])]
)
def test_no_kernel_outlives_a_change_in_another_file(
    installed: Installed, way: Callable[[Installed], Path]
) -> None:
    way(installed)
    _, path, _ = installed.run()
    changed = installed.package / "engines" / "tables.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert installed.run() == (True, path, 0)
    assert installed.run() == (True, path, 1)


def test_the_folder_that_numba_is_told_comes_first(installed: Installed, tmp_path: Path) -> None:
    told = tmp_path / "told"
    kept, path, _ = installed.run(NUMBA_CACHE_DIR=str(told))
    assert kept
    assert path is not None
    assert path.parent == told
    assert installed.run(NUMBA_CACHE_DIR=str(told)) == (True, path, 1)
    # One that cannot be written is passed over.
    blocked(tmp_path / "file")
    assert installed.run(NUMBA_CACHE_DIR=str(tmp_path / "file"))[1] == installed.in_package


def test_a_folder_that_others_can_write_is_not_trusted(installed: Installed) -> None:
    folder = among_the_temporary_files(installed)
    folder.mkdir()
    folder.chmod(0o777)
    assert installed.run() == (False, None, 0)
    folder.rmdir()
    (installed.temporary / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(installed.temporary / "elsewhere")
    assert installed.run() == (False, None, 0)


def test_nothing_is_kept_where_nothing_can_be_written(installed: Installed) -> None:
    folder = among_the_temporary_files(installed)
    blocked(folder)
    assert installed.run() == (False, None, 0)
