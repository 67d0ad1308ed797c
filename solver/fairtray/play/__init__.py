"""Games as a player plays them: modes, saved games, results."""
