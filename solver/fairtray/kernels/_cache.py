"""Keeps numba's on-disk cache of the kernels honest.

Numba drops a cached kernel when the kernel's own file changes, but not when a kernel in
another file does that was compiled into it. So the sources of all kernels count as one:
when any of them has changed since the cache was written, the whole cache is dropped.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

_FOLDER = Path(__file__).parent
_STAMP = "fairtray-kernels.sha256"


def drop_if_stale() -> None:
    """Remove this package's cached kernels if any kernel's source has changed."""
    package = _FOLDER.parent
    sources = [
        *sorted(_FOLDER.glob("*.py")),
        package / "tables.py",
        package / "blokus" / "tables.py",
    ]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    cache = _FOLDER / "__pycache__"
    stamp = cache / _STAMP
    # A folder that cannot be written holds no cache of ours either: numba then uses the
    # user's cache folder, keyed by the installed files, or none (see ``_jit.KEPT``).
    with contextlib.suppress(OSError):
        if not stamp.exists() or stamp.read_text(encoding="ascii") != digest:
            cache.mkdir(exist_ok=True)
            for index in cache.glob("*.nbi"):
                index.unlink(missing_ok=True)
            stamp.write_text(digest, encoding="ascii")
