"""``fairtray play``: a table to play the games at, on a terminal.

It draws what a :class:`fairtray.gameplay.table.Sitting` shows and hands it keys and clicks; a
family of games knows which game that is. Only ``app`` and ``widgets`` import Textual.
"""
