"""Whether a command is asked about Blokus, and the options that matter to Blokus only.

``--image``, which all games have, is kept here, too: not every command passes it on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from fairtray.core.errors import NotationError
from fairtray_cli.options.types import Override

if TYPE_CHECKING:
    from fairtray.game import Move, Position

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

NAMES = ("blokus", "duo", "blokus-duo")
"""What a file or ``--ruleset`` may call a game of this family."""

_SUFFIX = ".blksgf"
_KEPT = "fairtray.families.blokus"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a command that only Blokus has.

    Attributes:
        scoring: ``advanced`` or ``standard``.
        image: the picture to write; None for none.
        to: ``blksgf`` to write the game in that format; None to show it.
        number: which game of a file, from 1.
    """

    scoring: str = "advanced"
    image: str | None = None
    to: str | None = None
    number: int = 1


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keep a value away from the command's own parameters: block games have no use for it."""
    if value is not None:
        ctx.meta.setdefault(_KEPT, {})[param.name] = value


def _option(*names: str, **settings: Any) -> Decorator:
    return click.option(*names, expose_value=False, callback=_keep, cls=Override, **settings)


scoring = _option(
    "--scoring",
    type=click.Choice(("advanced", "standard")),
    help="Blokus only: count squares on the board (advanced), or only those left and the "
    "bonuses (standard).  [default: advanced]",
)

_IMAGE = "image"

image = _option(
    "--image",
    metavar="FILE",
    type=click.Path(),
    help="Also draw the answer: each step beside the other (.svg, .png) or animated (.gif); of "
    "Blokus the board that it ends with (.svg, .png).",
)

to = _option(
    "--to",
    type=click.Choice(("blksgf",)),
    help="Blokus only: write the game in the Smart Game Format instead.",
)

number = _option(
    "--game",
    "number",
    metavar="N",
    type=click.IntRange(min=1),
    help="Blokus only: which game of a file with several.  [default: 1]",
)


def given() -> Options:
    """Return the Blokus options of the command that runs."""
    kept: Mapping[str, Any] = click.get_current_context().meta.get(_KEPT, {})
    return Options(**kept)


def refuse_image() -> None:
    """Refuse to draw many positions into one picture.

    Raises:
        click.UsageError: a picture is asked for.
    """
    if given().image is not None:
        raise click.UsageError("--image draws one position, and this is a file of many")


def draw(start: Position, moves: Sequence[Move], final: Position | None = None) -> None:
    """Draw moves of a block game, as ``pictures.steps.write`` does, if a picture is asked for.

    Raises:
        InputError: a picture that cannot be written.
    """
    image = given().image
    if image is not None:
        from fairtray_cli.pictures import steps

        steps.write(image, start, moves, final)


def by_name(spec: str | None) -> bool:
    """Return whether ``--ruleset`` names a game of this family."""
    return spec in NAMES


def meant(path: str, spec: str | None, text: str) -> bool:
    """Return whether an input is about Blokus: by ``--ruleset``, the file's name, or itself.

    Raises:
        click.UsageError: it is not, but an option that only Blokus has was given.
    """
    itself = spec is None and (path.endswith(_SUFFIX) or written_for(text))
    found = itself or by_name(spec)
    foreign = [name for name in click.get_current_context().meta.get(_KEPT, {}) if name != _IMAGE]
    if not found and foreign:
        option = "--game" if foreign[0] == "number" else f"--{foreign[0]}"
        raise click.UsageError(f"{option} is for Blokus only, and this is a block game")
    return found


def written_for(text: str) -> bool:
    """Return whether a text is a Blokus game or position, judged by what it says itself."""
    from fairtray.families.blokus.sgf import is_sgf

    if is_sgf(text):
        return True
    # Most texts are told apart by this alone, without reading them as JSON twice.
    if not any(f'"{name}"' in text for name in NAMES):
        return False
    from fairtray.core import jsontext

    try:
        value = jsontext.loads(text)
    except NotationError:
        return False
    return isinstance(value, Mapping) and value.get("ruleset") in NAMES
