"""Rulesets: the games as data, and the registry that finds them by name or path."""

from fairtray.rulesets.model import CatalogueEntry, Combo, DealerSpec, Ruleset, Scoring
from fairtray.rulesets.registry import DEFAULT, builtin_names, get

__all__ = [
    "DEFAULT",
    "CatalogueEntry",
    "Combo",
    "DealerSpec",
    "Ruleset",
    "Scoring",
    "builtin_names",
    "get",
]
