"""The store itself: every call is one transaction, on disk when it returns."""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from fairtray.core.databases import checksum
from fairtray.core.errors import Fault, InputError
from fairtray.core.files import write_bytes
from fairtray.gameplay.saves import opening
from fairtray.gameplay.saves.model import Key, Result, Saved, Standing, encoded
from fairtray.gameplay.saves.opening import FILE, StoreUnavailable, sqlite_errors

_KEYED = "ruleset = ? AND digest = ? AND mode = ? AND variant = ?"
_SAVED = "id, revision, ruleset, digest, mode, variant, score, moves, lines, milliseconds, saved_at"
_RESULT = (
    "id, ruleset, digest, mode, variant, score, moves, lines, milliseconds, ending, won, record, "
    "stars, bonus, day"
)


class GameDamaged(InputError):
    """A game of the store that cannot be read.

    Attributes:
        id: the game's own name.
    """

    def __init__(self, faults: list[Fault] | Fault, source: str = "", game: str = "") -> None:
        """Keep the game's name beside the faults."""
        super().__init__(faults, source)
        self.id = game


class Store:
    """The games of one player. Close it, or use it in a ``with`` statement.

    Several windows, and several processes, may have the same store open. Each call is one
    transaction; a game that two of them continue becomes two games.

    Attributes:
        folder: the player's folder.
        report: a line that says what was found damaged and set aside; empty where nothing was.
    """

    def __init__(self, connection: sqlite3.Connection, folder: Path, report: str = "") -> None:
        """Take over an open connection; see :meth:`open` and :meth:`open_to_read`."""
        self._connection = connection
        self.folder = folder
        self.report = report

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Open the store of a folder, and make it if there is none.

        Raises:
            StoreRefused: it has a newer version or is not ours; it is left alone.
            StoreUnavailable: it cannot be written.
        """
        connection, report = opening.open_to_write(folder)
        return cls(connection, folder, report)

    @classmethod
    def open_to_read(cls, folder: Path) -> Store | None:
        """Open the store of a folder without changing anything; None where there is none.

        Raises:
            InputError: it is damaged, of a newer version, not ours, or cannot be read.
        """
        path = folder / FILE
        try:
            there = path.exists() and path.stat().st_size > 0
        except OSError as error:
            what = f"cannot be read: {error.strerror or error}"
            raise StoreUnavailable(Fault("", what, "name another folder"), str(path)) from None
        return cls(opening.open_to_read(path), folder) if there else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def begin_anew(self) -> None:
        """Open the store again after damage was found; ``report`` says what was done.

        Raises:
            StoreRefused, StoreUnavailable: it cannot be opened; it stays closed.
        """
        self._connection.close()
        self._connection, self.report = opening.open_to_write(self.folder)

    @property
    def path(self) -> Path:
        """The database."""
        return self.folder / FILE

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with sqlite_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    # Games in progress.

    def save(self, game: Saved) -> Saved:
        """Save a game; return it with its name and revision.

        If another window has saved or ended the same game since, both continue: this one
        under a new name, and ``forked`` says so.

        Raises:
            StoreUnavailable, StoreDamaged: nothing was saved.
        """
        with self._transaction() as base:
            return _save(base, game)

    def latest(self, key: Key) -> Saved | None:
        """Return the game in progress that was saved last; None where there is none.

        Raises:
            GameDamaged: it is there and cannot be read; see :meth:`set_game_aside`.
        """
        with sqlite_errors(self.path):
            row = self._connection.execute(
                f"SELECT {_SAVED}, document, checksum FROM saves WHERE {_KEYED} "
                "ORDER BY saved_at DESC, id LIMIT 1",
                _of(key),
            ).fetchone()
        if row is None:
            return None
        *_, text, summed = row
        return _saved(row, _document(text, summed, f"saved game {row[0]} ({key})", row[0]))

    def saves(self) -> list[Saved]:
        """Return all games in progress, the last saved first, without their documents."""
        with sqlite_errors(self.path):
            rows = self._connection.execute(
                f"SELECT {_SAVED} FROM saves ORDER BY saved_at DESC, id"
            ).fetchall()
        return [_saved(row, {}) for row in rows]

    def set_game_aside(self, game: str) -> Path:
        """Take a damaged game out of the store, into a file of its own beside it.

        Returns:
            The file, ``game-ID.json.damaged-N``; it holds what the store held, unchanged.

        Raises:
            InputError: the file cannot be written; the game stays where it is.
        """
        with self._transaction() as base:
            row = base.execute("SELECT document FROM saves WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise StoreUnavailable(Fault("", f"holds no saved game {game}"), str(self.path))
            number = 1
            while (path := self.folder / f"game-{game}.json.damaged-{number}").exists():
                number += 1
            write_bytes(path, str(row[0]).encode("utf-8", "surrogateescape"))
            base.execute("DELETE FROM saves WHERE id = ?", (game,))
        return path

    # Results.

    def finish(
        self,
        game: Saved,
        *,
        ending: str,
        won: bool,
        record: bool,
        day: str,
        stars: Callable[[Standing], tuple[int, int]],
        keep: bool,
    ) -> tuple[Saved, Result]:
        """Enter the result of a game that is over.

        Args:
            game: the game as it ended.
            ending: what ended it.
            won: whether it was won.
            record: whether its score counts among the best ones.
            day: the player's day, ``YYYY-MM-DD``.
            stars: gives the stars that it earns, from what had been reached before: those
                that count towards a day's limit, and those on top.
            keep: whether the game can still be continued, and so stays saved.

        Returns:
            The game as saved, and its result.

        Raises:
            StoreUnavailable, StoreDamaged: nothing was entered.
        """
        with self._transaction() as base:
            game = _save(base, game)
            base.execute("DELETE FROM results WHERE id = ?", (game.id,))
            key = game.key
            standing = Standing(_best(base, key), _stars(base, key.ruleset, day))
            earned, bonus = stars(standing)
            result = Result(
                game.id, key, game.score, game.moves, game.lines, game.milliseconds, ending, won,
                record, earned, bonus, day,
            )  # fmt: skip
            base.execute(
                f"INSERT INTO results ({_RESULT}, ended_at, document, checksum) "
                f"VALUES ({', '.join('?' * 18)})",
                (
                    game.id, *_of(key), game.score, game.moves, game.lines, game.milliseconds,
                    ending, won, record, earned, bonus, day, game.saved_at, *encoded(game.document),
                ),
            )  # fmt: skip
            if not keep:
                base.execute("DELETE FROM saves WHERE id = ?", (game.id,))
            _forget_documents(base, key)
        return game, result

    def reopen(self, game: Saved) -> Saved:
        """Save a game that continues after it was over, and take its result back."""
        with self._transaction() as base:
            saved = _save(base, game)
            # The result of a game that another window has continued is that one's.
            base.execute("DELETE FROM results WHERE id = ?", (saved.id,))
            return saved

    def drop(self, game: str) -> None:
        """Forget a game in progress; its result, where it has one, stays."""
        with self._transaction() as base:
            base.execute("DELETE FROM saves WHERE id = ?", (game,))

    def best(self, key: Key) -> int | None:
        """Return the best score of a key; None where there is none yet."""
        with sqlite_errors(self.path):
            return _best(self._connection, key)

    def stars_on(self, ruleset: str, day: str) -> int:
        """Return the stars that a day has brought with a ruleset."""
        with sqlite_errors(self.path):
            return _stars(self._connection, ruleset, day)

    def results(self) -> list[Result]:
        """Return all results, in the order in which the games ended."""
        with sqlite_errors(self.path):
            rows = self._connection.execute(
                f"SELECT {_RESULT} FROM results ORDER BY ended_at, id"
            ).fetchall()
        return [_result(row) for row in rows]

    def last_document(self, key: Key) -> Mapping[str, Any] | None:
        """Return the document of the last game of a key that ended; None where there is none.

        Raises:
            GameDamaged: it cannot be read.
        """
        with sqlite_errors(self.path):
            row = self._connection.execute(
                f"SELECT id, document, checksum FROM results WHERE {_KEYED} "
                "AND document IS NOT NULL ORDER BY ended_at DESC, id LIMIT 1",
                _of(key),
            ).fetchone()
        return None if row is None else _document(row[1], row[2], f"game {row[0]} ({key})", row[0])


def _of(key: Key) -> tuple[str, str, str, str]:
    return key.ruleset, key.digest, key.mode, key.variant


def _save(base: sqlite3.Connection, game: Saved) -> Saved:
    row = base.execute("SELECT revision FROM saves WHERE id = ?", (game.id,)).fetchone()
    forked = bool(game.id) and (row is None or row[0] != game.revision)
    if forked or not game.id:
        game = replace(game, id=secrets.token_hex(8), revision=0)
    game = replace(game, revision=game.revision + 1, forked=forked)
    base.execute(
        f"INSERT OR REPLACE INTO saves ({_SAVED}, document, checksum) "
        f"VALUES ({', '.join('?' * 13)})",
        (
            game.id, game.revision, *_of(game.key), game.score, game.moves, game.lines,
            game.milliseconds, game.saved_at, *encoded(game.document),
        ),
    )  # fmt: skip
    return game


def _saved(row: tuple[Any, ...], document: Mapping[str, Any]) -> Saved:
    name, revision, ruleset, digest, mode, variant, score, moves, lines, played, at, *_ = row
    key = Key(ruleset, digest, mode, variant)
    return Saved(key, document, score, moves, lines, played, at, name, revision)


def _result(row: tuple[Any, ...]) -> Result:
    name, ruleset, digest, mode, variant, score, moves, lines, played, *rest = row
    ending, won, record, stars, bonus, day = rest
    key = Key(ruleset, digest, mode, variant)
    return Result(
        name, key, score, moves, lines, played, ending, bool(won), bool(record), stars, bonus, day
    )


def _document(text: str, summed: str, place: str, game: str) -> Mapping[str, Any]:
    if checksum(text) != summed:
        raise GameDamaged(Fault("", "is damaged: its checksum differs"), place, game)
    document = json.loads(text)
    if not isinstance(document, dict):
        raise GameDamaged(Fault("", "is damaged: it is not an object"), place, game)
    return document


def _best(base: sqlite3.Connection, key: Key) -> int | None:
    found = base.execute(
        f"SELECT max(score) FROM results WHERE record AND {_KEYED}",
        _of(key),
    ).fetchone()[0]
    return None if found is None else int(found)


def _stars(base: sqlite3.Connection, ruleset: str, day: str) -> int:
    return int(
        base.execute(
            "SELECT coalesce(sum(stars), 0) FROM results WHERE ruleset = ? AND day = ?",
            (ruleset, day),
        ).fetchone()[0]
    )


def _forget_documents(base: sqlite3.Connection, key: Key) -> None:
    """Keep the moves of a key's last game and of its best one only; results are kept forever."""
    base.execute(
        f"""
        UPDATE results SET document = NULL, checksum = NULL
        WHERE document IS NOT NULL AND {_KEYED}
        AND id <> (SELECT id FROM results WHERE {_KEYED} ORDER BY ended_at DESC, id LIMIT 1)
        AND id <> coalesce((SELECT id FROM results WHERE record AND {_KEYED}
                            ORDER BY score DESC, ended_at, id LIMIT 1), '')
        """,
        _of(key) * 3,
    )
