"""A day's challenge in one call, for programs."""

from __future__ import annotations

import datetime as dt

from fairtray import rulesets
from fairtray.daily.document import Daily
from fairtray.daily.make import PAR_WIDTH, PIECES, Order, make
from fairtray.daily.stream import default_key


def make_daily(
    ruleset: rulesets.Ruleset | str,
    date: dt.date,
    *,
    key: bytes | None = None,
    pieces: int = PIECES,
    width: int = PAR_WIDTH,
) -> Daily:
    """Return the challenge of a day; ``fairtray.daily.document.to_json`` makes its file.

    Args:
        ruleset: a ruleset, its built-in name or the path of its file.
        date: the day.
        key: the raw bytes of a secret key; None for the one that everybody knows.
        pieces: how many, a multiple of the ruleset's tray size.
        width: of the beam that plays for the par; 0 for no par.

    Raises:
        InputError: an unknown name, faults in a ruleset, or no day can be made so.
    """
    rules = ruleset if isinstance(ruleset, rulesets.Ruleset) else rulesets.get(ruleset)
    return make(Order(rules, default_key(rules.name) if key is None else key, pieces, width), date)
