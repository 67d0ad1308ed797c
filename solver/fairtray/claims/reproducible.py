"""``reproducible``: the same seed gives the same deals."""

from fairtray.claims.claim import AnswerClaim


class Reproducible(AnswerClaim):
    """A game begun again with the same seed, in the same order or another, deals the same."""

    id = "reproducible"
    promise = "the same seed gives the same deals"
    probe = "again"
