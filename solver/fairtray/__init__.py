"""fairtray: solve block-placement puzzles and check the dealers of such games.

The package is the library; it prints nothing and knows nothing of a command line. What
most programs need can be taken from here, and is imported when it is asked for:
``import fairtray`` alone loads nothing heavy. ``docs/api.md`` shows how it is used, and
``docs/architecture.md`` what lies below it.
"""

from __future__ import annotations

import importlib

from fairtray import _renamed

_renamed.install()

__version__ = "0.1.0"
"""The version of the library and of the command line, which are released together."""

_PUBLIC = {
    "Ruleset": "rulesets:Ruleset",
    "builtin_rulesets": "rulesets:builtin_names",
    "get_ruleset": "rulesets:get",
    "Shape": "core.shapes:Shape",
    "shape_named": "core.shapes:named",
    "Move": "game:Move",
    "Placement": "game:Placement",
    "Position": "game:Position",
    "replay": "game:replay",
    "compact_notation": "notation:compact_notation",
    "parse_game": "notation:parse_game",
    "parse_position": "notation:parse_position",
    "play": "notation:play",
    "position_json": "notation:position_json",
    "read_game": "notation:read_game",
    "read_position": "notation:read_position",
    "check": "engines.check:check",
    "solve": "engines.solve:solve",
    "best": "engines.search.best:best",
    "decide": "engines.search.decide:decide",
    "best_by_cp_sat": "engines.proof.best:best",
    "decide_by_cp_sat": "engines.proof.decide:decide",
    "run_audit": "audit.report:run_audit",
    "make_daily": "daily.make:make_daily",
    "DealerError": "core.errors:DealerError",
    "FairtrayError": "core.errors:FairtrayError",
    "IllegalPlacement": "core.errors:IllegalPlacement",
    "InputError": "core.errors:InputError",
    "InternalFault": "core.errors:InternalFault",
}
"""What can be taken from the package itself: the module that has it, and its name there.

``__init__.pyi`` says the same to type checkers.
"""

__all__ = ["__version__", *_PUBLIC]  # noqa: PLE0604 (names are texts)


def __getattr__(name: str) -> object:
    """Return a public name, imported now.

    Raises:
        AttributeError: there is no such name.
    """
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, inside = _PUBLIC[name].partition(":")
    value: object = getattr(importlib.import_module(f"{__name__}.{module}"), inside)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names that are here, asked for or not."""
    return sorted({*globals(), *_PUBLIC})
