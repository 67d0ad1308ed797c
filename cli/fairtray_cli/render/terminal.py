"""What is known of the terminal."""

from __future__ import annotations

import shutil


def width() -> int:
    """Return the width to fill: the terminal's, the COLUMNS variable's, or 80."""
    return max(20, shutil.get_terminal_size().columns)
