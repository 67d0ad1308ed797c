"""The wheel and the sdist: what is in them, and that they run where nothing else can be written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

import cases
from fairtray import __version__

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")

NOTHING_KEPT = "no folder for compiled code can be written"
TRAY = "bloky-8x8:0x7fbfdfeff7fbfdfe:O9,dot"

_UNSHARE = shutil.which("unshare") or ""

READ_ONLY = """
for place in $MOUNTS; do mount -o remount,bind,ro "$place"; done
[ -z "$WRITABLE" ] || mount -t tmpfs none "$WRITABLE"
cd "${WRITABLE:-/}"
exec env -i PATH=/usr/bin:/bin HOME=/nonexistent ${WRITABLE:+TMPDIR="$WRITABLE"} /bin/sh -ec "$1"
"""


def done(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a program that must succeed."""
    run = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run


def clean(**more: str) -> dict[str, str]:
    """Return the environment without what could lead to this source tree."""
    kept = {
        k: v
        for k, v in os.environ.items()
        if k != "PYTHONPATH" and not k.startswith(("FAIRTRAY_", "NUMBA_", "PYTEST_"))
    }
    return kept | more


@dataclass(frozen=True)
class Built:
    """What one build left."""

    wheel: Path
    sdist: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    out = tmp_path_factory.mktemp("dist")
    done(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, cases.ROOT, env=clean())
    (wheel,) = out.glob("*.whl")
    (sdist,) = out.glob("*.tar.gz")
    return Built(wheel, sdist)


def installed(archive: Path, folder: Path) -> Path:
    """Return the programs of a new environment that holds the archive, and what it depends on.

    The packages that it depends on are those of the running environment; a path entry
    does not lead to what is installed there as editable, such as fairtray itself.
    """
    done(sys.executable, "-m", "venv", "--without-pip", folder)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    done(
        sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", "--quiet",
        "--ignore-installed", "--no-deps", "--no-index", "--no-build-isolation", archive,
        env=clean(),
    )  # fmt: skip
    return folder / "bin"


@pytest.fixture(scope="module")
def programs(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(built.wheel, tmp_path_factory.mktemp("wheel") / "venv")


def read_only(
    script: str, programs: Path, writable: Path | None
) -> subprocess.CompletedProcess[str]:
    """Run a script where no folder can be written but one, if any, and there is no home."""
    mounts = {"/"}
    for path in (programs, Path(tempfile.gettempdir()), Path("/var/tmp")):  # noqa: S108
        place = path.resolve()
        while not place.is_mount():
            place = place.parent
        mounts.add(str(place))
    return subprocess.run(
        [_UNSHARE, "--map-root-user", "--mount", "/bin/sh", "-ec", READ_ONLY, "sh", script],
        env=os.environ | {"MOUNTS": " ".join(sorted(mounts)), "WRITABLE": str(writable or "")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def _mounts(programs: Path) -> None:
    if not _UNSHARE:
        pytest.skip("no unshare here, to run where nothing can be written")
    tried = read_only("touch /tmp/here 2>/dev/null && exit 1 || exit 0", programs, None)
    if tried.returncode != 0:
        pytest.skip(f"no mounts of one's own here: {tried.stderr.strip()}")


@pytest.mark.everyday
def test_the_wheel_holds_the_packages_and_nothing_else(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        names = set(wheel.namelist())
        metadata = wheel.read(f"fairtray-{__version__}.dist-info/METADATA").decode()
    tops = {name.split("/")[0] for name in names}
    assert tops <= {"fairtray", "fairtray_cli", f"fairtray-{__version__}.dist-info"}
    for source, package in (("solver", "fairtray"), ("cli", "fairtray_cli")):
        folder = cases.ROOT / source
        for path in (folder / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path.relative_to(folder).as_posix() in names
    for path in (cases.FIXTURES / "boards").iterdir():
        assert f"fairtray/corpus/boards/{path.name}" in names
    assert not [name for name in names if name.endswith((".pyc", ".nbi", ".nbc"))]
    assert "License-Expression: MIT" in metadata
    assert f"fairtray-{__version__}.dist-info/licenses/LICENSE" in names


def test_the_tests_pass_from_the_sdist(built: Built, tmp_path: Path) -> None:
    with tarfile.open(built.sdist) as sdist:
        sdist.extractall(tmp_path, filter="data")
    (root,) = tmp_path.iterdir()
    for folder in ("tests", "docs", "fixtures", "benchmarks", ".ci"):
        for path in (cases.ROOT / folder).rglob("*"):
            parts = path.relative_to(cases.ROOT).parts
            if path.is_file() and not {"__pycache__", "fairtray-counterexamples"} & set(parts):
                assert root.joinpath(*parts).is_file(), path
    where = "import fairtray, pathlib; print(pathlib.Path(fairtray.__file__).parent.parent)"
    env = clean(PYTHONPATH=f"{root / 'solver'}{os.pathsep}{root / 'cli'}")
    assert done(sys.executable, "-c", where, env=env).stdout.strip() == str(root / "solver")
    tested = done(
        sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider",
        "tests/unit/test_structure.py", "tests/unit/test_shapes.py", "tests/unit/test_board.py",
        "tests/unit/test_rulesets.py", "tests/unit/test_oracle.py", "tests/cli/test_rulesets.py",
        cwd=root, env=env,
    )  # fmt: skip
    assert " passed" in tested.stdout


def test_the_sdist_installs_and_runs(built: Built, tmp_path: Path) -> None:
    fairtray = installed(built.sdist, tmp_path / "venv") / "fairtray"
    (tmp_path / "empty").mkdir()
    run = done(fairtray, "--version", cwd=tmp_path / "empty", env=clean())
    assert run.stdout.split()[:2] == ["fairtray", __version__]
    run = done(fairtray, "prove", "bloky-8x8", "--json", cwd=tmp_path / "empty", env=clean())
    assert json.loads(run.stdout)["ruleset"] == "bloky-8x8"


@pytest.mark.usefixtures("_mounts")
def test_everything_runs_from_a_read_only_package_without_a_home(
    programs: Path, tmp_path: Path
) -> None:
    fairtray = programs / "fairtray"
    script = f"""
        {fairtray} check '{TRAY}' --json || [ $? = 1 ]
        {fairtray} solve '{TRAY}' --json --image picture.png
        {fairtray} audit --ruleset block-knock -n 500 --json --jobs 2 --claim each-fits
        {fairtray} daily make --date 2026-11-29 --json
        {fairtray} prove bloky-8x8 --json
        {fairtray} simulate --player random -n 5 --json
        {fairtray} play --list --json
        ls picture.png fairtray-*/kernels*/*.nbc >&2
    """
    run = read_only(script, programs, tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    check, solve, audit, daily, prove, games, saved = map(json.loads, run.stdout.splitlines())
    assert not check["placeable"]
    assert solve["points"] == 31
    assert audit["claims"][0]["verdict"] == "holds"
    assert daily["date"] == "2026-11-29"
    assert prove["ruleset"] == games["ruleset"] == "bloky-8x8"
    assert saved == {"saves": []}
    # Compiled once, into the one folder that can be written, with nothing to be said of it.
    assert NOTHING_KEPT not in run.stderr
    assert "picture.png" in run.stderr
    assert ".nbc" in run.stderr


@pytest.mark.usefixtures("_mounts")
def test_one_note_says_that_nothing_can_be_kept(programs: Path) -> None:
    fairtray = programs / "fairtray"
    run = read_only(f"{fairtray} check '{TRAY}' --json", programs, None)
    assert run.returncode == 1, run.stderr
    assert json.loads(run.stdout)["fits"] == [False, True]
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith(f"note: {NOTHING_KEPT}")
    run = read_only(f"{fairtray} audit -n 100", programs, None)
    assert run.returncode == 2
    assert run.stderr == (
        "error: fairtray-counterexamples: / cannot be written; name a writable folder with "
        "--save, or save none with --keep 0\n"
    )
