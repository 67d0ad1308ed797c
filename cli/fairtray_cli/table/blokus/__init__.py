"""The table of Blokus: people and the solver, each with colours of their own."""
