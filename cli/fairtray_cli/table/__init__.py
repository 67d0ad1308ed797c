"""``fairtray play``: a table to play the games at, on a terminal.

Only ``app``, ``widgets`` and ``screens`` know Textual; the rest is plain Python, so that it
can be tested as such.
"""
