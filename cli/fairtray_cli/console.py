"""Where output goes: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import click

from fairtray.core.errors import Fault, InputError


class PipeClosed(Exception):
    """The reader of stdout has gone.

    No OSError, because click would turn that one into exit status 1, which means "no".
    """


def coloured() -> bool:
    """Return whether results are coloured: NO_COLOR, FORCE_COLOR, else on a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def out(text: str) -> None:
    """Write a result to stdout, at once, so that a reader sees each one as it comes.

    Raises:
        InputError: stdout is closed or cannot be written (a full disk).
        PipeClosed: its reader has gone.
    """
    if sys.stdout is None:
        # Python has no stream for a descriptor that was closed before it started.
        raise InputError(
            Fault("", "is closed", "leave it open or use >/dev/null"), "standard output"
        )
    try:
        # Colour is decided by who styled the text; click must not strip or add any.
        click.echo(text, color=True)
    except BrokenPipeError:
        raise PipeClosed from None
    except OSError as error:
        raise InputError(
            Fault("", f"cannot be written: {error.strerror}", "write to another place"),
            "standard output",
        ) from None


def out_json(document: object) -> None:
    """Write one JSON document on one line; pure ASCII, so that no terminal can spoil it."""
    out(json.dumps(document, allow_nan=False))


def complain(text: str) -> None:
    """Write exactly one line to stderr."""
    click.echo(plain(text), err=True)


def warn(texts: Iterable[str]) -> None:
    """Write each warning as a line to stderr."""
    for text in texts:
        complain(f"warning: {text}")


def note(text: str) -> None:
    """Write a note to stderr."""
    complain(f"note: {text}")


def plain(text: str) -> str:
    """Return the text on one line, with everything that could steer a terminal escaped."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


@contextmanager
def progress_bar(length: int | None, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr; nothing at all when that is not a terminal.

    Args:
        length: how many things are to be done; None where that is not known, for no bar.
        label: what they are.
    """
    if length is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield bar.update
