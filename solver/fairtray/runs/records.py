"""What a journal is to hold, and how one line of it is written and read.

A line is one JSON object that begins with the key ``check``: the SHA-256, in hexadecimal, of
the rest of the line, which is what the line would be without that key. Before the first line
nothing is hashed along; before each later one the first line's own checksum is, so that no
line of another journal passes for one of this.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fairtray.core.errors import Fault, echo

FORMAT = "fairtray-journal/1"

_LONG = 80
"""Characters of a text that a message shows as it is: checksums are shorter."""

Result = TypeVar("Result")

_HEAD = re.compile(rb'\{"check":"([0-9a-f]{64})",')
_NUMBERED = re.compile(rb'\{"chunk":(\d{1,18}),')


@dataclass(frozen=True, slots=True)
class Records(Generic[Result]):
    """What the results of a run are, and how a journal holds them.

    Attributes:
        kind: the kind of work, as in ``audit``.
        run: everything that the results depend on, by name: JSON values, or objects of
            them. A journal of a run that differs anywhere is refused.
        encode: makes a JSON value of a result.
        decode: makes the result of such a value again, exactly the same; raises
            ``KeyError``, ``TypeError``, ``ValueError`` or ``IndexError`` where it cannot.
    """

    kind: str
    run: Mapping[str, Any]
    encode: Callable[[Result], Any]
    decode: Callable[[Any], Result]

    def header(self) -> dict[str, Any]:
        """Return the first line of a journal of this run."""
        return {"format": FORMAT, "kind": self.kind, "run": dict(self.run)}


def written(value: Mapping[str, Any], before: str = "") -> bytes:
    """Return a value as a line with its checksum and its end.

    Args:
        value: an object that is not empty.
        before: the checksum of the first line, for all others.

    Raises:
        ValueError: it holds what JSON cannot say, as NaN.
    """
    body = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    return b'{"check":"%s",%s\n' % (_check(body, before).encode(), body[1:])


def checked(line: bytes, before: str = "") -> tuple[str, bytes] | None:
    """Return a line's checksum and what it covers, as JSON; None when they do not agree.

    What agrees has been written by :func:`written`, and not been changed by accident.

    Args:
        line: the line with its end.
        before: see :func:`written`.
    """
    head = _HEAD.match(line)
    if head is None or not line.endswith(b"\n"):
        return None
    check = head[1].decode()
    body = b"{" + line[head.end() : -1]
    return (check, body) if _check(body, before) == check else None


def chunk_number(body: bytes) -> int | None:
    """Return the number of a chunk's line; None when it is of no chunk."""
    found = _NUMBERED.match(body)
    return int(found[1]) if found else None


def _check(body: bytes, before: str) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()


def differences(there: Mapping[str, Any], here: Mapping[str, Any], at: str = "") -> Iterator[Fault]:
    """Yield a fault for each value in which a journal's run differs from this one."""
    for key in [*there, *(key for key in here if key not in there)]:
        one, two = there.get(key), here.get(key)
        place = f"{at}{key}"
        if isinstance(one, dict) or isinstance(two, dict):
            one, two = (value if isinstance(value, dict) else {} for value in (one, two))
            # What a header says of the run itself is what the reader knows.
            yield from differences(one, two, "" if place == "run" else f"{place}.")
        elif one != two:
            yield Fault(place, f"{_shown(one)} in the journal, {_shown(two)} in this run")


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    plain = isinstance(value, str) and value.isprintable() and len(value) < _LONG
    return value if plain else echo(value)
