"""From a ruleset file, or the same keys as a mapping, to a checked :class:`Ruleset`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from fairtray.claims import claim_ids, claim_named
from fairtray.core.board import Board, Grid, Mask
from fairtray.core.errors import (
    Fault,
    InputError,
    NotationError,
    RulesetError,
    counted,
    echo,
    nearest,
)
from fairtray.core.reading import Log, Place, path_of, read_partly
from fairtray.rulesets import file, formula
from fairtray.rulesets.catalogue import read_catalogue
from fairtray.rulesets.lines import read_lines
from fairtray.rulesets.model import (
    CatalogueEntry,
    Combo,
    DealerSpec,
    Ruleset,
    Scoring,
    digested,
)
from fairtray.rulesets.modes import ModeReader

_DEFAULT_SCORING = file.ScoringTable(
    per_cell=1, lines=file.LinePointsTable(formula="10*n*(n+1)//2")
)
"""The scoring of ``bloky-8x8``, for a ruleset that says nothing of scoring."""

_MAX_FAULTS = 100
"""With more the rest is not looked at: no message shows as many, and it would take long."""

_DEPENDENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "catalogue": ("triple", "modes"),
        "lines": ("start", "scoring.lines", "modes"),
        "start": ("modes",),
        "triple": ("modes",),
        "scoring.lines": ("scoring.lines",),
    }
)
"""What cannot be judged any more once a value under the key was refused."""


def from_toml(text: str, source: str) -> Ruleset:
    """Return the ruleset that a TOML file's text describes.

    Args:
        text: the text.
        source: the name of the file, for messages.

    Raises:
        RulesetError: no TOML, or faults in it, all of them listed.
    """
    if not text.strip():
        raise RulesetError(Fault("", "is empty", "write at least rows and cols"), source)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Not only TOMLDecodeError: a number of thousands of digits is a plain ValueError.
        raise RulesetError(Fault("", f"not TOML: {error}", "correct the line"), source) from None
    return from_mapping(data, source)


def from_mapping(data: Mapping[str, Any], source: str = "") -> Ruleset:
    """Return the ruleset that a mapping with the keys of a ruleset file describes.

    Raises:
        RulesetError: with all faults that are in it.
    """
    given, log = read_partly(file.RulesetFile, data)
    if given is None or len(log.faults) > _MAX_FAULTS:
        raise RulesetError(log.faults, source)
    builder = _Builder(given)
    ruleset = builder.build()
    named = {fault.where for fault in log.faults}
    faults = [
        fault
        for fault in builder.log.faults
        if fault.where not in named and not _depends(fault.where, log)
    ]
    if log.faults or faults:
        raise RulesetError([*log.faults, *faults], source)
    return ruleset


def _depends(where: str, log: Log) -> bool:
    """Return whether a fault may only be there because a value was refused."""
    for steps in log.refused:
        refused = path_of(steps)
        if _under(where, refused) or _under(refused, where):
            return True
        if len(steps) > 2 and steps[0] == "modes" and _under(where, path_of(steps[:2])):
            return True
        if steps[0] == "catalogue" and steps[-1] == "weight":
            continue
        for key, dependents in _DEPENDENTS.items():
            if _under(refused, key) and any(_under(where, d) for d in dependents):
                return True
    return False


def _under(where: str, path: str) -> bool:
    return where == path or where.startswith((f"{path}.", f"{path}["))


class _Builder:
    """Builds a ruleset from a file whose single values are right, noting every other fault."""

    def __init__(self, given: file.RulesetFile) -> None:
        self.file = given
        self.grid = Grid(given.rows, given.cols)
        self.log = Log()
        self.root = Place(self.log)

    def build(self) -> Ruleset:
        """Return the ruleset, which has no meaning where faults are in the log."""
        given, root = self.file, self.root
        lines, names = read_lines(self.grid, given.lines, root.at("lines"))
        catalogue = read_catalogue(self.grid, given.catalogue, given.triple, root)
        scoring = self._scoring(len(lines))
        start = self._start(lines)
        self._check_claims()
        dealer = self._dealer(catalogue)
        modes = ModeReader(self.grid, lines, start, catalogue, given.triple.size, given.undo)
        read_modes = modes.read(given.modes, root.at("modes"))
        self._check_stars()
        name = given.name or "custom"
        return digested(
            Ruleset(
                name=name,
                title=given.title or name,
                grid=self.grid,
                lines=lines,
                line_names=names,
                catalogue=catalogue,
                scoring=scoring,
                start=start,
                tray_size=given.triple.size,
                refill=given.triple.refill,
                max_large=given.triple.max_large,
                dealer=dealer,
                claims=tuple(dict.fromkeys(given.claims)),
                modes=read_modes,
                stars=given.stars,
                undo=given.undo,
                assumed=tuple(file.assumed_tables(given)),
            )
        )

    def _check_claims(self) -> None:
        needs: dict[str, str] = {}
        for i, name in enumerate(self.file.claims):
            try:
                claim = claim_named(name)
            except InputError:
                place = self.root.at("claims", i)
                place.fault(f"unknown claim {echo(name)}", nearest(name, claim_ids()))
                continue
            needs |= {need.key: claim.id for need in claim.needs}
        for key, claim_id in needs.items():
            if attrgetter(key)(self.file) is None:
                place = self.root.at(*key.split("."))
                place.fault("missing", f"the claim {claim_id!r} needs it")

    def _dealer(self, catalogue: tuple[CatalogueEntry, ...] | None) -> DealerSpec:
        table = self.file.dealer or file.DealerTable(kind="unknown")
        place = self.root.at("dealer", "tries")
        if table.kind == "retry" and table.tries is None:
            place.fault("missing", "kind 'retry' needs it")
        if table.kind != "retry" and table.tries is not None:
            place.fault(f"has no meaning for kind {table.kind!r}", "drop it")
        if table.kind == "uniform" and len({entry.weight for entry in catalogue or ()}) > 1:
            self.root.at("dealer", "kind").fault(
                "'uniform' ignores the weights of the catalogue, which differ",
                "write 'weighted', or drop the weights",
            )
        return DealerSpec(table.kind, table.tries or 1)

    def _check_stars(self) -> None:
        for i, mode in enumerate(self.file.stars.record_bonus_modes if self.file.stars else ()):
            if mode not in self.file.modes:
                place = self.root.at("stars", "record_bonus_modes", i)
                place.fault(f"unknown mode {echo(mode)}", nearest(mode, self.file.modes))

    def _scoring(self, lines: int) -> Scoring:
        table = self.file.scoring or _DEFAULT_SCORING
        combo, place = table.combo, self.root.at("scoring", "combo")
        needed = {"streak": "percents", "grace": "grace", "additive": "bonus"}.get(combo.kind)
        for key in ("percents", "grace", "bonus"):
            given = getattr(combo, key) is not None
            if given and key != needed:
                place.at(key).fault(f"has no meaning for kind {combo.kind!r}", "drop it")
            if not given and key == needed:
                place.at(key).fault("missing", f"kind {combo.kind!r} needs it")
        return Scoring(
            per_cell=table.per_cell,
            lines=(0, *self._line_points(table.lines, lines)),
            combo=Combo(
                kind=combo.kind,
                grace=combo.grace or 1,
                percents=combo.percents or (100,),
                bonus=combo.bonus or 0,
            ),
            perfect_clear=table.perfect_clear.points,
        )

    def _line_points(self, table: file.LinePointsTable, lines: int) -> list[int]:
        """Return the points for 1, 2, … lines, as many as the ruleset has."""
        place = self.root.at("scoring", "lines")
        points = list(table.table[:lines])
        if table.formula is None:
            if table.table and len(points) < lines:
                place.fault(f"the table ends at {counted(len(points), 'line')}", "add a formula")
            return points + [0] * (lines - len(points))
        try:
            value = formula.compiled(table.formula)
            for n in range(len(points) + 1, lines + 1):
                points.append(value(n))
                if not 0 <= points[-1] <= file.MAX_LINE_POINTS:
                    place.at("formula").fault(
                        f"{points[-1]} points for {counted(n, 'line')}",
                        f"give 0 to {file.MAX_LINE_POINTS} points",
                    )
                    break
        except RulesetError as error:
            place.at("formula").nested(error)
        return points

    def _start(self, lines: tuple[Mask, ...]) -> Board:
        if self.file.start is None:
            return 0
        place = self.root.at("start")
        try:
            board = self.grid.parse(list(self.file.start))
        except NotationError as error:
            place.nested(error)
            return 0
        if any(board & line == line for line in lines):
            place.fault("a line is full from the start", "empty a cell of it")
        return board
