"""JSON Schemas of the documents that are read and written here.

They come from the dataclasses that the documents are read by, so that they cannot say
anything else than the readers do. A schema says what one value by itself must be; whether
the values agree (does the board have the ruleset's size? is the move legal?) only reading
tells. ``python -m fairtray.schemas docs/schemas`` writes them all.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from fairtray.audit.recorded import DealLine
from fairtray.core.reading import json_schema
from fairtray.daily.document import DailyFile
from fairtray.families.blokus.gamefile import TableFile
from fairtray.families.blokus.reading import BlokusFile
from fairtray.gameplay.modes.reading import ModeGameFile
from fairtray.notation.games import GameFile
from fairtray.notation.position import PositionFile
from fairtray.prooffile.document import ProofFile
from fairtray.rulesets.file import RulesetFile

DOCUMENTS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "position": PositionFile,
        "game": GameFile,
        "ruleset": RulesetFile,
        "deal": DealLine,
        "daily": DailyFile,
        "proof": ProofFile,
        "mode-game": ModeGameFile,
        "blokus": BlokusFile,
        "blokus-table": TableFile,
    }
)
"""The dataclass of each document that has a schema."""


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a document.

    Args:
        name: which document: a key of :data:`DOCUMENTS`.
    """
    return json_schema(DOCUMENTS[name], title=f"fairtray {name}")


def text(name: str) -> str:
    """Return a schema as the text of a file."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def write_all(folder: Path) -> None:
    """Write every schema into a folder, which is made if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in DOCUMENTS:
        (folder / f"{name}.schema.json").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
