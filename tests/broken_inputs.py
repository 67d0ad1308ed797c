"""Broken inputs made from good ones, and what every command must do with them."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2**40, 10**17, 0.5, 1e300, "", "x", "\0", "\ud800", "é\n", "-"),
    *([], {}, [[]], [None], {"id": 7}, [[1, 0], "x"], "I3h", ["##", "#"], "#" * 30, ["#" * 30]),
    *(["."] * 30, "rows", {"rows": 8, "cols": 8}, "bloky-8x8", [["##"]] * 7, [[[[[]]]]]),
)

Edit = Callable[[random.Random, bytes], bytes]


def _nodes(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += _nodes(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            found += _nodes(inner, (*path, i))
    return found


def swap_value(rng: random.Random, good: bytes) -> bytes:
    """Put something odd in the place of some value, drop it, double it, or rename its key."""
    value = json.loads(good)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        *path, last = rng.choice(_nodes(value)[1:])
        parent = value
        for step in path:
            parent = parent[step]
        kind = rng.randrange(4)
        if kind == 0 and isinstance(parent, dict):
            parent[str(last)[:-1]] = parent.pop(last)
        elif kind == 0:
            parent.insert(last, parent[last])
        elif kind == 1:
            del parent[last]
        else:
            parent[last] = copy.deepcopy(rng.choice(ODD))
        if not value:
            break
    return json.dumps(value).encode()


def cut_text(rng: random.Random, good: bytes) -> bytes:
    """End the text too early, or begin it too late."""
    at = rng.randrange(len(good))
    return good[:at] if rng.random() < 0.8 else good[at:]


def change_bytes(rng: random.Random, good: bytes) -> bytes:
    """Write random bytes over a few of the text."""
    text = bytearray(good)
    for _ in range(rng.choice((1, 2, 5, 20))):
        text[rng.randrange(len(text))] = rng.choice((rng.randrange(256), *b'{}[]",.:#0 \n'))
    return bytes(text)


def repeat_part(rng: random.Random, good: bytes) -> bytes:
    """Repeat a part of the text, up to a depth or length that hurts."""
    a, b = sorted(rng.randrange(len(good)) for _ in range(2))
    return good[:a] + good[a:b] * rng.choice((2, 3, 50)) + good[b:]


def nest(rng: random.Random, good: bytes) -> bytes:
    """Wrap the text into lists or objects."""
    depth = rng.choice((1, 2, 30, 3000))
    if rng.random() < 0.5:
        return b"[" * depth + good + b"]" * depth
    return b'{"board":' * depth + good + b"}" * depth


def noise(rng: random.Random, _good: bytes) -> bytes:
    """Return random bytes."""
    return rng.randbytes(rng.choice((1, 10, 200)))


EDITS: tuple[Edit, ...] = (swap_value, cut_text, change_bytes, repeat_part, nest, noise)

TOML = (
    'name = "x"\nrows = 4\ncols = 4\n[catalogue]\n'
    'shapes = ["dot", { name = "a", rows = ["#.#"] }]\n'
    '[scoring]\nper_cell = 1\nlines = { formula = "10*n*(n+1)//2" }\n'
    'combo = { kind = "streak", percents = [100, 150] }\n[dealer]\nkind = "retry"\ntries = 3\n'
)


def broken(good: str, count: int, seed: int) -> list[bytes]:
    """Return inputs made from a good one by one edit each."""
    rng = random.Random(seed)
    drawn = not good.startswith("{")
    edits = EDITS[1:] if drawn else EDITS
    # What an edit of the values can do matters most: it passes the JSON reader.
    chosen = rng.choices(edits, None if drawn else (5, 1, 2, 1, 1, 1), k=count)
    return [edit(rng, good.encode()) for edit in chosen]


def answers(result: Any) -> bool:
    """Return whether a command either answered or refused in one line."""
    if result.code == 2:
        return result.out == "" and result.err.count("\n") == 1 and result.err[:-1].isprintable()
    ours = all(line.startswith(("warning: ", "note: ")) for line in result.err.splitlines())
    return result.code in {0, 1} and ours
