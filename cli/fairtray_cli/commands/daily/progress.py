"""The progress bar of the commands that go through many days."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click


def bar(days: int) -> AbstractContextManager[Any]:
    """Return a progress bar on stderr; nothing at all when that is no terminal."""
    if days == 1 or not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=days, label="days", file=sys.stderr)
