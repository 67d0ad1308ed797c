"""Pictures of positions, without a game in them: laid out once, written as SVG, PNG or GIF.

Families of games lay a :class:`Picture` out; :func:`write` puts it into a file. Boards drawn with
characters are in :mod:`fairtray.pictures.text`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairtray.core.errors import Fault, InputError, echo
from fairtray.core.files import write_bytes, write_text
from fairtray.pictures.model import Picture

__all__ = ["Drawing", "Picture", "write"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What can be drawn of an answer.

    Attributes:
        still: makes the picture that does not move; called only where it is needed.
        frames: makes what a GIF shows one after the other, all of one size; None where there
            is nothing to animate.
    """

    still: Callable[[], Picture]
    frames: Callable[[], Sequence[Picture]] | None = None


def write(path: str, drawing: Drawing) -> None:
    """Write a drawing to a file that ends in ``.svg``, ``.png`` or, with frames, ``.gif``.

    Raises:
        InputError: another ending, a folder that cannot be written, or Pillow missing.
    """
    file = Path(path)
    ending = file.suffix.lower()
    if ending == ".svg":
        from fairtray.pictures import svg

        write_text(file, svg.render(drawing.still()))
    elif ending == ".png":
        from fairtray.pictures import raster

        write_bytes(file, raster.png(drawing.still()))
    elif ending == ".gif" and drawing.frames is not None:
        from fairtray.pictures import raster

        write_bytes(file, raster.gif(drawing.frames()))
    else:
        endings = ".svg or .png" if drawing.frames is None else ".svg, .png or .gif"
        what = f"{echo(path)} is not a picture"
        raise InputError(Fault("", what, f"name a file that ends in {endings}"))
