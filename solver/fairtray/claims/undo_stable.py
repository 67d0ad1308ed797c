"""``undo-stable``: going back and forward does not deal anew."""

from fairtray.claims.claim import AnswerClaim


class UndoStable(AnswerClaim):
    """A player who takes moves back and goes on finds the same pieces as before."""

    id = "undo-stable"
    promise = "going back and forward does not deal anew"
    probe = "undo"
