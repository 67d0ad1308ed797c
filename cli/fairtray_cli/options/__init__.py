"""Options that several commands share: each group of them is one module."""

from fairtray_cli.options.common import (
    ENGINES,
    Decorator,
    as_json,
    bundled,
    engine,
    many,
    naming,
    on_command_line,
    proof,
    refuse_typed,
    ruleset,
    ruleset_for,
    ruleset_named,
)
from fairtray_cli.options.types import Alternative, FilePath, Override, OwnTable, RulesetName

__all__ = [
    "ENGINES",
    "Alternative",
    "Decorator",
    "FilePath",
    "Override",
    "OwnTable",
    "RulesetName",
    "as_json",
    "bundled",
    "engine",
    "many",
    "naming",
    "on_command_line",
    "proof",
    "refuse_typed",
    "ruleset",
    "ruleset_for",
    "ruleset_named",
]
