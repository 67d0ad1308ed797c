"""Pictures as PNG and GIF, by Pillow, which is imported only here."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fairtray.core.errors import Fault, InputError
from fairtray.pictures.model import Picture

if TYPE_CHECKING:
    from PIL import Image

SCALE = 2
"""Pixels for each unit of the layout, so that it is sharp on a dense screen."""

FRAME_MS = 1200
"""How long an animation shows each frame; the last one twice as long."""


def png(picture: Picture) -> bytes:
    """Return a picture as the bytes of a PNG file.

    Raises:
        InputError: Pillow is not installed; the message says how to get it.
    """
    data = io.BytesIO()
    _image(picture, "PNG").save(data, "PNG", optimize=True)
    return data.getvalue()


def gif(frames: Sequence[Picture]) -> bytes:
    """Return pictures of one size as the bytes of an endlessly repeated GIF.

    Raises:
        InputError: Pillow is not installed; the message says how to get it.
    """
    # Palettes are made by Pillow, frame by frame; a picture here has a dozen colours.
    images = [_image(frame, "GIF").quantize(64) for frame in frames]
    durations = [FRAME_MS] * (len(images) - 1) + [2 * FRAME_MS]
    data = io.BytesIO()
    images[0].save(
        data,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=durations,
        loop=0,
        disposal=1,
    )
    return data.getvalue()


def _image(picture: Picture, kind: str) -> Image.Image:
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        mend = "pip install 'fairtray[images]', or name an .svg"
        raise InputError(Fault("", f"{kind} needs Pillow", mend)) from None
    image = Image.new("RGB", (picture.width * SCALE, picture.height * SCALE))
    draw = ImageDraw.Draw(image)
    for box in picture.boxes:
        left, top = box.x * SCALE, box.y * SCALE
        right, bottom = left + box.width * SCALE - 1, top + box.height * SCALE - 1
        draw.rectangle((left, top, right, bottom), fill=box.fill)
    for line in picture.strokes:
        ends = (line.x1 * SCALE, line.y1 * SCALE, line.x2 * SCALE, line.y2 * SCALE)
        draw.line(ends, fill=line.fill, width=line.width * SCALE)
    for text in picture.texts:
        font = ImageFont.load_default(text.size * SCALE)
        at = (text.x * SCALE, text.y * SCALE)
        draw.text(at, text.words, fill=text.fill, font=font, anchor="mm")
    return image
