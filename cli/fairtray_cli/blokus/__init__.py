"""The commands for Blokus: the same names as for block games, another board and rules."""
