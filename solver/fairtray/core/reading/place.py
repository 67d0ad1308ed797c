"""Where in a document a value stands, and what was found wrong with it there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from fairtray.core.errors import Fault, InputError, echo

Steps = tuple[int | str, ...]
"""The keys and indices that lead from the root of a document to a value."""


class Refused:
    """The type of :data:`REFUSED`."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return its name."""
        return "REFUSED"


REFUSED: Final = Refused()
"""What a kind returns for a value that it does not accept; the faults are in the log."""


def path_of(steps: Steps) -> str:
    """Return steps as messages write them: ``tray[1].rows``."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            word = echo(step)[1:-1]
            text += f".{word}" if text else word
    return text


@dataclass(slots=True)
class Log:
    """What reading one document found.

    Attributes:
        refused: the places of the values that were refused. A default stands in for such a
            value, so nothing can be concluded from it.
        unknown: the places of the keys that are faults because nobody knows them.
    """

    refused: set[Steps] = field(default_factory=set)
    unknown: set[Steps] = field(default_factory=set)
    _placed: list[tuple[Steps, Fault]] = field(default_factory=list)
    _warned: list[tuple[Steps, str]] = field(default_factory=list)

    @property
    def faults(self) -> list[Fault]:
        """Everything that is wrong, in the order of reading unless :meth:`sort` was called."""
        return [fault for _, fault in self._placed]

    @property
    def warnings(self) -> list[str]:
        """What is odd but allowed; what is so in many entries of a list is said once."""
        groups: dict[tuple[Steps, str], list[str]] = {}
        for steps, text in self._warned:
            same = tuple("" if isinstance(step, int) else step for step in steps)
            groups.setdefault((same, text), []).append(path_of(steps))
        warnings = []
        for (_, text), paths in groups.items():
            more = ", here and in the entries that follow" if paths[1:] else ""
            warnings.append(f"{paths[0]}: {text}{more}" if paths[0] else f"{text}{more}")
        return warnings

    def warn(self, steps: Steps, text: str) -> None:
        """Note something odd at some place that is allowed."""
        self._warned.append((steps, text))

    def add(self, steps: Steps, faults: Iterable[Fault]) -> Refused:
        """Note faults of the value at some place, and return what stands for it."""
        self._placed += [(steps, fault) for fault in faults]
        self.refused.add(steps)
        return REFUSED

    def sort(self, document: object) -> None:
        """Put the faults into the order of the document that was read, missing keys last."""
        self._placed.sort(key=lambda placed: _order(document, placed[0]))

    def raise_faults(self, error: type[InputError] = InputError, source: str = "") -> None:
        """Raise the faults as one error, if there are any."""
        if self._placed:
            raise error(self.faults, source)


def _order(document: object, steps: Steps) -> tuple[int, ...]:
    """Return what sorts a place among those of its document."""
    order: list[int] = []
    for step in steps:
        if isinstance(document, Mapping):
            keys = list(document)
            order.append(keys.index(step) if step in document else len(keys))
            document = document.get(step)
        elif isinstance(step, int):
            order.append(step)
            inside = isinstance(document, (list, tuple)) and step < len(document)
            document = document[step] if inside else None  # type: ignore[index]
        else:
            order.append(0)
    return tuple(order)


@dataclass(slots=True)  # not frozen: every value read makes one, and that costs twice as much
class Place:
    """A place in a document that is being read.

    Attributes:
        log: what has been found in the document so far.
        steps: the way from the root.
    """

    log: Log
    steps: Steps = ()

    @property
    def path(self) -> str:
        """The place as messages name it; empty for the root."""
        return path_of(self.steps)

    def at(self, *steps: int | str) -> Place:
        """Return the place of a value inside this one."""
        return Place(self.log, (*self.steps, *steps))

    def fault(self, what: str, mend: str = "") -> Refused:
        """Note a fault of the value here, and return what stands for a refused value."""
        return self.log.add(self.steps, [Fault(self.path, what, mend)])

    def nested(self, error: InputError) -> Refused:
        """Note the faults that reading the value here raised elsewhere."""
        return self.log.add(self.steps, error.located("", self.path).faults)

    def warn(self, text: str) -> None:
        """Note something odd that is allowed."""
        self.log.warn(self.steps, text)

    def touches_refused(self) -> bool:
        """Return whether a value here, above or below was refused."""
        return any(
            steps[: len(self.steps)] == self.steps or self.steps[: len(steps)] == steps
            for steps in self.log.refused
        )
