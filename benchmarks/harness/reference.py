"""The C++ reference: built with g++, fed by a file, run for a few repeats at a time."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fairtray.engines.tables import Tables

SOURCE = Path(__file__).parent.parent / "reference.cpp"
COMPILER = "g++"
FLAGS = ("-std=c++17", "-O3", "-march=native")


class ReferenceFault(RuntimeError):
    """The reference cannot be built or run."""


@dataclass(frozen=True)
class Outcome:
    """What one run of the reference printed.

    Attributes:
        seconds: the time of each repeat.
        answers: the other named numbers.
    """

    seconds: list[float]
    answers: dict[str, int]


def build() -> Path:
    """Build the reference unless this source was built before; return the program.

    Raises:
        ReferenceFault: there is no g++, or it found a fault.
    """
    if shutil.which(COMPILER) is None:
        raise ReferenceFault(
            f"{COMPILER} is not installed, and the ratios are against C++ built by it;"
            " on Debian or Ubuntu: apt-get install g++"
        )
    key = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:16]
    program = Path(tempfile.gettempdir()) / f"fairtray-reference-{key}"
    if not program.exists():
        partial = program.with_suffix(".partial")
        command = [COMPILER, *FLAGS, "-o", str(partial), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ReferenceFault(f"{' '.join(command)}\n{done.stderr}")
        partial.replace(program)
    return program


def compiler_version() -> str:
    """Return the first line that g++ says of itself."""
    done = subprocess.run([COMPILER, "--version"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0]


def write_input(
    path: Path, tables: Tables, boards: np.ndarray, trays: np.ndarray, points: Sequence[int] = ()
) -> None:
    """Write what the reference reads: arrays of 64-bit words, each after its length.

    Args:
        path: the file.
        tables: of the shapes that the trays are made of.
        boards: uint64 (N, W).
        trays: int64 (N, n); a walk takes one tray.
        points: for a walk that keeps the score: for a cell, then for 0, 1, 2, … lines.
    """
    grid = [tables.cells, len(tables.lines), tables.offsets.shape[1]]
    arrays = [
        np.array([len(tables.lanes)]),
        np.array(grid),
        tables.full,
        tables.offsets,
        tables.sizes,
        tables.anchors,
        tables.masks,
        tables.lines,
        tables.touch_start,
        tables.touch,
        tables.cover,
        boards,
        trays,
        np.array(points, dtype=np.int64),
    ]
    with path.open("wb") as file:
        for array in arrays:
            file.write(np.int64(array.size).tobytes())
            file.write(np.ascontiguousarray(array).astype("<u8", casting="unsafe").tobytes())


def run(program: Path, what: str, path: Path, repeats: int) -> Outcome:
    """Run one task of the reference.

    Raises:
        ReferenceFault: it failed.
    """
    command = [str(program), what, str(path), str(repeats)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReferenceFault(done.stderr.strip() or f"exit code {done.returncode}")
    seconds: list[float] = []
    answers: dict[str, int] = {}
    for line in done.stdout.splitlines():
        name, value = line.split()
        if name == "ns":
            seconds.append(int(value) / 1e9)
        else:
            answers[name] = int(value)
    return Outcome(seconds, answers)


def checksum(values: np.ndarray) -> int:
    """Return a sum that depends on every value and its place, as ``Sum`` in the reference."""
    flat = np.ascontiguousarray(values).reshape(-1).astype(np.uint64, casting="unsafe")
    weights = np.arange(1, 2 * flat.size, 2, dtype=np.uint64)
    return int(((flat + np.uint64(1)) * weights).sum(dtype=np.uint64))
