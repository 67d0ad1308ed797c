"""fairtray: solve block-placement puzzles and check the dealers of such games.

The package is the library; it prints nothing and knows nothing of a command line.
Imports point downward only: see ``CONTRIBUTING.md`` for the layers.
"""

from __future__ import annotations

__version__ = "0.1.0"
"""The version of the library and of the command line, which are released together."""
