"""``fairtray bench``: one node count for all searches."""

from __future__ import annotations

import time

import click

from fairtray_cli import options
from fairtray_cli.console import note, out, out_json
from fairtray_cli.failures import Exit


@click.command("bench")
@options.as_json
def command(as_json: bool) -> int:
    """Count the nodes that all searches visit on fixed positions.

    The number is the same on every machine. It changes when a search visits other nodes, so
    a change that is only meant to make the program faster keeps it. The time taken goes to
    stderr; --json has it in 'run', apart from all that is the same everywhere.
    """
    from fairtray import bench

    # Kernels come from the cache, or are compiled, before the clock runs.
    for part in bench.PARTS.values():
        part()
    counts: dict[str, bench.Count] = {}
    seconds: dict[str, float] = {}
    for name, part in bench.PARTS.items():
        begin = time.perf_counter()
        counts[name] = part()
        seconds[name] = time.perf_counter() - begin
    nodes = sum(count.nodes for count in counts.values())
    spent = sum(seconds.values())
    if as_json:
        parts = {
            name: {"nodes": count.nodes, "answer": count.answer} for name, count in counts.items()
        }
        run = {"seconds": spent, "nodes_per_second": nodes / spent, "parts": seconds}
        out_json({"nodes": nodes, "parts": parts, "run": run})
        return Exit.YES
    for name, count in counts.items():
        note(f"{name}: {count.nodes:,} nodes in {seconds[name]:.2f} s")
    note(f"{spent:.2f} s, {nodes / spent:,.0f} nodes a second")
    out(str(nodes))
    return Exit.YES
