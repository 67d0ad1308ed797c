"""Block games: trays of pieces on a board whose full lines are cleared."""
