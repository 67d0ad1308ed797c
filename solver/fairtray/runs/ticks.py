"""What a chunk's work is, and how it tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypeVar

Tick = Callable[[int], None]
"""Called with the number of things (deals, games, days) that are done since the last call."""

Job_contra = TypeVar("Job_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)
Job = TypeVar("Job")
Result = TypeVar("Result")


class Do(Protocol[Job_contra, Result_co]):
    """Makes the result of one job: a function of a module, so that it can be pickled."""

    def __call__(self, job: Job_contra, tick: Tick, /) -> Result_co:
        """Return the result of a job, which depends on nothing else.

        Args:
            job: what to do; can be pickled, as can the result.
            tick: to be told of what is done.
        """
        ...


def quiet(count: int) -> None:
    """Take note of nothing: the tick of those whom progress does not interest."""


def unheard(text: str) -> None:
    """Take no note of a text: who tells the user nothing in the middle of the work."""


class Done(NamedTuple, Generic[Result]):
    """A chunk that has been done.

    Attributes:
        result: what it came to.
        ticks: how many things it told of as done.
        place: where it was done; empty where that is no question.
    """

    result: Result
    ticks: int
    place: str = ""


def counted(do: Do[Job, Result], job: Job, tick: Tick) -> Done[Result]:
    """Do a chunk, and count what it tells of."""
    total = 0

    def note(count: int) -> None:
        nonlocal total
        total += count
        tick(count)

    return Done(do(job, note), total)
