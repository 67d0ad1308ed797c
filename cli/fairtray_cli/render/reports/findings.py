"""What a report says, in the words and drawings that all of its formats share.

Every format reads the one JSON document through this module, so that no two of them
can say different things of the same audit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fairtray.core import errors, shapes
from fairtray.core.board import Grid
from fairtray.core.shapes import Shape
from fairtray_cli.render import boards

REFUTED, INCONCLUSIVE = "refuted", "inconclusive"

OTHER = "asked again, it dealt"


@dataclass(frozen=True, slots=True)
class Piece:
    """One slot of a counterexample.

    Attributes:
        shape: the piece; None where the slot is used.
        fits: whether it fits by itself; None where that is not known.
    """

    shape: Shape | None
    fits: bool | None

    @property
    def caption(self) -> str:
        """What is written beside the piece."""
        return {True: "fits", False: "does not fit", None: ""}[self.fits]


@dataclass(frozen=True, slots=True)
class Example:
    """A counterexample.

    Attributes:
        claim: id of the claim it breaks.
        rows: the board, ``#`` filled and ``.`` empty.
        pieces: the tray.
        other: the tray that the dealer gave when it was asked again; empty where it was not.
        place: where in the audit it came up, in words.
        reproduce: the command that shows it again; empty when it is not saved.
    """

    claim: str
    rows: tuple[str, ...]
    pieces: tuple[Piece, ...]
    other: tuple[Shape | None, ...]
    place: str
    reproduce: str

    def drawing(self, width: int, *, colour: bool) -> list[str]:
        """Return the board and the tray as lines of text."""
        grid = Grid(len(self.rows), len(self.rows[0]))
        drawn = boards.board(grid, grid.parse(self.rows), colour=colour)
        tray = boards.tray(
            tuple(piece.shape for piece in self.pieces),
            [piece.caption for piece in self.pieces],
            width,
            colour=colour,
        )
        lines = boards.side_by_side([drawn, tray], width)
        if self.other:
            lines += ["", f"{OTHER}:"]
            lines += boards.tray(self.other, [""] * len(self.other), width, colour=colour)
        return lines


def examples(document: Mapping[str, Any]) -> list[Example]:
    """Return the counterexamples of a report, in its order."""
    return [_example(example) for example in document["counterexamples"]]


def _example(example: Mapping[str, Any]) -> Example:
    position = example["position"]
    tray = [_shape(piece) for piece in position["tray"]]
    return Example(
        claim=example["claim"],
        rows=tuple(position["board"]),
        pieces=tuple(Piece(shape, fits) for shape, fits in zip(tray, example["fits"], strict=True)),
        other=tuple(_shape(piece) for piece in example.get("again", {}).get("other_tray", ())),
        place=_place(example),
        reproduce=example.get("reproduce", ""),
    )


def _place(example: Mapping[str, Any]) -> str:
    if "line" in example:
        return f"line {example['line']}"
    return f"chunk {example['chunk']}, game {example['game']}, deal {example['turn']}"


def _shape(piece: str | list[str] | None) -> Shape | None:
    if piece is None:
        return None
    return shapes.standard()[piece] if isinstance(piece, str) else shapes.from_drawing(piece)


def counted(claim: Mapping[str, Any]) -> bool:
    """Return whether a claim was decided by counting what broke it, not by a test."""
    return "failures" in claim["statistic"]


def verdict_words(document: Mapping[str, Any]) -> str:
    """Return what follows the word of the verdict."""
    if not document["claims"]:
        return " (nothing is claimed)"
    for verdict in (REFUTED, INCONCLUSIVE):
        named = [claim["id"] for claim in document["claims"] if claim["verdict"] == verdict]
        if named:
            return f" ({', '.join(named)})"
    if not document["deals"]:
        return " (no deal was checked)"
    if all(map(counted, document["claims"])):
        return f": every claim held in every one of {document['deals']:,} deals"
    return f": nothing was found against any claim in {document['deals']:,} deals"


def players(document: Mapping[str, Any]) -> str:
    """Return who played how many deals."""
    shares = ", ".join(f"{name} {count:,}" for name, count in document["players"].items())
    return f"{document['policy']} ({shares})" if document["policy"] == "mixed" else shares


def facts(document: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Yield what was audited and how, as pairs of a word and its value."""
    yield "ruleset", f"{document['ruleset']} ({document['title']})"
    dealer, name = document["dealer"], document["dealer_name"]
    yield "dealer", f"{dealer} ({name})" if name and name != dealer else dealer
    if document["players"]:
        yield "played by", players(document)
    yield "deals", f"{document['deals']:,} in {document['games']:,} games"
    if document["partial"]:
        count = document["asked"]
        wanted = "the whole file was" if count is None else f"{count:,} deals were"
        yield "partial", f"interrupted; {wanted} asked for"
    if document["skipped"]:
        yield "skipped", f"{document['skipped']:,} bad lines"
    if document["fallback"]:
        share = percent(document["fallback"] / document["deals"])
        yield "dealt anyway", f"{document['fallback']:,} ({share}), all tries had failed"
    if document["declined"]:
        yield "declined", f"{document['declined']:,} times no deal could keep the promise"
    yield "seed", str(document["seed"])


def orders(document: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return how many deals were placeable in how many orders; of many numbers the used ones."""
    counts = document["orders"]
    return [(number, count) for number, count in counts.items() if count or len(counts) < 10]


FILL_HEADERS = ("cells filled", "deals", "placeable")


def fill_rows(document: Mapping[str, Any]) -> list[list[str]]:
    """Return the table of deals by how full the board was, as texts below ``FILL_HEADERS``."""
    return [
        [
            f"{band['from']}-{band['to']}",
            f"{band['deals']:,}",
            share(band["placeable"], band["deals"]),
        ]
        for band in document["fill"]
    ]


def order_rows(document: Mapping[str, Any]) -> list[list[str]]:
    """Return the table of deals by the number of orders, as texts: number, deals, share."""
    deals = document["deals"]
    return [[number, f"{count:,}", share(count, deals)] for number, count in orders(document)]


def share(part: int, whole: int, *, nothing: str = "-") -> str:
    """Return a part as a percentage of the whole; ``nothing`` where there is none."""
    return percent(part / whole) if whole else nothing


def proofs(document: Mapping[str, Any]) -> str:
    """Return how the answers were proven."""
    counts = document["proofs"]
    text = (
        f"proven: {counts['witnesses_replayed']:,} placeable deals by replaying their placements, "
        f"{counts['infeasible_by_cp_sat']:,} others by CP-SAT"
    )
    if counts["level"] == "cp-sat":
        text += f"; CP-SAT by itself agreed on all {counts['agreed_by_cp_sat']:,}"
    return text


def effort(document: Mapping[str, Any]) -> str:
    """Return how long the audit took, who did it, and with which versions."""
    run = document["run"]
    versions = ", ".join(f"{name} {version}" for name, version in document["versions"].items())
    workers = run["workers"]
    who = f"{workers} {'process' if workers == 1 else 'processes'}"
    if "cluster" in run:
        who = f"{errors.counted(workers, 'worker')} of the cluster {run['cluster']}"
    if run.get("chunks_from_journal"):
        who += f", {errors.counted(run['chunks_from_journal'], 'chunk')} from the journal"
    return f"{run['seconds']:.1f} s, {run['deals_per_second']:,} deals a second, {who} ({versions})"


def percent(rate: float) -> str:
    """Return a rate as a percentage of three significant digits."""
    if rate == 0:
        return "0 %"
    return f"{100 * rate:.3g} %"


def printable(value: Any) -> Any:
    r"""Return a document whose texts hold nothing that could break a format.

    Control characters, lone surrogates and characters that Unicode assigns nothing to
    (U+FFFE) come out as ``\\u`` escapes, line breaks too; XML cannot hold some of them at
    all, a terminal would obey others, and no file can be written with a lone surrogate.
    """
    if isinstance(value, str):
        return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in value)
    if isinstance(value, Mapping):
        return {printable(key): printable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [printable(item) for item in value]
    return value
