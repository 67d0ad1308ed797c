"""Reading and writing positions and games: JSON, drawings, and a notation of one line."""

from __future__ import annotations

from pathlib import Path

from fairtray.core import jsontext
from fairtray.core.errors import Fault, InputError, NotationError
from fairtray.core.files import STDIN, label, read_text
from fairtray.notation import compact, setup
from fairtray.notation.compact import is_compact
from fairtray.notation.compact import write as compact_notation
from fairtray.notation.games import Game, Played, RecordedMove, play, read_moves
from fairtray.notation.pieces import read_shape, split_tray
from fairtray.notation.position import Reader, Reading, Tray, validate
from fairtray.notation.setup import Setup
from fairtray.notation.writing import position_json, ruleset_json, shape_json
from fairtray.rulesets.model import Ruleset

__all__ = [
    "Game",
    "Played",
    "Reading",
    "RecordedMove",
    "Setup",
    "Tray",
    "compact_notation",
    "is_compact",
    "parse_game",
    "parse_json",
    "parse_position",
    "parse_setup",
    "play",
    "position_json",
    "read_game",
    "read_position",
    "read_shape",
    "ruleset_json",
    "shape_json",
    "split_tray",
    "validate",
]


def read_position(path: str, ruleset: Ruleset | None = None) -> Reading:
    """Return the position in a file, or on standard input for ``-``.

    Args:
        path: the file.
        ruleset: the ruleset to use whatever the file says; None for the file's own,
            or the default where it names none.

    Raises:
        InputError: the file cannot be read, or with every fault of the position.
    """
    return parse_position(read_text(path), ruleset, source=path)


def read_game(path: str, ruleset: Ruleset | None = None) -> Game:
    """Return the recorded game in a file; otherwise as :func:`read_position`."""
    return parse_game(read_text(path), ruleset, source=path)


def parse_setup(text: str) -> Setup:
    """Return what a text says; its beginning tells JSON, the one-line notation and a drawing apart.

    Raises:
        NotationError: it is none of them.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in {"{", "[", '"'}:
        return setup.from_json(jsontext.loads(text))
    if compact.is_compact(text):
        return compact.read(text)
    # splitlines would also split at separators that no editor shows as a line's end.
    return setup.from_text(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def parse_position(text: str, ruleset: Ruleset | None = None, *, source: str = "") -> Reading:
    """Return the position that a text (JSON, a drawing, the one-line notation) describes.

    Args:
        text: the text.
        ruleset: the ruleset to use whatever the text says.
        source: the name of the file, for messages and for the relative path of a ruleset.

    Raises:
        InputError: with every fault.
    """
    try:
        return validate(parse_setup(text), ruleset, _folder(source))
    except InputError as error:
        raise error.located(label(source)) from None


def parse_json(text: str, ruleset: Ruleset | None = None, *, source: str = "") -> Reading:
    """Return the position in one line of a JSON Lines file.

    As :func:`parse_position`, but a drawing cannot stand in such a file, and the
    messages leave it to the caller to name file and line.
    """
    given = (
        compact.read(text) if compact.is_compact(text) else setup.from_json(jsontext.loads(text))
    )
    return validate(given, ruleset, _folder(source))


def parse_game(text: str, ruleset: Ruleset | None = None, *, source: str = "") -> Game:
    """Return the recorded game that a JSON text describes.

    Raises:
        InputError: with every fault.
    """
    try:
        given = parse_setup(text)
        if given.places:
            raise NotationError(Fault("", "is a drawing", "write a game as JSON, with moves"))
        reader = Reader(given, ruleset, _folder(source))
        reading = reader.reading(needs_tray=False)
        moves = read_moves(reader)
        reader.close()
    except InputError as error:
        raise error.located(label(source)) from None
    return Game(reading.position, moves, reading.upcoming, tuple(reader.warnings))


def _folder(source: str) -> Path | None:
    return Path(source).parent if source and source != STDIN else None
