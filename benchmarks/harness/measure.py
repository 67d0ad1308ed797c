"""Two sides of one question, timed in turns in the same run, their answers compared."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Answers = dict[str, int]
Side = Callable[[], tuple[float, Answers]]
"""Does the work once; returns the seconds it took and what it found, by name."""


class AnswersDiffer(AssertionError):
    """The two sides found different things, so their times mean nothing."""


@dataclass(frozen=True)
class Result:
    """A finished benchmark.

    Attributes:
        name: its name.
        work: what was done, in words.
        reference: seconds of each repeat of the C++ reference.
        ours: seconds of each repeat of ours.
        target: the least ratio to reach.
    """

    name: str
    work: str
    reference: list[float]
    ours: list[float]
    target: float

    @property
    def ratio(self) -> float:
        """How many times as fast as the reference: the median over repeats side by side."""
        pairs = zip(self.reference, self.ours, strict=True)
        return statistics.median(reference / ours for reference, ours in pairs)

    @property
    def ratio_of_best(self) -> float:
        """The same from the best repeat of each, which other programs disturb least."""
        return min(self.reference) / min(self.ours)

    @property
    def reached(self) -> bool:
        """Whether the target is reached by the best repeats."""
        return self.ratio_of_best >= self.target


def spread(seconds: list[float]) -> float:
    """Return (slowest - fastest) / median."""
    return (max(seconds) - min(seconds)) / statistics.median(seconds)


def compare(
    name: str, work: str, reference: Side, ours: Side, *, target: float, repeats: int
) -> Result:
    """Time both sides, alternating, after one untimed turn of each.

    Raises:
        AnswersDiffer: a name that both sides answer has two values.
    """
    times: tuple[list[float], list[float]] = ([], [])
    for repeat in range(repeats + 1):
        (reference_time, expected), (our_time, found) = reference(), ours()
        shared = expected.keys() & found.keys()
        wrong = {key: (expected[key], found[key]) for key in shared if expected[key] != found[key]}
        if wrong or not shared:
            raise AnswersDiffer(f"{name}: reference and ours differ in {wrong or 'every name'}")
        if repeat:
            times[0].append(reference_time)
            times[1].append(our_time)
    return Result(name, work, times[0], times[1], target)


def stopwatch(work: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
