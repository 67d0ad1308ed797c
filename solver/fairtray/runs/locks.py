"""Locks on open files, which the system itself lets go when their holder dies."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt
    import os

    # The lock keeps others from reading the byte, so it is one that no file reaches.
    _FAR = 2**31 - 2

    def lock(file: int) -> bool:
        """Take the lock of an open file; return whether nobody else has it.

        Raises:
            OSError: the file system knows no locks.
        """
        before = os.lseek(file, 0, os.SEEK_CUR)
        try:
            os.lseek(file, _FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(file, before, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock(file: int) -> bool:
        """Take the lock of an open file; return whether nobody else has it.

        Raises:
            OSError: the file system knows no locks.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
