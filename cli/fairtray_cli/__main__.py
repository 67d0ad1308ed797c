"""Where the command ``fairtray`` begins, which is the same as ``python -m fairtray_cli``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def start() -> NoReturn:
    """Run the command line; a Ctrl-C that comes while it is imported leaves no traceback."""
    sys.unraisablehook = _interrupt_again
    try:
        from fairtray_cli.main import run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    finally:
        # All is said: an interrupt from here on ends what is left without a word.
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupt_again(lost: UnraisableHookArgs) -> None:
    """Repeat an interrupt that came in a callback, where Python can only drop it.

    Imports run many: without this, one Ctrl-C in a hundred at start-up is lost.
    """
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    import threading

    # Not at once: we are still inside of the callback.
    again = threading.Timer(0.02, _interrupt)
    again.daemon = True
    again.start()


def _interrupt() -> None:
    """Interrupt the main thread, whatever it waits for."""
    import _thread
    import signal
    import threading

    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        # Windows: the main thread sees it when it next runs Python.
        _thread.interrupt_main()


if __name__ == "__main__":
    start()
