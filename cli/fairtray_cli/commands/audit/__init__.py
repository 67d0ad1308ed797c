"""``fairtray audit``: deal, check every claim that a dealer makes, report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairtray.claims import claim_ids
from fairtray_cli import options
from fairtray_cli.console import note
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion
from fairtray_cli.options.dealers import DealerOptions, dealer_options
from fairtray_cli.options.reports import Reports, report_options
from fairtray_cli.options.types import FilePath, RulesetName
from fairtray_cli.options.workers import interrupted, open_run, worker_options

if TYPE_CHECKING:
    from fairtray.runs import WorkerOptions

_EXITS = {"refuted": Exit.NO, "inconclusive": Exit.INCONCLUSIVE}


@click.command("audit")
@click.option(
    "--ruleset",
    type=RulesetName(),
    default="bloky-8x8",
    show_default=True,
    help="A name (see 'fairtray rulesets') or the path of a ruleset file.",
)
@dealer_options
@click.option(
    "-n",
    "--count",
    type=int,
    help="Deals to make and check.  [default: 10000; with --deals, all of the file]",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Any whole number from 0 up.")
@click.option(
    "--policy",
    metavar="NAME",
    shell_complete=completion.policies,
    default="mixed",
    show_default=True,
    help="Who plays: random, greedy, crowding, tidy, shuffled (another one for each deal), "
    "mixed (all of these, an equal share of the deals each) or corpus (as mixed, but games begin "
    "on hard boards).",
)
@click.option(
    "--claim",
    "claims",
    metavar="ID",
    shell_complete=completion.claims,
    multiple=True,
    help="Check this claim instead of the ruleset's own; repeatable. "
    f"One of {', '.join(claim_ids())}.",
)
@click.option(
    "--alpha",
    type=float,
    default=1e-6,
    show_default=True,
    help="Probability of a false alarm, over all statistical claims together.",
)
@click.option(
    "--verify",
    type=click.Choice(("witness", "cp-sat")),
    default="witness",
    show_default=True,
    help="witness: replay every yes, confirm every no by CP-SAT; cp-sat: have CP-SAT also "
    "decide every deal by itself.",
)
@worker_options
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
    help="Folder for counterexamples; created when there are any.",
)
@click.option(
    "--again",
    "repeat",
    is_flag=True,
    help="Deal nothing new: replay the counterexamples saved in FILES with the dealer and "
    "say which are fixed. Without FILES, all in the folder of --save.",
)
@click.argument("files", nargs=-1, metavar="[FILES]...", shell_complete=completion.files)
@report_options
def command(
    ruleset: str,
    repeat: bool,
    files: tuple[str, ...],
    dealer: DealerOptions,
    count: int | None,
    seed: int,
    policy: str,
    claims: tuple[str, ...],
    alpha: float,
    verify: str,
    workers: WorkerOptions,
    keep: int,
    folder: Path,
    reports: Reports,
) -> int:
    """Deal many times in games that several players play, and check every promise.

    Each answer is proven: a tray said to be placeable by replaying its placements, one
    said not to be by an independent CP-SAT model. The exit status is 0 when no claim is
    refuted, 1 when one is, 3 when the dealer fails, 4 when there were too few deals to
    decide a claim.
    """
    if repeat:
        from fairtray_cli.commands.audit.again import put_again

        reports.only(("table", "json"), "--again")
        typed = options.on_command_line("ruleset")
        own = options.ruleset_named(ruleset, "--ruleset") if typed else None
        return put_again(files, folder, own, dealer, as_json=reports.on_stdout == "json")
    if files:
        raise click.UsageError(
            f"{files[0]}: files are named with --again only; for recorded deals use --deals"
        )
    from fairtray.audit import report
    from fairtray.audit.request import claims_to_check
    from fairtray.audit.run import Plan, run
    from fairtray_cli.commands.audit import counterexamples

    rules = options.ruleset_named(ruleset, "--ruleset")
    workers = dealer.workers(workers)
    source = dealer.source(rules)
    with options.naming("--claim"):
        wanted = claims_to_check(rules, claims, source)
    with options.naming("audit"):
        plan = Plan(rules, source, wanted, dealer.count(count), seed, policy, keep, alpha, verify)
    if keep:
        counterexamples.refuse_unwritable(folder)
    with open_run(plan, workers, length=plan.requested, label="deals") as (team, progress):
        result = run(plan, team, progress)
    document = report.document(result)
    counterexamples.save(document, folder, dealer.as_typed())
    reports.deliver(document)
    if document["skipped"]:
        note(f"{document['skipped']} bad lines skipped; the first: {document['skipped_lines'][0]}")
    if result.partial:
        interrupted(workers, f"{document['deals']} deals")
        return Exit.INTERRUPTED
    return _EXITS.get(document["verdict"], Exit.YES)
