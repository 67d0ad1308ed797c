"""Answering many positions, one a line, as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from fairtray import families
from fairtray.core.errors import Fault, InputError
from fairtray.core.files import label, read_lines
from fairtray.families.family import Answer, Document, Family, RequestError, Rules, Source
from fairtray_cli.console import complain, out_json
from fairtray_cli.failures import Exit

Question = Callable[[Family, Source], Answer]
"""What is asked a family about an input."""


def wanted(path: str, lines: bool) -> bool:
    """Return whether a file holds many positions."""
    return lines or path.endswith(".jsonl")


def answer_lines(path: str, spec: str | None, rules: Rules, question: Question) -> int:
    """Answer each line of a file with a line on stdout; return the exit code.

    A bad line is reported on stderr with its number, and the rest still answered.

    Args:
        path: the file.
        spec: ``--ruleset`` as given.
        rules: the game that it names; None for each line's own.
        question: what is asked.

    Raises:
        InputError: the file cannot be read at all, or has no position in it.
        RequestError: an option does not go with a line, and so with none like it.
        KeyboardInterrupt: Ctrl-C. The lines before are finished; this one is not.
    """
    worst = Exit.YES
    seen = False
    for number, text in read_lines(path):
        if isinstance(text, str) and not text.strip():
            continue
        seen = True
        place = f"{label(path)}, line {number}"
        try:
            answer = _answer(text, path, spec, rules, question)
            document = cast("Document", answer.document())
        except RequestError:
            raise
        except InputError as error:
            worst = Exit.INPUT
            complain(f"error: {error.located(place)}")
            continue
        except Exception as error:
            error.add_note(place)
            raise
        out_json({"line": number, **document})
        if not answer.yes and worst == Exit.YES:
            worst = Exit.NO
    if not seen:
        raise InputError(Fault("", "is empty", "write one position a line, as JSON"), label(path))
    return worst


def _answer(
    text: str | InputError, path: str, spec: str | None, rules: Rules, question: Question
) -> Answer:
    if isinstance(text, InputError):
        raise text
    answer = question(families.of_input("", text, spec), Source(text, path, rules, line=True))
    if answer.interrupted:
        raise KeyboardInterrupt
    return answer
