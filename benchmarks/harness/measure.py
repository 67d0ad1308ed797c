"""Two sides of one question, timed in turns in the same run, their answers compared."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Answers = dict[str, int]
Side = Callable[[], tuple[float, Answers]]
"""Does the work once; returns the seconds it took and what it found, by name."""


class AnswersDiffer(AssertionError):
    """The two sides found different things, so their times mean nothing."""


@dataclass(frozen=True)
class Result:
    """A finished benchmark: the same work, in batches, done some times by each side.

    Attributes:
        name: its name.
        work: what was done, in words.
        reference: seconds of each batch of the reference, for each repeat.
        ours: seconds of each batch of ours, for each repeat.
        target: the least ratio to reach; 0 for any.
        limit: the most seconds that ours may take; None for any number.
        against: what the reference is.
    """

    name: str
    work: str
    reference: list[list[float]]
    ours: list[list[float]]
    target: float = 0.0
    limit: float | None = None
    against: str = "C++"

    @property
    def ratio(self) -> float:
        """How many times as fast as the reference: the median over repeats side by side."""
        pairs = zip(totals(self.reference), totals(self.ours), strict=True)
        return statistics.median(reference / ours for reference, ours in pairs)

    @property
    def ratio_of_best(self) -> float:
        """The same of the best repeat of each batch, which other programs disturb least."""
        return best(self.reference) / best(self.ours)

    @property
    def reached(self) -> bool:
        """Whether target and limit are reached by the best repeats."""
        within = self.limit is None or best(self.ours) <= self.limit
        return within and self.ratio_of_best >= self.target


def totals(seconds: list[list[float]]) -> list[float]:
    """Return the time of all batches together, for each repeat."""
    return [sum(batches) for batches in seconds]


def best(seconds: list[list[float]]) -> float:
    """Return the sum over the batches of each one's best time."""
    return sum(min(repeats) for repeats in zip(*seconds, strict=True))


def spread(seconds: list[float]) -> float:
    """Return (slowest - fastest) / median."""
    return (max(seconds) - min(seconds)) / statistics.median(seconds)


def compare(
    name: str,
    work: str,
    batches: Sequence[tuple[Side, Side]],
    *,
    repeats: int,
    target: float = 0.0,
    limit: float | None = None,
    against: str = "C++",
) -> Result:
    """Time the reference and ours on each batch in turns, after one untimed turn.

    Raises:
        AnswersDiffer: a name that both sides answer has two values.
    """
    times: tuple[list[list[float]], list[list[float]]] = ([], [])
    for _ in range(repeats + 1):
        turn: list[tuple[float, float]] = []
        for reference, ours in batches:
            (reference_time, expected), (our_time, found) = reference(), ours()
            shared = expected.keys() & found.keys()
            wrong = {key: (expected[key], found[key]) for key in shared}
            wrong = {key: both for key, both in wrong.items() if both[0] != both[1]}
            if wrong or not shared:
                raise AnswersDiffer(f"{name}: reference and ours differ in {wrong or 'all names'}")
            turn.append((reference_time, our_time))
        times[0].append([reference_time for reference_time, _ in turn])
        times[1].append([our_time for _, our_time in turn])
    return Result(name, work, times[0][1:], times[1][1:], target, limit, against)


def stopwatch(work: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
