"""``length-blind``: how long the game has run does not influence what is dealt."""

from fairtray.claims.claim import Covariate, InputClaim


class LengthBlind(InputClaim):
    """As large pieces late in a game as early, on the same board.

    Another turn means other random numbers, so that no single deal can be compared: only many
    early deals with many late ones.
    """

    id = "length-blind"
    promise = "how long the game has run does not influence what is dealt"
    probe = "stages"
    covariate = Covariate("turn", "the beginning of a game", "its end", at="at")
