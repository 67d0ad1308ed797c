"""Plans for the tests of runs, in a module that other processes can import."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from fairtray.runs import Plan, Progress, Workers, no_progress


@dataclass(frozen=True, slots=True)
class Work(Plan[int, Any, list[Any]]):
    """A plan that does what a function of this module does."""

    function: Callable[[int, Progress], Any]
    jobs: Iterable[int]
    run: Mapping[str, Any] = field(default_factory=dict)
    kind: ClassVar[str] = "work"

    def identity(self) -> Mapping[str, Any]:
        return self.run

    def chunks(self) -> Iterable[int]:
        return self.jobs

    def do(self, chunk: int, progress: Progress = no_progress, /) -> Any:
        return self.function(chunk, progress)

    def decode(self, value: Any) -> Any:
        if not isinstance(value, int):
            raise TypeError("not a number")
        return value

    def total(self) -> list[Any]:
        return []

    def merge(self, total: list[Any], result: Any) -> None:
        total.append(result)

    def __reduce__(self) -> Any:
        # What a worker needs; the jobs may be a generator.
        return type(self), (self.function, (), {})


def results(
    function: Callable[[int, Progress], Any],
    jobs: Iterable[int],
    *,
    workers: int = 1,
    progress: Progress = no_progress,
    executor: Executor | None = None,
) -> Any:
    """Yield the results of some jobs, in order."""
    return Workers(workers, executor=executor).results(Work(function, jobs), progress)


def square(job: int, tick: Callable[[int], None]) -> int:
    tick(1)
    tick(job)
    return job * job


def slow_first(job: int, tick: Callable[[int], None]) -> int:
    time.sleep(0.3 if job in {0, 1} else 0)
    return square(job, tick)


def refuse_three(job: int, tick: Callable[[int], None]) -> int:
    if job == 3:
        raise ValueError("three is refused")
    return square(job, tick)


def who(_job: int, _tick: Callable[[int], None]) -> int:
    time.sleep(0.05)
    return os.getpid()


def sleep_long(job: int, tick: Callable[[int], None]) -> int:
    if job:
        time.sleep(600)
    return square(job, tick)


def die(job: int, tick: Callable[[int], None]) -> int:
    if job == 2:
        os._exit(9)
    return square(job, tick)


def refuse_all(job: int, _tick: Callable[[int], None]) -> int:
    raise AssertionError(f"job {job} was done again")


def peak() -> int:
    """Return the most memory that this program has held, in KiB.

    From Linux' own count, where there is one: the one of ``getrusage`` begins with what the
    process had before this program was started in it, which is what its parent has.
    """
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (row for row in status.read_text("ascii").splitlines() if row[:6] == "VmHWM:")
        return int(line.split()[1])
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def heavy(_job: int, _tick: Callable[[int], None]) -> tuple[int, bytes]:
    return peak(), bytes(2**20)
