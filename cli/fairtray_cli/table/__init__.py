"""``fairtray play``: a table to play the games at, on a terminal.

It draws what a :class:`fairtray.play.table.Sitting` shows and hands it keys and clicks; which game
that is, a family of games knows. Only ``app`` and ``widgets`` import Textual.
"""
