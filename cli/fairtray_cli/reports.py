"""The formats of an audit's report, the options that ask for them, and where they go."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from fairtray.core.errors import Fault, InputError, echo
from fairtray_cli import completion, stepsummary
from fairtray_cli.console import coloured, out
from fairtray_cli.paths import relative

TABLE, JSON, JUNIT, MARKDOWN, HTML, GITHUB = (
    "table",
    "json",
    "junit",
    "markdown",
    "html",
    "github",
)
FORMATS = (TABLE, JSON, JUNIT, MARKDOWN, HTML, GITHUB)

_ENDINGS = {
    ".txt": TABLE,
    ".json": JSON,
    ".xml": JUNIT,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".html": HTML,
    ".htm": HTML,
}

_FILE_WIDTH = 100
"""Columns of a table in a file, where no terminal says."""


@dataclass(frozen=True, slots=True)
class Target:
    """A report to be written.

    Attributes:
        format: one of ``FORMATS``.
        path: the file; None for standard output.
    """

    format: str
    path: Path | None


if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _TargetType = click.ParamType[Target]
else:
    # Generic only in the versions of click that type checkers see.
    _TargetType = click.ParamType


class Out(_TargetType):
    """``FILE`` with an ending that tells the format, or ``FORMAT:FILE``; ``-`` is stdout."""

    name = "[FORMAT:]FILE"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Complete the path; formats are told by its ending."""
        return completion.path(incomplete)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Target:
        """Return the target that a text names."""
        if isinstance(value, Target):
            return value
        form, path = _parted(str(value))
        if form is None:
            self.fail(
                f"the ending of {echo(value)} tells no format; end it in .html, .xml (JUnit), "
                ".json, .md or .txt, or write FORMAT:FILE, such as junit:report",
                param,
                ctx,
            )
        return Target(form, None if path == "-" else Path(path))

    def relative_to(self, value: str, folder: Path) -> str:
        """Return a text of a configuration file, its path taken from the file's folder."""
        form, path = _parted(value)
        if form is None or path == "-":
            return value
        return f"{form}:{relative(path, folder)}"


def _parted(value: str) -> tuple[str | None, str]:
    """Return the format and the path of a text; no format where it tells none."""
    form, colon, path = value.partition(":")
    if colon and path and form in FORMATS:
        return form, path
    return _ENDINGS.get(Path(value).suffix.lower()), value


@dataclass(frozen=True, slots=True)
class Reports:
    """The reports that were asked for.

    Attributes:
        on_stdout: the format on standard output.
        files: the others.
    """

    on_stdout: str
    files: tuple[Target, ...]

    def only(self, formats: tuple[str, ...], what: str) -> None:
        """Refuse what the command line asks for beyond some formats on standard output.

        Raises:
            click.UsageError: another format, or a file, is asked for.
        """
        ctx = click.get_current_context()
        typed = {
            name
            for name in ("form", "as_json", "targets")
            if ctx.get_parameter_source(name) is _COMMAND_LINE
        }
        if typed and (self.on_stdout not in formats or ("targets" in typed and self.files)):
            raise click.UsageError(f"{what} prints {' or '.join(formats)} only, and no file")

    def check(self) -> None:
        """Refuse files that cannot be written, before hours go into what they would hold.

        Raises:
            InputError: with every such file.
        """
        faults = [fault for target in self.files for fault in _unwritable(target)]
        paths = [str(target.path) for target in self.files]
        faults += [
            Fault(path, "two reports cannot share a file", "name another file")
            for path in dict.fromkeys(paths)
            if paths.count(path) > 1
        ]
        if faults:
            raise InputError(faults, "--out")

    def deliver(self, document: Mapping[str, Any]) -> None:
        """Write all reports; a file that fails keeps no other report back.

        Raises:
            InputError: with every file that could not be written.
        """
        faults: list[Fault] = []
        writers: list[Callable[[], None]] = [
            functools.partial(_write, target, document) for target in self.files
        ]
        if GITHUB in {self.on_stdout, *(target.format for target in self.files)}:
            writers.append(functools.partial(stepsummary.append, document))
        for write in writers:
            try:
                write()
            except InputError as error:
                faults += [Fault(error.source, f.what, f.mend) for f in error.faults]
        # Last, so that a reader who goes away early costs nobody a file.
        out(text(document, self.on_stdout, terminal=True).removesuffix("\n"))
        if faults:
            raise InputError(faults)


def text(document: Mapping[str, Any], form: str, *, terminal: bool = False) -> str:
    """Return a report in a format.

    Args:
        document: the report.
        form: one of ``FORMATS``.
        terminal: whether a table may take the width and the colours of the terminal.
    """
    from fairtray_cli.render import audits, github, html, jsonreport, junit, markdown
    from fairtray_cli.render.terminal import width

    if form == TABLE:
        columns = width() if terminal else _FILE_WIDTH
        return audits.text(document, columns, colour=terminal and coloured())
    renderers: dict[str, Callable[[Mapping[str, Any]], str]] = {
        JSON: jsonreport.text,
        JUNIT: junit.text,
        MARKDOWN: markdown.text,
        HTML: html.text,
        GITHUB: github.text,
    }
    return renderers[form](document)


def asked(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of reports; it is called with ``reports`` in their place."""

    @click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        help="The report on standard output.  [default: table]",
    )
    @click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
    @click.option(
        "--out",
        "targets",
        type=Out(),
        multiple=True,
        help="Write a report to a file as well; repeatable. The format is told by the ending: "
        ".html, .xml (JUnit), .json, .md, .txt (table), or written before it: github:FILE.",
    )
    @click.option(
        "--schema",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print_schema,
        help="Print the JSON Schema of the JSON report and exit.",
    )
    @functools.wraps(command)
    def with_reports(
        *, form: str | None, as_json: bool, targets: tuple[Target, ...], **others: Any
    ) -> int:
        files = tuple(target for target in targets if target.path is not None)
        reports = Reports(_on_stdout(form, as_json, targets), files)
        reports.check()
        return command(reports=reports, **others)

    return with_reports


def _on_stdout(form: str | None, as_json: bool, targets: Iterable[Target]) -> str:
    """Return the format for standard output; the command line overrides a configuration.

    Raises:
        click.UsageError: more than one is asked for.
    """
    ctx = click.get_current_context()
    found = [("form", form)] if form else []
    found += [("as_json", JSON)] if as_json else []
    found += [("targets", target.format) for target in targets if target.path is None]
    here = {f for name, f in found if ctx.get_parameter_source(name) is _COMMAND_LINE}
    formats = here or {f for _, f in found}
    if len(formats) > 1:
        names = " and ".join(sorted(formats))
        raise click.UsageError(f"{names} cannot both go to standard output; name a file for one")
    return formats.pop() if formats else TABLE


_COMMAND_LINE = ParameterSource.COMMANDLINE


def _print_schema(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib import resources

        file = resources.files("fairtray.audit") / "report.schema.json"
        out(file.read_text(encoding="utf-8").rstrip("\n"))
        ctx.exit()


def _unwritable(target: Target) -> Iterable[Fault]:
    if target.path is None:
        return
    if target.path.is_dir():
        yield Fault(str(target.path), "is a folder", "name a file")
        return
    parent = target.path.parent
    while not parent.exists() and parent != parent.parent:
        parent = parent.parent
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        yield Fault(str(target.path), "cannot be written there", "name a writable folder")


def _write(target: Target, document: Mapping[str, Any]) -> None:
    from fairtray.core.files import write_text

    if target.path is None:
        return
    written = text(document, target.format)
    try:
        target.path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Fault("", f"its folder cannot be made: {error.strerror}", "name a writable folder"),
            str(target.path),
        ) from None
    write_text(target.path, written if written.endswith("\n") else f"{written}\n")
