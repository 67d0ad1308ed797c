"""Writing a picture to the kind of file that its name asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from fairtray.core.errors import Fault, InputError, echo
from fairtray.core.files import write_bytes, write_text
from fairtray_cli.pictures import raster, svg
from fairtray_cli.pictures.model import Picture


def write(path: str, still: Callable[[], Picture], frames: Sequence[Picture] | None = None) -> None:
    """Write a picture to a file that ends in ``.svg``, ``.png`` or, with frames, ``.gif``.

    Args:
        path: the file.
        still: makes the picture that stands still; called only where it is needed.
        frames: what a GIF shows one after the other, all of one size; None where there
            is nothing to animate.

    Raises:
        InputError: another ending, a folder that cannot be written, or Pillow missing.
    """
    file = Path(path)
    ending = file.suffix.lower()
    if ending == ".svg":
        write_text(file, svg.render(still()))
    elif ending == ".png":
        write_bytes(file, raster.png(still()))
    elif ending == ".gif" and frames is not None:
        write_bytes(file, raster.gif(frames))
    else:
        endings = ".svg or .png" if frames is None else ".svg, .png or .gif"
        raise InputError(
            Fault("--image", f"{echo(path)} is no picture", f"name a file that ends in {endings}")
        )
