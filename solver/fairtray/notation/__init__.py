"""Reading and writing positions and games: JSON, drawings, and a notation of one line."""

from __future__ import annotations

from pathlib import Path

from fairtray.core.errors import Fault, InputError, NotationError, PositionError
from fairtray.core.files import STDIN, label, read_text
from fairtray.core.reading import Log, Place, read_partly
from fairtray.notation.games import Game, GameFile, Played, RecordedMove, moves_of, play
from fairtray.notation.pieces import read_shape, split_tray
from fairtray.notation.position import PositionFile, Reading, Tray, reading_of, ruleset_of
from fairtray.notation.text import (
    PositionText,
    compact_notation,
    document_of,
    document_of_line,
    is_compact,
)
from fairtray.notation.writing import position_json, ruleset_json, shape_json
from fairtray.rulesets.model import Ruleset

__all__ = [
    "Game",
    "Played",
    "Reading",
    "RecordedMove",
    "Tray",
    "compact_notation",
    "document_of",
    "is_compact",
    "parse_game",
    "parse_json",
    "parse_position",
    "play",
    "position_json",
    "read_document",
    "read_game",
    "read_position",
    "read_shape",
    "ruleset_json",
    "shape_json",
    "split_tray",
]


def read_position(path: str, ruleset: Ruleset | None = None) -> Reading:
    """Return the position in a file, or on standard input for ``-``.

    Args:
        path: the file.
        ruleset: the ruleset to use instead of the file's; None for the file's own,
            or the default where it names none.

    Raises:
        InputError: the file cannot be read, or with every fault of the position.
    """
    return parse_position(read_text(path), ruleset, source=path)


def read_game(path: str, ruleset: Ruleset | None = None) -> Game:
    """Return the recorded game in a file; otherwise as :func:`read_position`."""
    return parse_game(read_text(path), ruleset, source=path)


def parse_position(text: str, ruleset: Ruleset | None = None, *, source: str = "") -> Reading:
    """Return the position that a text (JSON, a drawing, the one-line notation) describes.

    Args:
        text: the text.
        ruleset: the ruleset to use instead of the text's.
        source: the name of the file, for messages and for the relative path of a ruleset.

    Raises:
        InputError: with every fault.
    """
    try:
        return _position(document_of(text), ruleset, _folder(source))
    except InputError as error:
        raise error.located(label(source)) from None


def parse_json(text: str, ruleset: Ruleset | None = None, *, source: str = "") -> Reading:
    """Return the position in one line of a JSON Lines file.

    As :func:`parse_position`, but a drawing cannot stand in such a file, and the
    messages leave it to the caller to name file and line.
    """
    return read_document(document_of_line(text), ruleset, _folder(source))


def read_document(
    value: object, ruleset: Ruleset | None = None, folder: Path | None = None
) -> Reading:
    """Return the position that a decoded JSON value describes.

    Args:
        value: the value.
        ruleset: the ruleset to use instead of the value's.
        folder: where relative paths of rulesets start.

    Raises:
        InputError: with every fault.
    """
    return _position(PositionText(value), ruleset, folder)


def parse_game(text: str, ruleset: Ruleset | None = None, *, source: str = "") -> Game:
    """Return the recorded game that a JSON text describes.

    Raises:
        InputError: with every fault.
    """
    try:
        return _game(document_of(text), ruleset, _folder(source))
    except InputError as error:
        raise error.located(label(source)) from None


def _position(text: PositionText, ruleset: Ruleset | None, folder: Path | None) -> Reading:
    log = Log()
    file, _ = read_partly(PositionFile, text.value, log)
    if file is not None:
        root = _root(log, text)
        reading = reading_of(file, root, ruleset_of(file, root, ruleset, folder))
    _close(log, text)
    return reading


def _game(text: PositionText, ruleset: Ruleset | None, folder: Path | None) -> Game:
    if text.lines:
        raise NotationError(Fault("", "is a drawing", "write a game as JSON, with moves"))
    log = Log()
    file, _ = read_partly(GameFile, text.value, log)
    if file is not None:
        root = _root(log, text)
        rules = ruleset_of(file, root, ruleset, folder)
        reading = reading_of(file, root, rules)
        moves = moves_of(file, root, rules)
    _close(log, text)
    return Game(reading.position, moves, reading.upcoming, tuple(log.warnings))


def _root(log: Log, text: PositionText) -> Place:
    root = Place(log)
    for warning in text.warnings:
        root.warn(warning)
    return root


def _close(log: Log, text: PositionText) -> None:
    """Raise the faults of a document, in its order.

    Raises:
        NotationError: it is not an object, or a key is nearly a known one.
        PositionError: any other fault.
    """
    log.sort(text.value)
    unread = any(len(steps) <= 1 for steps in log.unknown) or not isinstance(text.value, dict)
    if log.faults:
        faults = [text.located(fault) for fault in log.faults]
        raise (NotationError if unread else PositionError)(faults)


def _folder(source: str) -> Path | None:
    return Path(source).parent if source and source != STDIN else None
