"""The fast search on bitboards, in numba; nothing else in the project is jitted.

Kernels check nothing: callers hand them arrays of the right shape and type. Arguments that
mean the same in all of them are described here only:

* ``t``: :class:`fairtray.engines.tables.Tables`; those of the whole catalogue where dealers or
  players are concerned.
* ``sc``: :class:`fairtray.engines.tables.ScoreTables`.
* ``d``: :class:`fairtray.engines.tables.DealTables`, how a dealer draws.
* ``g``: :class:`fairtray.engines.tables.GridTables`, the grid's neighbourhoods.
* ``ws``: :class:`fairtray.engines.kernels.deal.Workspace`, scratch.
* ``ev``: :class:`fairtray.engines.kernels.judging.Judge`, unless the kernel names another.
* ``board``: the filled cells, as ``bits`` holds them in registers.
* ``combo``, ``since``: the combo counter, and the non-clearing moves since the last clear.
* ``rng``: uint64 (4,), a generator's state, advanced.

In shapes, W is the number of 64-bit words of a board. "out:" marks an array that is filled.
"""
