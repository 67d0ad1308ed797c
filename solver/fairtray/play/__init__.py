"""Games as a player plays them: modes, saved games, results.

``fairtray.play`` is also the public function that plays a recorded game. Importing this package
replaces the function in its parent, so the package can be called as well.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairtray.notation import Game, Played


class _CallablePackage(ModuleType):
    def __call__(self, game: Game) -> Played:
        from fairtray import notation

        return notation.play(game)


sys.modules[__name__].__class__ = _CallablePackage
