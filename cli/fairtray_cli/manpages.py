"""Manual pages, made from the commands: ``python -m fairtray_cli.manpages FOLDER``.

The wheel carries them (``hatch_build.py``). The generators that are published read a
group's ``commands``, of which a group that imports its commands when they are asked for
has none; and they leave dots at the beginning of a line to roff, which takes them for orders.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from fairtray import __version__
from fairtray_cli.failures import Exit
from fairtray_cli.main import COMMANDS, cli

EXITS = {
    Exit.YES: "Yes; every claim holds.",
    Exit.NO: "No: not placeable, a claim refuted, a file that does not verify.",
    Exit.INPUT: "Bad usage or input; one line says what, where, and how to mend it.",
    Exit.DEALER: "The dealer under test failed.",
    Exit.INCONCLUSIVE: "Inconclusive: too few deals to decide a claim.",
    Exit.FAULT: "A fault of fairtray itself.",
    Exit.INTERRUPTED: "Interrupted; what was finished is kept.",
    Exit.PIPE_CLOSED: "Whoever read the output went away.",
}

ENVIRONMENT = {
    "NO_COLOR, FORCE_COLOR": "Turn colours off, or on where the output is no terminal.",
    "FAIRTRAY_DEBUG": "As --debug: show the traceback of an error.",
    "NUMBA_CACHE_DIR": "The folder for compiled code, in place of the package's own or, where "
    "that cannot be written, the user's cache folder.",
}

FILES = {
    "fairtray.toml, pyproject.toml": "The configuration, in the nearest folder up; "
    "'fairtray config' shows what is in force.",
}


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page: one for fairtray, one for each command."""
    for path, context in _walk(_root()):
        yield f"{'-'.join(path)}.1", _page(path, context)


def write(folder: Path) -> list[Path]:
    """Write all pages to a folder, which is made if need be, and return them."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in pages():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def _root() -> click.Context:
    # Its settings count: a command keeps the names of --help that it is first asked with.
    return click.Context(cli, info_name="fairtray", **cli.context_settings)


def _walk(context: click.Context) -> Iterator[tuple[tuple[str, ...], click.Context]]:
    yield tuple(context.command_path.split()), context
    for name, member in _members(context).items():
        yield from _walk(click.Context(member, info_name=name, parent=context))


def _members(context: click.Context) -> dict[str, click.Command]:
    group = context.command
    if not isinstance(group, click.Group):
        return {}
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command and not command.hidden}


def _page(path: tuple[str, ...], context: click.Context) -> str:
    command = context.command
    paragraphs = _paragraphs(command)
    summary = COMMANDS.get(path[1], "") if len(path) == 2 else ""
    summary = summary or paragraphs[0].partition(". ")[0]
    title = "-".join(path)
    lines = [
        # Neither a date nor anything else that would differ from one build to the next.
        f'.TH "{_text(title.upper())}" 1 "" "fairtray {__version__}" "fairtray manual"',
        ".SH NAME",
        f"{_text(title)} \\- {_text(_small(summary.rstrip('.')))}",
        ".SH SYNOPSIS",
        f".B {_text(' '.join(path))}",
        _text(" ".join(_usage(context))),
        ".SH DESCRIPTION",
    ]
    for i, paragraph in enumerate(paragraphs):
        lines += [".PP"] * (i > 0) + [_text(paragraph)]
    lines += _options(context)
    lines += _commands(path, context)
    if len(path) == 1:
        lines += [".SH ENVIRONMENT", *_listed(ENVIRONMENT.items())]
        lines += [".SH FILES", *_listed(FILES.items())]
    lines += [".SH EXIT STATUS", *_listed((str(code.value), what) for code, what in EXITS.items())]
    others = [path[:n] for n in range(1, len(path))] + [(*path, name) for name in _members(context)]
    if others:
        named = ", ".join(rf"\fB{_text('-'.join(other))}\fP(1)" for other in others)
        lines += [".SH SEE ALSO", named]
    return "\n".join(lines) + "\n"


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _paragraphs(command: click.Command) -> list[str]:
    """Return the paragraphs of a command's help, each in one line."""
    text = inspect.cleandoc(command.help or "").replace("\b", "")
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def _usage(context: click.Context) -> list[str]:
    return [piece for piece in context.command.collect_usage_pieces(context) if piece]


def _options(context: click.Context) -> list[str]:
    lines = []
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record is not None:
            names, help_text = record
            lines += [".TP", _styled(names), _text(help_text)]
    return [".SH OPTIONS", *lines] if lines else []


def _styled(names: str) -> str:
    """Return the names of an option in bold, its value in italics."""
    parts = []
    for part in re.split(r"([ ,/]+)", names):
        if part.startswith("-"):
            parts.append(rf"\fB{_text(part)}\fP")
        elif part.strip(" ,/"):
            parts.append(rf"\fI{_text(part)}\fP")
        else:
            parts.append(part)
    return "".join(parts)


def _commands(path: Sequence[str], context: click.Context) -> list[str]:
    lines: list[str] = []
    for name, member in _members(context).items():
        summary = COMMANDS[name] if len(path) == 1 else _paragraphs(member)[0]
        lines += [".TP", rf"\fB{_text('-'.join((*path, name)))}\fP(1)", _text(summary)]
    return [".SH COMMANDS", *lines] if lines else []


def _listed(entries: Iterable[tuple[str, str]]) -> list[str]:
    return [
        line for term, what in entries for line in (".TP", rf"\fB{_text(term)}\fP", _text(what))
    ]


def _text(text: str) -> str:
    """Return a text as roff takes it literally, in lines of a length that its checkers like."""
    return "\n".join(_line(line) for line in textwrap.wrap(text, 72, break_on_hyphens=False))


def _line(line: str) -> str:
    escaped = line.replace("\\", r"\e").replace("-", r"\-")
    escaped = "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in escaped)
    # A dot or an apostrophe at the beginning of a line would be an order.
    return rf"\&{escaped}" if escaped[:1] in {".", "'"} else escaped


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m fairtray_cli.manpages FOLDER")
    write(Path(sys.argv[1]))
