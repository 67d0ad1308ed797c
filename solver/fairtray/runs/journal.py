"""A file that keeps the finished chunks of a run, so that a run that was killed can continue.

The file is an SQLite database, and each finished chunk is a transaction of its own. It is in
SQLite's write-ahead mode, in which a finished transaction has been handed to the system: killing
the process then loses nothing that was finished, and a transaction in the middle is undone when
the file is next opened. Only a crash of the whole machine can lose what has not been forced to
the disk. That is done every few seconds rather than for each chunk (``synchronous`` is FULL for
one transaction and NORMAL for the ones between), because a disk may take longer for it than a
chunk takes to make. The database itself survives such a crash in either setting.

A process holds SQLite's exclusive lock on the file while it uses it; the system releases the
lock when the process dies. Each chunk has a checksum, as SQLite would not notice a flipped bit.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from fairtray.core.databases import (
    checksum,
    first_damage,
    is_damage,
    is_from_sqlite,
    is_locked,
    lenient_text,
)
from fairtray.core.errors import Fault, InputError, echo
from fairtray.versions import code_digest, versions

FORMAT = "fairtray-journal/2"

APPLICATION_ID = 0x4654524A
"""``FTRJ`` in ASCII: distinguishes our journals from the databases of other programs."""

_TEXT_FORMAT = b'"format":"fairtray-journal/1"'
"""What the first line of a journal holds that an earlier version wrote, one chunk a line."""

_MAGIC = b"SQLite format 3\0"
_APPLICATION_AT = 68
"""Where a database's header says whose it is (https://sqlite.org/fileformat.html)."""

_TABLES = (
    "CREATE TABLE run (identity TEXT NOT NULL)",
    """
    CREATE TABLE chunks (
        number INTEGER PRIMARY KEY, progress INTEGER NOT NULL,
        result TEXT NOT NULL, checksum TEXT NOT NULL
    )
    """,
)

_SYNC_SECONDS = 5.0
"""Most seconds of work that a crash of the machine can cost."""

_LONG = 80
"""Characters of a text that a message shows as it is: checksums are shorter."""

_OTHER_RUN = "it is the journal of another run: repeat that one or name another file"


class Journal:
    """The finished chunks of one run; a context manager that holds the file and its lock.

    Args:
        path: the file; made if there is none.
        kind: the kind of work, as in ``audit``.
        identity: everything that the results depend on, by name: JSON values, or objects of
            them. A journal of a run that differs anywhere is refused. The versions and the
            code of fairtray are added here.

    Attributes:
        finished_before: how many chunks were in the file when it was opened.
    """

    def __init__(self, path: str, kind: str, identity: Mapping[str, Any]) -> None:
        self._path = path
        run = {**identity, "versions": versions(), "code": code_digest()}
        self._identity = _json({"format": FORMAT, "kind": kind, "run": run})
        self._numbers: set[int] = set()
        self._synced = time.monotonic()
        self.finished_before = 0

    def __enter__(self) -> Self:
        """Open the file, and check every chunk in it.

        Raises:
            InputError: it cannot be used, another process uses it, it is damaged, or it is
                of another run. The file is then left as it is.
        """
        self._refuse_other_files()
        with self._naming("used"):
            self._database = sqlite3.connect(self._path, timeout=0, isolation_level=None)
        try:
            with self._naming("used"):
                self._open()
                self._read()
        except BaseException:
            self._database.close()
            raise
        self.finished_before = len(self._numbers)
        return self

    def _refuse_other_files(self) -> None:
        """Refuse what SQLite would wait for, or would not know as another program's.

        Raises:
            InputError: it cannot be opened, or is not a journal of this version.
        """
        try:
            # Nothing that waits for a reader at its other end may hold us up.
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            handle = os.open(self._path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
            with os.fdopen(handle, "rb") as file:
                regular = stat.S_ISREG(os.fstat(handle).st_mode)
                start = file.read(1000) if regular else b""
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise self._error(Fault("", f"cannot be used: {reason}", "name another file")) from None
        if not regular:
            what = "cannot be used: it is not a regular file"
            raise self._error(Fault("", what, "name another file"))
        if not start:
            return
        if not start.startswith(_MAGIC):
            if _TEXT_FORMAT in start.splitlines()[0]:
                what = "is a journal of an earlier fairtray, which kept it as text"
                mend = "finish it with that version, or name a new file"
                raise self._error(Fault("", what, mend))
            raise self._error(Fault("", "is not a journal of fairtray", "name a new file"))
        application = start[_APPLICATION_AT : _APPLICATION_AT + 4]
        if int.from_bytes(application, "big") != APPLICATION_ID:
            what = "is a database of another program, not a journal of fairtray"
            raise self._error(Fault("", what, "name a new file"))

    def _open(self) -> None:
        """Take the lock, and make the tables where there are none."""
        execute = self._database.execute
        # A damaged text is read all the same; its checksum shows it.
        self._database.text_factory = lenient_text
        execute("PRAGMA locking_mode = EXCLUSIVE")
        execute("PRAGMA synchronous = FULL")
        execute("BEGIN EXCLUSIVE")
        if execute("SELECT 1 FROM sqlite_master").fetchone() is None:
            for table in _TABLES:
                execute(table)
            execute("INSERT INTO run VALUES (?)", (self._identity,))
            execute(f"PRAGMA application_id = {APPLICATION_ID}")
        execute("COMMIT")
        # Only now: a file that is killed before it is whole must be empty, or have its tables.
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")

    def _read(self) -> None:
        """Check that it is this run's journal, and that all in it is sound."""
        damage = first_damage(self._database)
        if damage:
            raise self._damaged(damage)
        self._compare()
        rows = self._database.execute("SELECT number, progress, result, checksum FROM chunks")
        for number, progress, result, stored in rows:
            if stored != self._checksum(number, progress, result):
                raise self._damaged(f"the checksum of chunk {number} is wrong")
            self._numbers.add(number)

    def _compare(self) -> None:
        """Refuse a journal of another run."""
        (there,) = self._database.execute("SELECT identity FROM run").fetchone() or ("",)
        if there == self._identity:
            return
        try:
            faults = list(_differences(json.loads(there), json.loads(self._identity)))
        except (ValueError, AttributeError):
            faults = []
        if not faults:
            raise self._damaged("it does not say which run it belongs to")
        raise self._error(*faults[:-1], replace(faults[-1], mend=_OTHER_RUN))

    def __contains__(self, number: object) -> bool:
        """Return whether a chunk is finished."""
        return number in self._numbers

    def chunk(self, number: int) -> tuple[Any, int]:
        """Return the JSON value of a finished chunk, and how many things it reported as done.

        Raises:
            InputError: the file cannot be read.
        """
        query = "SELECT result, progress FROM chunks WHERE number = ?"
        with self._naming("read"):
            result, progress = self._database.execute(query, (number,)).fetchone()
        return json.loads(result), progress

    def unreadable(self, number: int, error: Exception) -> InputError:
        """Return the error of a chunk whose value is not a result of this run."""
        what = f"cannot be read: {type(error).__name__}: {error}"
        return self._error(Fault(f"chunk {number}", what, "name another file"))

    def save(self, number: int, value: Any, progress: int) -> None:
        """Keep a finished chunk.

        Args:
            number: the chunk's, from 0.
            value: its result as a JSON value.
            progress: how many things it reported as done.

        Raises:
            InputError: the file cannot be written.
            ValueError: the value holds what JSON cannot say, as NaN.
        """
        result = _json(value)
        row = (number, progress, result, self._checksum(number, progress, result))
        due = time.monotonic() - self._synced > _SYNC_SECONDS
        with self._naming("written"):
            if due:
                self._database.execute("PRAGMA synchronous = FULL")
            self._database.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", row)
            if due:
                self._database.execute("PRAGMA synchronous = NORMAL")
                self._synced = time.monotonic()
        self._numbers.add(number)

    def _checksum(self, number: int, progress: int, result: str) -> str:
        """Return the SHA-256, in hex, of a chunk and of the run that it belongs to."""
        return checksum(f"{self._identity}\n{number}\n{progress}\n{result}")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Force everything to the disk and into the one file, and let it go."""
        try:
            with self._naming("written"):
                self._database.execute("PRAGMA synchronous = FULL")
                self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            self._database.close()

    @contextmanager
    def _naming(self, what: str) -> Iterator[None]:
        """Turn SQLite's errors into ours, which name the file.

        Args:
            what: what cannot be done with it: ``used``, ``read`` or ``written``.
        """
        try:
            yield
        except sqlite3.Error as error:
            if not is_from_sqlite(error):
                raise
            if is_damage(error):
                raise self._damaged(str(error)) from None
            if is_locked(error):
                fault = Fault(
                    "", "another process writes to it", "wait for its end or name another file"
                )
                raise self._error(fault) from None
            mend = "name another file" if what == "used" else "make room and run it again"
            raise self._error(Fault("", f"cannot be {what}: {error}", mend)) from None

    def _damaged(self, what: str) -> InputError:
        return self._error(Fault("", f"is damaged: {what}", "restore it or name another file"))

    def _error(self, *faults: Fault) -> InputError:
        return InputError(list(faults), self._path)


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _differences(
    there: Mapping[str, Any], here: Mapping[str, Any], at: str = ""
) -> Iterator[Fault]:
    """Yield a fault for each value in which a journal's run differs from this one."""
    for key in [*there, *(key for key in here if key not in there)]:
        one, two = there.get(key), here.get(key)
        place = f"{at}{key}"
        if isinstance(one, dict) or isinstance(two, dict):
            one, two = (value if isinstance(value, dict) else {} for value in (one, two))
            # What the identity says of the run itself is what the reader knows.
            yield from _differences(one, two, "" if place == "run" else f"{place}.")
        elif one != two:
            yield Fault(place, f"{_shown(one)} in the journal, {_shown(two)} in this run")


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    plain = isinstance(value, str) and value.isprintable() and len(value) < _LONG
    return value if plain else echo(value)
