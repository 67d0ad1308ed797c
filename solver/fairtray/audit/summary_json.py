"""A chunk's summary as a JSON value, and exactly the same summary again from it.

The dataclasses that a summary is made of say what its fields are; nothing here repeats them.
Arrays have the sizes that they have in the summary of no deals, so that those of another game
are refused.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.draws import SYMMETRIC, no_draws
from fairtray.audit.probes import no_probes
from fairtray.audit.summary import Summary, empty
from fairtray.rulesets.model import Ruleset
from fairtray.runs.arrays import from_numbers, numbers, packed, unpacked

F64 = NDArray[np.float64]


def to_json(summary: Summary) -> dict[str, Any]:
    """Return a summary as a JSON value."""
    document: dict[str, Any] = _encoded(summary)
    return document


def from_json(ruleset: Ruleset, value: Mapping[str, Any]) -> Summary:
    """Return the summary of a JSON value.

    Args:
        ruleset: the game of the audit that it belongs to.
        value: what :func:`to_json` returned, or what JSON made of that.

    Raises:
        KeyError: a part is missing.
        TypeError: a part is of another kind.
        ValueError: an array is of another size.
    """
    blanks = (empty(ruleset), no_draws(ruleset), no_probes(ruleset))
    summary: Summary = _Decoder(blanks).decode(Summary, value, blanks[0])
    return summary


def _encoded(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        return {
            field.name: _symmetric(getattr(value, field.name))
            if SYMMETRIC in field.metadata
            else _encoded(getattr(value, field.name))
            for field in dataclasses.fields(value)
        }
    if isinstance(value, np.ndarray):
        return numbers(value) if value.dtype == np.int64 else packed(value)
    if isinstance(value, Mapping):
        return {key: _encoded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_encoded(item) for item in value]
    return value


class _Decoder:
    """Makes values of given types from JSON values.

    Args:
        blanks: one value of each dataclass with arrays that others hold in dictionaries; its
            arrays have the right sizes.
    """

    def __init__(self, blanks: tuple[object, ...]) -> None:
        self._blanks: dict[Any, object] = {type(blank): blank for blank in blanks}

    def decode(self, kind: Any, value: Any, like: Any = None) -> Any:
        """Return the value.

        Args:
            kind: its type, as annotated.
            value: the JSON value.
            like: a value of the same type whose arrays have the same sizes; None where it has
                no arrays.
        """
        origin = get_origin(kind) or kind
        if origin in (Union, types.UnionType):
            (inner,) = (arg for arg in get_args(kind) if arg is not type(None))
            return None if value is None else self.decode(inner, value, like)
        if dataclasses.is_dataclass(kind):
            return self._dataclass(kind, value, like or self._blanks.get(kind))
        if origin is np.ndarray:
            return (from_numbers if like.dtype == np.int64 else unpacked)(value, like.shape)
        if origin is dict:
            _check(value, dict)
            inner, likes = get_args(kind)[1], like or {}
            # All keys of the blank must be there, and others may.
            keys = dict.fromkeys((*likes, *value))
            return {key: self.decode(inner, value[key], likes.get(key)) for key in keys}
        if origin in (list, tuple):
            _check(value, list, tuple)
            inners = [arg for arg in get_args(kind) if arg is not Ellipsis]
            if len(inners) == 1:
                inners *= len(value)
            return origin(self.decode(i, item) for i, item in zip(inners, value, strict=True))
        _check(value, kind)
        return value

    def _dataclass(self, kind: Any, value: Any, like: Any) -> Any:
        _check(value, dict)
        hints = _hints(kind)
        if extra := [name for name in value if name not in hints]:
            raise TypeError(f"{kind.__name__} has no field {extra[0]}")
        parts = {}
        for field in dataclasses.fields(kind):
            part, blank = value[field.name], getattr(like, field.name, None)
            if SYMMETRIC in field.metadata and blank is not None:
                parts[field.name] = _from_symmetric(part, blank.shape)
            else:
                parts[field.name] = self.decode(hints[field.name], part, blank)
        return kind(**parts)


def _check(value: Any, *kinds: type) -> None:
    if not isinstance(value, kinds):
        raise TypeError(f"{value!r} is not a {kinds[0].__name__}")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _symmetric(v: F64) -> dict[str, str]:
    """Return matrices (B, S, S): one half of each where the other is exactly the same."""
    mirrored = v.transpose(0, 2, 1).astype(np.float64).view(np.int64) == v.view(np.int64)
    if not mirrored.all():
        return {"full": packed(v)}
    rows, cols = np.triu_indices(v.shape[1])
    return {"half": packed(v[:, rows, cols])}


def _from_symmetric(value: Mapping[str, str], shape: tuple[int, ...]) -> F64:
    if "full" in value:
        return unpacked(value["full"], shape)
    rows, cols = np.triu_indices(shape[1])
    v = np.empty(shape)
    v[:, rows, cols] = v[:, cols, rows] = unpacked(value["half"], (shape[0], len(rows)))
    return v
