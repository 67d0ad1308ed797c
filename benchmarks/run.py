"""Measure every speed that is promised, each against a reference in the same run.

    python benchmarks/run.py                     all benchmarks, about five minutes
    python benchmarks/run.py decide-8x8 walk     some of them
    python benchmarks/run.py --long              a wider beam, larger audits, a year of dailies
    python benchmarks/run.py --write             and write RESULTS.md and ratios.json
    python benchmarks/run.py --check             fail where a ratio has fallen by over a third

Needs g++. A benchmark whose two sides find different answers fails.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

HERE = Path(__file__).resolve().parent


@click.command()
@click.argument("names", nargs=-1, metavar="[BENCHMARK]...")
@click.option("--count", default=400_000, show_default=True, help="Positions to decide.")
@click.option("--repeats", default=5, show_default=True, help="Timed turns of each side.")
@click.option("--seed", default=1, show_default=True, help="Of the self-play.")
@click.option("--long", is_flag=True, help="Take the time for the largest audits and beams.")
@click.option("--write", is_flag=True, help="Write benchmarks/RESULTS.md and ratios.json.")
@click.option(
    "--check",
    is_flag=True,
    help="Exit with 1 where a target is missed, or a ratio fell by more than a third.",
)
def main(
    names: tuple[str, ...],
    count: int,
    repeats: int,
    seed: int,
    long: bool,
    write: bool,
    check: bool,
) -> None:
    """Measure speeds against references: all benchmarks, or those named."""
    from harness import programs, ratios, reference, report, sides, tasks

    known = tasks.TASKS | programs.TASKS
    unknown = sorted(set(names) - known.keys())
    if unknown:
        raise click.UsageError(f"no benchmark {unknown[0]!r}; there are {', '.join(known)}")
    if write and names:
        raise click.UsageError("--write writes the whole of RESULTS.md; name no benchmark")
    try:
        record = ratios.recorded() if check else {}
        program = reference.build()
        with tempfile.TemporaryDirectory() as folder:
            setting = tasks.Setting(program, Path(folder), count, seed, repeats, long)
            results = []
            for name in names or known:
                click.echo(f"{name} …", err=True)
                results.append(known[name](setting, name))
            beside = [] if names else sides.rows(setting)
    except (reference.ReferenceFault, ratios.NoRecord) as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(report.heading())
    click.echo()
    click.echo(report.table(results))
    if beside:
        click.echo()
        click.echo(sides.table(beside))
    if write:
        command = " ".join(["python benchmarks/run.py", *sys.argv[1:]])
        text = report.document(results, sides.table(beside, "github"), report.nodes(), command)
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")
        ratios.write(results)
    found = ratios.complaints(results, record) if check else []
    for line in found:
        click.echo(line, err=True)
    if found:
        sys.exit(1)


if __name__ == "__main__":
    main()
