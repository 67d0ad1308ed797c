"""Tables, under the name that other commands import them by."""

from fairtray_cli.render.lines import table

__all__ = ["table"]
