"""Answering many positions, one a line, as they come."""

from __future__ import annotations

from collections.abc import Callable

from fairtray.core.errors import Fault, InputError
from fairtray.core.files import label, read_lines
from fairtray.notation import Reading, parse_json
from fairtray.rulesets.model import Ruleset
from fairtray_cli.blokus import asked
from fairtray_cli.console import complain, out_json
from fairtray_cli.failures import Exit

Answer = Callable[[Reading], tuple[dict[str, object], bool]]
"""From a position to its JSON document and whether the answer is yes."""


def wanted(path: str, asked: bool) -> bool:
    """Return whether a file holds many positions."""
    return asked or path.endswith(".jsonl")


Other = Callable[[str], tuple[dict[str, object], bool]]
"""The same from the text of a position that is another family's."""


def answer_lines(
    path: str, ruleset: Ruleset | None, answer: Answer, spec: str | None, other: Other
) -> int:
    """Answer each line of a file with a line on stdout; return the exit code.

    A bad line is reported on stderr with its number, and the rest still answered.

    Args:
        path: the file.
        ruleset: the ruleset to use whatever a line says; None for the line's own.
        answer: answers a position of a block game.
        spec: ``--ruleset`` as given.
        other: answers a line that is about Blokus.

    Raises:
        InputError: the file cannot be read at all, or has no position in it.
    """
    worst = Exit.YES
    seen = False
    for number, text in read_lines(path):
        if isinstance(text, str) and not text.strip():
            continue
        seen = True
        place = f"{label(path)}, line {number}"
        try:
            if isinstance(text, str) and asked.meant("", spec, text):
                document, yes = other(text)
            else:
                document, yes = answer(_read(text, ruleset, path))
        except InputError as error:
            worst = Exit.INPUT
            complain(f"error: {error.located(place)}")
            continue
        except Exception as error:
            error.add_note(place)
            raise
        out_json({"line": number, **document})
        if not yes and worst == Exit.YES:
            worst = Exit.NO
    if not seen:
        raise InputError(Fault("", "is empty", "write one position a line, as JSON"), label(path))
    return worst


def _read(text: str | InputError, ruleset: Ruleset | None, path: str) -> Reading:
    if isinstance(text, InputError):
        raise text
    return parse_json(text, ruleset, source=path)
