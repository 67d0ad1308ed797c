"""Files with one day or many: a JSON object, a list of them, or one a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairtray.core import jsontext
from fairtray.core.errors import Fault, InputError, NotationError
from fairtray.core.files import STDIN, label, read_lines, read_text


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of a file.

    Attributes:
        place: the file, and the line or number where it holds several.
        value: the decoded JSON; or the error that says why there is none.
    """

    place: str
    value: Any | InputError


def entries(path: str) -> Iterator[Entry]:
    """Yield the documents of a file; ``.jsonl`` has one a line, ``-`` is standard input.

    A line that is not JSON comes as its error, and the rest after it.

    Raises:
        NotationError: the file cannot be read, is not JSON, or is empty.
    """
    name = label(path)
    if path.endswith(".jsonl"):
        yield from _lines(name, read_lines(path))
        return
    text = read_text(path)
    lines = text.split("\n")
    if path == STDIN and _one_a_line(lines):
        yield from _lines(name, enumerate(lines, start=1))
        return
    value = jsontext.loads(text, name)
    if not isinstance(value, list):
        yield Entry(name, value)
        return
    if not value:
        raise NotationError(Fault("", "is an empty list", "write at least one day"), name)
    for i, item in enumerate(value):
        yield Entry(f"{name}, entry {i + 1}", item)


def decoded(entry: Entry) -> Any:
    """Return the value of an entry.

    Raises:
        InputError: there is none.
    """
    if isinstance(entry.value, InputError):
        raise entry.value
    return entry.value


def _one_a_line(lines: list[str]) -> bool:
    """Return whether a text is JSON Lines: several lines, each an object by its brackets."""
    full = [line.strip() for line in lines if line.strip()]
    return len(full) > 1 and all(line[0] == "{" and line[-1] == "}" for line in full)


def _lines(name: str, lines: Iterator[tuple[int, str | NotationError]] | Any) -> Iterator[Entry]:
    seen = False
    for number, text in lines:
        if isinstance(text, str) and not text.strip():
            continue
        seen = True
        place = f"{name}, line {number}"
        if isinstance(text, InputError):
            yield Entry(place, text)
            continue
        try:
            yield Entry(place, jsontext.loads(text))
        except NotationError as error:
            yield Entry(place, error)
    if not seen:
        raise NotationError(Fault("", "is empty", "write one day a line, as JSON"), name)


def folder_of(path: str) -> Path | None:
    """Return the folder in which the relative paths of a file start."""
    return None if path == STDIN else Path(path).parent
