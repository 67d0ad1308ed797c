"""The terminal's width, under the name that other commands import it by."""

from fairtray_cli.render.lines import width

__all__ = ["width"]
