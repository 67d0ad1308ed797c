"""What a value must be: each kind reads a value, and describes itself as a JSON Schema.

A kind never stops at the first fault and never converts: ``"3"`` is not a number, ``1`` is
not a truth value. What it refuses is noted where the value stands.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from fairtray.core.errors import InputError, counted, echo, nearest
from fairtray.core.reading.place import REFUSED, Place, Refused

T = TypeVar("T")

Schema = dict[str, Any]
"""A JSON Schema, draft 2020-12."""

MAX_SHOWN_CHOICES = 12
"""A message lists at most so many of the values that would be right."""


class Kind(ABC, Generic[T]):
    """What a value must be."""

    @abstractmethod
    def read(self, value: object, at: Place) -> T | Refused:
        """Return the value as the program uses it, or note its faults and refuse it."""

    @abstractmethod
    def schema(self, definitions: dict[str, Schema]) -> Schema:
        """Return the kind as a JSON Schema; what is used by name is added to ``definitions``."""

    def wrong(self, value: object, at: Place) -> Refused:
        """Refuse a value that is something else altogether."""
        return at.fault(f"{echo(value)} is not {_article(self.noun)}", self.advice)

    @property
    def accepts_all(self) -> bool:
        """Whether no value is ever refused, so that lists of such are taken without a look."""
        return False

    @property
    def noun(self) -> str:
        """What messages call such a value, without an article."""
        return "value"

    @property
    def example(self) -> str:
        """A value that is right, as a message shows it; empty where none would help."""
        return ""

    @property
    def advice(self) -> str:
        """What to do in place of what was refused."""
        return f"write {self.example or _article(self.noun)}"


@dataclass(frozen=True, slots=True)
class Anything(Kind[Any]):
    """Any value: what it must be is decided later, when more is known.

    Attributes:
        described: the JSON Schema of what will be accepted.
        name: its name among the definitions of a schema; empty to write it out in place.
        example: a value that is right, as a message shows it.
    """

    described: Schema = field(default_factory=dict, hash=False)
    name: str = ""
    example: str = ""

    @property
    def accepts_all(self) -> bool:
        return True

    def read(self, value: object, at: Place) -> Any:  # noqa: ARG002 (nothing is refused)
        return value

    def schema(self, definitions: dict[str, Schema]) -> Schema:
        if not self.name:
            return dict(self.described)
        definitions[self.name] = dict(self.described)
        return {"$ref": f"#/$defs/{self.name}"}


@dataclass(frozen=True, slots=True)
class Whole(Kind[int]):
    """A whole number from ``low`` to ``high``, both included; None for no limit."""

    low: int | None = None
    high: int | None = None

    @property
    def noun(self) -> str:
        return "whole number"

    @property
    def advice(self) -> str:
        return f"write a whole number{_range_words(self.low, self.high)}"

    def read(self, value: object, at: Place) -> int | Refused:
        if type(value) is not int:
            return self.wrong(value, at)
        if not _within(value, self.low, self.high):
            return at.fault(f"{echo(value)} is out of range", self.advice)
        return value

    def schema(self, definitions: dict[str, Schema]) -> Schema:  # noqa: ARG002
        return {"type": "integer", **_range_schema(self.low, self.high)}


@dataclass(frozen=True, slots=True)
class Number(Kind[float]):
    """A finite number from ``low`` to ``high``; whole numbers stay whole."""

    low: float | None = None
    high: float | None = None

    @property
    def noun(self) -> str:
        return "number"

    @property
    def advice(self) -> str:
        return f"write a number{_range_words(self.low, self.high)}"

    def read(self, value: object, at: Place) -> float | Refused:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return self.wrong(value, at)
        if not math.isfinite(value) or not _within(value, self.low, self.high):
            return at.fault(f"{echo(value)} is out of range", self.advice)
        return value

    def schema(self, definitions: dict[str, Schema]) -> Schema:  # noqa: ARG002
        return {"type": "number", **_range_schema(self.low, self.high)}


@dataclass(frozen=True, slots=True)
class Text(Kind[str]):
    """A text of ``least`` to ``most`` characters.

    Attributes:
        least: the fewest characters.
        most: the most; None for any number.
        printable: whether line breaks, escapes and the like are refused: names stand in
            messages and tables, which those would tear.
    """

    least: int = 0
    most: int | None = None
    printable: bool = False

    @property
    def noun(self) -> str:
        return "text"

    @property
    def advice(self) -> str:
        return "write a text in quotes"

    def read(self, value: object, at: Place) -> str | Refused:
        if not isinstance(value, str):
            return self.wrong(value, at)
        if not _within(len(value), self.least, self.most):
            needed = _length_words(self.least, self.most, "character")
            return at.fault(f"{echo(value)} has {counted(len(value), 'character')}", needed)
        if self.printable and not value.isprintable():
            return at.fault(f"{echo(value)} is not printable", "use printable characters only")
        return value

    def schema(self, definitions: dict[str, Schema]) -> Schema:  # noqa: ARG002
        return {"type": "string", **_length_schema("Length", self.least, self.most)}


@dataclass(frozen=True, slots=True)
class Matching(Kind[str]):
    """A text that matches a regular expression, from its beginning to its end.

    Attributes:
        pattern: the expression, one that Python and ECMAScript take alike.
        named: what such a text is called.
        example: one that is right, as a message shows it.
    """

    pattern: str
    named: str
    example: str = ""

    @property
    def noun(self) -> str:
        return self.named

    def read(self, value: object, at: Place) -> str | Refused:
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            return self.wrong(value, at)
        return value

    def schema(self, definitions: dict[str, Schema]) -> Schema:  # noqa: ARG002
        return {"type": "string", "pattern": f"^{self.pattern}$"}


@dataclass(frozen=True, slots=True)
class Flag(Kind[bool]):
    """True or false."""

    @property
    def noun(self) -> str:
        return "truth value"

    @property
    def advice(self) -> str:
        return "write true or false"

    def read(self, value: object, at: Place) -> bool | Refused:
        return value if isinstance(value, bool) else self.wrong(value, at)

    def schema(self, definitions: dict[str, Schema]) -> Schema:  # noqa: ARG002
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Choice(Kind[Any]):
    """One of a few values, compared with their type."""

    values: tuple[str | int | bool | None, ...]

    def read(self, value: object, at: Place) -> Any:
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        names = [str(allowed) for allowed in self.values if isinstance(allowed, str)]
        shown = " or ".join(echo(allowed) for allowed in self.values[:MAX_SHOWN_CHOICES])
        near = nearest(value, names) if isinstance(value, str) and names else ""
        mend = near if near.startswith("did you mean") else f"write {shown}"
        return at.fault(f"{echo(value)} is not allowed here", mend)

    def schema(self, definitions: dict[str, Schema]) -> Schema:  # noqa: ARG002
        return {"const": self.values[0]} if len(self.values) == 1 else {"enum": list(self.values)}


@dataclass(frozen=True, slots=True)
class Format(Kind[str]):
    """Name and version of a format.

    A document of any other is not read on: its other faults would say nothing.
    """

    name: str

    @property
    def advice(self) -> str:
        return f"only {self.name} is read here"

    def read(self, value: object, at: Place) -> str | Refused:
        if value != self.name:
            return at.fault(f"{echo(value)} is another format", self.advice)
        return self.name

    def schema(self, definitions: dict[str, Schema]) -> Schema:  # noqa: ARG002
        return {"const": self.name}


@dataclass(frozen=True, slots=True)
class Optional(Kind[T | None]):
    """Null, or a value of another kind."""

    inner: Kind[T]

    @property
    def accepts_all(self) -> bool:
        return self.inner.accepts_all

    @property
    def noun(self) -> str:
        return self.inner.noun

    @property
    def example(self) -> str:
        return self.inner.example

    @property
    def advice(self) -> str:
        return self.inner.advice

    def read(self, value: object, at: Place) -> T | Refused | None:
        return None if value is None else self.inner.read(value, at)

    def schema(self, definitions: dict[str, Schema]) -> Schema:
        return {"anyOf": [self.inner.schema(definitions), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class ListOf(Kind[tuple[T, ...]]):
    """A list of values of one kind.

    Attributes:
        item: what each entry must be.
        least: the fewest entries.
        most: the most; None for any number.
        partly: whether a list with a refused entry is still used, for what the others say.
            :data:`REFUSED` stands where the entry stood, so that indices stay those of the
            document; :func:`present` goes over the others.
    """

    item: Kind[T]
    least: int = 0
    most: int | None = None
    partly: bool = False
    example: str = ""

    @property
    def noun(self) -> str:
        return "list"

    @property
    def advice(self) -> str:
        return f"write {self.example or 'a list, in [ ]'}"

    def read(self, value: object, at: Place) -> tuple[T, ...] | Refused:
        if not isinstance(value, (list, tuple)):
            return self.wrong(value, at)
        if not _within(len(value), self.least, self.most):
            needed = _length_words(self.least, self.most, "entry", "entries")
            return at.fault(f"a list of {len(value)}", needed)
        if self.item.accepts_all:
            return tuple(value)
        items = tuple([self.item.read(inner, at.at(i)) for i, inner in enumerate(value)])
        if REFUSED in items and not self.partly:
            return REFUSED
        return cast("tuple[T, ...]", items)

    def schema(self, definitions: dict[str, Schema]) -> Schema:
        limits = _length_schema("Items", self.least, self.most)
        return {"type": "array", "items": self.item.schema(definitions), **limits}


def present(items: Iterable[T]) -> Iterator[tuple[int, T]]:
    """Yield the items of a list that were not refused, each with its index in the document."""
    return ((i, item) for i, item in enumerate(items) if item is not REFUSED)


@dataclass(frozen=True, slots=True)
class MappingOf(Kind[Mapping[str, T]]):
    """An object with keys of the writer's choice; refused values are left out."""

    value: Kind[T]
    key: Text = field(default_factory=Text)
    most: int | None = None

    @property
    def noun(self) -> str:
        return "table"

    def read(self, value: object, at: Place) -> Mapping[str, T] | Refused:
        if not isinstance(value, Mapping):
            return self.wrong(value, at)
        if self.most is not None and len(value) > self.most:
            return at.fault(f"{len(value)} keys", f"at most {self.most}")
        read: dict[str, T] = {}
        for key, inner in value.items():
            place = at.at(str(key))
            if isinstance(self.key.read(key, place), Refused):
                continue
            result = self.value.read(inner, place)
            if not isinstance(result, Refused):
                read[key] = result
        return read

    def schema(self, definitions: dict[str, Schema]) -> Schema:
        schema: Schema = {
            "type": "object",
            "additionalProperties": self.value.schema(definitions),
        }
        names = self.key.schema(definitions)
        return schema if names == {"type": "string"} else schema | {"propertyNames": names}


@dataclass(frozen=True, slots=True)
class Union(Kind[Any]):
    """One of several kinds, told apart by the type of the value alone.

    A bad value is then one fault of the kind that was meant, not one of each kind.
    """

    by_type: Mapping[type, Kind[Any]]
    """The kind for each JSON type: ``str``, ``int``, ``float``, ``bool``, ``list``, ``dict``."""
    named: str
    """What messages call the values that are right, without an article."""
    example: str = ""

    @property
    def noun(self) -> str:
        return self.named

    def read(self, value: object, at: Place) -> Any:
        kind = self.by_type.get(type(value))
        if kind is not None:
            return kind.read(value, at)
        if self.example:
            return self.wrong(value, at)
        return at.fault(f"{echo(value)} is not allowed here", self.advice)

    def schema(self, definitions: dict[str, Schema]) -> Schema:
        return {"anyOf": [kind.schema(definitions) for kind in self.by_type.values()]}


@dataclass(frozen=True, slots=True)
class Converted(Kind[T]):
    """A value of another kind, made into something else by a function of ours.

    Attributes:
        inner: what the document holds.
        convert: what makes it what the program uses; it raises an ``InputError`` for a
            value that it refuses.
    """

    inner: Kind[Any]
    convert: Callable[[Any], T]

    @property
    def noun(self) -> str:
        return self.inner.noun

    @property
    def example(self) -> str:
        return self.inner.example

    @property
    def advice(self) -> str:
        return self.inner.advice

    def read(self, value: object, at: Place) -> T | Refused:
        read = self.inner.read(value, at)
        if isinstance(read, Refused):
            return read
        try:
            return self.convert(read)
        except InputError as error:
            return at.nested(error)

    def schema(self, definitions: dict[str, Schema]) -> Schema:
        return self.inner.schema(definitions)


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _within(value: float, low: float | None, high: float | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _range_words(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" from {low}"
    return "" if high is None else f" up to {high}"


def _range_schema(low: float | None, high: float | None) -> Schema:
    limits = {"minimum": low, "maximum": high}
    return {key: limit for key, limit in limits.items() if limit is not None}


def _length_words(least: int, most: int | None, one: str, many: str | None = None) -> str:
    many = many or f"{one}s"
    if most is None:
        return f"write at least {least} {one if least == 1 else many}"
    if least == most:
        return f"write exactly {most} {one if most == 1 else many}"
    if least == 0:
        return f"write at most {most} {one if most == 1 else many}"
    return f"write {least} to {most} {many}"


def _length_schema(noun: str, least: int, most: int | None) -> Schema:
    limits = {f"min{noun}": least or None, f"max{noun}": most}
    return {key: limit for key, limit in limits.items() if limit is not None}
