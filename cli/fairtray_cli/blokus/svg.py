"""Pictures as SVG: rectangles and words, nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from fairtray.files import write_text

if TYPE_CHECKING:
    from fairtray_cli.blokus.pictures import Picture


def render(picture: Picture) -> str:
    """Return a picture as the text of an SVG file."""
    width, height = picture.width, picture.height
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(picture.title)}</title>",
    ]
    lines += [
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" '
        f'fill="{box.fill}"/>'
        for box in picture.boxes
    ]
    lines.append('<g font-family="sans-serif" text-anchor="middle" dominant-baseline="central">')
    lines += [
        f'<text x="{text.x:g}" y="{text.y:g}" font-size="{text.size}" fill="{text.fill}">'
        f"{escape(text.words)}</text>"
        for text in picture.texts
    ]
    return "\n".join([*lines, "</g>", "</svg>", ""])


def write(file: Path, picture: Picture) -> None:
    """Write a picture.

    Raises:
        InputError: the folder does not exist or cannot be written.
    """
    write_text(file, render(picture))
