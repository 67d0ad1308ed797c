"""Questions about positions, answered by the kernels.

Public are ``decide`` (placeable, in how many orders), ``best`` (the best line), ``outcomes``
(every board a tray can end in), ``survival`` (which of them leaves most room for what may
follow), ``orders`` (which orders work, and why the others fail), ``beam`` (a tray and known
trays after it) and ``blocked`` (what is in a piece's way). They are modules to import by
name: none is imported here, so that nothing loads numba before it is needed.
"""

__all__ = ["beam", "best", "blocked", "decide", "orders", "outcomes", "survival"]
