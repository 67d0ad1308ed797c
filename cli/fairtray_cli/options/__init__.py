"""Options that several commands share: each group of them is one module."""

from fairtray_cli.options.common import (
    Decorator,
    as_json,
    bundled,
    engine,
    image,
    many,
    naming,
    on_command_line,
    proof,
    refuse_typed,
    rules_for,
    ruleset,
    ruleset_named,
    scoring,
    spelled,
)
from fairtray_cli.options.types import Alternative, FilePath, Override, OwnTable, RulesetName

__all__ = [
    "Alternative",
    "Decorator",
    "FilePath",
    "Override",
    "OwnTable",
    "RulesetName",
    "as_json",
    "bundled",
    "engine",
    "image",
    "many",
    "naming",
    "on_command_line",
    "proof",
    "refuse_typed",
    "rules_for",
    "ruleset",
    "ruleset_named",
    "scoring",
    "spelled",
]
