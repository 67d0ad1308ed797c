"""The modes of the published games: what a game of each mode is, from its start to its end."""
