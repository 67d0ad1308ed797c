"""Reading and writing files so that every fault is one clear line and nothing is half-written."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import itertools
import os
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO, cast

from fairtray.core.errors import Fault, InputError, NotationError

MAX_FILE_BYTES = 16 * 1024 * 1024
"""The largest position, game or ruleset file that is read."""

MAX_LINE_BYTES = 4 * 1024 * 1024
"""The longest line that is read of a file with one document a line."""

STDIN = "-"


def label(path: str) -> str:
    """Return what messages call a file."""
    return "standard input" if path == STDIN else path


def read_text(path: str, limit: int = MAX_FILE_BYTES) -> str:
    """Return the text of a UTF-8 file, or of standard input for ``-``.

    Raises:
        NotationError: the file does not exist, is a folder, cannot be read, is not
            UTF-8 or is larger than ``limit`` bytes.
    """
    return decoded(_read_bytes(path, limit), label(path))


def read_lines(
    path: str, limit: int = MAX_LINE_BYTES, *, unzip: bool = False
) -> Iterator[tuple[int, str | NotationError]]:
    """Yield the lines of a file one by one as they can be read, each with its number from 1.

    A line that is not UTF-8, or too long, comes as the error that says so: what to make
    of the rest is the caller's choice.

    Args:
        path: the file, or ``-`` for standard input.
        limit: the longest line, in bytes.
        unzip: whether a file whose content is compressed with gzip is unpacked on the way.

    Raises:
        NotationError: the file cannot be read, or its compressed content is broken.
    """
    try:
        with _opened(path) as opened:
            file = _unzipped(opened) if unzip else opened
            for number in itertools.count(1):
                data = file.readline(limit + 1)
                if not data:
                    return
                yield number, _line(data, limit)
                while len(data) > limit and not data.endswith(b"\n"):
                    data = file.readline(limit + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise NotationError(
            Fault("", f"its gzip content is broken: {str(error).lower()}", "compress it again"),
            label(path),
        ) from None
    except OSError as error:
        raise _unreadable(error, path) from None


def _unzipped(file: BinaryIO) -> BinaryIO:
    """Return the file, unpacked where its first two bytes are those of gzip."""
    # Any file opened for reading can be read through this; the type checker does not know that.
    ahead = io.BufferedReader(cast("io.RawIOBase", file))
    if ahead.peek(2)[:2] == b"\x1f\x8b":
        return cast("BinaryIO", gzip.GzipFile(fileobj=ahead))
    return ahead


def _line(data: bytes, limit: int) -> str | NotationError:
    if len(data.rstrip(b"\r\n")) > limit:
        size = f"{limit // 2**20} MiB" if limit >= 2**20 else f"{limit // 2**10} KiB"
        return NotationError(Fault("", f"is longer than {size}", "shorten it"))
    try:
        return data.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        return NotationError(Fault("", f"byte {error.start} is not UTF-8 text", "save it as UTF-8"))


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path == STDIN:
        if sys.stdin is None:
            # Python has no stream for a descriptor that was closed before it started.
            raise NotationError(Fault("", "is closed", "feed it or name a file"), label(path))
        return contextlib.nullcontext(sys.stdin.buffer)
    if not path:
        # The system would take it for the current folder.
        what, mend = "the path of a file is empty", "name a file, or - for standard input"
        raise NotationError(Fault("", what, mend))
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise _unreadable(error, path) from None


def _unreadable(error: OSError | ValueError, path: str) -> NotationError:
    if isinstance(error, FileNotFoundError):
        return NotationError(Fault("", "no such file", "check the path"), label(path))
    if isinstance(error, IsADirectoryError):
        return NotationError(Fault("", "is a folder", "name a file"), label(path))
    reason = getattr(error, "strerror", None) or str(error)
    return NotationError(
        Fault("", f"cannot be read: {reason}", "name a readable file"), label(path)
    )


def _read_bytes(path: str, limit: int) -> bytes:
    try:
        with _opened(path) as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise _unreadable(error, path) from None
    if len(data) > limit:
        raise NotationError(
            Fault("", f"is larger than {limit // 2**20} MiB", "name a smaller file"), label(path)
        )
    return data


def file_digest(path: str) -> str | None:
    """Return the SHA-256, in hex, of a file of any size; None where there is no such file.

    Raises:
        InputError: it cannot be read.
    """
    try:
        if not Path(path).is_file():
            return None
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError) as error:
        raise _unreadable(error, path) from None


def file_digests(paths: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256, in hex, of those of some paths that are files, by their names.

    Where two files have the same name, by their paths: neither may hide the other.

    Raises:
        InputError: one of them cannot be read.
    """
    digests = {path: digest for path in paths if (digest := file_digest(path)) is not None}
    count = Counter(Path(path).name for path in digests)
    return {
        Path(path).name if count[Path(path).name] == 1 else path: digest
        for path, digest in digests.items()
    }


def decoded(data: bytes, source: str) -> str:
    """Return bytes read from ``source`` as text; a byte-order mark is dropped.

    Raises:
        NotationError: the bytes are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(
            Fault(f"line {line}", f"byte {error.start} is not UTF-8 text", "save it as UTF-8"),
            source,
        ) from None


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, otherwise as :func:`write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: to a temporary name beside it, then moved.

    Raises:
        InputError: the folder does not exist or cannot be written.
    """
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            umask = os.umask(0)
            os.umask(umask)
            Path(temporary).chmod(0o666 & ~umask)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(
            Fault("", f"cannot be written: {error.strerror or error}", "name a writable folder"),
            str(path),
        ) from None
