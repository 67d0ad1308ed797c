"""Reading and writing positions and games, as JSON or drawn as text."""

from __future__ import annotations

from pathlib import Path

from fairtray.errors import Fault, InputError, NotationError
from fairtray.files import STDIN, label, read_text
from fairtray.notation import jsontext, setup
from fairtray.notation.games import Game, Played, RecordedMove, play, read_moves
from fairtray.notation.pieces import read_shape
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
    """Return what a text says; its first character that is not blank tells JSON from a drawing.

    Raises:
        NotationError: neither JSON nor a drawing.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in {"{", "[", '"'}:
        return setup.from_json(jsontext.loads(text))
    # splitlines would also split at separators that no editor shows as a line's end.
    return setup.from_text(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def parse_position(text: str, ruleset: Ruleset | None = None, *, source: str = "") -> Reading:
    """Return the position that a text, JSON or drawn, describes.

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
    return validate(setup.from_json(jsontext.loads(text)), ruleset, _folder(source))


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
    return Game(reading.position, moves, reading.upcoming, reading.warnings)


def _folder(source: str) -> Path | None:
    return Path(source).parent if source and source != STDIN else None
