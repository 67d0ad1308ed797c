"""The HTML report in a real browser, headless: what it makes of the page, not what we wrote."""

from __future__ import annotations

import html as entities
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import reports
from fairtray_cli.render.reports import html

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next((path for name in NAMES if (path := shutil.which(name))), None)

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium here (Debian: apt-get install chromium)"
)

SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# The page as it is in a frame of a given width, as a browser's own window is never narrower
# than 500 pixels; the script around it measures, and answers in its title.
PROBE = """<!DOCTYPE html>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>nothing measured</title>
<iframe style="width: {width}px; height: 800px; border: 0" srcdoc="{page}"></iframe>
<script>
addEventListener("load", () => {{
  const frame = document.querySelector("iframe");
  const page = frame.contentDocument;
  const style = (selector, key) => frame.contentWindow.getComputedStyle(
    page.querySelector(selector))[key];
  document.title = JSON.stringify({{
    width: page.documentElement.clientWidth,
    overflow: page.documentElement.scrollWidth - page.documentElement.clientWidth,
    back: style("body", "backgroundColor"),
    text: style("body", "color"),
    boards: [...page.querySelectorAll("svg.board")].map((svg) => {{
      const box = svg.getBoundingClientRect();
      return [Math.round(box.width), Math.round(box.height)];
    }}),
    bars: [...page.querySelectorAll("#fill .bar")].map((bar) =>
      Math.round(bar.querySelector("rect").getBoundingClientRect().width)),
    resources: frame.contentWindow.performance.getEntriesByType("resource").length,
  }});
}});
</script>
"""


def dump(page: str, folder: Path, *switches: str) -> str:
    """Return the DOM that the browser makes of a page."""
    file = folder / "report.html"
    file.write_text(page, encoding="utf-8")
    assert BROWSER is not None
    done = subprocess.run(
        [
            BROWSER,
            *SWITCHES,
            f"--user-data-dir={folder / 'profile'}",
            *switches,
            "--dump-dom",
            file.as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def measured(document: Any, folder: Path, width: int, *switches: str) -> dict[str, Any]:
    """Return what the probe finds out about the page, laid out at that width."""
    page = PROBE.format(width=width, page=entities.escape(html.text(document)))
    title = re.search(r"<title>(.*?)</title>", dump(page, folder, *switches), re.S)
    assert title is not None
    found: dict[str, Any] = json.loads(entities.unescape(title[1]))
    return found


def test_the_browser_sees_verdict_claims_and_boards(tmp_path: Path) -> None:
    document = reports.refuted()
    document["counterexamples"][0]["reproduce"] = "fairtray check <first> & only.json"
    dom = dump(html.text(document), tmp_path)
    assert '<strong id="verdict">refuted</strong>' in dom
    for claim in [*document["claims"], *document["information"]]:
        assert f'<code class="id">{claim["id"]}</code>' in dom
    assert dom.count('<svg class="board"') == len(document["counterexamples"])
    assert "fairtray check &lt;first&gt; &amp; only.json" in dom
    for section in ("fill", "orders", "shapes", "counterexamples"):
        assert f'<section id="{section}">' in dom
    for name in document["shapes"]:
        assert f'<td class="shape">{name}' in dom


def test_the_policy_of_the_page_stops_whatever_would_run(tmp_path: Path) -> None:
    page = html.text(reports.held()).replace(
        "</body>", "<script>document.title = 'it ran'</script></body>"
    )
    assert "<title>it ran</title>" not in dump(page, tmp_path)


def test_names_do_not_become_part_of_the_page(tmp_path: Path) -> None:
    name = '<img src=x onerror="document.title=1"><script>document.title=2</script>"\'&'
    dom = dump(html.text(reports.hostile(name)), tmp_path)
    assert "<img" not in dom
    assert "<script" not in dom


@pytest.mark.parametrize("width", [320, 390, 1000])
def test_nothing_is_wider_than_the_window(tmp_path: Path, width: int) -> None:
    document = reports.refuted()
    document["counterexamples"][0]["reproduce"] = "fairtray check " + "long-name/" * 40
    document["title"] = "W" * 200
    found = measured(document, tmp_path, width)
    # A scroll bar takes some of it.
    assert width - 20 <= found["width"] <= width
    assert found["overflow"] == 0
    assert found["boards"] == [[176, 176]] * len(document["counterexamples"])
    assert found["resources"] == 0
    assert max(found["bars"]) > width / 8


def test_dark_where_the_reader_wants_it_dark(tmp_path: Path) -> None:
    scheme = "--blink-settings=preferredColorScheme={}"
    light = measured(reports.held(), tmp_path, 600, scheme.format(1))
    dark = measured(reports.held(), tmp_path, 600, scheme.format(0))
    assert (light["back"], dark["back"]) == ("rgb(246, 247, 249)", "rgb(15, 19, 24)")
    assert light["text"] != dark["text"]
