"""Arrays as JSON values, exactly: what is read is bit for bit what was written."""

from __future__ import annotations

import base64
import math
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEVEL = 1
"""Of compression: sums of chances repeat themselves so much that more effort gains little."""


def numbers(array: NDArray[np.int64]) -> list[Any]:
    """Return whole numbers of any shape as nested lists."""
    found: list[Any] = array.tolist()
    return found


def from_numbers(value: Any, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the int64 array of nested lists.

    Raises:
        ValueError: they do not hold whole numbers in that shape.
    """
    import numpy as np

    array = np.array(value)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.shape != shape or array.dtype != np.int64:
        raise ValueError(f"{array.dtype} numbers of shape {array.shape}, not int64 {shape}")
    return array


def packed(array: NDArray[np.float64]) -> str:
    """Return float64 numbers of any shape: little-endian, compressed with zlib, in base64."""
    data = array.astype("<f8").tobytes()
    return base64.b64encode(zlib.compress(data, _LEVEL)).decode()


def unpacked(value: Any, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return the float64 array of :func:`packed`.

    Raises:
        ValueError: it does not hold numbers in that shape.
    """
    import numpy as np

    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} is not a packed array")
    size = 8 * math.prod(shape)
    try:
        unzip = zlib.decompressobj()
        # No more than one byte too many: a short text can stand for any amount of memory.
        data = unzip.decompress(base64.b64decode(value, validate=True), size + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(data) != size or not (unzip.eof or not size):
        raise ValueError(f"{len(data)} bytes, not {size}")
    return np.frombuffer(data, dtype="<f8").astype(np.float64).reshape(shape)
