"""The options that ask for an audit's reports, and where the reports go."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairtray.core.errors import Fault, InputError, echo
from fairtray.core.files import write_text
from fairtray_cli.console import out
from fairtray_cli.options import completion
from fairtray_cli.options.common import bundled, on_command_line
from fairtray_cli.options.types import relative
from fairtray_cli.render.reports import EXPORTERS, Exporter

FORMATS = tuple(EXPORTERS)

_DEFAULT = FORMATS[0]

_ENDINGS = {ending: exporter.name for exporter in EXPORTERS.values() for ending in exporter.endings}


@dataclass(frozen=True, slots=True)
class Target:
    """A report to be written.

    Attributes:
        format: the name of its format.
        path: the file; None for standard output.
    """

    format: str
    path: Path | None

    @property
    def exporter(self) -> Exporter:
        """The format."""
        return EXPORTERS[self.format]


if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _TargetType = click.ParamType[Target]
else:
    # Generic only in the versions of click that type checkers see.
    _TargetType = click.ParamType


class Out(_TargetType):
    """``FILE`` with an ending that names the format, or ``FORMAT:FILE``; ``-`` is stdout."""

    name = "[FORMAT:]FILE"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Complete the path; its ending names the format."""
        return completion.path(incomplete)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Target:
        """Return the target that a text names."""
        if isinstance(value, Target):
            return value
        form, path = _split(str(value))
        if form is None:
            self.fail(
                f"the ending of {echo(value)} names no format; end it in .html, .xml (JUnit), "
                ".json, .md or .txt, or write FORMAT:FILE, such as junit:report",
                param,
                ctx,
            )
        return Target(form, None if path == "-" else Path(path))

    def relative_to(self, value: str, folder: Path) -> str:
        """Return a text of a configuration file, its path taken from the file's folder."""
        form, path = _split(value)
        if form is None or path == "-":
            return value
        return f"{form}:{relative(path, folder)}"


def _split(value: str) -> tuple[str | None, str]:
    """Return the format and the path of a text; no format where it names none."""
    form, colon, path = value.partition(":")
    if colon and path and form in FORMATS:
        return form, path
    return _ENDINGS.get(Path(value).suffix.lower()), value


@dataclass(frozen=True, slots=True)
class Reports:
    """The reports to be made of one audit.

    Attributes:
        on_stdout: the format on standard output.
        files: the others.
    """

    on_stdout: str
    files: tuple[Target, ...]

    def only(self, formats: tuple[str, ...], what: str) -> None:
        """Refuse what the command line asks for beyond some formats on standard output.

        Raises:
            click.UsageError: another format, or a file, is requested.
        """
        here = [name for name in ("form", "as_json", "targets") if on_command_line(name)]
        if here and (self.on_stdout not in formats or ("targets" in here and self.files)):
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
        on_stdout = EXPORTERS[self.on_stdout]
        used = dict.fromkeys(target.exporter for target in self.files) | {on_stdout: None}
        steps = [functools.partial(_write, target, document) for target in self.files]
        steps += [functools.partial(e.beside, document) for e in used if e.beside is not None]
        faults: list[Fault] = []
        for step in steps:
            try:
                step()
            except InputError as error:
                faults += [Fault(error.source, f.what, f.mend) for f in error.faults]
        # Last, so that a reader who goes away early costs nobody a file.
        out(on_stdout.on_stdout(document).removesuffix("\n"))
        if faults:
            raise InputError(faults)


def _reports(form: str | None, as_json: bool, targets: tuple[Target, ...]) -> Reports:
    files = tuple(target for target in targets if target.path is not None)
    reports = Reports(_stdout_format(form, as_json, targets), files)
    reports.check()
    return reports


def _stdout_format(form: str | None, as_json: bool, targets: Iterable[Target]) -> str:
    """Return the format for standard output; the command line overrides a configuration.

    Raises:
        click.UsageError: more than one is requested.
    """
    wanted = [("form", form)] if form else []
    wanted += [("as_json", "json")] if as_json else []
    wanted += [("targets", target.format) for target in targets if target.path is None]
    formats = {f for option, f in wanted if on_command_line(option)} or {f for _, f in wanted}
    if len(formats) > 1:
        names = " and ".join(sorted(formats))
        raise click.UsageError(f"{names} cannot both go to standard output; name a file for one")
    return formats.pop() if formats else _DEFAULT


def _print_schema(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        file = resources.files("fairtray.audit") / "report.schema.json"
        out(file.read_text(encoding="utf-8").rstrip("\n"))
        ctx.exit()


report_options = bundled(
    "reports",
    _reports,
    click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        help="The report on standard output.  [default: table]",
    ),
    click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
    click.option(
        "--out",
        "targets",
        type=Out(),
        multiple=True,
        help="Write a report to a file as well; repeatable. The ending sets the format: "
        ".html, .xml (JUnit), .json, .md, .txt (table), or written before it: github:FILE.",
    ),
    click.option(
        "--schema",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print_schema,
        help="Print the JSON Schema of the JSON report and exit.",
    ),
)
"""Gives a command the options of reports as one ``Reports``."""


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
    if target.path is None:
        return
    written = target.exporter.text(document)
    try:
        target.path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Fault("", f"its folder cannot be made: {error.strerror}", "name a writable folder"),
            str(target.path),
        ) from None
    write_text(target.path, written if written.endswith("\n") else f"{written}\n")
