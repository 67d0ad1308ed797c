"""A whole position in one line, to be pasted into a chat, a command or an issue.

    bloky-8x8:0x00001c0000000000:I3h,V3-ne,-:combo=2:next=O4,dot,dot

Fields stand between colons: the ruleset (a built-in name, or ``6x7`` for a plain board of
that size), the board as a hexadecimal bitboard (or as rows joined by ``/``), the tray (``-``
for a used slot), and where they are not 0 or empty ``combo=``, ``since=`` (moves since the
last clear), ``score=`` and one ``next=`` for each tray known to follow. No character in it
means anything to a shell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fairtray.core import shapes
from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.shapes import Shape
from fairtray.game import Position
from fairtray.notation import bitboards
from fairtray.notation.pieces import split_tray, words
from fairtray.notation.position import Tray
from fairtray.notation.setup import Setup
from fairtray.notation.writing import ruleset_json
from fairtray.rulesets import registry
from fairtray.rulesets.model import Ruleset

_BEGINS = re.compile(r"[\w.-]*:(?:0[xX]|[#X1._0]+/)")
_SIZE = re.compile(r"(\d{1,3})x(\d{1,3})")
_NUMBERS = {"combo": "combo", "since": "moves_since_clear", "score": "score"}
_NEXT = "next"
_MAX_DIGITS = 18
_SHOWN = "write RULESET:BOARD:TRAY, such as bloky-8x8:0x00001c0000000000:I3h,dot,O4"


def is_compact(text: str) -> bool:
    """Return whether a text is meant as this notation."""
    line = text.strip()
    return "\n" not in line and _BEGINS.match(line) is not None


def read(text: str) -> Setup:
    """Return the setup that a line in this notation describes.

    Raises:
        NotationError: a field that cannot be told, with what it was understood as.
    """
    ruleset, board, *rest = words(text, ":")
    if not rest:
        raise _fault("tray", "is missing", _SHOWN)
    found: dict[str, object] = {"board": board, "tray": split_tray(rest[0])}
    if ruleset:
        size = _SIZE.fullmatch(ruleset)
        found["ruleset"] = ruleset if size is None else {"rows": int(size[1]), "cols": int(size[2])}
    upcoming: list[object] = []
    for field in rest[1:]:
        key, _, value = field.partition("=")
        if key == _NEXT:
            upcoming.append(split_tray(value))
        elif key not in _NUMBERS:
            known = ", ".join(f"{name}=" for name in (*_NUMBERS, _NEXT))
            raise _fault(echo(field), "is no field", f"after the tray there are {known}")
        elif _NUMBERS[key] in found:
            raise _fault(key, "stands twice", "keep one")
        elif not (value.isascii() and value.isdigit() and len(value) <= _MAX_DIGITS):
            raise _fault(key, f"{echo(value)} is no number", "write a whole number from 0")
        else:
            found[_NUMBERS[key]] = int(value)
    if upcoming:
        found["upcoming"] = upcoming
    return Setup(**found)  # type: ignore[arg-type]


def _fault(where: str, what: str, mend: str) -> NotationError:
    return NotationError(Fault(where, f"{what} (read as the one-line notation)", mend))


def write(position: Position, upcoming: Sequence[Tray] = ()) -> str:
    """Return a position in this notation.

    Raises:
        InputError: the ruleset is neither built in nor plain, so that a line cannot name it.
    """
    grid = position.ruleset.grid
    fields = [
        _ruleset(position.ruleset),
        bitboards.write(position.board, grid),
        _tray(position.tray),
    ]
    numbers = (position.combo, position.moves_since_clear, position.score)
    fields += [f"{key}={n}" for key, n in zip(_NUMBERS, numbers, strict=True) if n]
    fields += [f"{_NEXT}={_tray(tray)}" for tray in upcoming]
    return ":".join(fields)


def _ruleset(ruleset: Ruleset) -> str:
    name = ruleset_json(ruleset)
    if isinstance(name, str):
        return name
    rows, cols = ruleset.grid.rows, ruleset.grid.cols
    if registry.get({"rows": rows, "cols": cols}).digest == ruleset.digest:
        return f"{rows}x{cols}"
    raise InputError(
        Fault(
            "ruleset",
            f"{echo(ruleset.name)} is not built in, and one line cannot hold its rules",
            "share the JSON of 'fairtray show --json', which can",
        )
    )


def _tray(tray: Tray) -> str:
    return ",".join("-" if shape is None else _piece(shape) for shape in tray)


def _piece(shape: Shape) -> str:
    if shapes.standard().get(shape.name) == shape:
        return shape.name
    return "/".join(shape.rows).replace("#", "1").replace(".", "0")
