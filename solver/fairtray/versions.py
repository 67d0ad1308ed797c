"""The versions that an answer depends on, for every document that states one."""

from __future__ import annotations

import functools
import hashlib
from importlib import metadata
from pathlib import Path

from fairtray import __version__

_PARTS = ("numba", "numpy", "ortools")


def versions() -> dict[str, str]:
    """Return the versions of everything that an answer is computed with."""
    return {"fairtray": __version__} | {name: metadata.version(name) for name in _PARTS}


@functools.cache
def code_digest() -> str:
    """Return the SHA-256, in hex, of fairtray's own files: code, rulesets and schemas.

    Between two releases the version stays the same while the code does not.
    """
    root = Path(__file__).parent
    files = [path for path in root.rglob("*") if path.suffix in {".py", ".toml", ".json"}]
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: path.relative_to(root).as_posix()):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode() + data)
    return digest.hexdigest()
