"""A whole family of games in one folder: dominoes on a strip of cells.

It is here to show what a third family takes, and that nothing outside its folder has to
change but one entry of the registry (``tests/cli/test_toy_family.py``).
"""
