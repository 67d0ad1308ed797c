"""Secret keys: made once, committed to in advance, published after the day."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from fairtray.core.errors import Fault, InputError
from fairtray.daily.stream import commitment

KEY_BYTES = 32
"""Bytes of a key that is made here."""

MIN_KEY_BYTES = 16
"""A shorter key could be guessed by trying, which would give away the days to come."""

MAX_KEY_BYTES = 1024 * 1024

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def create_key(path: Path) -> str:
    """Write a new random key that only the owner can read; return its commitment.

    Raises:
        InputError: the file exists already (a key is never overwritten: the days that it
            is committed to would be lost), or cannot be written.
    """
    key = secrets.token_bytes(KEY_BYTES)
    try:
        # O_EXCL: a new file or none. The mode: never readable by others, not even at first.
        handle = os.open(path, _NEW_FILE, 0o600)
    except FileExistsError:
        raise InputError(
            Fault("", "already exists, and a key is never overwritten", "name a new file"),
            str(path),
        ) from None
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _unwritable(path, error) from None
    return commitment(key)


def _unwritable(path: Path, error: OSError | ValueError) -> InputError:
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(
        Fault("", f"cannot be written: {reason}", "name a file in a writable folder"), str(path)
    )


def read_key(path: Path) -> bytes:
    """Return the key in a file: its raw bytes, a trailing newline included.

    Raises:
        InputError: the file cannot be read, is shorter than 16 bytes or longer than 1 MiB.
    """
    try:
        with path.open("rb") as file:
            key = file.read(MAX_KEY_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            Fault("", f"the key cannot be read: {reason}", "name a readable file"), str(path)
        ) from None
    if not MIN_KEY_BYTES <= len(key) <= MAX_KEY_BYTES:
        raise InputError(
            Fault(
                "",
                f"a key of {'more than ' if len(key) > MAX_KEY_BYTES else ''}"
                f"{min(len(key), MAX_KEY_BYTES)} bytes",
                f"use {MIN_KEY_BYTES} bytes to 1 MiB; fairtray daily commit makes a good one",
            ),
            str(path),
        )
    return key
