"""From a ruleset file, or the same keys as a mapping, to a checked :class:`Ruleset`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from fairtray.core.board import Board, Grid, Mask
from fairtray.core.errors import Fault, NotationError, RulesetError, counted, echo, nearest
from fairtray.rulesets import formula, registry, schema
from fairtray.rulesets.catalogue import Catalogue
from fairtray.rulesets.clearing import Lines
from fairtray.rulesets.digest import digested
from fairtray.rulesets.model import (
    CLAIM_IDS,
    TABLES,
    CatalogueEntry,
    Combo,
    DealerSpec,
    Ruleset,
    Scoring,
)
from fairtray.rulesets.modetables import Modes
from fairtray.rulesets.schemafaults import Pruned

_DEFAULT_LINE_POINTS = "10*n*(n+1)//2"
"""The scoring of ``bloky-8x8``, for a ruleset that says nothing of scoring."""


def from_toml(text: str, source: str, *, builtin: bool = False) -> Ruleset:
    """Return the ruleset that a TOML file's text describes.

    Args:
        text: the text.
        source: the name of the file, for messages.
        builtin: whether it is the very file of a built-in ruleset.

    Raises:
        RulesetError: no TOML, or faults in it, all of them listed.
    """
    if not text.strip():
        raise RulesetError(Fault("", "is empty", "write at least rows and cols"), source)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Not only TOMLDecodeError: a number of thousands of digits is a plain ValueError.
        raise RulesetError(Fault("", f"not TOML: {error}", "mend the line"), source) from None
    return _read(data, source) if builtin else from_mapping(data, source)


def from_mapping(data: Mapping[str, Any], source: str = "") -> Ruleset:
    """Return the ruleset that a mapping with the keys of a ruleset file describes.

    Raises:
        RulesetError: with all faults that are in it.
    """
    ruleset = _read(data, source)
    name = ruleset.name
    if name in registry.builtin_names():
        # Reports and files that name the ruleset would speak of the wrong game.
        true = registry.builtin(name)
        rules = ruleset.digest == true.digest
        if not rules or any(getattr(ruleset, key) != getattr(true, key) for key in TABLES):
            what = (
                f"{echo(name)} is built in, with other {'modes' if rules else 'rules'} than these"
            )
            raise RulesetError(Fault("name", what, "choose another name"), source)
    return ruleset


def _read(data: Mapping[str, Any], source: str) -> Ruleset:
    try:
        file = schema.RulesetFile.model_validate(dict(data))
    except ValidationError as error:
        pruned = Pruned(data, error)
        faults = pruned.faults
        if pruned.file is not None:
            rest = _Builder(pruned.file, source)
            rest.check()
            known = {fault.where for fault in faults}
            faults += [f for f in pruned.judged(rest.faults) if f.where not in known]
        raise RulesetError(faults, source) from None
    return _Builder(file, source).build()


class _Parts(NamedTuple):
    """What a ruleset is put together from."""

    lines: tuple[Mask, ...]
    line_names: tuple[str, ...]
    catalogue: tuple[CatalogueEntry, ...] | None
    scoring: Scoring
    start: Board
    dealer: schema.DealerTable


class _Builder:
    """Turns a file whose single values are right into a ruleset, collecting every fault."""

    def __init__(self, file: schema.RulesetFile, source: str) -> None:
        self.file = file
        self.source = source
        self.grid = Grid(file.rows, file.cols)
        self.faults: list[Fault] = []

    def fault(self, where: str, what: str, mend: str) -> None:
        self.faults.append(Fault(where, what, mend))

    def nested(self, where: str, error: NotationError | RulesetError) -> None:
        self.faults += error.located("", where).faults

    def check(self) -> _Parts:
        """Return the parts of the ruleset, without meaning where there are faults."""
        clearing = Lines(self.grid, self.file.lines)
        lines, names = clearing.read()
        shapes = Catalogue(self.grid, self.file.catalogue, self.file.triple)
        catalogue = shapes.read()
        self.faults += clearing.faults + shapes.faults
        scoring = self._scoring(len(lines))
        start = self._start(lines)
        for i, claim in enumerate(self.file.claims):
            if claim not in CLAIM_IDS:
                self.fault(
                    f"claims[{i}]", f"unknown claim {echo(claim)}", nearest(claim, CLAIM_IDS)
                )
        if "large-limit" in self.file.claims and self.file.triple.max_large is None:
            self.fault("triple.max_large", "missing", "the claim 'large-limit' needs it")
        dealer = self.file.dealer or schema.DealerTable(kind="unknown")
        if dealer.kind == "retry" and dealer.tries is None:
            self.fault("dealer.tries", "missing", "kind 'retry' needs it")
        if dealer.kind != "retry" and dealer.tries is not None:
            self.fault("dealer.tries", f"no part of kind {dealer.kind!r}", "drop it")
        modes = Modes(self.grid, lines, start, catalogue, self.file.triple.size)
        modes.check(self.file.modes)
        self.faults += modes.faults
        for i, mode in enumerate(self.file.stars.record_bonus_modes if self.file.stars else ()):
            if mode not in self.file.modes:
                what = f"unknown mode {echo(mode)}"
                self.fault(f"stars.record_bonus_modes[{i}]", what, nearest(mode, self.file.modes))
        return _Parts(lines, names, catalogue, scoring, start, dealer)

    def build(self) -> Ruleset:
        """Return the ruleset.

        Raises:
            RulesetError: with every fault.
        """
        parts = self.check()
        if self.faults:
            raise RulesetError(self.faults, self.source)
        file = self.file
        name = file.name or "custom"
        return digested(
            Ruleset(
                name=name,
                title=file.title or name,
                grid=self.grid,
                lines=parts.lines,
                line_names=parts.line_names,
                catalogue=parts.catalogue,
                scoring=parts.scoring,
                start=parts.start,
                tray_size=file.triple.size,
                max_large=file.triple.max_large,
                dealer=DealerSpec(parts.dealer.kind, parts.dealer.tries or 1),
                claims=tuple(dict.fromkeys(file.claims)),
                modes=MappingProxyType({k: _frozen(m) for k, m in file.modes.items()}),
                stars=_frozen(file.stars),
                undo=_frozen(file.undo),
                assumed=tuple(_assumed(file.model_dump(), "")),
            )
        )

    def _scoring(self, lines: int) -> Scoring:
        table = self.file.scoring
        if table is None:
            table = schema.ScoringTable(
                per_cell=1, lines=schema.LinePointsTable(formula=_DEFAULT_LINE_POINTS)
            )
        combo = table.combo
        wanted = {"streak": "percents", "grace": "grace", "additive": "bonus"}.get(combo.kind)
        for key in ("percents", "grace", "bonus"):
            given = getattr(combo, key) is not None
            if given and key != wanted:
                self.fault(f"scoring.combo.{key}", f"no part of kind {combo.kind!r}", "drop it")
            if not given and key == wanted:
                self.fault(f"scoring.combo.{key}", "missing", f"kind {combo.kind!r} needs it")
        return Scoring(
            per_cell=table.per_cell,
            lines=(0, *self._line_points(table.lines, lines)),
            combo=Combo(
                kind=combo.kind,
                grace=combo.grace or 1,
                percents=tuple(combo.percents or (100,)),
                bonus=combo.bonus or 0,
            ),
            perfect_clear=table.perfect_clear.points,
        )

    def _line_points(self, table: schema.LinePointsTable, lines: int) -> list[int]:
        points = list(table.table[:lines])
        if table.formula is None:
            if table.table and len(points) < lines:
                self.fault(
                    "scoring.lines",
                    f"the table ends at {counted(len(points), 'line')}",
                    "add a formula",
                )
            return points + [0] * (lines - len(points))
        try:
            value = formula.compiled(table.formula)
            for n in range(len(points) + 1, lines + 1):
                points.append(value(n))
                if not 0 <= points[-1] <= schema.MAX_LINE_POINTS:
                    self.fault(
                        "scoring.lines.formula",
                        f"{points[-1]} points for {counted(n, 'line')}",
                        f"give 0 to {schema.MAX_LINE_POINTS} points",
                    )
                    break
        except RulesetError as error:
            self.nested("scoring.lines.formula", error)
        return points

    def _start(self, lines: tuple[Mask, ...]) -> Board:
        if self.file.start is None:
            return 0
        try:
            board = self.grid.parse(self.file.start)
        except NotationError as error:
            self.nested("start", error)
            return 0
        if any(board & line == line for line in lines):
            self.fault("start", "a line is full from the start", "empty a cell of it")
        return board


def _frozen(table: BaseModel | None) -> Mapping[str, object]:
    return MappingProxyType({} if table is None else table.model_dump(exclude={"assumed"}))


def _assumed(value: Any, path: str) -> list[str]:
    """Return the paths of the tables that say ``assumed = true``."""
    found: list[str] = []
    if isinstance(value, dict):
        if value.get("assumed") is True:
            found.append(path or "everything")
        for key, inner in value.items():
            found += _assumed(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            found += _assumed(inner, f"{path}[{i}]")
    return found
