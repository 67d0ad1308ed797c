"""``python -m fairtray_cli`` is the same as ``fairtray``."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        # Here, so that a Ctrl-C that comes while it is imported leaves no traceback either.
        from fairtray_cli.main import run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
