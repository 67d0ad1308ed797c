"""What time it is for the player; apart from the games, so that asking loads none of them."""

from __future__ import annotations

import datetime as dt


def now() -> dt.datetime:
    """Return the time, with the player's zone, by which days begin at local midnight."""
    return dt.datetime.now().astimezone()
