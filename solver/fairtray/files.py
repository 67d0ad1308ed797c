"""Reading and writing files so that every fault is one clear line and nothing is half-written."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from fairtray.errors import Fault, InputError, NotationError

MAX_FILE_BYTES = 16 * 1024 * 1024
"""The largest position, game or ruleset file that is read."""

STDIN = "-"


def read_text(path: str, limit: int = MAX_FILE_BYTES) -> str:
    """Return the text of a UTF-8 file, or of standard input for ``-``.

    Raises:
        NotationError: the file does not exist, is a folder, cannot be read, is not
            UTF-8 or is larger than ``limit`` bytes.
    """
    return decoded(_read_bytes(path, limit), path)


def _read_bytes(path: str, limit: int) -> bytes:
    try:
        if path == STDIN:
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(limit + 1)
    except FileNotFoundError:
        raise NotationError(Fault("", "no such file", "check the path"), path) from None
    except IsADirectoryError:
        raise NotationError(Fault("", "is a folder", "name a file"), path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(
            Fault("", f"cannot be read: {reason}", "name a readable file"), path
        ) from None
    if len(data) > limit:
        raise NotationError(
            Fault("", f"is larger than {limit // 2**20} MiB", "name a smaller file"), path
        )
    return data


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
    """Write a file whole or not at all: to a temporary name beside it, then moved.

    Raises:
        InputError: the folder does not exist or cannot be written.
    """
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
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
