"""``fairtray audit``: deal, check every claim that a dealer makes, report."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairtray_cli import options
from fairtray_cli.console import note
from fairtray_cli.failures import Exit
from fairtray_cli.paths import FilePath, RulesetName
from fairtray_cli.reports import Reports, asked

if TYPE_CHECKING:
    from fairtray.audit.run import Plan


@click.command("audit")
@click.option(
    "--ruleset",
    type=RulesetName(),
    default="bloky-8x8",
    show_default=True,
    help="A name (see 'fairtray rulesets') or the path of a ruleset file.",
)
@click.option(
    "--dealer",
    metavar="NAME",
    help="The built-in dealer to test: uniform, weighted, retry, sequential-fit or any-fit.  "
    "[default: the ruleset's own]",
)
@click.option(
    "-n", "--count", type=int, default=10_000, show_default=True, help="Deals to make and check."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Any number from 0 on.")
@click.option(
    "--policy",
    metavar="NAME",
    default="mixed",
    show_default=True,
    help="Who plays: random, greedy, crowding, tidy, shuffled (another one for each deal) or "
    "mixed (all of these, an equal share of the deals each).",
)
@click.option(
    "--claim",
    "claims",
    metavar="ID",
    multiple=True,
    help="Check this claim instead of the ruleset's own; repeatable.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    help="Processes to share the work; the answer does not depend on it.  "
    "[default: the processors there are, where the audit is long enough]",
)
@click.option(
    "--keep",
    type=click.IntRange(0, 1000),
    default=3,
    show_default=True,
    help="Counterexamples of each claim to save.",
)
@click.option(
    "--save",
    "folder",
    type=FilePath(path_type=Path, file_okay=False),
    default=Path("fairtray-counterexamples"),
    show_default=True,
    help="Folder for counterexamples; made when there are any.",
)
@asked
def command(
    ruleset: str,
    dealer: str | None,
    count: int,
    seed: int,
    policy: str,
    claims: tuple[str, ...],
    jobs: int | None,
    keep: int,
    folder: Path,
    reports: Reports,
) -> int:
    """Deal many times in games that several players play, and check every promise.

    Each answer is proven: a tray said to be placeable by replaying its placements, one
    said not to be by an independent CP-SAT model. The exit status is 0 when no claim is
    refuted, 1 when one is, 3 when the dealer cannot deal at all.
    """
    from fairtray.audit import report
    from fairtray.audit.claims import claimed
    from fairtray.audit.run import Plan, run
    from fairtray_cli import counterexamples
    from fairtray_cli.sources import source_of

    rules = options.ruleset_named(ruleset, "--ruleset")
    with options.naming("--dealer"):
        source = source_of(rules, dealer)
    with options.naming("--claim"):
        wanted = claimed(rules, claims)
    with options.naming("audit"):
        plan = Plan(rules, source, wanted, count, seed, policy, keep)
    with _progress(plan) as bar:
        outcome = run(plan, jobs, bar.update if bar is not None else None)
    document = report.document(outcome)
    counterexamples.save(document, folder)
    reports.deliver(document)
    if outcome.partial:
        note(f"interrupted after {document['deals']} of {count} deals; the report covers those")
        return Exit.INTERRUPTED
    return Exit.NO if document["verdict"] == report.REFUTED else Exit.YES


def _progress(plan: Plan) -> AbstractContextManager[Any]:
    """Return a progress bar on stderr; nothing at all when that is no terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=plan.count, label="deals", file=sys.stderr)
