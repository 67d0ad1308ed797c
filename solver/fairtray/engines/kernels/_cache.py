"""Where compiled kernels are cached on disk, when they are dropped, and how they are loaded.

They are written to the first of these folders that can be written: the one of
``NUMBA_CACHE_DIR``, the package's own, the user's cache folder, a private one among the
temporary files. Numba knows the first two. The others are named to it while a kernel is
being decorated, and only then: a program that imports this package has kernels of its own.

Numba drops a cached kernel when the kernel's own file changes, but not when a kernel in
another file does that was compiled into it. So the sources of all kernels count as one:
when any of them has changed since the cache was written, the whole cache is dropped.

Numba's own cache loads its whole library of typed functions before it looks into the
cache, which takes three times as long as all that a cached kernel needs: its code has been
linked with what it calls. So only the runtime that allocates arrays is started. Numba gets
ready when a kernel is not in the cache, as each compilation does by itself. This part of
numba is not public; a test runs programs with and without cached kernels, so that a version
of numba in which it no longer works is noticed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys

_FOLDER = Path(__file__).parent
_STAMP = "fairtray-kernels.sha256"
_ROOM = 1 << 20
"""Bytes that a folder must have room for; all kernels together take some megabytes."""


class LightCache(FunctionCache):
    """The cached code of one kernel, loaded without numba's library of typed functions."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel for a signature; None where it is not in the cache."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


def writable_folder() -> str | None:
    """Return what to name to numba: a folder, "" for the package's own, None for nowhere."""
    for place in _places():
        folder = Path(place) if place else _FOLDER / "__pycache__"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Permissions do not tell: the file system may be mounted read-only, or full.
            with tempfile.TemporaryFile(dir=folder) as probe:
                probe.write(bytes(_ROOM))
        except OSError:
            continue
        return place
    return None


def _places() -> Iterator[str]:
    if numba.config.CACHE_DIR:
        yield numba.config.CACHE_DIR
    yield ""
    # Here, because the package's own folder is the usual case and needs nothing more.
    import platformdirs

    yield platformdirs.user_cache_dir("fairtray", appauthor=False)
    private = _private()
    if private is not None:
        yield str(private)


def _private() -> Path | None:
    """Return a folder among the temporary files that nobody else can write; None for none.

    What is cached is code that will be run, so another user's folder of that name is not
    taken.
    """
    try:
        temporary, here = Path(tempfile.gettempdir()), Path.cwd()
    except FileNotFoundError:
        return None
    if temporary == here and not (_is_configured(temporary) or temporary.name == "tmp"):
        # What is left to Python where no place for temporary files can be written.
        return None
    user = os.getuid() if hasattr(os, "getuid") else None
    folder = temporary / ("fairtray" if user is None else f"fairtray-{user}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    if user is not None and (
        not stat.S_ISDIR(status.st_mode) or status.st_uid != user or status.st_mode & 0o077
    ):
        return None
    return folder


def _is_configured(folder: Path) -> bool:
    """Return whether the environment names the folder as the place for temporary files."""
    return str(folder) in {os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")}


@contextlib.contextmanager
def cache_folder(place: str) -> Iterator[None]:
    """Make numba cache the kernels that are decorated in this context in a folder."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = place
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def drop_if_stale(cache: Path) -> None:
    """Remove the cached kernels if any kernel's source has changed.

    Args:
        cache: the folder of this package's kernels, which holds no others.
    """
    engines = _FOLDER.parent
    sources = [
        *sorted(_FOLDER.glob("*.py")),
        engines / "tables.py",
        engines.parent / "families" / "blokus" / "tables.py",
    ]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    stamp = cache / _STAMP
    if stamp.exists() and stamp.read_text(encoding="ascii") == digest:
        return
    for index in cache.glob("*.nbi"):
        index.unlink(missing_ok=True)
    # Of several processes that start at once, each may drop; none may read half a stamp.
    with tempfile.NamedTemporaryFile("w", dir=cache, encoding="ascii", delete=False) as written:
        written.write(digest)
    Path(written.name).replace(stamp)
