"""``fairtray daily verify``: make and play again everything that daily files say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from fairtray.core.errors import InputError
from fairtray.daily import keys, reading
from fairtray.daily.document import from_json
from fairtray.daily.stream import default_key
from fairtray_cli import options
from fairtray_cli.console import complain, out, out_json, plain
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion
from fairtray_cli.options.types import FilePath


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=completion.files)
@click.option(
    "--key-file",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="The key the days were made with, once it is published.  [default: the key that "
    "everybody knows]",
)
@click.option(
    "--remake",
    is_flag=True,
    help="Also search witness and par again, and compare them move by move (slow for a wide par).",
)
@options.as_json
def command(files: tuple[str, ...], key_file: str | None, remake: bool, as_json: bool) -> int:
    """Verify daily files: exit status 0 when everything in them is true, 1 when it is not.

    The pieces are drawn again from key, date and attempt, witness and par are replayed,
    bound, difficulty and commitment are worked out again.
    """
    key = None if key_file is None else keys.read_key(Path(key_file))
    results: list[dict[str, Any]] = []
    worst = Exit.YES
    for path in files:
        for answer in _answers(path, key, remake=remake):
            if isinstance(answer, InputError):
                complain(f"error: {answer}")
                worst = Exit.INPUT
                continue
            results.append(answer)
            if answer["differences"] and worst == Exit.YES:
                worst = Exit.NO
            if not as_json:
                out(_text(answer))
    if as_json and results:
        good = not any(answer["differences"] for answer in results)
        out_json({"verdict": "holds" if good else "refuted", "days": results})
    return worst


def _answers(
    path: str, key: bytes | None, *, remake: bool
) -> Iterator[dict[str, Any] | InputError]:
    """Yield the JSON answer about each day of a file, or why the day cannot be read."""
    from fairtray.daily.verify import differences

    try:
        for entry in reading.entries(path):
            try:
                daily = from_json(reading.decoded(entry), reading.folder_of(path))
                wrong = differences(daily, key or default_key(daily.ruleset.name), remake=remake)
            except InputError as error:
                yield error.located(entry.place)
                continue
            yield {
                "place": entry.place,
                "ruleset": daily.ruleset.name,
                "date": daily.date,
                "differences": [{"field": d.field, "what": d.what} for d in wrong],
                "absent": list(daily.absent),
            }
    except InputError as error:
        yield error


def _text(answer: dict[str, Any]) -> str:
    day = plain(f"{answer['place']}: {answer['ruleset']}, {answer['date']}")
    if not answer["differences"]:
        absent = f" (the file has no {' and no '.join(answer['absent'])})"
        return f"{day}: verified{absent if answer['absent'] else ''}"
    lines = [plain(f"  {d['field']}: {d['what']}") for d in answer["differences"]]
    return "\n".join([f"{day}: NOT verified", *lines])
