"""What an audit's journal says of the audit: all that its chunks depend on."""

from __future__ import annotations

import dataclasses
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from fairtray.audit import summary_json
from fairtray.audit.recorded import RecordedSource
from fairtray.audit.run import CHUNK_DEALS, Plan
from fairtray.audit.source import (
    BuiltinSource,
    CallableSource,
    ProgramSource,
    Source,
    TranscriptSource,
)
from fairtray.audit.summary import Summary
from fairtray.core.errors import Fault, InputError
from fairtray.core.files import STDIN, file_digest
from fairtray.dealers.program import arguments
from fairtray.runs.records import Records
from fairtray.versions import code_digest, versions


def records(plan: Plan) -> Records[Summary]:
    """Return what the journal of an audit holds.

    Raises:
        InputError: the deals come from standard input, which nobody can read again.
    """
    ruleset = plan.ruleset
    return Records(
        kind="audit",
        run={
            "ruleset": ruleset.name,
            "ruleset_digest": ruleset.digest,
            "shapes": " ".join(shape.name for shape in ruleset.shapes),
            "dealer": dealer_of(plan.source),
            "claims": list(plan.claims),
            "count": plan.count,
            "seed": plan.seed,
            "policy": plan.policy,
            "keep": plan.keep,
            "alpha": plan.alpha,
            "verify": plan.verify,
            "chunk_deals": CHUNK_DEALS,
            "versions": versions(),
            "code": code_digest(),
        },
        encode=summary_json.to_json,
        decode=lambda value: summary_json.from_json(ruleset, value),
    )


def dealer_of(source: Source) -> dict[str, Any]:
    """Return what decides the deals of a source, with the digests of the files it names.

    How long a dealer program may take is no part of it: whoever waits longer gets the same.
    """
    match source:
        case BuiltinSource():
            return {"built_in": dataclasses.asdict(source.spec)}
        case CallableSource():
            return {"callable": source.target, **_digests(_module_files(source))}
        case ProgramSource():
            return {"program": source.command, **_digests(arguments(source.command))}
        case TranscriptSource():
            return {"transcript": source.recorded.command, **_digests([source.recorded.path])}
        case RecordedSource():
            if source.path == STDIN:
                raise InputError(
                    Fault("", "standard input cannot be read again", "name a file of deals")
                )
            return {"keep_going": source.keep_going, **_digests([source.path])}


def _module_files(source: CallableSource) -> list[str]:
    """Return the file that a callable's module is imported from; none where none is found.

    The module is not imported for it: that would run the dealer's code in this process.
    """
    words = source.target.partition(":")[0].split(".")
    for folder in (source.folder, *map(Path, sys.path)):
        module = folder.joinpath(*words)
        for file in (module / "__init__.py", module.with_suffix(".py")):
            if file.is_file():
                return [str(file)]
    return []


def _digests(paths: list[str]) -> dict[str, Any]:
    """Return the digests of those of some paths that are files, by their names.

    Where two have the same name, by their paths: neither may hide the other.
    """
    found = {path: digest for path in paths if (digest := file_digest(path)) is not None}
    often = Counter(Path(path).name for path in found)

    def called(path: str) -> str:
        name = Path(path).name
        return name if often[name] == 1 else path

    return {"files": {called(path): digest for path, digest in found.items()}}
