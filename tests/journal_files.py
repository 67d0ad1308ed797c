"""Looking into journals from outside, even while a run writes to them."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path


def chunks_in(journal: Path) -> list[tuple[int, str]]:
    """Return the number and the result of each chunk, in order; nothing of no journal yet.

    A run holds the lock of its journal, so this looks at a copy of it. A copy that was made in
    the middle of a change counts as one without chunks.
    """
    log = journal.with_name(f"{journal.name}-wal")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "journal"
        try:
            shutil.copy(journal, copy)
            if log.exists():
                shutil.copy(log, copy.with_name("journal-wal"))
            with closing(sqlite3.connect(copy)) as database:
                rows = database.execute("SELECT number, result FROM chunks ORDER BY number")
                return rows.fetchall()
        except (OSError, sqlite3.Error):
            return []


def drop(journal: Path, condition: str) -> None:
    """Take the chunks of which an SQL condition holds out of a journal that nobody uses."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as database:
        database.execute(f"DELETE FROM chunks WHERE {condition}")  # noqa: S608 (a test's own)
