"""Documents as dataclasses: a field's name, type, limits and default are stated once.

    @document(ignored={"note"})
    @dataclass(frozen=True, slots=True)
    class Example:
        rows: Annotated[int, Range(1, 64)]
        title: Annotated[str, Length(1, 80)] = ""
        format: Literal["example/1"] = "example/1"

``int``, ``float``, ``str``, ``bool``, ``Literal``, ``tuple[T, ...]``, ``Mapping[str, T]``,
``T | None`` and other such dataclasses are understood; ``Annotated`` with a :class:`Kind`
takes any other. A field without a default is required; so is one marked :class:`Needed`, whose
default only stands in for a refused value, so that the rest of the document can be judged.
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin

from fairtray.core.errors import InputError, NotationError, echo, nearest
from fairtray.core.jsontext import MAX_DEPTH, is_deep
from fairtray.core.reading import kinds
from fairtray.core.reading.kinds import Kind, Schema
from fairtray.core.reading.place import REFUSED, Log, Place, Refused

T = TypeVar("T")

Unknown = Literal["fault", "warning", "ignored"]

_RULES = "__document_rules__"

_MAX_KEY = 40
"""How much of an unknown key is compared with the known ones."""

_MAX_KEYS_SHOWN = 4
"""How many keys of an object a message names as examples."""


@dataclass(frozen=True, slots=True)
class Range:
    """The smallest and the largest number that is allowed; None for no limit."""

    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Length:
    """The fewest and the most characters, or entries; None for no limit."""

    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Printable:
    """Marks a text that may hold printable characters only."""


@dataclass(frozen=True, slots=True)
class Needed:
    """Marks a field that must be there although it has a default."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a field means, for readers of the JSON Schema."""

    text: str


@dataclass(frozen=True, slots=True)
class Rules:
    """How the keys of a document are taken.

    Attributes:
        unknown: what an unknown key is. Unless they are ignored, one that is nearly a known
            one is always a fault.
        ignored: keys that are for the writer's own use; so is every key that begins with
            an underscore where unknown keys are warnings.
        synonyms: other names of keys, such as ``column`` for ``col``.
        hints: words for keys that are not accepted, but understood: ``pieces`` in a document
            without ``tray`` is a fault that names ``tray``.
        exact: keys for which no other is taken as a misspelling.
        noun: what messages call the document: ``object`` in JSON, ``table`` in TOML.
        example: one that is right, as a message shows it.
    """

    unknown: Unknown = "fault"
    ignored: Collection[str] = frozenset()
    synonyms: Mapping[str, str] = dataclasses.field(default_factory=dict)
    hints: Mapping[str, str] = dataclasses.field(default_factory=dict)
    exact: Collection[str] = frozenset()
    noun: str = "object"
    example: str = ""


def document(
    *,
    unknown: Unknown = "fault",
    ignored: Collection[str] = frozenset(),
    synonyms: Mapping[str, str] | None = None,
    hints: Mapping[str, str] | None = None,
    exact: Collection[str] = frozenset(),
    noun: str = "object",
    example: str = "",
) -> Callable[[type[T]], type[T]]:
    """Say of a dataclass how its document's keys are taken; see :class:`Rules`."""
    rules = Rules(
        unknown, frozenset(ignored), dict(synonyms or {}), dict(hints or {}), exact, noun, example
    )

    def mark(cls: type[T]) -> type[T]:
        setattr(cls, _RULES, rules)
        return cls

    return mark


class Record(Kind[T], Generic[T]):
    """An object that is read into a dataclass."""

    def __init__(self, cls: type[T]) -> None:
        """Find the kind of each field of a dataclass."""
        hints = typing.get_type_hints(cls, include_extras=True)
        self._cls = cls
        self._rules: Rules = getattr(cls, _RULES, Rules())
        self._fields = {field.name: field for field in dataclasses.fields(cls)}  # type: ignore[arg-type]
        self._kinds = {name: kind_of(hints[name]) for name in self._fields}
        self._meanings = {name: _meaning(hints[name]) for name in self._fields}
        self._optional = {name for name, field in self._fields.items() if _has_default(field)}
        self._needed = {
            name for name in self._fields if name not in self._optional or _is_needed(hints[name])
        }
        self._format = next(
            (name for name, kind in self._kinds.items() if isinstance(kind, kinds.Format)), None
        )

    @property
    def noun(self) -> str:
        return self._rules.noun

    @property
    def example(self) -> str:
        return self._rules.example

    @property
    def advice(self) -> str:
        if self.example:
            return f"write {self.example}"
        required = [key for key in self._fields if key in self._needed]
        shown = [key for key in required or self._fields if key != "assumed"][:_MAX_KEYS_SHOWN]
        article = "an" if self.noun[0] in "aeiou" else "a"
        return f"write {article} {self.noun} with keys such as {', '.join(shown)}"

    def read(self, value: object, at: Place) -> T | Refused:
        if not isinstance(value, Mapping):
            return self.wrong(value, at)
        if self._format is not None:
            kind, place = self._kinds[self._format], at.at(self._format)
            if self._format not in value:
                return place.fault("missing", kind.advice)
            if kind.read(value[self._format], place) is REFUSED:
                return REFUSED
        given, unknown = self._sorted(value, at)
        near = {name for key in unknown if (name := self._near(key, given))}
        read: dict[str, Any] = {}
        complete = True
        for name, kind in self._kinds.items():
            if name in given:
                key, inner = given[name]
                result = kind.read(inner, at.at(key))
                if result is not REFUSED:
                    read[name] = result
                    continue
            elif name in self._needed and name not in near:
                at.at(name).fault("missing", kind.advice if kind.example else "add it")
            complete = complete and name in self._optional
        for key in unknown:
            self._note_unknown(key, given, at)
        at.log.refused |= {at.at(name).steps for name in near}
        return self._cls(**read) if complete else REFUSED

    def _sorted(
        self, value: Mapping[str, object], at: Place
    ) -> tuple[dict[str, tuple[str, object]], list[str]]:
        """Return the values by field, each with its key as written; and the unknown keys."""
        given: dict[str, tuple[str, object]] = {}
        unknown: list[str] = []
        for written, inner in value.items():
            key = str(written)
            name = self._rules.synonyms.get(key, key)
            if name not in self._fields:
                if key not in self._rules.ignored:
                    unknown.append(key)
            elif name in given:
                at.at(key).fault(f"says the same as {given[name][0]}", "keep one of them")
            else:
                given[name] = (key, inner)
        return given, [] if self._rules.unknown == "ignored" else unknown

    def _near(self, key: str, given: Collection[str]) -> str:
        """Return the field that an unknown key was probably meant for; it is not missing then."""
        if self._lenient and key.startswith("_"):
            return ""
        word = key[:_MAX_KEY].casefold().replace("-", "_").replace(" ", "_")
        hint = self._rules.hints.get(word, "")
        if hint and hint not in given:
            return hint
        cutoff = 0.7 if self._lenient else 0.5
        known = [name for name in self._fields if name not in self._rules.exact]
        return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=cutoff)), "")

    @property
    def _lenient(self) -> bool:
        return self._rules.unknown == "warning"

    def _note_unknown(self, key: str, given: Collection[str], at: Place) -> None:
        near = self._near(key, given)
        if near or not self._lenient:
            at.log.unknown.add(at.at(key).steps)
            mend = f"did you mean {near}?" if near else nearest(key, self._fields)
            at.at(key).fault("unknown key", mend)
        elif not key.startswith("_"):
            at.warn(f"unknown key {echo(key)} is ignored")

    def schema(self, definitions: dict[str, Schema]) -> Schema:
        name = self._cls.__name__
        if name not in definitions:
            definitions[name] = {}  # a document may hold others of its own kind
            properties = {}
            for key, kind in self._kinds.items():
                properties[key] = kind.schema(definitions)
                if self._meanings[key]:
                    properties[key]["description"] = self._meanings[key]
            required = [key for key in self._fields if key in self._needed]
            definitions[name] = {
                "type": "object",
                "description": (self._cls.__doc__ or "").split("\n\n")[0],
                "properties": properties,
                "required": required,
                "additionalProperties": self._rules.unknown != "fault",
            }
        return {"$ref": f"#/$defs/{name}"}


def _has_default(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return field.default is not missing or field.default_factory is not missing


def _meaning(annotation: Any) -> str:
    notes = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return next((note.text for note in notes if isinstance(note, Meaning)), "")


def _is_needed(annotation: Any) -> bool:
    notes = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return any(isinstance(note, Needed) for note in notes)


_SCALARS: Mapping[Any, Callable[[Range, Length, bool], Kind[Any]]] = MappingProxyType(
    {
        bool: lambda *_: kinds.Flag(),
        int: lambda span, *_: kinds.Whole(_whole(span.low), _whole(span.high)),
        float: lambda span, *_: kinds.Number(span.low, span.high),
        str: lambda _, length, printable: kinds.Text(length.least, length.most, printable),
    }
)


@functools.cache
def _record(cls: Any) -> Record[Any]:
    return Record(cls)


def kind_of(annotation: Any) -> Kind[Any]:
    """Return the kind that an annotation stands for.

    Raises:
        TypeError: it stands for none: a mistake in the dataclass.
    """
    notes: tuple[Any, ...] = ()
    if get_origin(annotation) is Annotated:
        annotation, *rest = get_args(annotation)
        notes = tuple(rest)
    kind = next((note for note in notes if isinstance(note, Kind)), None)
    if kind is None:
        span = next((note for note in notes if isinstance(note, Range)), Range())
        length = next((note for note in notes if isinstance(note, Length)), Length())
        if annotation in _SCALARS:
            printable = any(isinstance(note, Printable) for note in notes)
            kind = _SCALARS[annotation](span, length, printable)
        elif dataclasses.is_dataclass(annotation) and isinstance(annotation, type):
            kind = _record(annotation)
        else:
            kind = _composed(annotation, notes, length)
    return kind


def _composed(annotation: Any, notes: tuple[Any, ...], length: Length) -> Kind[Any]:
    """Return the kind of an annotation that is made of others."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return kinds.Choice(inner)
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return kinds.ListOf(kind_of(inner[0]), length.least, length.most)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key = kind_of(inner[0])
        if isinstance(key, kinds.Text):
            return kinds.MappingOf(kind_of(inner[1]), key, length.most)
    if origin in {typing.Union, types.UnionType} and len(inner) == 2 and type(None) in inner:
        other = inner[0] if inner[1] is type(None) else inner[1]
        return kinds.Optional(kind_of(Annotated[other, *notes] if notes else other))
    raise TypeError(f"no kind of value is known for {annotation!r}")


def _whole(limit: float | None) -> int | None:
    return None if limit is None else int(limit)


def read_partly(cls: type[T], value: object, log: Log | None = None) -> tuple[T | None, Log]:
    """Return as much of a document as can be read, and what was found.

    Optional values that were refused have their defaults, refused items of lists are
    :data:`REFUSED`; :meth:`Place.touches_refused` tells what nothing can be concluded
    from. So whoever wrote the document learns of all its faults at once, those of the
    values that are read here and those that only show when they are held together.

    Returns:
        The document, None where too little is left of it; and the log.
    """
    log = Log() if log is None else log
    if is_deep(value):
        Place(log).fault("is nested too deeply", f"use at most {MAX_DEPTH} levels")
        return None, log
    read = _record(cls).read(value, Place(log))  # type: ignore[arg-type]  # a class has a hash
    return (None if isinstance(read, Refused) else read), log


def read(
    cls: type[T], value: object, source: str = "", error: type[InputError] = NotationError
) -> T:
    """Return a document that is wholly right.

    Args:
        cls: the dataclass that describes it.
        value: the document, as JSON or TOML was parsed.
        source: the file's name, for the message.
        error: what to raise.

    Raises:
        InputError: with every fault.
    """
    result, log = read_partly(cls, value)
    log.raise_faults(error, source)
    assert result is not None  # noqa: S101 (nothing is refused without a fault)
    return result


def json_schema(cls: type[Any], title: str = "") -> Schema:
    """Return the JSON Schema (draft 2020-12) of the documents that a dataclass describes."""
    definitions: dict[str, Schema] = {}
    reference = kind_of(cls).schema(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title or cls.__name__,
        **reference,
        "$defs": definitions,
    }
