"""Blokus: its own board, pieces and rules, on the same kernel ideas as the block games."""
