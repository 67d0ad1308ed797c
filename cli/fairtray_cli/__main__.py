"""Where the command ``fairtray`` begins, which is the same as ``python -m fairtray_cli``."""

from __future__ import annotations

import sys
from typing import NoReturn


def start() -> NoReturn:
    """Run the command line; a Ctrl-C that comes while it is imported leaves no traceback."""
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


if __name__ == "__main__":
    start()
