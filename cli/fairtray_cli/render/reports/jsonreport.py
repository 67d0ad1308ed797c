"""An audit's report as JSON: the document that every other format is made of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fairtray_cli.render.reports.exporter import Exporter


def text(document: Mapping[str, Any]) -> str:
    """Return a report as JSON on one line, keys in the document's order, in pure ASCII."""
    return json.dumps(document, allow_nan=False)


EXPORTER = Exporter("json", text, endings=(".json",))
