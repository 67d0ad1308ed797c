"""How the suite runs: the same examples every time, unless HYPOTHESIS_PROFILE says otherwise."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

import warm

_SLOW_TO_DRAW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=_SLOW_TO_DRAW,
)
settings.register_profile(
    "search", deadline=None, max_examples=1000, suppress_health_check=_SLOW_TO_DRAW
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernels before several processes share the tests."""
    if session.config.pluginmanager.has_plugin("dsession"):
        warm.compile_all()
