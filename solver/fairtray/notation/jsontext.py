"""JSON, read strictly: one meaning for each text, and one clear fault for any other."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from fairtray.errors import Fault, NotationError, echo

MAX_DEPTH = 24
"""How deeply lists and objects may be nested; a position needs four levels."""

_MAX_DIGITS = 18
"""Digits of a whole number: what a 64-bit integer surely holds."""


def loads(text: str, source: str = "") -> Any:
    """Return the value of a JSON text.

    Stricter than the standard library: no NaN or Infinity, no key twice in one object
    (which of the two is meant?), no numbers beyond 64 bits, no endless nesting.

    Raises:
        NotationError: with line and column where they are known.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        raise NotationError(_syntax_fault(error, text), source) from None
    except RecursionError:
        raise NotationError(_too_deep(), source) from None
    except NotationError as error:
        raise error.located(source) from None
    _check_depth(value, source)
    return value


def _syntax_fault(error: json.JSONDecodeError, text: str) -> Fault:
    where = f"column {error.colno}"
    if "\n" in text.strip():
        where = f"line {error.lineno}, {where}"
    if error.msg == "Extra data":
        return Fault(
            where,
            "more text after the end of the JSON value",
            "many positions, one a line, need --lines or a name that ends in .jsonl",
        )
    return Fault(where, f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}", "mend it there")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise NotationError(
                    Fault("", f"the key {echo(key)} stands twice in one object", "keep one")
                )
            seen.add(key)
    return found


def _constant(text: str) -> NoReturn:
    raise NotationError(Fault("", f"{text} is no JSON number", "write a number"))


def _integer(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise NotationError(
            Fault("", f"the number {echo(text, 24)} is too large", f"at most {_MAX_DIGITS} digits")
        )
    return int(text)


def _check_depth(value: Any, source: str) -> None:
    """Refuse what would overflow the stack of anything that walks it, ``repr`` included."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, (list, dict))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (list, dict))
        ]
        if not level:
            return
    raise NotationError(_too_deep(), source)


def _too_deep() -> Fault:
    return Fault("", "lists or objects are nested too deeply", f"at most {MAX_DEPTH} levels")
