"""Deals many triples, checks what a game promises of them, and reports."""
