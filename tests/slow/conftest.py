"""What stands in this folder is slow, and so left to ``pytest -m slow``, but for representatives.

A test with the mark ``everyday`` runs with all others.
"""

from __future__ import annotations

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark each test of this folder that is not for every day."""
    if item.get_closest_marker("everyday") is None:
        item.add_marker(pytest.mark.slow)
