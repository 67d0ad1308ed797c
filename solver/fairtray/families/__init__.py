"""The families of games, each with rules of its own."""
