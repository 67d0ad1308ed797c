"""``fairtray daily audit``: what can be seen of dailies that somebody else made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairtray.errors import Fault, InputError
from fairtray_cli import options
from fairtray_cli.console import out, out_json, plain
from fairtray_cli.failures import Exit
from fairtray_cli.paths import RulesetName

if TYPE_CHECKING:
    from pathlib import Path

    from fairtray.daily.audit import Finding
    from fairtray.daily.foreign import Day
    from fairtray.rulesets.model import Ruleset


@click.command("audit")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--ruleset",
    type=RulesetName(),
    help="A name or the path of a ruleset file.  [default: the files' own, or bloky-8x8]",
)
@options.as_json
def command(files: tuple[str, ...], ruleset: str | None, as_json: bool) -> int:
    """Audit days from any dealer: files with "date" and "pieces", and "witness" if known.

    Give the files of several zones or runs together to see whether they deal the same.
    Exit status 0 when nothing is refuted, 1 when something is, 4 when there are too few
    days to tell.
    """
    from fairtray.daily import audit

    rules, days = _read(files, ruleset)
    with options.naming("--ruleset"):
        findings = audit.audit(rules, days)
    verdicts = {finding.verdict for finding in findings}
    if as_json:
        out_json(
            {
                "verdict": _overall(verdicts),
                "ruleset": rules.name,
                "files": len(files),
                "days": len({day.date for day in days}),
                "claims": [finding.to_json() for finding in findings],
            }
        )
    else:
        out("\n".join(_text(finding) for finding in findings))
    if audit.REFUTED in verdicts:
        return Exit.NO
    return Exit.INCONCLUSIVE if audit.INCONCLUSIVE in verdicts else Exit.YES


def _overall(verdicts: set[str]) -> str:
    from fairtray.daily.audit import INCONCLUSIVE, NOT_REFUTED, REFUTED

    return next((v for v in (REFUTED, INCONCLUSIVE) if v in verdicts), NOT_REFUTED)


def _read(files: tuple[str, ...], spec: str | None) -> tuple[Ruleset, list[Day]]:
    """Return (ruleset, days) of all files.

    Raises:
        InputError: a file that cannot be read, or files of several rulesets.
    """
    from fairtray.daily import reading
    from fairtray.daily.foreign import day_of

    rules = None if spec is None else options.ruleset_named(spec, "--ruleset")
    days: list[Day] = []
    for path in files:
        for entry in reading.entries(path):
            try:
                value = reading.decoded(entry)
                if spec is None:
                    rules = _same(rules, value, reading.folder_of(path))
                if rules is not None:
                    days.append(day_of(value, rules, entry.place))
            except InputError as error:
                raise error.located(entry.place) from None
    if rules is None:
        raise InputError(Fault("", "no day in any file", "name a file with days"))
    return rules, days


def _same(rules: Ruleset | None, value: object, folder: Path | None) -> Ruleset:
    """Return the ruleset that a day names, the default if none, which must be ``rules``.

    Raises:
        InputError: it is another one.
    """
    from fairtray.rulesets import DEFAULT, get

    named = value.get("ruleset") if isinstance(value, dict) else None
    own = get(DEFAULT if named is None else named, folder)
    if rules is not None and own.digest != rules.digest:
        raise InputError(
            Fault("ruleset", f"{own.name}, but {rules.name} in the days before", "audit one game")
        )
    return own


def _text(finding: Finding) -> str:
    lines = [plain(f"{finding.verdict.upper():12}  {finding.id}: {finding.what}")]
    lines += [plain(f"{'':14}{example}") for example in finding.to_json()["examples"]]
    return "\n".join(lines)
