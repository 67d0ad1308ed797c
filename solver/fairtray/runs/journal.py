"""A file to which finished chunks are appended, so that a run that was killed can go on.

Each line reaches the system in one write when its chunk is finished: whatever kills the
process then, no finished line is lost, and at most the last one is torn. Only a crash of the
machine itself can lose what has not been forced to the disk; that is done every few seconds
rather than for each line, as a disk may take longer for it than a chunk takes to make.
"""

from __future__ import annotations

import json
import os
import stat
import time
from dataclasses import replace
from types import TracebackType
from typing import Any, BinaryIO, Generic, Self, TypeVar

from fairtray.core.errors import Fault, InputError
from fairtray.runs.locks import lock
from fairtray.runs.records import (
    Records,
    checked,
    chunk_number,
    differences,
    written,
)
from fairtray.runs.ticks import Done

Result = TypeVar("Result")

_SYNC_SECONDS = 5.0
"""Most seconds of work that a crash of the machine can cost."""

_HEADER_LINE = 2**20


class Journal(Generic[Result]):
    """The finished chunks of one run; a context manager that holds the file and its lock.

    Args:
        path: the file; made if there is none.
        records: what the run is, and how its results are written.

    Attributes:
        notes: what the user should know of the file, a line each.
        taken: how many chunks were found in the file.
    """

    def __init__(self, path: str, records: Records[Result]) -> None:
        self._path = path
        self._records = records
        self._header = written(records.header())
        self._check = ""
        self._places: dict[int, tuple[int, int]] = {}
        self._synced = time.monotonic()
        self.notes: list[str] = []
        self.taken = 0

    def __enter__(self) -> Self:
        """Open the file, and find the chunks in it.

        Raises:
            InputError: it cannot be used, another process uses it, it is damaged, or it is
                of another run. The file is then left as it is.
        """
        try:
            self._file: BinaryIO = self._opened()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise self._error(Fault("", f"cannot be used: {reason}", "name another file")) from None
        try:
            self._take_lock()
            end = self._read()
            self._file.truncate(end)
            self._file.seek(end)
            if not end:
                self._write(self._header)
                self._sync()
        except BaseException:
            self._file.close()
            raise
        self.taken = len(self._places)
        return self

    def _opened(self) -> BinaryIO:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        # Nothing that waits for a reader at its other end may hold us up.
        handle = os.open(self._path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise ValueError("it is no regular file")
        return os.fdopen(handle, "r+b", buffering=0)

    def _take_lock(self) -> None:
        try:
            free = lock(self._file.fileno())
        except OSError as error:
            raise self._error(
                Fault("", f"cannot be locked: {error.strerror}", "name a file on a local disk")
            ) from None
        if not free:
            raise self._error(
                Fault("", "another process writes to it", "wait for its end or name another file")
            )

    def _read(self) -> int:
        """Check every line; return where the last good one ends.

        Raises:
            InputError: see :meth:`__enter__`.
        """
        end = 0
        # Unbuffered, each line would be read byte by byte.
        with open(os.dup(self._file.fileno()), "rb") as reader:  # noqa: PTH123 (no path)
            # What is no journal may be one line of any length.
            while line := reader.readline(-1 if end else _HEADER_LINE):
                if not end:
                    end = self._read_header(line)
                elif line.endswith(b"\n"):
                    self._read_chunk(line, end)
                    end += len(line)
                if end < reader.tell():
                    break
            torn = reader.seek(0, os.SEEK_END) - end
        if torn:
            self._torn(end, torn)
        return end

    def _read_header(self, line: bytes) -> int:
        found = checked(line)
        if found is None:
            if self._header.startswith(line):
                # Killed while it was being written.
                return 0
            raise self._error(self._no_journal(line))
        self._check, body = found
        # This run's, as JSON has it too: a tuple is a list there.
        faults = list(differences(_parsed(body), _parsed(self._header)))
        if faults:
            mend = "it is the journal of another run: repeat that one or name another file"
            raise self._error(*faults[:-1], replace(faults[-1], mend=mend))
        return len(line)

    @staticmethod
    def _no_journal(line: bytes) -> Fault:
        if line.startswith(b'{"check":"'):
            return Fault("line 1", "is damaged: its checksum is wrong", "name another file")
        return Fault("", "is no journal of fairtray", "name a new file")

    def _read_chunk(self, line: bytes, start: int) -> None:
        number = 2 + len(self._places)
        found = checked(line, self._check)
        if found is None:
            mend = "restore the file, or remove this line and all after it to go on from there"
            what = "is damaged: its checksum is wrong"
            raise self._error(Fault(f"line {number}", what, mend))
        chunk = chunk_number(found[1])
        if chunk is None or chunk in self._places:
            raise self._error(Fault(f"line {number}", "is no chunk, or one that was there before"))
        self._places[chunk] = (start, len(line))

    def _torn(self, end: int, count: int) -> None:
        line = 1 if not end else 2 + len(self._places)
        then = "its chunk is made again" if end else "it held no chunk yet"
        self.notes.append(
            f"{self._path}: line {line} is torn ({count} bytes without an end) and was dropped; "
            + then
        )

    def __contains__(self, chunk: object) -> bool:
        """Return whether a chunk is finished."""
        return chunk in self._places

    def done(self, chunk: int) -> Done[Result]:
        """Return a finished chunk.

        Raises:
            InputError: the line cannot be read as one.
        """
        start, size = self._places[chunk]
        before = self._file.tell()
        self._file.seek(start)
        found = checked(self._file.read(size), self._check)
        self._file.seek(before)
        if found is None:
            raise self._error(Fault(f"chunk {chunk}", "has changed since it was checked"))
        value = _parsed(found[1])
        try:
            return Done(self._records.decode(value["result"]), int(value["ticks"]))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            what = f"cannot be read: {type(error).__name__}: {error}"
            raise self._error(Fault(f"chunk {chunk}", what, "name another file")) from None

    def keep(self, chunk: int, done: Done[Result]) -> None:
        """Append a finished chunk.

        Raises:
            InputError: the file cannot be written.
        """
        start = self._file.tell()
        line = written(
            {"chunk": chunk, "ticks": done.ticks, "result": self._records.encode(done.result)},
            self._check,
        )
        self._write(line)
        self._places[chunk] = (start, len(line))
        if time.monotonic() - self._synced > _SYNC_SECONDS:
            self._sync()

    def _write(self, line: bytes) -> None:
        left = memoryview(line)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise self._unwritable(error) from None
        self._check = self._check or line[len('{"check":"') :][:64].decode()

    def _sync(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            # Some file systems find out only now that there is no room.
            raise self._unwritable(error) from None
        self._synced = time.monotonic()

    def _unwritable(self, error: OSError) -> InputError:
        what = f"cannot be written: {error.strerror}"
        return self._error(Fault("", what, "make room and run it again"))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Force the file to the disk, and let it go."""
        try:
            self._sync()
        finally:
            self._file.close()

    def _error(self, *faults: Fault) -> InputError:
        return InputError(list(faults), self._path)


def _parsed(body: bytes) -> dict[str, Any]:
    """Return what a line of ours says; its checksum has been found right."""
    value: dict[str, Any] = json.loads(body)
    value.pop("check", None)
    return value
