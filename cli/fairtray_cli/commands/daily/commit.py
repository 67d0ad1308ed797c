"""``fairtray daily commit``: make a secret key, and print what to publish of it."""

from __future__ import annotations

from pathlib import Path

import click

from fairtray.core.files import STDIN
from fairtray.daily import keys
from fairtray_cli import options
from fairtray_cli.console import note, out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options.types import FilePath


@click.command("commit")
@click.argument("file", type=FilePath(dir_okay=False))
@options.as_json
def command(file: str, as_json: bool) -> int:
    """Make a secret key in FILE, readable by its owner only, and print its commitment.

    Publish the commitment in advance, deal with 'fairtray daily make --key-file FILE',
    and publish the key after the day: then anybody can verify that the pieces were
    settled before. An existing file is never overwritten.
    """
    if file == STDIN:
        raise click.UsageError("a key is written to a file that only its owner can read, not to -")
    commitment = keys.create_key(Path(file))
    if as_json:
        out_json({"key_file": file, "bytes": keys.KEY_BYTES, "commitment": commitment})
    else:
        out(commitment)
    note(f"publish this line now, and {file} after the last day it was used for")
    return Exit.YES
