"""JSON, read strictly: one meaning for each text, and one clear fault for any other."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fairtray.core.errors import Fault, NotationError, echo

MAX_DEPTH = 24
"""How deeply lists and objects may be nested; a position needs four levels."""

_MAX_DIGITS = 18
"""Digits of a whole number: what a 64-bit integer surely holds."""

_MARKS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
"""Brackets, and whole strings, in which brackets mean nothing."""


@dataclass(frozen=True, slots=True)
class _Odd:
    """Stands in a value for what is JSON in form only, until its place is known."""

    key: str
    what: str
    mend: str


class _Hooks:
    """What the standard library calls for values that it takes and we may not."""

    def __init__(self) -> None:
        self.any_odd = False

    def _odd(self, what: str, mend: str, key: str = "") -> _Odd:
        self.any_odd = True
        return _Odd(key, what, mend)

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Odd:
        value = dict(pairs)
        if len(value) == len(pairs):
            return value
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        return self._odd("the key appears twice in one object", "keep one", twice)

    def constant(self, word: str) -> _Odd:
        return self._odd(f"{word} is not a JSON number", "write a number")

    def integer(self, digits: str) -> int | _Odd:
        if len(digits) > _MAX_DIGITS:
            what = f"the number {echo(digits, 24)} is too large"
            return self._odd(what, f"at most {_MAX_DIGITS} digits")
        return int(digits)


def loads(text: str, source: str = "") -> Any:
    """Return the value of a JSON text.

    Stricter than the standard library: no NaN or Infinity, no key twice in one object
    (which of the two is meant?), no numbers beyond 64 bits, no endless nesting.

    Raises:
        NotationError: with line and column, or the path of the field.
    """
    if not text.strip():
        raise NotationError(Fault("", "is empty", "write a JSON document"), source)
    hooks = _Hooks()
    try:
        value = json.loads(
            text,
            object_pairs_hook=hooks.object,
            parse_constant=hooks.constant,
            parse_int=hooks.integer,
        )
    except json.JSONDecodeError as error:
        raise NotationError(_syntax_fault(error, text), source) from None
    except RecursionError:
        raise NotationError(_too_deep(text), source) from None
    # Most texts have fewer brackets than levels are allowed, and the walk is spared.
    if text.count("[") + text.count("{") > MAX_DEPTH and is_deep(value):
        raise NotationError(_too_deep(text), source)
    if hooks.any_odd:
        raise NotationError(list(_placed(value, "")), source)
    return value


def _syntax_fault(error: json.JSONDecodeError, text: str) -> Fault:
    where = _position(text, error.pos)
    if error.msg == "Extra data":
        return Fault(
            where,
            "more text after the end of the JSON value",
            "many positions, one a line, need --lines or a name that ends in .jsonl",
        )
    return Fault(where, f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}", "fix it there")


def _position(text: str, at: int) -> str:
    line_end = "\n"
    column = f"column {at - text.rfind(line_end, 0, at)}"
    if line_end not in text.strip():
        return column
    return f"line {text.count(line_end, 0, at) + 1}, {column}"


def _placed(value: Any, path: str) -> Iterator[Fault]:
    """Yield the faults of what is odd in a value, each with its path."""
    if isinstance(value, _Odd):
        yield Fault(_under(path, value.key) if value.key else path, value.what, value.mend)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _placed(inner, _under(path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _placed(inner, f"{path}[{i}]")


def _under(path: str, key: str) -> str:
    word = echo(key)[1:-1]
    return f"{path}.{word}" if path else word


def is_deep(value: Any) -> bool:
    """Return whether it would overflow the stack of anything that walks it, ``repr`` included."""
    level = [value] if isinstance(value, (list, dict)) else []
    for _ in range(MAX_DEPTH):
        if not level:
            return False
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (list, dict))
        ]
    return bool(level)


def _too_deep(text: str) -> Fault:
    where, depth = "", 0
    for mark in _MARKS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark.group(), 0)
        if depth > MAX_DEPTH:
            where = _position(text, mark.start())
            break
    return Fault(where, "lists or objects are nested too deeply", f"at most {MAX_DEPTH} levels")
