"""Compiled kernels from disk, without first getting ready to compile.

Numba's own cache loads its whole library of typed functions before it looks into the
cache, which takes three times as long as all that a kernel in the cache needs: its code
has been linked with what it calls. So only the runtime that allocates arrays is started.
Numba gets ready when a kernel is not in the cache, as each compilation does by itself.

Python's part of numba's cache is not public. A test starts programs with and without
kernels in the cache, so a version of numba in which this no longer works is noticed.
"""

from __future__ import annotations

from typing import Any

from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys


class KeptCode(FunctionCache):
    """The cached code of one kernel."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel for a signature; None where it is not in the cache."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)
