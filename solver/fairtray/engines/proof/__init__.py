"""The independent solver: a CP-SAT model that shares only ruleset data with the search.

Public are ``decide`` (can a tray be placed, and in how many orders), ``best`` (what it can
earn) and ``facts`` (what holds on every board of a ruleset). They are modules to import by
name: none is imported here, so that nothing loads OR-Tools before it is needed.

Below them: ``extremes`` (fewest blocking cells, most lines of a placement), ``steps`` with
``cells`` (placements one after the other, with clears), ``score`` (points), ``pieces`` (where
they could lie), ``solver`` (CP-SAT itself; the one file that knows it).
"""

__all__ = ["best", "decide", "facts"]
