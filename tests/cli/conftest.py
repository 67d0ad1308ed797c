"""The fixture that all tests of commands use."""

from __future__ import annotations

import pytest

from commandline import Fairtray, run


@pytest.fixture
def fairtray(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Fairtray:
    """Return :func:`commandline.run`, with an environment that changes nothing.

    The current folder is an empty one: faults and counterexamples are saved there.
    """
    monkeypatch.chdir(tmp_path_factory.mktemp("here"))
    for name in ("NO_COLOR", "FORCE_COLOR", "FAIRTRAY_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    return run
