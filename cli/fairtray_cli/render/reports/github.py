"""An audit's report for GitHub: workflow commands, and the summary of the step.

Workflow commands are lines on standard output that GitHub shows as annotations. The summary is
a Markdown file that every command of a step appends to.

GitHub shows the first ten errors, warnings and notices of a step each, drops the rest
without a word, and cuts a message at 4,096 characters (``_maxCountPerIssueType`` and
``_maxIssueMessageLength`` of its runner). What would be dropped is counted instead.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairtray.core.errors import Fault, InputError
from fairtray_cli.console import note
from fairtray_cli.render.reports import findings, markdown
from fairtray_cli.render.reports.exporter import Exporter

MOST = 10
"""Annotations of one kind that GitHub shows of one step."""

LONGEST = 4096
"""Characters of a message that GitHub keeps."""

_WIDTH = 60

SUMMARY = "GITHUB_STEP_SUMMARY"

SUMMARY_MOST = 1024 * 1024
"""Bytes that GitHub takes as the summary of one step; a longer one is not shown at all."""

_SUMMARY_LEAST = 1024
"""Bytes of room below which a summary says too little to be worth its place."""


def text(document: Mapping[str, Any]) -> str:
    """Return a report as workflow commands, one a line."""
    document = findings.printable(document)
    claims = document["claims"]
    refuted = [claim for claim in claims if claim["verdict"] == findings.REFUTED]
    inconclusive = [claim for claim in claims if claim["verdict"] == findings.INCONCLUSIVE]
    lines = _annotations("error", document, refuted)
    lines += _annotations("warning", document, inconclusive)
    title = f"{document['ruleset']}, dealer {document['dealer']}"
    verdict = f"{document['verdict']}{findings.verdict_words(document)}"
    return "\n".join([*lines, _command("notice", title, verdict)])


def _annotations(
    kind: str, document: Mapping[str, Any], claims: list[Mapping[str, Any]]
) -> list[str]:
    shown = claims if len(claims) <= MOST else claims[: MOST - 1]
    lines = [
        _command(kind, f"{claim['id']}: {claim['verdict']}", _message(document, claim))
        for claim in shown
    ]
    rest = [claim["id"] for claim in claims[len(shown) :]]
    if rest:
        lines.append(_command(kind, f"{len(rest)} more", ", ".join(rest)))
    return lines


def _message(document: Mapping[str, Any], claim: Mapping[str, Any]) -> str:
    lines = [f"promised: {claim['promise']}", f"found: {claim['words']}"]
    for example in findings.examples(document):
        if example.claim == claim["id"]:
            # One will do: the reader of an annotation wants to know where to look.
            if example.reproduce:
                lines.append(f"reproduce: {example.reproduce}")
            lines += example.drawing(_WIDTH, colour=False)
            break
    return "\n".join(lines)


def _command(kind: str, title: str, message: str) -> str:
    if len(message) > LONGEST:
        message = message[: LONGEST - 1] + "…"
    return f"::{kind} title={_property(title)}::{_data(message)}"


def _data(value: str) -> str:
    """Return a message escaped as GitHub's toolkit does; the percent sign first."""
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def append_summary(document: Mapping[str, Any]) -> None:
    """Append a report to the summary that GitHub names in the environment, if it names one.

    Raises:
        InputError: it cannot be written.
    """
    name = os.environ.get(SUMMARY)
    if not name:
        return
    path = Path(name)
    try:
        used = path.stat().st_size if path.exists() else 0
        room = SUMMARY_MOST - used - 1
        if room < _SUMMARY_LEAST:
            note(f"the step summary is full ({used} bytes); nothing was added to it")
            return
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(markdown.text(document, room) + "\n")
    except OSError as error:
        raise InputError(
            Fault("", f"cannot be written: {error.strerror}", f"unset {SUMMARY}"), name
        ) from None


EXPORTER = Exporter("github", text, beside=append_summary)
