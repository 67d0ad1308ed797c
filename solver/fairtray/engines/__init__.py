"""Two ways to an answer, compiled search and CP-SAT; :mod:`fairtray.game` is the third."""
