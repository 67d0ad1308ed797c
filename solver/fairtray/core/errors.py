"""Every error that the library raises on purpose, under one root.

The command line turns an :class:`InputError` into one line on stderr and exit
status 2, a :class:`DealerError` into exit status 3 and an :class:`InternalFault`
into exit status 70. Anything else that escapes is a fault of our own.
"""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeGuard

MAX_FAULTS_SHOWN = 12
"""How many faults one message spells out before it only counts the rest."""

MAX_ECHO = 60
"""How many characters of an input a message repeats."""

_HALF_ESCAPE = re.compile(r"(?<=[^\\])\\(?:x[0-9a-f]?|u[0-9a-f]{0,3}|U[0-9a-f]{0,7})?$")
"""What is left of an escape that a text has been cut in."""


def echo(value: object, limit: int = MAX_ECHO) -> str:
    """Return ``value`` as one printable, bounded line, safe to put into a message.

    Control characters, line breaks and lone surrogates come out as escapes, so a
    hostile file can neither break the one-line rule nor a terminal.
    """
    if isinstance(value, str):
        shown = value[:limit]
        text = printable(repr(shown))
        while len(text) > limit + 2:
            # Whole characters go, never half of an escape, and the quotes stay.
            shown = shown[:-1]
            text = printable(repr(shown))
        return text if len(shown) == len(value) else f"{text[:-1]}…{text[-1]}"
    # JSON and TOML write these otherwise than Python does.
    if _is_word(value):
        text = {None: "null", True: "true", False: "false"}[value]
    elif isinstance(value, (datetime.date, datetime.time)):
        text = value.isoformat()
    else:
        text = printable(repr(value))
    return text if len(text) <= limit else f"{_HALF_ESCAPE.sub('', text[: limit + 2])}…"


def printable(text: str) -> str:
    """Return the text on one line, with everything that could steer a terminal escaped."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural: ``1 row``, ``2 rows``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the advice ``did you mean …?``, or the beginning of the list of what is known."""
    names = list(known)
    folded = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(str(word)[:80].casefold(), list(folded), n=1, cutoff=0.5)
    if close:
        return f"did you mean {folded[close[0]]}?"
    if not names:
        return "none is known here"
    more = ", …" if len(names) > 8 else ""
    return f"known: {', '.join(names[:8])}{more}"


def _is_word(value: object) -> TypeGuard[bool | None]:
    return value is None or isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with an input.

    Attributes:
        where: the place: a field path such as ``board[7]``, or ``line 3``; may be empty.
        what: what is wrong there, with the offending value.
        mend: how to put it right; may be empty when ``what`` already says it.
    """

    where: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        """Return the fault as ``where: what; mend``."""
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text}; {self.mend}" if self.mend else text


class FairtrayError(Exception):
    """The root of all errors raised on purpose."""


class InputError(FairtrayError, ValueError):
    """Bad input, with every fault that was found in it.

    Attributes:
        source: the file or option that the input came from; may be empty.
        faults: all faults, in the order of the input; never empty.
    """

    def __init__(self, faults: list[Fault] | Fault, source: str = "") -> None:
        """Keep the faults and build the one-line message."""
        self.faults = [faults] if isinstance(faults, Fault) else list(faults)
        self.source = source
        super().__init__(self._message())

    def _message(self) -> str:
        shown = " | ".join(str(fault) for fault in self.faults[:MAX_FAULTS_SHOWN])
        more = len(self.faults) - MAX_FAULTS_SHOWN
        if more > 0:
            shown += f" | and {more} more"
        return f"{self.source}: {shown}" if self.source else shown

    def __reduce__(self) -> tuple[type[InputError], tuple[list[Fault], str]]:
        """Pickle the faults rather than the message: work is done in other processes."""
        return type(self), (self.faults, self.source)

    def located(self, source: str, prefix: str = "") -> InputError:
        """Return the same error with its source named and every place prefixed."""
        faults = [Fault(_join(prefix, f.where), f.what, f.mend) for f in self.faults]
        return type(self)(faults, source or self.source)


def _join(prefix: str, where: str) -> str:
    if not prefix or not where:
        return prefix or where
    return f"{prefix}{where}" if where.startswith("[") else f"{prefix}.{where}"


class NotationError(InputError):
    """A board, shape or position that cannot be read as written."""


class RulesetError(InputError):
    """A ruleset that is unknown or breaks the rules for ruleset files."""


class PositionError(InputError):
    """A position that reads well but cannot be (wrong size, piece outside the catalogue)."""


class IllegalPlacement(InputError):
    """A move that the rules do not allow; the position it was tried on is unchanged."""


class DealerError(FairtrayError):
    """A dealer that failed: it cannot keep its promise, or its answer is not a deal.

    Attributes:
        message: what happened, one line.
        details: what helps to find out why, a line each: what was asked and answered,
            how the program ended, its last lines, what to try.
    """

    def __init__(self, message: str, details: tuple[str, ...] = ()) -> None:
        """Keep the message and the details."""
        super().__init__(message, details)
        self.message = message
        self.details = details

    def __str__(self) -> str:
        """Return the message alone."""
        return self.message


class InternalFault(FairtrayError):
    """Two engines of our own disagree: a fault of fairtray, never of the input.

    Attributes:
        message: what disagrees.
        position: the position it happened on, as JSON would write it; None when there
            is none.
    """

    def __init__(self, message: str, position: dict[str, Any] | None = None) -> None:
        """Keep the message and the position."""
        super().__init__(message, position)
        self.message = message
        self.position = position

    def __str__(self) -> str:
        """Return the message alone."""
        return self.message
