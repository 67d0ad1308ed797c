"""``score-blind``: the score does not influence what is dealt."""

from fairtray.claims.claim import FAR, Boards, Changes, Covariate, Situation, VariedClaim


class ScoreBlind(VariedClaim):
    """The same deal at the start, just below the record and far beyond it."""

    id = "score-blind"
    promise = "the score does not influence what is dealt"
    covariate = Covariate("score", "a low score", "a high one")
    input = "score"

    def variants(self, situation: Situation, boards: Boards) -> list[Changes]:  # noqa: ARG002
        near = situation.record - 1 - situation.record // 50
        return [{"score": score} for score in (0, near if near > 0 else 500, FAR)]

    def extremes(self, situation: Situation, boards: Boards) -> tuple[Changes, Changes]:  # noqa: ARG002
        return {"score": 0}, {"score": FAR}
