"""The games of a day: the same for everybody, from key, ruleset and date alone.

Where a mode has a number of pieces, its day is the portable sequence of
:mod:`fairtray.daily`. Where it has none, no sequence can be made beforehand, because
the dealer looks at the board: there the day is a seed, and the same moves
lead to the same pieces.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac

from fairtray.core.errors import InputError
from fairtray.daily import dates
from fairtray.daily.document import Daily
from fairtray.daily.make import Order, make
from fairtray.daily.stream import default_key
from fairtray.rulesets.model import Ruleset

FORMAT = "fairtray-day/1"
"""What keeps these seeds apart from every other use of a key."""

_SEED_BYTES = 6
"""48 bits, so that every JSON reader takes the seed as a whole number."""


def day_of(date: object) -> dt.date:
    """Return a day given as such or as ``YYYY-MM-DD``.

    Raises:
        InputError: it is not a day; the place in the message is ``date``.
    """
    if isinstance(date, dt.date):
        return date
    try:
        return dates.parse(date)
    except InputError as error:
        raise error.located("", "date") from None


def seed_of_day(ruleset: str, mode: str, date: dt.date, key: bytes | None = None) -> int:
    """Return the seed of a day.

    The first six bytes, big-endian, of HMAC-SHA256(key, UTF-8 of
    ``fairtray-day/1|RULESET|MODE|YYYY-MM-DD``).

    Args:
        ruleset: the ruleset's name.
        mode: the mode's name.
        date: the day.
        key: any bytes; None for the default, the UTF-8 bytes of ``fairtray/`` and the name.
    """
    message = f"{FORMAT}|{ruleset}|{mode}|{date.isoformat()}".encode()
    digest = hmac.new(default_key(ruleset) if key is None else key, message, hashlib.sha256)
    return int.from_bytes(digest.digest()[:_SEED_BYTES], "big")


def pieces_of_day(ruleset: Ruleset, pieces: int, date: dt.date, key: bytes | None = None) -> Daily:
    """Return a day with a number of pieces, without a par.

    Raises:
        InputError: a number of pieces that is not a whole number of trays, or no sequence of
            the day can be played through.
    """
    key = default_key(ruleset.name) if key is None else key
    return make(Order(ruleset, key, pieces, width=0), date)
