"""Dealers: what draws the pieces, whoever wrote it.

* Built-in ones: ``base``, ``builtin`` (the plain twins of kernels), ``registry`` (by name).
* Any dealer as a session that deals game by game: ``session``, ``callables``, ``program``.
* Dealer programs: ``wire`` (the protocol), ``channel``, ``process``, ``child``, ``transcript``.
* Dealers as they are named on a command line, small values that open sessions: ``sources``.
"""
