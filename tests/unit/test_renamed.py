"""Modules that were moved keep the names that programs know them by."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys

import pytest

from fairtray._renamed import RENAMED


@pytest.mark.parametrize(("before", "now"), RENAMED.items())
def test_an_old_name_is_the_same_module(before: str, now: str) -> None:
    module = importlib.import_module(before)
    assert module is importlib.import_module(now)
    assert module.__name__ == now
    assert module.__spec__ is not None
    assert module.__spec__.name == now


def test_what_is_below_an_old_name_is_not_loaded_twice() -> None:
    old = importlib.import_module("fairtray.search.best")
    new = importlib.import_module("fairtray.engines.search.best")
    assert old is new
    errors = importlib.import_module("fairtray.errors")
    fault = pickle.loads(pickle.dumps(errors.Fault("a", "b")))  # noqa: S301 (our own)
    assert type(fault) is errors.Fault


def test_a_name_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"fairtray\.search\.nowhere"):
        importlib.import_module("fairtray.search.nowhere")


def test_an_old_name_can_be_the_first_import() -> None:
    code = "from fairtray.errors import InputError; from fairtray.core import errors as e; "
    code += "assert e.InputError is InputError"
    subprocess.run([sys.executable, "-c", code], check=True)
