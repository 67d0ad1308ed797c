"""Measure the kernels against the C++ reference, both in the same run.

    python benchmarks/run.py                     all benchmarks
    python benchmarks/run.py decide-8x8 walk     some of them
    python benchmarks/run.py --write             and write benchmarks/RESULTS.md

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
@click.option("--count", default=1_000_000, show_default=True, help="Positions to decide.")
@click.option("--repeats", default=9, show_default=True, help="Timed turns of each side.")
@click.option("--seed", default=1, show_default=True, help="Of the self-play.")
@click.option("--write", is_flag=True, help="Write benchmarks/RESULTS.md.")
@click.option("--check", is_flag=True, help="Exit with 1 where a target is missed.")
def main(
    names: tuple[str, ...], count: int, repeats: int, seed: int, write: bool, check: bool
) -> None:
    """Measure the kernels against the C++ reference: all benchmarks, or those named."""
    from harness import reference, report
    from harness.tasks import TASKS, Setting

    unknown = sorted(set(names) - TASKS.keys())
    if unknown:
        raise click.UsageError(f"no benchmark {unknown[0]!r}; there are {', '.join(TASKS)}")
    try:
        program = reference.build()
        with tempfile.TemporaryDirectory() as folder:
            setting = Setting(program, Path(folder), count, seed, repeats)
            results = []
            for name in names or TASKS:
                click.echo(f"{name} …", err=True)
                results.append(TASKS[name](setting, name))
    except reference.ReferenceFault as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(report.heading())
    click.echo()
    click.echo(report.table(results))
    if write:
        command = " ".join(["python benchmarks/run.py", *sys.argv[1:]])
        (HERE / "RESULTS.md").write_text(report.document(results, command), encoding="utf-8")
    if check and not all(result.reached for result in results):
        sys.exit(1)


if __name__ == "__main__":
    main()
