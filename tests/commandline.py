"""Running ``fairtray`` in this process with its streams caught, as the tests of commands do."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple
from unittest import mock

from fairtray_cli.main import cli

HEAVY = (
    "numpy", "numba", "scipy", "ortools", "pydantic", "tabulate", "textual", "distributed", "PIL",
)  # fmt: skip
"""What takes long to import, and so is imported by those who need it only."""


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on stdout."""
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def jsons(self) -> list[Any]:
        """The JSON documents on stdout, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def complaint(self) -> str:
        """The one line on stderr of a command that refused its input."""
        assert self.code == 2, self
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("error: ")
        assert self.err.endswith("\n")
        assert self.err[:-1].isprintable()
        return self.err[len("error: ") : -1]


Fairtray = Callable[..., Result]


def run(*args: str, stdin: object = b"") -> Result:
    """Run ``fairtray ARGS``; ``stdin`` is bytes, text, or a value to be written as JSON."""
    if not isinstance(stdin, (str, bytes)):
        stdin = json.dumps(stdin)
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.BytesIO(), io.BytesIO()
    streams = {
        "stdin": io.TextIOWrapper(io.BytesIO(data), "utf-8"),
        "stdout": io.TextIOWrapper(out, "utf-8", "backslashreplace"),
        "stderr": io.TextIOWrapper(err, "utf-8", "backslashreplace"),
    }
    with mock.patch.multiple(sys, **streams):
        code = cli.main(args, "fairtray", standalone_mode=False)
        sys.stdout.flush()
        sys.stderr.flush()
    return Result(code, out.getvalue().decode(), err.getvalue().decode())
