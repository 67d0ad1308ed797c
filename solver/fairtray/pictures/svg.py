"""Pictures as SVG: rectangles, straight lines and words, nothing else."""

from __future__ import annotations

from html import escape

from fairtray.pictures.model import Picture


def render(picture: Picture) -> str:
    """Return a picture as the text of an SVG file."""
    width, height = picture.width, picture.height
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(picture.title, quote=False)}</title>",
    ]
    lines += [
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" '
        f'fill="{box.fill}"/>'
        for box in picture.boxes
    ]
    lines += [
        f'<path d="M{line.x1} {line.y1}L{line.x2} {line.y2}" '
        f'stroke="{line.fill}" stroke-width="{line.width}"/>'
        for line in picture.strokes
    ]
    lines.append('<g font-family="sans-serif" text-anchor="middle" dominant-baseline="central">')
    lines += [
        f'<text x="{text.x:g}" y="{text.y:g}" font-size="{text.size}" fill="{text.fill}">'
        f"{escape(text.words, quote=False)}</text>"
        for text in picture.texts
    ]
    return "\n".join([*lines, "</g>", "</svg>", ""])
