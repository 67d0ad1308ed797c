"""Daily challenges: one sequence of pieces a day that any game can make and anybody verify."""
