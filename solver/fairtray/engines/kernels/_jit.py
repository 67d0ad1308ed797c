"""The one place that sets JIT options, and arithmetic that is the same with and without the JIT."""

from __future__ import annotations

from pathlib import Path

import numba
import numpy as np

from fairtray.engines.kernels import _cache

JIT_DISABLED: bool = bool(numba.config.DISABLE_JIT)
"""Whether ``NUMBA_DISABLE_JIT=1`` was set: kernels then run as plain Python."""

_PLACE = None if JIT_DISABLED else _cache.writable_folder()

CACHED: bool = JIT_DISABLED or _PLACE is not None
"""Whether compiled kernels are cached on disk; otherwise every run compiles them anew."""


def _cached_njit(**options):
    """Return numba's decorator, with the compiled code cached where possible."""
    decorate = numba.njit(**options)
    if _PLACE is None:
        return decorate

    def decorated(function):
        kernel = decorate(function)
        with _cache.cache_folder(_PLACE):
            # What ``cache=True`` does, with a cache that is quicker to load from.
            kernel._cache = _cache.LightCache(function)
        return kernel

    return decorated


_OPTIONS = {"nogil": True, "error_model": "numpy"}
_INNER = _OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}

jit = _cached_njit(**_OPTIONS)
"""Decorator for kernels that Python calls: compiled on first call, cached on disk."""

inner = _cached_njit(**_INNER)
"""Decorator for kernels that only kernels call, and that allocate nothing.

Without the wrappers for Python they compile faster. Without the runtime (``_nrt``) no
references to arrays are counted: otherwise reading one array out of a tuple of a dozen
costs a dozen locked increments and decrements.
"""

inlined = _cached_njit(**_INNER, forceinline=True)
"""The same for kernels whose work takes no longer than passing them the tables.

A tuple of a dozen arrays is passed by value: about a hundred words.
"""


@jit
def _probe():
    """Stand for any kernel, to learn which folder numba caches them in."""


if _PLACE is not None:
    _cache.drop_if_stale(Path(_probe.stats.cache_path))

_WORD = (1 << 64) - 1

if JIT_DISABLED:

    def wrapping_add(a: np.uint64, b: np.uint64) -> np.uint64:
        """Return a + b modulo 2**64 (numpy scalars would warn of the overflow)."""
        return np.uint64((int(a) + int(b)) & _WORD)

    def wrapping_shl(a: np.uint64, k: np.uint64) -> np.uint64:
        """Return a << k modulo 2**64."""
        return np.uint64((int(a) << int(k)) & _WORD)

    def wrapping_mul(a: np.uint64, b: np.uint64) -> np.uint64:
        """Return a * b modulo 2**64."""
        return np.uint64((int(a) * int(b)) & _WORD)

else:

    @jit
    def wrapping_add(a, b):
        """Return a + b modulo 2**64."""
        return a + b

    @jit
    def wrapping_shl(a, k):
        """Return a << k modulo 2**64."""
        return a << k

    @jit
    def wrapping_mul(a, b):
        """Return a * b modulo 2**64."""
        return a * b
