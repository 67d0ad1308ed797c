"""Whole games played by players of ours, many at once, and what they come to."""
