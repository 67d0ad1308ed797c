"""Opening the store's database: locked against others, checked, brought up to date.

A damaged database is set aside under another name and a new one begun; one that a newer
fairtray wrote, or another program, is refused and left as it is.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from fairtray.core.databases import (
    first_damage,
    is_damage,
    is_from_sqlite,
    is_locked,
    lenient_text,
)
from fairtray.core.errors import Fault, InputError
from fairtray.gameplay.saves import schema

FILE = "games.sqlite3"
"""The database, in the player's folder."""

_LOCK = "games.lock"
_WAIT = 10.0
"""Seconds to wait for another window that is writing."""


class StoreUnavailable(InputError):
    """The store cannot be read or written just now; nothing in it is changed."""


class StoreRefused(InputError):
    """The database is not for this version of fairtray, and is left as it is."""


class StoreDamaged(InputError):
    """The database is damaged; the first fault says where."""


@contextlib.contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Raise our errors, which name the file, in place of SQLite's.

    Raises:
        StoreDamaged: the content of the file is at fault.
        StoreUnavailable: anything else: locked, full, not writable.
    """
    try:
        yield
    except UnicodeDecodeError:
        # SQLite quotes names of the file in its own messages.
        what = "is damaged: it holds text that is not UTF-8"
        raise StoreDamaged(Fault("", what), str(path)) from None
    except sqlite3.Error as error:
        if not is_from_sqlite(error):
            raise
        if is_damage(error):
            raise StoreDamaged(Fault("", f"is damaged: {error}"), str(path)) from None
        mend = (
            "wait for the other program"
            if is_locked(error)
            else ("make the folder writable, or name another with FAIRTRAY_DATA")
        )
        raise StoreUnavailable(Fault("", f"cannot be used: {error}", mend), str(path)) from None


def open_to_read(path: Path) -> sqlite3.Connection:
    """Return a connection to an existing, undamaged database, brought up to date.

    Raises:
        InputError: it is damaged, not ours, of a newer version, or cannot be read.
    """
    try:
        connection = _opened(path)
    except StoreDamaged as error:
        fault = error.faults[0]
        mend = "'fairtray play' sets it aside and begins a new one"
        raise StoreDamaged(Fault(fault.where, fault.what, mend), str(path)) from None
    return connection


def open_to_write(folder: Path) -> tuple[sqlite3.Connection, str]:
    """Return a connection to the folder's database, created if necessary, and what was done.

    Returns:
        The connection, and a line that says what was set aside; empty where nothing was.

    Raises:
        StoreRefused: the database is not ours or of a newer version.
        StoreUnavailable: the folder or a file in it cannot be written.
    """
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"cannot be made: {error.strerror or error}"
        mend = "name another folder with FAIRTRAY_DATA"
        raise StoreUnavailable(Fault("", what, mend), str(folder)) from None
    with _alone(folder):
        try:
            return _opened(path, to_write=True), ""
        except StoreDamaged as damage:
            aside = set_aside(path)
            report = f"{damage}; set aside as {aside.name}, and a new one begun"
            return _opened(path, to_write=True), report


def _opened(path: Path, *, to_write: bool = False) -> sqlite3.Connection:
    with sqlite_errors(path):
        connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
    try:
        with sqlite_errors(path):
            # A damaged text is read all the same; its checksum, or its place, shows the damage.
            connection.text_factory = lenient_text
            # After a crash of the whole machine, too, a finished move is there.
            connection.execute("PRAGMA synchronous = FULL")
            _refuse_foreign(connection, path)
            if not schema.empty(connection):
                check(connection, path)
            if schema.version(connection) < schema.VERSION:
                schema.migrate(connection)
            _refuse_odd(connection, path)
            if to_write:
                _refuse_read_only(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    if schema.empty(connection):
        return
    if schema.application(connection) != schema.APPLICATION_ID:
        what = "is a database of another program"
        raise StoreRefused(Fault("", what, "name another folder with FAIRTRAY_DATA"), str(path))
    found = schema.version(connection)
    if found < 1:
        raise StoreDamaged(Fault("", f"is damaged: its version is {found}"), str(path))
    if found > schema.VERSION:
        what = f"has version {found}, and this fairtray knows {schema.VERSION}"
        raise StoreRefused(Fault("", what, "install the newer fairtray"), str(path))


def _refuse_odd(connection: sqlite3.Connection, path: Path) -> None:
    found = schema.missing(connection)
    if found:
        raise StoreDamaged(Fault("", f"is damaged: {found} is not as it was made"), str(path))
    found = schema.odd_row(connection)
    if found:
        raise StoreDamaged(Fault("", f"is damaged: {found} holds another type"), str(path))


def _refuse_read_only(connection: sqlite3.Connection) -> None:
    # Nothing is written, but a file or folder that cannot be shows now and not after a move.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {schema.VERSION}")
    connection.execute("ROLLBACK")


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Check every page of a database.

    Raises:
        StoreDamaged: with the first place that is wrong.
    """
    damage = first_damage(connection)
    if damage:
        raise StoreDamaged(Fault("", f"is damaged: {damage}"), str(path))


def set_aside(path: Path) -> Path:
    """Rename a file, and what belongs to it, to the first free name ``NAME.damaged-N``.

    Raises:
        StoreUnavailable: it cannot be renamed.
    """
    for number in range(1, 10_000):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if aside.exists():
            continue
        try:
            # A journal left over from a crash is part of the old database: a new one
            # must not be rolled back by it.
            for ending in ("-journal", "-wal", "-shm"):
                part = path.with_name(path.name + ending)
                if part.exists():
                    part.rename(aside.with_name(aside.name + ending))
            path.rename(aside)
        except OSError as error:
            what = f"is damaged and cannot be set aside: {error.strerror or error}"
            raise StoreUnavailable(Fault("", what, "move it away"), str(path)) from None
        return aside
    what = "is damaged, and all names to set it aside under are taken"
    raise StoreUnavailable(Fault("", what, "delete old ones"), str(path))


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other windows from opening the store in the meantime.

    Two of them must not both find the same database damaged and set aside what the other
    has just begun. The lock is an empty database, because SQLite locks on every system and
    the lock of a process that died is gone.
    """
    path = folder / _LOCK
    with sqlite_errors(path):
        lock = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            lock.close()
            if not is_damage(error):
                raise
            # It holds nothing, so its contents can go.
            os.truncate(path, 0)
            lock = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
            lock.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        lock.close()
