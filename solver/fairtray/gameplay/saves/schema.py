"""The tables of the store, and how an older database is brought up to date.

The version is SQLite's own ``user_version``: the number of steps below that have been taken.
A step is never changed once published; a new form of the tables is a new step.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

APPLICATION_ID = 0x46545259
"""``FTRY`` in ASCII: distinguishes our databases from those of other programs."""

Step = Sequence[str]

STEPS: tuple[Step, ...] = (
    (
        """
        CREATE TABLE saves (
            id TEXT PRIMARY KEY,
            revision INTEGER NOT NULL,
            ruleset TEXT NOT NULL, digest TEXT NOT NULL, mode TEXT NOT NULL, variant TEXT NOT NULL,
            score INTEGER NOT NULL, moves INTEGER NOT NULL, lines INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            saved_at TEXT NOT NULL,
            document TEXT NOT NULL, checksum TEXT NOT NULL
        )
        """,
        "CREATE INDEX saves_by_key ON saves (ruleset, digest, mode, variant, saved_at)",
        """
        CREATE TABLE results (
            id TEXT PRIMARY KEY,
            ruleset TEXT NOT NULL, digest TEXT NOT NULL, mode TEXT NOT NULL, variant TEXT NOT NULL,
            score INTEGER NOT NULL, moves INTEGER NOT NULL, lines INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            ending TEXT NOT NULL, won INTEGER NOT NULL, record INTEGER NOT NULL,
            stars INTEGER NOT NULL, bonus INTEGER NOT NULL,
            day TEXT NOT NULL, ended_at TEXT NOT NULL,
            document TEXT, checksum TEXT
        )
        """,
        "CREATE INDEX results_by_key ON results (ruleset, digest, mode, variant, score)",
        "CREATE INDEX results_by_day ON results (ruleset, day)",
    ),
)
"""For each version the statements that lead to it from the one before."""

VERSION = len(STEPS)


def version(connection: sqlite3.Connection) -> int:
    """Return the version of a database; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def application(connection: sqlite3.Connection) -> int:
    """Return whose database it is; 0 for an empty one."""
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


def empty(connection: sqlite3.Connection) -> bool:
    """Return whether a database has no tables."""
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def migrate(connection: sqlite3.Connection, steps: Sequence[Step] = STEPS) -> None:
    """Bring a database up to date: all steps that it lacks, or none of them.

    Args:
        connection: to the database, in autocommit mode.
        steps: what to do for each version.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number in range(version(connection), len(steps)):
            for statement in steps[number]:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def missing(connection: sqlite3.Connection) -> str:
    """Return the first table that is not as the newest version has it; empty where none is."""
    wanted = sqlite3.connect(":memory:", isolation_level=None)
    try:
        migrate(wanted)
        for (name,) in wanted.execute("SELECT name FROM sqlite_master ORDER BY name"):
            there, here = (_columns(base, name) for base in (wanted, connection))
            if there != here:
                return str(name)
    finally:
        wanted.close()
    return ""


def odd_row(connection: sqlite3.Connection) -> str:
    """Return the first row with a value of another type than its column's; empty where none is.

    SQLite itself takes any value in any column, and so notices no damage of this kind.
    """
    for table in ("saves", "results"):
        columns = connection.execute(
            'SELECT name, type, "notnull" OR pk FROM pragma_table_info(?)', (table,)
        ).fetchall()
        for name, declared, needed in columns:
            types = (declared.lower(),) if needed else (declared.lower(), "null")
            marks = ", ".join("?" * len(types))
            row = connection.execute(
                f"SELECT rowid FROM {table} WHERE typeof({name}) NOT IN ({marks})",  # noqa: S608
                types,
            ).fetchone()
            if row is not None:
                return f"row {row[0]} of {table}, {name},"
    return ""


def _columns(connection: sqlite3.Connection, name: str) -> list[tuple[object, ...]]:
    # Of an index it lists the columns that it goes by.
    return [
        *connection.execute("SELECT * FROM pragma_table_info(?)", (name,)),
        *connection.execute("SELECT * FROM pragma_index_info(?)", (name,)),
    ]
