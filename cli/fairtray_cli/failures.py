"""The exit codes, and the one line that each kind of failure ends with."""

from __future__ import annotations

import itertools
import json
import os
import sys
import traceback
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path

import click

from fairtray.core.errors import DealerError, InputError, InternalFault
from fairtray_cli.console import PipeClosed, complain, note, plain

_STEM = "fairtray-fault"


class Exit(IntEnum):
    """Exit statuses, which other people's scripts depend on."""

    YES = 0
    NO = 1
    INPUT = 2
    DEALER = 3
    INCONCLUSIVE = 4
    FAULT = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    """What a shell reports of any program whose reader went away: 128 + SIGPIPE."""


def guarded(call: Callable[[], int], debug: Callable[[], bool]) -> int:
    """Return the exit code of ``call``; a failure has written its line to stderr.

    Args:
        call: the command.
        debug: asked after a failure whether to show the traceback.
    """
    code: int
    try:
        code = call()
        _note_if_code_is_not_cached()
        # Here rather than at exit, where the interpreter would complain in its own way.
        if sys.stdout is not None:
            sys.stdout.flush()
    except (BrokenPipeError, PipeClosed):
        _discard_stdout()
        code = Exit.PIPE_CLOSED
    except SystemExit as error:
        # Where click itself writes (a help text), it leaves with 1 when the reader has gone.
        code = Exit.PIPE_CLOSED if error.code == 1 else Exit.YES
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        code = Exit.INTERRUPTED
    except click.ClickException as error:
        code = _failed(Exit.INPUT, f"error: {_usage(error)}", debug)
    except InputError as error:
        code = _failed(Exit.INPUT, f"error: {error}", debug)
    except DealerError as error:
        code = _failed(Exit.DEALER, f"error: {error}", debug)
        for detail in error.details:
            click.echo(f"  {plain(detail)}", err=True)
    except Exception as error:  # noqa: BLE001 (the last resort, and it says so)
        code = _unexpected(error, debug)
    return code


def _unexpected(error: Exception, debug: Callable[[], bool]) -> Exit:
    if _is_interrupt(error):
        complain("interrupted")
        return Exit.INTERRUPTED
    return _failed(Exit.FAULT, _report(error), debug)


def _is_interrupt(error: BaseException | None) -> bool:
    """Return whether Ctrl-C is behind an exception.

    One that arrives while a class is made or a compiled module begins comes out as a
    RuntimeError or an ImportError that it is the cause of.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _note_if_code_is_not_cached() -> None:
    """Say why every run is slow, where compiled kernels cannot be kept on disk."""
    jit = sys.modules.get("fairtray.engines.kernels._jit")
    if jit is not None and not jit.CACHED:
        note(
            "no folder for compiled code can be written, so that every run compiles it again; "
            "set NUMBA_CACHE_DIR to a writable folder"
        )


def _failed(code: Exit, line: str, debug: Callable[[], bool]) -> Exit:
    """Write the line of the exception that is being handled, the traceback first if requested."""
    if debug():
        for part in traceback.format_exc().splitlines():
            complain(part)
    complain(line)
    return code


def _usage(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split()).rstrip(".")
    ctx = getattr(error, "ctx", None)
    if ctx is None:
        return message
    return f"{ctx.command_path}: {message[:1].lower()}{message[1:]}; see {ctx.command_path} --help"


def _report(error: Exception) -> str:
    notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
    name = type(error).__name__
    what = "the input and the command"
    if isinstance(error, InternalFault) and error.position is not None:
        notes, what = f"{notes}; {_saved(error)}", "that position and the command"
    return (
        f"fault of fairtray: {name}: {error}{notes}; please report this line with {what} "
        "(fairtray --debug COMMAND … shows more)"
    )


def _saved(fault: InternalFault) -> str:
    """Save the position of a fault in the current folder; return what to say about it.

    No earlier file is overwritten: the second one is ``fairtray-fault-2.json``. Where
    nothing can be written the position itself is in what is returned.
    """
    text = json.dumps({**(fault.position or {}), "note": f"fault of fairtray: {fault}"}, indent=2)
    for number in itertools.count(1):
        path = Path(f"{_STEM}.json" if number == 1 else f"{_STEM}-{number}.json")
        made = False
        try:
            # "x" makes and opens it in one step, so that only one of two processes succeeds.
            with path.open("x", encoding="utf-8", newline="\n") as file:
                made = True
                file.write(text + "\n")
        except FileExistsError:
            continue
        except OSError as error:
            if made:
                path.unlink(missing_ok=True)
            why = f"it could not be saved as {path}: {error.strerror or error}"
            return f"position {json.dumps(fault.position)} ({why})"
        return f"position saved as {path}"
    raise AssertionError("there is always a next number")


def _discard_stdout() -> None:
    """Point stdout at nothing, so that the flush at exit cannot fail again."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
    except (OSError, ValueError):
        # A stdout without a file behind it (a test's buffer) has nothing to flush into.
        return
