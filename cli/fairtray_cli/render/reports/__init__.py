"""The formats of an audit's report. A new one is a file beside these, and a line here."""

from fairtray_cli.render.reports import github, html, jsonreport, junit, markdown, table
from fairtray_cli.render.reports.exporter import Exporter

EXPORTERS = {
    exporter.name: exporter
    for exporter in (
        table.EXPORTER,
        jsonreport.EXPORTER,
        junit.EXPORTER,
        markdown.EXPORTER,
        html.EXPORTER,
        github.EXPORTER,
    )
}
"""Every format by its name, the default first."""

__all__ = ["EXPORTERS", "Exporter"]
