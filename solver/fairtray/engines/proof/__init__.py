"""The independent solver: a CP-SAT model that shares only ruleset data with the search.

``decide`` asks whether a tray can be placed, ``best`` what it can earn. Below them:
``packing`` (without clears), ``steps`` with ``cells`` (with clears), ``score`` (points),
``pieces`` (where they could lie), ``solver`` (CP-SAT itself; the one file that knows it).
"""
