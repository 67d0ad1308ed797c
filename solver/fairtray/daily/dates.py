"""Dates: read strictly, consecutive days, and today in a time zone."""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo

from fairtray.core.errors import Fault, InputError, echo

MAX_DAYS = 36_600
"""A century: the most days of one call."""


def parse(text: object) -> dt.date:
    """Return the date that ``YYYY-MM-DD`` names.

    Raises:
        InputError: another format, or a day that does not exist.
    """
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise InputError(Fault("", f"{echo(text)} is not a date", "write it as YYYY-MM-DD"))
    try:
        return dt.date.fromisoformat(text)
    except ValueError as error:
        raise InputError(
            Fault("", f"there is no day {text} ({error})", "check year, month and day")
        ) from None


def days_from(first: dt.date, count: int) -> list[dt.date]:
    """Return consecutive days.

    Raises:
        InputError: fewer than one or too many, or past the year 9999.
    """
    if not 1 <= count <= MAX_DAYS:
        raise InputError(Fault("", f"{count} days", f"ask for 1 to {MAX_DAYS}"))
    if (dt.date.max - first).days < count - 1:
        raise InputError(
            Fault("", f"{count} days from {first} go past {dt.date.max}", "ask for fewer")
        )
    return [first + dt.timedelta(days=n) for n in range(count)]


def today(zone: dt.tzinfo) -> dt.date:
    """Return today's date in a zone."""
    return dt.datetime.now(zone).date()


def zone_of(name: str) -> dt.tzinfo:
    """Return a zone of the IANA database, such as ``Europe/Berlin``.

    Raises:
        InputError: no such zone is known here.
    """
    if name == "UTC":
        # Known without the database, which some systems do not have.
        return dt.UTC
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise InputError(
            Fault("", f"there is no time zone {echo(name)}", "write one such as Europe/Berlin")
        ) from None
