"""The versions that an answer depends on, for every document that states one."""

from __future__ import annotations

from importlib import metadata

from fairtray import __version__

_PARTS = ("numba", "numpy", "ortools")


def versions() -> dict[str, str]:
    """Return the versions of what an answer is computed with."""
    return {"fairtray": __version__} | {name: metadata.version(name) for name in _PARTS}
