"""The settings in force as a table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate


def text(file: str | None, settings: Sequence[Mapping[str, Any]]) -> str:
    """Return each option with its value and where that comes from.

    Args:
        file: the configuration file; None if there is none.
        settings: ``command``, ``key``, ``value``, ``from`` (a key of the file, or None).
    """
    rows = [
        [
            row["command"],
            row["key"],
            "" if row["value"] is None else json.dumps(row["value"], ensure_ascii=False),
            "default" if row["from"] is None else f"{file}: {row['from']}",
        ]
        for row in settings
    ]
    head = "no configuration file" if file is None else f"configuration file: {file}"
    table = tabulate(rows, ["command", "key", "value", "from"], disable_numparse=True)
    return f"{head}\n\n{table}"
