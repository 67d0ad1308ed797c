"""Games as a player plays them: modes, saved games and results, and the table they lie on."""
