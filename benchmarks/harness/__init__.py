"""The parts of ``benchmarks/run.py``."""
