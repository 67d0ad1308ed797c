"""Where a position comes from: a file, standard input, or the command line itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from fairtray import families
from fairtray_cli.options import completion, spelled
from fairtray_cli.options.types import Override
from fairtray_cli.streams import wanted

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

_OPTIONS = "--board and --tray"
_NOTATION = "POSITION"


@dataclass(frozen=True, slots=True)
class Input:
    """Where a position is.

    Attributes:
        name: a path, ``-``, or what messages call a position of the command line.
        text: the position, where it is on the command line; else None.
    """

    name: str
    text: str | None = None

    def read(self) -> str:
        """Return the position's text.

        Raises:
            InputError: the file cannot be read.
        """
        from fairtray.core.files import read_text

        if self.text is not None:
            return self.text
        if ":" in self.name and not Path(self.name).exists():
            from fairtray.core.errors import Fault, InputError

            mend = "check the path, or write RULESET:BOARD:TRAY, such as 4x4:0x7110:I3h,dot"
            what = "no such file, and no position in the one-line notation"
            raise InputError(Fault("", what, mend), self.name)
        return read_text(self.name)

    def many(self, lines: bool) -> bool:
        """Return whether there are many positions, one a line.

        Args:
            lines: whether ``--lines`` is given.

        Raises:
            click.UsageError: it is, and the position is on the command line.
        """
        if self.text is not None and lines:
            raise click.UsageError("--lines needs a file of positions, or -")
        return self.text is None and wanted(self.name, lines)


def position(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command its POSITION, or ``--board`` and ``--tray`` in its place."""
    command = click.option(
        "--tray",
        cls=Override,
        metavar="PIECES",
        help="With --board: the pieces, with commas between: names, drawings such as ##/#., "
        "cells such as (0,0)(0,1), 0x8040@2x8; - is a used slot.",
    )(command)
    command = click.option(
        "--board",
        cls=Override,
        metavar="ROWS",
        help="The board's rows joined by /, of #. or 10, or as a hexadecimal number, in place "
        "of POSITION.",
    )(command)
    return click.argument("position", required=False, shell_complete=completion.files)(command)


def source(given: str | None, board: str | None, tray: str | None, ruleset: str | None) -> Input:
    """Return where the position of the running command is.

    Args:
        given: POSITION: a path, ``-``, or a position in the one-line notation.
        board: ``--board``.
        tray: ``--tray``.
        ruleset: ``--ruleset``.

    Raises:
        click.UsageError: no position, or two.
    """
    from fairtray.notation import is_compact, split_tray

    if board is None:
        if tray is not None:
            raise click.UsageError("--tray goes with --board")
        if given is None:
            raise click.UsageError("missing argument 'POSITION', or --board and --tray")
        return Input(_NOTATION, given) if is_compact(given) else Input(given)
    if given is not None:
        raise click.UsageError("give either a POSITION or --board")
    with spelled():
        families.refuse_foreign(families.of_ruleset(ruleset), {"board": board})
    from fairtray.core.errors import Fault, InputError

    if tray is None:
        mend = "add --tray with the pieces, or --tray '' for none"
        raise InputError(Fault("tray", "missing", mend), _OPTIONS)
    try:
        document = {"board": _board(board), "tray": split_tray(tray)}
    except InputError as error:
        raise error.located(_OPTIONS) from None
    return Input(_OPTIONS, json.dumps(document))


def _board(text: str) -> object:
    """Return a board of the command line: a matrix as JSON, or else a text.

    Raises:
        InputError: it begins like JSON and is none.
    """
    if not text.lstrip().startswith("["):
        return text
    from fairtray.core import jsontext
    from fairtray.core.errors import Fault, InputError, NotationError, echo

    try:
        return jsontext.loads(text)
    except InputError as error:
        what = f"{echo(text)}, read as JSON, is {error.faults[0].what}"
        raise NotationError(Fault("board", what, "fix it")) from None
