"""The built-in dealers: what draws the pieces."""
