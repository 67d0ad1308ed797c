"""Where in a document a value stands, and what was found wrong with it there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from fairtray.core.errors import Fault, InputError, echo

Steps = tuple[int | str, ...]
"""The keys and indices that lead from the root of a document to a value."""


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
        faults: everything that is wrong, in the order of reading.
        warnings: what is odd but allowed.
        refused: the places of the values that were refused. A default stands in for such a
            value, so nothing can be concluded from it.
    """

    faults: list[Fault] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    refused: set[Steps] = field(default_factory=set)

    def raise_faults(self, error: type[InputError] = InputError, source: str = "") -> None:
        """Raise the faults as one error, if there are any."""
        if self.faults:
            raise error(self.faults, source)


@dataclass(frozen=True, slots=True)
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
        self.log.faults.append(Fault(self.path, what, mend))
        self.log.refused.add(self.steps)
        return REFUSED

    def nested(self, error: InputError) -> Refused:
        """Note the faults that reading the value here raised elsewhere."""
        self.log.faults += error.located("", self.path).faults
        self.log.refused.add(self.steps)
        return REFUSED

    def warn(self, text: str) -> None:
        """Note something odd that is allowed."""
        self.log.warnings.append(f"{self.path}: {text}" if self.steps else text)

    def touches_refused(self) -> bool:
        """Return whether a value here, above or below was refused."""
        return any(
            steps[: len(self.steps)] == self.steps or self.steps[: len(steps)] == steps
            for steps in self.log.refused
        )


class Refused:
    """The type of :data:`REFUSED`."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return its name."""
        return "REFUSED"


REFUSED: Final = Refused()
"""What a kind returns for a value that it does not accept; the faults are in the log."""
