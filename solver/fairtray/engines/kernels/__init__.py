"""The fast search on bitboards, in numba; nothing else in the project is jitted."""
