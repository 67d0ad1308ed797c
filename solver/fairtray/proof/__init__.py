"""The independent solver: a CP-SAT model that shares only ruleset data with the search."""
