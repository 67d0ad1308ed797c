"""The public names and where they live: for type checkers, and for the package itself."""

from fairtray.audit.report import run_audit as run_audit
from fairtray.core.errors import DealerError as DealerError
from fairtray.core.errors import FairtrayError as FairtrayError
from fairtray.core.errors import IllegalPlacement as IllegalPlacement
from fairtray.core.errors import InputError as InputError
from fairtray.core.errors import InternalFault as InternalFault
from fairtray.core.shapes import Shape as Shape
from fairtray.core.shapes import named as shape_named
from fairtray.daily.make import make_daily as make_daily
from fairtray.engines.check import check as check
from fairtray.engines.proof.best import best as best_by_cp_sat
from fairtray.engines.proof.decide import decide as decide_by_cp_sat
from fairtray.engines.search.best import best as best
from fairtray.engines.search.decide import decide as decide
from fairtray.engines.solve import solve as solve
from fairtray.game import Move as Move
from fairtray.game import Placement as Placement
from fairtray.game import Position as Position
from fairtray.game import replay as replay
from fairtray.notation import compact_notation as compact_notation
from fairtray.notation import parse_game as parse_game
from fairtray.notation import parse_position as parse_position
from fairtray.notation import play as play
from fairtray.notation import position_json as position_json
from fairtray.notation import read_game as read_game
from fairtray.notation import read_position as read_position
from fairtray.rulesets import Ruleset as Ruleset
from fairtray.rulesets import builtin_names as builtin_rulesets
from fairtray.rulesets import get as get_ruleset

__all__ = [
    "DealerError",
    "FairtrayError",
    "IllegalPlacement",
    "InputError",
    "InternalFault",
    "Move",
    "Placement",
    "Position",
    "Ruleset",
    "Shape",
    "__version__",
    "best",
    "best_by_cp_sat",
    "builtin_rulesets",
    "check",
    "compact_notation",
    "decide",
    "decide_by_cp_sat",
    "get_ruleset",
    "make_daily",
    "parse_game",
    "parse_position",
    "play",
    "position_json",
    "read_game",
    "read_position",
    "replay",
    "run_audit",
    "shape_named",
    "solve",
]

__version__: str
