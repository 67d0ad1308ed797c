"""Proof files: a verdict with what is needed to check it again from scratch.

A *yes* is checked by replaying its witness with the plain engine and nothing else. A *no*,
or that no line earns more, is checked by the engine that did not claim it.
"""
