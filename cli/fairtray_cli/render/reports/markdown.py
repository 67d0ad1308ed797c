"""An audit's report as Markdown: for pull requests, and GitHub's step summary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fairtray_cli.render import boards
from fairtray_cli.render.reports import findings
from fairtray_cli.render.reports.exporter import Exporter

_WIDTH = 80
_MARKS = {"refuted": "❌", "inconclusive": "❔", "holds": "✅", "not refuted": "✅"}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&])")


def text(document: Mapping[str, Any], limit: int | None = None) -> str:
    """Return a report as Markdown.

    Args:
        document: the report.
        limit: the most bytes of UTF-8 it may have; counterexamples are left out from the
            last on, and counted, until it fits. None for no limit.
    """
    document = findings.printable(document)
    head = _head(document)
    examples = [_example(example) for example in findings.examples(document)]
    tail = _tail(document)
    shown = len(examples)
    while True:
        written = _joined(head, examples[:shown], len(examples) - shown, tail)
        size = len(written.encode())
        if limit is None or size <= limit:
            return written
        if shown == 0:
            return _cut(written, limit)
        shown -= 1


def _joined(head: str, examples: Sequence[str], left_out: int, tail: str) -> str:
    parts = [head]
    if examples or left_out:
        parts.append("### Counterexamples")
        parts.append(f"{boards.COUNTED[:1].upper()}{boards.COUNTED[1:]}.")
    parts += examples
    if left_out:
        parts.append(f"{left_out} more are left out here to keep this short.")
    return "\n\n".join([*parts, tail])


def _cut(written: str, limit: int) -> str:
    note = "\n\n(cut here to keep this short)\n"
    start = written.encode()[: max(0, limit - len(note.encode()))].decode(errors="ignore")
    return (start + note).encode()[:limit].decode(errors="ignore")


def _head(document: Mapping[str, Any]) -> str:
    verdict = document["verdict"]
    claims = [
        [
            _code(claim["id"]),
            f"{_MARKS[claim['verdict']]} {claim['verdict']}",
            _plain(claim["promise"]),
            _plain(claim["words"]),
        ]
        for claim in document["claims"]
    ]
    claims += [
        [
            _code(claim["id"]),
            "not claimed",
            _plain(claim["promise"]),
            _plain(claim["words"]),
        ]
        for claim in document["information"]
    ]
    facts = [[word, _plain(value)] for word, value in findings.facts(document)]
    return "\n\n".join(
        [
            f"## fairtray audit: {_MARKS[verdict]} {verdict}",
            _plain(f"{verdict}{findings.verdict_words(document)}") + ".",
            _table(["audited", ""], facts),
            "### Claims",
            _table(["claim", "verdict", "promise", "found"], claims),
        ]
    )


def _example(example: findings.Example) -> str:
    lines = [f"Breaks {_code(example.claim)}, {example.place}:", "", "```text"]
    lines += example.drawing(_WIDTH, colour=False)
    lines.append("```")
    if example.reproduce:
        lines += ["", f"Reproduce: {_code(example.reproduce)}"]
    return "\n".join(lines)


def _tail(document: Mapping[str, Any]) -> str:
    return "\n\n".join(
        [
            "### How full the boards were",
            _table(findings.FILL_HEADERS, findings.fill_rows(document), numbers=3),
            "### In how many orders a tray could be placed",
            _table(["orders", "deals", "share"], findings.order_rows(document), numbers=3),
            findings.proofs(document)[:1].upper() + findings.proofs(document)[1:] + ".",
            _plain(findings.effort(document)),
        ]
    )


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    rule = ["---:" if i < numbers else "---" for i in range(len(headers))]
    lines = [headers, rule, *rows]
    # A bar ends the cell of a table even inside code.
    escaped = ([re.sub(r"(?<!\\)\|", r"\|", cell) for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in escaped)


def _plain(value: str) -> str:
    """Return a text that Markdown shows as it is, in a table too."""
    return _SPECIAL.sub(r"\\\1", value)


def _code(value: str) -> str:
    """Return a text as code; the fence is longer than any run of backticks within."""
    longest = max((len(run) for run in re.findall("`+", value)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{value}{pad}{fence}"


EXPORTER = Exporter("markdown", text, endings=(".md", ".markdown"))
