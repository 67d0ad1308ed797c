"""``record-blind``: the record does not influence what is dealt."""

from fairtray.claims.claim import FAR, Boards, Changes, Covariate, Situation, VariedClaim

_SCORE = 1_000
"""Least score at which a record can be near: of a few points any record is far away."""


class RecordBlind(VariedClaim):
    """The same deal without a record, just below one and far away from it."""

    id = "record-blind"
    promise = "the record does not influence what is dealt"
    covariate = Covariate("record", "a record within reach", "one far away")
    input = "record"

    def variants(self, situation: Situation, boards: Boards) -> list[Changes]:  # noqa: ARG002
        return [{"record": record} for record in (0, _near(situation.score), FAR)]

    def extremes(self, situation: Situation, boards: Boards) -> tuple[Changes, Changes]:  # noqa: ARG002
        score = max(situation.score, _SCORE)
        return {"score": score, "record": _near(score)}, {"score": score, "record": FAR}


def _near(score: int) -> int:
    return score + 1 + score // 50
