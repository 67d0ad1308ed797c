"""The ratios on record, and whether one has fallen."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from harness.measure import Result

FILE = Path(__file__).parent.parent / "ratios.json"

ALLOWED = 2 / 3
"""A ratio may fall to this part of the one on record: the best repeats differ a little, too."""


class NoRecord(RuntimeError):
    """There are no ratios on record, or they cannot be read."""


def recorded(path: Path = FILE) -> dict[str, float]:
    """Return the ratios on record, by benchmark.

    Raises:
        NoRecord: there are none, or the file is not what ``write`` writes.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoRecord(f"{path} is missing; write it with --write") from None
    except ValueError as error:
        raise NoRecord(f"{path} is no JSON: {error}") from None
    if not isinstance(found, dict) or not all(
        isinstance(ratio, (int, float)) and not isinstance(ratio, bool) and ratio > 0
        for ratio in found.values()
    ):
        raise NoRecord(f"{path} does not hold a positive ratio for each benchmark")
    return {str(name): float(ratio) for name, ratio in found.items()}


def write(results: Sequence[Result], path: Path = FILE) -> None:
    """Put the ratios of the best repeats on record; those of other benchmarks stay."""
    kept = recorded(path) if path.exists() else {}
    kept |= {result.name: float(f"{result.ratio_of_best:.4g}") for result in results}
    path.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def complaints(results: Sequence[Result], record: Mapping[str, float]) -> list[str]:
    """Return a line for each missed target, and for each ratio that has fallen by over a third."""
    found = []
    for result in results:
        ratio = result.ratio_of_best
        if not result.reached:
            found.append(f"{result.name}: the target is missed (ratio {ratio:.3g})")
        before = record.get(result.name)
        if before is None:
            found.append(f"{result.name}: no ratio is on record; write it with --write")
        elif ratio < ALLOWED * before:
            fell = f"the ratio fell from {before:.3g} to {ratio:.3g}"
            found.append(f"{result.name}: {fell}, by more than a third")
    return found
