"""What pydantic finds wrong with a ruleset file, in our words, and the file without it.

The faulty values are dropped so that what the rest must agree on can be checked as well:
who writes a file wants all of its faults at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from fairtray.core.errors import Fault, echo, nearest
from fairtray.rulesets import schema

Steps = tuple[int | str, ...]
"""Where a value stands: keys and indices from the root."""

_ROUNDS = 6
"""How often values are dropped; one that is gone can make its table or list a fault."""

_MAX_FAULTS = 100
"""With more the rest is not looked at: no message shows as many, and it would take long."""

_DEPENDENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "catalogue": ("triple", "modes"),
        "lines": ("start", "scoring.lines", "modes"),
        "start": ("modes",),
        "triple": ("modes",),
        "scoring.lines": ("scoring.lines",),
    }
)
"""What cannot be judged any more once a value under the key is gone."""

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "int_type": "write a whole number",
        "string_type": "write a text in quotes",
        "bool_type": "write true or false",
        "list_type": "write a list, in [ ]",
        "dict_type": "write a table",
        "greater_than_equal": "write {ge} or more",
        "less_than_equal": "write {le} or less",
        "less_than": "write less than {lt}",
        "string_too_short": "write at least one character",
        "string_too_long": "write at most {max_length} characters",
        "literal_error": "write {expected}",
    }
)


class Pruned:
    """A ruleset file without the values that its schema refuses.

    Attributes:
        faults: what the schema refuses, in the order of the schema.
        file: the rest; None where too little is left to check anything.
    """

    def __init__(self, data: Mapping[str, Any], error: ValidationError) -> None:
        """Translate the faults and drop what they are about."""
        self._kept: dict[str, list[int]] = {}
        self._touched: set[str] = set()
        self.faults = _merged(_fault(item, data) for item in _items(error))
        few = error.error_count() <= _MAX_FAULTS
        self.file = self._rest(data, error) if few else None

    def _rest(self, data: Mapping[str, Any], error: ValidationError) -> schema.RulesetFile | None:
        dropped: set[Steps] = set()
        rest: Any = data
        for _ in range(_ROUNDS):
            for item in _items(error):
                dropped.add(self._drop(item, rest))
            if () in dropped:
                return None
            self._kept = {}
            rest = self._without(data, dropped, ())
            try:
                return schema.RulesetFile.model_validate(rest)
            except ValidationError as next_error:
                error = next_error
        return None

    def _drop(self, item: ErrorDetails, rest: Any) -> Steps:
        """Return what to drop for a fault, in the steps of the whole file."""
        steps = self._original(_steps(item, rest))
        kind = item["type"]
        if kind == "extra_forbidden":
            # It was probably meant to be the key that it resembles, which is then not missing.
            near = _meant(steps)
            for key in _table(steps[:-1]).model_fields:
                if near == f"did you mean {key}?":
                    self._touched.add(_path((*steps[:-1], key)))
            return steps
        if kind == "missing":
            steps = steps[:-1]
        elif steps[-1:] != ("weight",):
            first = next((i for i, step in enumerate(steps) if isinstance(step, int)), len(steps))
            steps = steps[: first + 1]
        self._touched.add(_path(steps))
        return steps

    def _without(self, value: Any, dropped: set[Steps], at: Steps) -> Any:
        inner = {steps[len(at)] for steps in dropped if steps[: len(at)] == at}
        if not inner:
            return value
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        kept = [
            (key, self._without(part, {s for s in dropped if len(s) > len(at) + 1}, (*at, key)))
            for key, part in pairs
            if (*at, key) not in dropped
        ]
        if isinstance(value, Mapping):
            return dict(kept)
        self._kept[_path(at)] = [key for key, _ in kept]
        return [part for _, part in kept]

    def _original(self, steps: Steps) -> Steps:
        """Return steps into the rest as steps into the whole file."""
        found: Steps = ()
        for step in steps:
            indices = self._kept.get(_path(found), ())
            known = isinstance(step, int) and step < len(indices)
            found = (*found, indices[step] if known else step)  # type: ignore[index]
        return found

    def judged(self, faults: Iterable[Fault]) -> list[Fault]:
        """Return those faults of the rest that are none of the dropping, placed in the whole."""
        placed = [Fault(self._placed(f.where), f.what, f.mend) for f in faults]
        return [fault for fault in placed if not self._depends(fault.where)]

    def _placed(self, where: str) -> str:
        found = ""
        for part in re.split(r"(\[\d+\])", where):
            indices = self._kept.get(found, ())
            known = re.fullmatch(r"\[\d+\]", part) and int(part[1:-1]) < len(indices)
            found += f"[{indices[int(part[1:-1])]}]" if known else part
        return found

    def _depends(self, where: str) -> bool:
        for touched in self._touched:
            if _under(where, touched) or _under(touched, where):
                return True
            for key, dependents in _DEPENDENTS.items():
                harmless = key == "catalogue" and touched.endswith(".weight")
                if (
                    _under(touched, key)
                    and not harmless
                    and any(_under(where, d) for d in dependents)
                ):
                    return True
        return False


def _under(where: str, path: str) -> bool:
    return where == path or where.startswith((f"{path}.", f"{path}["))


def _items(error: ValidationError) -> list[ErrorDetails]:
    return error.errors(include_url=False)


def _steps(item: ErrorDetails, data: Any) -> Steps:
    """Return where a fault is; pydantic's own names for kinds of values are left out."""
    steps: list[int | str] = []
    for part in item["loc"]:
        if part in {schema.NAME_TAG, schema.ENTRY_TAG}:
            continue
        if isinstance(data, Mapping) and part in data:
            data = data[str(part)]
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        elif item["type"] == "missing":
            return (*steps, part)
        else:
            break
        steps.append(part)
    return tuple(steps)


def _path(steps: Steps) -> str:
    path = ""
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        else:
            word = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in step[:60])
            path += f".{word}" if path else word
    return path


def _fault(item: ErrorDetails, data: Mapping[str, Any]) -> tuple[Steps, Fault]:
    steps = _steps(item, data)
    kind = item["type"]
    if kind == "extra_forbidden":
        return steps, Fault(_path(steps), "unknown key", _meant(steps))
    if kind == "missing":
        return steps, Fault(_path(steps), "missing", "add it")
    return steps, Fault(_path(steps), f"{echo(item['input'])} is not allowed", _mend(item))


def _mend(item: ErrorDetails) -> str:
    ctx = item.get("ctx", {})
    kind = item["type"]
    if kind in {"model_type", "model_attributes_type"}:
        name = ctx.get("class_name", "")
        if name == schema.ShapeEntry.__name__:
            return 'write a name or a table {name = "…", rows = ["…"]}'
        keys = [key for key in getattr(schema, name).model_fields if key != "assumed"]
        return f"write a table with keys such as {', '.join(keys[:4])}"
    if kind in {"too_short", "too_long"}:
        bound = "at least" if kind == "too_short" else "at most"
        number = ctx["min_length" if kind == "too_short" else "max_length"]
        return f"write {bound} {number} {'entry' if number == 1 else 'entries'}"
    words = _WORDS.get(kind)
    return item["msg"] if words is None else words.format(**ctx)


def _meant(steps: Steps) -> str:
    return nearest(str(steps[-1]), _table(steps[:-1]).model_fields)


def _table(steps: Steps) -> type[BaseModel]:
    """Return the schema of the table that stands there."""
    table: type[BaseModel] = schema.RulesetFile
    named = False
    for step in steps:
        if named:
            # The key of a mode: whatever its author calls it.
            named = False
        elif isinstance(step, str) and step in table.model_fields:
            annotation = table.model_fields[step].annotation
            named = get_origin(annotation) is dict
            table = _model_in(annotation) or table
    return table


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((m for part in get_args(annotation) if (m := _model_in(part))), None)


def _merged(faults: Iterable[tuple[Steps, Fault]]) -> list[Fault]:
    """Return one fault a value: where it may be one of several kinds, each has refused it."""
    found: dict[tuple[Steps, str], Fault] = {}
    for steps, fault in faults:
        first = found.setdefault((steps, fault.what), fault)
        if fault.mend not in first.mend:
            mend = f"{first.mend} or {fault.mend.removeprefix('write ')}"
            found[steps, fault.what] = Fault(first.where, first.what, mend)
    return list(found.values())
