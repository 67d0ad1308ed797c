"""What our SQLite databases have in common: they outlive crashes, and say when they are damaged."""

from __future__ import annotations

import hashlib
import sqlite3

from fairtray.core.errors import echo

_PRIMARY = 0xFF
"""The bits of an extended error code that hold the primary one."""

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error of SQLite says that the content of the file is at fault."""
    return _code(error) in _DAMAGED


def is_locked(error: sqlite3.Error) -> bool:
    """Return whether an error of SQLite says that another process uses the file."""
    return _code(error) == sqlite3.SQLITE_BUSY


def is_from_sqlite(error: sqlite3.Error) -> bool:
    """Return whether an error is SQLite's own, and not a mistake in how it was called."""
    return _code(error) is not None


def _code(error: sqlite3.Error) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY


def lenient_text(data: bytes) -> str:
    """Return stored text even if it is damaged, for ``text_factory``: a checksum shows it."""
    return data.decode("utf-8", "surrogateescape")


def checksum(text: str) -> str:
    """Return the SHA-256, in hex, of a text: SQLite would not notice a flipped bit."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def first_damage(connection: sqlite3.Connection) -> str:
    """Return the first place of a database that is wrong, of all its pages; empty if none is."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found == "ok":
        return ""
    place = " ".join(str(found).replace("*** in database main ***", "").split())
    return echo(place, 120)[1:-1]
