"""The digest of a ruleset: what tells two games apart, whatever they are called."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from fairtray.rulesets.model import Ruleset


def digest_of(ruleset: Ruleset) -> str:
    """Return SHA-256 of the rules themselves, in hex; names, modes and layout do not count."""
    scoring = ruleset.scoring
    rules = {
        "grid": [ruleset.grid.rows, ruleset.grid.cols],
        "start": ruleset.start,
        "lines": ruleset.lines,
        "catalogue": None
        if ruleset.catalogue is None
        else [[e.shape.cells, e.weight, e.large] for e in ruleset.catalogue],
        "tray": [ruleset.tray_size, ruleset.max_large],
        "scoring": [scoring.per_cell, scoring.lines, scoring.perfect_clear],
        "combo": [
            scoring.combo.kind,
            scoring.combo.grace,
            scoring.combo.percents,
            scoring.combo.bonus,
        ],
        "dealer": [ruleset.dealer.kind, ruleset.dealer.tries],
    }
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def digested(ruleset: Ruleset) -> Ruleset:
    """Return the same ruleset with the digest that its rules have."""
    return replace(ruleset, digest=digest_of(ruleset))
