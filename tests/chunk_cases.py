"""Work for the tests of chunks, in a module that other processes can import."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path


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
