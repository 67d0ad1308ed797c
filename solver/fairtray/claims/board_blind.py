"""``board-blind``: the board does not influence what is dealt."""

from fairtray.claims.claim import Boards, Changes, Covariate, Situation, VariedClaim


class BoardBlind(VariedClaim):
    """The same deal for the emptiest board of the audit as for the fullest."""

    id = "board-blind"
    promise = "the board does not influence what is dealt"
    covariate = Covariate("fill", "an empty board", "a full one")
    input = "board"

    def variants(self, situation: Situation, boards: Boards) -> list[Changes]:  # noqa: ARG002
        return [{"board": board} for board in boards.various()]

    def extremes(self, situation: Situation, boards: Boards) -> tuple[Changes, Changes]:  # noqa: ARG002
        emptier, fuller = boards.opposite()
        return {"board": emptier}, {"board": fuller}
