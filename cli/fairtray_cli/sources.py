"""The options that say whom an audit tests, and the source they stand for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairtray.audit.source import Source
    from fairtray.rulesets.model import Ruleset


def source_of(ruleset: Ruleset, dealer: str | None) -> Source:
    """Return where the deals come from.

    Raises:
        InputError: no dealer has that name, or the ruleset has nothing to deal.
    """
    from fairtray.audit.source import BuiltinSource, CallableSource
    from fairtray.dealers import callables
    from fairtray.dealers.registry import spec_for

    if dealer is None or ":" not in dealer:
        return BuiltinSource(spec_for(ruleset, dealer))
    spec_for(ruleset, "uniform")
    callables.check_target(dealer)
    return CallableSource(dealer, Path.cwd())
