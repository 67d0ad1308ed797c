"""Pictures as PNG, by Pillow, which is asked for only here."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from fairtray.errors import Fault, InputError
from fairtray.files import write_bytes

if TYPE_CHECKING:
    from fairtray_cli.blokus.pictures import Picture

SCALE = 2
"""Pixels for each unit of the layout, so that it is sharp on a dense screen."""


def render(picture: Picture) -> bytes:
    """Return a picture as the bytes of a PNG file.

    Raises:
        InputError: Pillow is not installed; the message says how to get it.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise InputError(
            Fault("--image", "PNG needs Pillow", "pip install 'fairtray[images]', or name an .svg")
        ) from None
    size = (picture.width * SCALE, picture.height * SCALE)
    image = Image.new("RGB", size)
    draw = ImageDraw.Draw(image)
    for box in picture.boxes:
        left, top = box.x * SCALE, box.y * SCALE
        right, bottom = left + box.width * SCALE - 1, top + box.height * SCALE - 1
        draw.rectangle((left, top, right, bottom), fill=box.fill)
    for text in picture.texts:
        font = ImageFont.load_default(text.size * SCALE)
        at = (text.x * SCALE, text.y * SCALE)
        draw.text(at, text.words, fill=text.fill, font=font, anchor="mm")
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def write(file: Path, picture: Picture) -> None:
    """Write a picture.

    Raises:
        InputError: Pillow is not installed, or the folder cannot be written.
    """
    write_bytes(file, render(picture))
