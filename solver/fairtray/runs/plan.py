"""What a long command is to the runner: numbered chunks, and how their results add up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
Total = TypeVar("Total")

Progress = Callable[[int], None]
"""Called with the number of things (deals, games, days) that were done since the last call."""


def no_progress(count: int) -> None:
    """Ignore progress."""


class Plan(ABC, Generic[Chunk, Result, Total]):
    """Work that takes long, cut into chunks that do not depend on each other.

    The answer of a plan is the merge of its chunks' results in the order of the chunks. It
    must be the same no matter where and when each chunk was done, so that a plan can be shared
    among processes and machines, and continued from a journal after a crash:

    * the chunks, and the order they come in, depend on the plan alone: never on the machine
      or on the number of workers;
    * the result of a chunk depends on the plan and the chunk alone;
    * plans, chunks and results can be pickled, and a result survives ``decode(encode(…))``
      exactly.
    """

    __slots__ = ()

    kind: ClassVar[str]
    """The kind of work, as a journal names it."""

    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """Return everything that the results depend on, by name, as JSON values.

        A journal of a plan that differs anywhere is refused. The version and the code of
        fairtray itself are always compared, and do not belong here.

        Raises:
            InputError: the work cannot be repeated, so that no journal can be kept.
        """

    @abstractmethod
    def chunks(self) -> Iterable[Chunk]:
        """Return the chunks in order; they are taken only a few at a time, as needed."""

    @abstractmethod
    def do(self, chunk: Chunk, progress: Progress = no_progress, /) -> Result:
        """Do the work of one chunk, in any process, on any machine.

        Args:
            chunk: the chunk.
            progress: to be told of what is done.
        """

    def encode(self, result: Result) -> Any:
        """Return a result as a JSON value; by default it is one."""
        return result

    def decode(self, value: Any) -> Result:
        """Return the result that :meth:`encode` wrote, exactly the same.

        Raises:
            KeyError, TypeError, ValueError, IndexError: the value is not such a result.
        """
        result: Result = value
        return result

    @abstractmethod
    def total(self) -> Total:
        """Return the answer before the first chunk, an object that :meth:`merge` changes."""

    @abstractmethod
    def merge(self, total: Total, result: Result) -> None:
        """Add the result of the next chunk to the answer."""

    def worthwhile(self) -> int:
        """Return how many processes pay off for so much work, however many cores there are."""
        return 1

    @property
    def isolated(self) -> bool:
        """Whether no two chunks may run at once in one process, as with foreign Python code."""
        return False

    def crash(self) -> Exception | None:
        """Return what to raise when a worker's process ended by itself.

        None where nothing in the plan explains it.
        """
        return None


class ChunkResult(NamedTuple, Generic[Result]):
    """A chunk that is done.

    Attributes:
        result: what it came to.
        progress: how many things it reported as done.
        worker: the worker of a cluster that did it; empty on this machine.
    """

    result: Result
    progress: int
    worker: str = ""


def do_chunk(
    plan: Plan[Chunk, Result, Any], chunk: Chunk, progress: Progress
) -> ChunkResult[Result]:
    """Do a chunk, and count what it reports as done."""
    total = 0

    def count(done: int) -> None:
        nonlocal total
        total += done
        progress(done)

    return ChunkResult(plan.do(chunk, count), total)
